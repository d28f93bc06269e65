package papers

import (
	"reflect"
	"strings"
	"testing"

	"fsnb.example/display"
	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/table"
)

func TestVerdictsTable(t *testing.T) {
	v := Verdicts{
		{Claim: "a", Ours: "1", Verdict: Holds, Why: "w"},
		{Claim: "b", Ours: "2", Verdict: InPart},
		{Claim: "c", Verdict: Not},
	}
	shown := v.Table()
	want := [][]string{{"a", "1", "holds", "w"}, {"b", "2", "in part", ""}, {"c", "", "not", ""}}
	if !reflect.DeepEqual(shown.Rows, want) || len(shown.Columns) != 4 ||
		shown.Notes[0] != "Holds: 1, in part: 1, not: 1." {
		t.Errorf("%q, %q", shown.Rows, shown.Notes)
	}
	if got := Verdict(7).String(); got != "verdict 7" {
		t.Error(got)
	}
	v[1].Printed = "x"
	if shown := v.Table(); shown.Columns[1].Name != "printed" || shown.Rows[1][1] != "x" ||
		shown.Rows[0][1] != "" {
		t.Errorf("with printed evidence: %v %q", shown.Columns, shown.Rows)
	}
	for want, wrong := range map[string]Verdicts{
		"there are no claims; give one at least":                        nil,
		"claim 1 has no words; set Claim":                               {{Verdict: Holds}},
		"claim 1 (a) has no verdict; give Holds, InPart or Not":         {{Claim: "a"}},
		"claim 1 (a) has no verdict; give Holds, InPart or Not\x00four": {{Claim: "a", Verdict: 4}},
	} {
		_, err := display.Render(wrong)
		if len(want) > 5 && want[len(want)-5] == 0 {
			want = want[:len(want)-5]
		}
		if err == nil || err.Error() != want {
			t.Errorf("%v: %v, want %s", wrong, err, want)
		}
	}
}

func FuzzRenderNames(f *testing.F) {
	displaytest.FuzzNames(f, func(name string) map[string]*table.Table {
		return map[string]*table.Table{"verdicts": Verdicts{{Claim: "a" + name, Printed: name,
			Ours: name, Verdict: Holds, Why: name}}.Table()}
	}, func(string) []*figure.Figure { return nil })
}

// A nil or empty result is an error, which names its type.
func TestNilResults(t *testing.T) {
	for want, r := range map[string]display.Showable{"*papers.Table": (*Table)(nil),
		"*papers.Comparison": (*Comparison)(nil)} {
		_, err := display.Render(displaytest.Several{r})
		if err == nil || !strings.HasPrefix(err.Error(), "cannot show a "+want+" that is nil: ") {
			t.Errorf("%s: %v", want, err)
		}
	}
}
