package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/papers"
)

func TestPapersList(t *testing.T) {
	all := papers.Tables()
	must.Is(t, good(t, "papers"), papers.List(all).Text(), "the list")
	must.Is(t, good(t, "papers", "-o", "md"), papers.List(all).Markdown(), "the list")
	if got := good(t, "papers", "lap-2018"); strings.Count(got, "\nlap-2018") != 3 ||
		strings.Contains(got, "grm") {
		t.Errorf("the tables of a paper are\n%s", got)
	}
	rows, err := csv.NewReader(strings.NewReader(good(t, "papers", "-o", "csv"))).ReadAll()
	if err != nil || len(rows) != len(all)+1 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	listed := decode[[]map[string]any](t, []byte(good(t, "papers", "-o", "json", "grm-2015")))
	if len(listed) != 8 || listed[1]["table"] != 2.0 || listed[1]["numbers"] != 84.0 ||
		listed[1]["percent"] != true {
		t.Errorf("%d tables of grm-2015, %v", len(listed), listed[1])
	}
}

func TestPapersTable(t *testing.T) {
	two := must.Get(papers.Find("lap-2018", 2))(t)
	for _, number := range []string{"2", "II", "ii"} {
		must.Is(t, good(t, "papers", "lap-2018", number), two.Shown().Text(), "table %s", number)
	}
	must.Is(t, good(t, "papers", "lap-2018", "2", "-o", "md"), two.Shown().Markdown(),
		"as Markdown")
	rows, err := csv.NewReader(strings.NewReader(good(t, "papers", "-o=csv", "lap-2018",
		"2"))).ReadAll()
	if err != nil || len(rows) != 81 || rows[1][10] != "0.45" || rows[1][11] != "0.04" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	names, v := members(t, good(t, "papers", "lap-2018", "1", "-o", "json"))
	want := []string{"paper", "table", "printed", "caption", "units", "better", "percent",
		"protocol", "marks", "misprints", "notes", "numbers", "entries"}
	if !slices.Equal(names, want) || compact(t, v["table"]) != "1" ||
		compact(t, v["printed"]) != `"I"` {
		t.Errorf("members %v, want %v", names, want)
	}
	entries := decode[[]map[string]json.RawMessage](t, v["entries"])
	if len(entries) != 32 || string(entries[0]["value"]) != "178" ||
		string(entries[3]["value"]) != "null" || string(entries[3]["printed"]) != `"[2-13]"` {
		t.Errorf("%d entries, %s", len(entries), entries[3])
	}
}

func TestPapersClosedPipe(t *testing.T) {
	for _, format := range []string{"table", "md", "csv", "json"} {
		for _, which := range []string{"", " grm-2015", " grm-2015 2"} {
			var e bytes.Buffer
			args := strings.Fields("papers -o " + format + which)
			if status := run(t.Context(), args, &broken{}, &e); status != 1 ||
				e.String() !=
					"fsnb: cannot write the output: broken pipe; look at where it goes\n" {
				t.Errorf("fsnb %q: status %d, %s", args, status, e.String())
			}
		}
	}
}

func TestPapersMistakes(t *testing.T) {
	for args, want := range map[string]string{
		"papers grm": `no paper "grm"; known: fsir2-2016, grm-2015, lap-2018, ` +
			`spfs-2013, trace-ratio-2008`,
		"papers grm-2016 2":       `no paper "grm-2016"; did you mean "grm-2015"?`,
		"papers grm-2015 9":       "grm-2015 has no table 9; it has 1, 2, 3, 4, 5, 6, 7, 8",
		"papers grm-2015 two":     `papers: "two" is no number of a table; give one such as 2 or II`,
		"papers grm-2015 2 3":     `papers: "3" is too many; give a paper and the number of a table`,
		"papers -o yaml grm-2015": "papers: -o yaml is none of table, md, csv, json",
		"papers trace-ratio-2008 2": "table 2 of trace-ratio-2008 is an algorithm, without " +
			"numbers; with numbers: 3",
	} {
		fails(t, 2, want, strings.Fields(args)...)
	}
}
