package main

import (
	"encoding/json"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

func TestAdvise(t *testing.T) {
	text := good(t, "advise", "wine")
	if !strings.HasPrefix(text, "What to try first on wine\n") ||
		!strings.Contains(text, "Taken as a table: it has 13 features and 178 samples.") {
		t.Errorf("%s", text)
	}
	var got struct {
		Dataset, Kind, Because string
		Picks                  []struct {
			Method      string
			InGo        string  `json:"in_go"`
			AverageRank float64 `json:"average_rank"`
		}
	}
	must.Do(t, json.Unmarshal([]byte(good(t, "advise", "-o", "json", "wine")), &got))
	if got.Dataset != "wine" || got.Kind != "tables" || len(got.Picks) != 3 ||
		got.Picks[0].Method == "" || got.Picks[0].InGo == "" || got.Picks[0].AverageRank < 1 {
		t.Errorf("%+v", got)
	}
}
