package grm

import (
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
)

// Every stage reports its progress, from the first: the copy of the data, then each product.
func TestProgressOfEveryStage(t *testing.T) {
	d := drawn(9, 30, 700)
	var stages []string
	last := map[string]algorithms.Progress{}
	opt := algorithms.Options{K: 5, Workers: 1, Progress: func(p algorithms.Progress) {
		if _, known := last[p.Stage]; !known {
			stages = append(stages, p.Stage)
		}
		last[p.Stage] = p
	}}
	scores := stub{values: slices.Repeat([]float64{1, 2, 3, 4, 5, 6, 7}, 100)}
	must.Get((GRM{Scorer: scores}).Select(t.Context(), d, opt))(t)
	if len(stages) < 4 || !slices.Equal(stages[:2], []string{"standardizing", "product 1"}) ||
		!slices.Contains(stages, "rounds") {
		t.Errorf("stages %q", stages)
	}
	for _, p := range last {
		if p.Done != p.Total || p.Total == 0 {
			t.Errorf("stage %q ends at %d of %d", p.Stage, p.Done, p.Total)
		}
	}
	if got := last["standardizing"].Total; got != 11 { // of 64 features each
		t.Errorf("standardizing has %d steps", got)
	}
}
