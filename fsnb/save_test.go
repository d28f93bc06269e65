package fsnb

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fsnb.example/display"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/must"
)

func ExampleLoadRanking() {
	dir, err := os.MkdirTemp("", "fsnb")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	wine := Load("wine")
	Save(dir+"/best.csv", Select(wine, Fisher{}, 2))
	fmt.Println(LoadRanking(dir+"/best.csv", wine))
	// Output: best: 2 of 13, wine: flavanoids, proline
}

// What Save writes LoadRanking reads: all of it from JSON.
func TestLoadRanking(t *testing.T) {
	wine, dir := Load("wine"), t.TempDir()
	perfect := New([][]float64{{1, 5, 2}, {1, 6, 2}, {2, 5, 2}, {2, 7, 2}},
		[]string{"x", "x", "y", "y"}, nil)
	for i, c := range []struct {
		d *Dataset
		r *Ranking
	}{
		{wine, Select(wine, GRM{Scorer: Laplacian{}}, 5)}, {wine, Select(wine, MRMR{}, 0)},
		{wine, Select(wine, TraceRatio{}, 3)},
		{perfect, Select(perfect, Fisher{}, 0)},
		{perfect, Select(perfect, Laplacian{Similarity: Neighbors{K: 2}}, 0)},
	} {
		file := filepath.Join(dir, fmt.Sprint(i))
		Save(file+".json", c.r)
		for _, back := range []*Ranking{LoadRanking(file + ".json"),
			LoadRanking(file+".json", c.d)} {
			if !reflect.DeepEqual(back, c.r) {
				t.Errorf("%s came back as %+v", c.r.Label, back)
			}
		}
		Save(file+".csv", c.r)
		back := LoadRanking(file+".csv", c.d)
		same := reflect.DeepEqual(back.Features, c.r.Features) &&
			reflect.DeepEqual(back.Names, c.r.Names) && reflect.DeepEqual(back.Raw, c.r.Raw)
		if !same || !c.r.OrderOnly && !reflect.DeepEqual(back.Scores, c.r.Scores) ||
			back.OrderOnly != c.r.OrderOnly || back.D != c.d.D() {
			t.Errorf("%s came back from CSV as %+v", c.r.Label, back)
		}
		// It takes the place of the ranking it was.
		if got, want := Redundancy(c.d, back).Rows[0].Measures,
			Redundancy(c.d, c.r).Rows[0].Measures; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("redundancy %v, want %v", got, want)
		}
	}
	if r := LoadRanking(filepath.Join(dir, "3.json")); !math.IsInf(r.Scores[0], 1) {
		t.Errorf("an infinite score came back as %v", r.Scores)
	}
	bad := filepath.Join(dir, "bad.csv")
	must.Do(t, os.WriteFile(bad, []byte("name\nprolyne\n"), 0o600))
	for want, f := range map[string]func(){
		`fsnb: cannot read ` + bad +
			`: line 2: no feature "prolyne" in the data set; did you mean "proline"?`: func() {
			LoadRanking(bad, wine)
		},
		`fsnb: cannot read ` + bad +
			`: a CSV does not say of which features these are the best; give the data set too, ` +
			`or save as .json`: func() {
			LoadRanking(bad)
		},
		"fsnb: cannot open no.json: no such file or directory; check the path": func() {
			LoadRanking("no.json")
		},
		"fsnb: LoadRanking takes one *datasets.Dataset, not 2": func() {
			LoadRanking(bad, wine, wine)
		},
		"fsnb: cannot read " + dir +
			"/0.json: the ranking is of 13 features, and the data set has 4; load the data that " +
			"were ranked": func() {
			LoadRanking(dir+"/0.json", Load("iris"))
		},
	} {
		if message, status := celltest.Caught(t, f); status != 1 ||
			strings.TrimSpace(message) != want {
			t.Errorf("status %d, %q, want %q", status, message, want)
		}
	}
}

// Noise has no knee for a method that orders without scores, whatever its length.
func TestOrderHasNoKnee(t *testing.T) {
	wine := Load("wine")
	for _, m := range []Selector{MRMR{}, FOHSIC{}, BAHSIC{}, AROM{}} {
		r := Select(wine, m, 0)
		s := Spectrum(r)
		if c := s.Curves[0]; c.Knee.Rank != 0 ||
			c.NoKnee != "its scores, 1/place, tell the order only" {
			t.Errorf("%s: knee %+v (%s)", r.Label, c.Knee, c.NoKnee)
		}
		for _, text := range []string{celltest.Printed(t, func() {
			Show(r)
		}), celltest.Printed(t, func() { Show(Compare(wine, r, r)) })} {
			if strings.ContainsAny(text, "█▏▎▍▌▋▊▉") || !strings.Contains(text, "Order only") ||
				strings.Contains(text, "score  ") {
				t.Errorf("%s is shown as\n%s", r.Label, text)
			}
		}
	}
}

