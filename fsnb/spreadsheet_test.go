package fsnb

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/display"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/must"
)

// Names that a spreadsheet would run are written as they are, so that what is read back
// is the same, and with an apostrophe where Spreadsheet says so.
func TestFormulasInNames(t *testing.T) {
	const run = "=cmd|' /C calc'!A0"
	d := New([][]float64{{-1, 2}, {3, 5}, {4, 4}}, []string{"@x", "y", "@x"}, []string{run, "a;-b"})
	dir := t.TempDir()
	for _, c := range []struct {
		result any
		rows   [][]string
	}{
		{Select(d, Variance{}, 2), [][]string{{"rank", "feature", "name", "score"},
			{"1", "0", run, "4.666666666666667"}, {"2", "1", "a;-b", "1.5555555555555554"}}},
		{d, [][]string{{run, "a;-b", "class"}, {"-1", "2", "@x"}, {"3", "5", "y"},
			{"4", "4", "@x"}}},
		{&Table{Columns: []display.Column{{Name: "+a"}}, Rows: [][]string{{"-1.5"}, {"-b"}}},
			[][]string{{"+a"}, {"-1.5"}, {"-b"}}},
	} {
		plain, safe := filepath.Join(dir, "plain.csv"), filepath.Join(dir, "safe.csv")
		Save(plain, c.result)
		Save(safe, c.result, SaveOptions{Spreadsheet: true})
		must.Equal(t, rowsOf(t, plain), c.rows, "rowsOf(t, plain)")
		for _, row := range c.rows {
			for j, cell := range row {
				for _, name := range []string{run, "@x", "+a", "-b"} {
					if cell == name {
						row[j] = "'" + name
					}
				}
				if cell == "a;-b" {
					row[j] = "a;'-b"
				}
			}
		}
		must.Equal(t, rowsOf(t, safe), c.rows, "rowsOf(t, safe)")
	}
	file := filepath.Join(dir, "a.json")
	said, status := celltest.Caught(t, func() { Save(file, d, SaveOptions{Spreadsheet: true}) })
	if want := "fsnb: cannot write " + file +
		": only a .csv takes Spreadsheet; leave it out, or save as .csv\n"; said != want ||
		status != 1 {
		t.Errorf("status %d, %q, want %q", status, said, want)
	}
}

func rowsOf(t *testing.T, file string) [][]string {
	t.Helper()
	text := must.Get(os.ReadFile(file))(t)
	return must.Get(csv.NewReader(strings.NewReader(string(text))).ReadAll())(t)
}

// A path or a name cannot move the cursor, change colors or turn the writing direction
// of an error line.
func TestErrorLinesAreHarmless(t *testing.T) {
	bad := "a\x1b[31m\x07\u202eb\u2066\u200f\u009b1m\r\nc.csv"
	shown := `a\x1b[31m\a\u202eb\u2066\u200f\u009b1m\r c.csv`
	dir := t.TempDir()
	for _, c := range []struct {
		do   func()
		want string
	}{
		{func() {
			Load(bad)
		}, "cannot open " + strings.Replace(shown, `\r `, `\r\n`, 1) +
			": no such file or directory; check the path"},
		{func() {
			LoadRanking(bad)
		}, "cannot open " + shown + ": no such file or directory; check the path"},
		{func() { Save(filepath.Join(dir, bad, "a.csv"), Load("iris")) }, "cannot write " +
			dir + "/" + shown +
			"/a.csv: no such file or directory; choose a folder that exists and that you may " +
			"write to"},
	} {
		celltest.Refuses(t, c.want, c.do)
	}
}
