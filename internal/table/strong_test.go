package table

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStrongCells(t *testing.T) {
	table := &Table{
		Columns: append([]Column{{Name: "method"}}, Numbers("iris", "wine")...),
		Rows:   [][]string{{"fisher", "0.95", "0.9"}, {"a*b", "−1.20", "0.8"}, {"short"}},
		Strong: [][]bool{{true, true}, {false, true, false}, {false, true, true}, {true}},
	}
	// Digits stand under one another; a missing cell has no star; names do not shift.
	want := "method    iris   wine\n" +
		"─────────────────────\n" +
		"fisher*   0.95*   0.9\n" +
		"a*b      −1.20*   0.8\n" +
		"short\n"
	if diff := cmp.Diff(want, table.Text()); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	want = "| method | iris | wine |\n|:--|--:|--:|\n| **fisher** | **0.95** | 0.9 |\n| a\\*b | " +
		"**−1.20** | 0.8 |\n| short |  |  |\n"
	if diff := cmp.Diff(want, table.Markdown()); diff != "" {
		t.Errorf("Markdown (-want +got):\n%s", diff)
	}
	page := table.HTML()
	for _, want := range []string{"><strong>fisher</strong></td>", "><strong>0.95</strong></td>",
		">0.9</td>", "><strong>−1.20</strong></td>", ">a*b</td>", "></td>"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in\n%s", want, page)
		}
	}
	if n := strings.Count(page, "<strong>"); n != 3 {
		t.Errorf("%d cells are bold in\n%s", n, page)
	}
	rows := [][]string{
		{"method", "iris", "wine"}, {"fisher", "0.95", "0.9"}, {"a*b", "-1.20", "0.8"},
		{"short", "", ""},
	}
	if diff := cmp.Diff(rows, table.Records()); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
}

// Hostile text stays escaped where it is bold.
func TestStrongIsEscaped(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "x"}}, Rows: [][]string{{" </strong><script> **| "}},
		Strong: [][]bool{{true}}}
	if got := table.Markdown(); !strings.Contains(got,
		`| **&lt;/strong&gt;&lt;script&gt; \*\*\|** |`) {
		t.Errorf("Markdown: %q", got)
	}
	if got := table.HTML(); !strings.Contains(got,
		"<strong> &lt;/strong&gt;&lt;script&gt; **| </strong>") {
		t.Errorf("HTML: %q", got)
	}
}