// Every result is written as JSON, infinite numbers too.
func TestSaveEveryResultAsJSON(t *testing.T) {
	digits, dir := Load("digits"), t.TempDir()
	perfect := New([][]float64{{1, 5, 2}, {1, 6, 2}, {2, 5, 2}, {2, 7, 2}},
		[]string{"x", "x", "y", "y"}, nil)
	a, b := Select(digits, Fisher{}, 5), Select(digits, MRMR{}, 4)
	short := Protocol{Repeats: 2, Counts: []int{2}}
	results := map[string]any{
		"ranking": a, "scores": Score(perfect, Fisher{}), "comparison": Compare(digits, a, b),
		"redundancy":   Redundancy(digits, a, b),
		"similarities": Similarities(digits, SameClass{}, a), "curves": RedundancyByCount(digits,
			[]int{2, 3}, Fisher{}),
		"clusters": Clusters(digits, a), "scatter": Scatter(digits, a), "accuracy": Accuracy(digits,
			short, Fisher{}),
		"stability": Stability(digits, short, Fisher{}), "classes": ByClass(digits, a, 2),
		"spectrum": Spectrum(Select(perfect, Fisher{}, 0)),
		"images":   Images(digits, 1), "pixels": ChosenPixels(digits, a), "methods": Methods(),
		"data": perfect,
	}
	for name, v := range results {
		file := filepath.Join(dir, name+".json")
		Save(file, v)
		text, err := os.ReadFile(file)
		if err != nil || !json.Valid(text) || text[len(text)-1] != '\n' {
			t.Errorf("%s: %v, %.80q", name, err, text)
		}
	}
	if text, err := os.ReadFile(dir + "/spectrum.json"); err != nil ||
		!strings.Contains(string(text), `"inf"`) {
		t.Errorf("no infinite score in %s (%v)", text, err)
	}
}

// A data set saved as JSON has its values.
func TestSaveDatasetAsJSON(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.json")
	Save(file, New([][]float64{{1, 2.5}, {-3, 0.1}}, []string{"a", "b"}, []string{"u", "v"}))
	text := must.Get(os.ReadFile(file))(t)
	var got struct {
		X                 [][]float64
		Features, Classes []string
		Y                 []int
	}
	must.Do(t, json.Unmarshal(text, &got))
	must.Is(t, fmt.Sprint(got), "{[[1 2.5] [-3 0.1]] [u v] [a b] [0 1]}", "%v from %s", got, text)
}

// A .csv or .svm does not keep that its features were chosen on all samples, and Save says so.
func TestSaveChosen(t *testing.T) {
	dir := t.TempDir()
	d := Load("Iris")
	best := Take(d, Select(d, Fisher{}, 2), 2)
	for file, warns := range map[string]bool{"best.csv": true, "best.svm": true,
		"best.json": false} {
		said, _ := celltest.Caught(t, func() { Save(filepath.Join(dir, file), best) })
		if got := strings.Contains(said, "the 2 features by fisher were chosen on all samples, so "+
			"what is judged on these samples is too good; "); got != warns {
			t.Errorf("%s: %q", file, said)
		}
	}
	for _, free := range []*Dataset{d, Take(d, Select(d, Variance{}, 2), 2)} {
		said, _ := celltest.Caught(t, func() { Save(filepath.Join(dir, "free.csv"), free) })
		must.Is(t, said, "", "%v", free.History)
	}
}

// A data set saved as CSV has what fills its missing values, or, when asked, NA.
func TestSaveMissing(t *testing.T) {
	dir := t.TempDir()
	from := filepath.Join(dir, "from.csv")
	const text = "a,b,class\n1,2,x\n3,?,x\n5,8,y\n"
	must.Do(t, os.WriteFile(from, []byte(text), 0o600))
	d := Load(from, FileOptions{Missing: "mean"})
	to := filepath.Join(dir, "to.csv")
	for want, opt := range map[string][]SaveOptions{
		strings.Replace(text, "?", "NA", 1): {{Missing: true}},
		strings.Replace(text, "?", "5", 1):  nil,
	} {
		said, _ := celltest.Caught(t, func() { Save(to, d, opt...) })
		if warned := strings.Contains(said, "to.csv has 1 missing value in 1 column by the mean, "+
			"like measured ones: set SaveOptions.Missing"); warned != (opt == nil) {
			t.Errorf("%+v: %q", opt, said)
		}
		if got, err := os.ReadFile(to); err != nil || string(got) != want {
			t.Errorf("%+v: %q, %v; want %q", opt, got, err, want)
		}
	}
	if d.Missing == nil {
		t.Error("Save changed the data set")
	}
	for file, v := range map[string]any{"d.json": d, "r.csv": Select(d, Fisher{}, 1)} {
		said, status := celltest.Caught(t, func() {
			Save(filepath.Join(dir, file), v, SaveOptions{Missing: true})
		})
		if want := file +
			": only the .csv of a data set takes Missing; leave it out\n"; status != 1 ||
			!strings.HasSuffix(said, want) {
			t.Errorf("%s: status %d, %q", file, status, said)
		}
	}
}

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
