package resultfile

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// Every method's answer comes back from JSON as it was, and from CSV what a CSV holds.
func TestEveryRankingRoundTrips(t *testing.T) {
	wine := methodtest.Load(t, "wine")
	numbers := must.Get(wine.WithTarget("proline", mat.Col(nil, 12, wine.X)))(t)
	two := *wine
	two.Y = make([]int, wine.N())
	for i, c := range wine.Y {
		two.Y[i] = min(c, 1)
	}
	for _, e := range catalogue.All() {
		d := wine
		if e.Targets == algorithms.TwoClasses {
			d = &two
		}
		if !e.Targets.Has(algorithms.Classes) && e.Targets.Has(algorithms.Continuous) {
			d = numbers
		}
		r, err := e.Method.Select(context.Background(), d, algorithms.Options{K: 4})
		if err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
		text, err := JSON(r)
		if err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
		for _, of := range []*datasets.Dataset{nil, d} {
			back, err := Ranking("r.json", text, of)
			if err != nil {
				t.Errorf("%s: %v", e.Name, err)
			} else if !reflect.DeepEqual(r, back) {
				t.Errorf("%s (-want +got):\n%s", e.Name, cmp.Diff(r, back))
			}
		}
		back, err := Ranking(e.Name+".csv", csvOf(t, r), d)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		want := &algorithms.Ranking{
			Method: e.Name, Label: e.Name, Key: e.Name, Dataset: "wine", History: d.History, N: 178,
			D: 13, K: 4,
			Features: r.Features, Names: r.Names, Scores: r.Scores, Raw: r.Raw,
			OrderOnly: r.OrderOnly, DataWarnings: d.Warnings,
			PValues: r.PValues, AdjustedPValues: r.AdjustedPValues, Adjustment: r.Adjustment,
		}
		must.Equal(t, back, want, "%s.csv", e.Name)
	}
}

func csvOf(t testing.TB, r *algorithms.Ranking) []byte {
	t.Helper()
	write := must.Get(display.CSV(r))(t)
	var b bytes.Buffer
	must.Do(t, write(&b))
	return b.Bytes()
}

// awkward has what a ranking may hold: numbers that are not finite, texts that look like
// numbers, names with quotes.
func awkward() *algorithms.Ranking {
	inf := math.Inf(1)
	return &algorithms.Ranking{
		Method: "mine", Label: "mine, é<b>", Key: `mine(a="5")`, Dataset: "\"quoted\"\n",
		History: []string{"one", ""}, N: 3, D: 5, K: 4,
		Params: []algorithms.Param{
			{Name: "a", Value: `"5"`}, {Name: "b", Value: "5"}, {Name: "c", Value: "1e+06"},
			{Name: "d", Value: "true"}, {Name: "e", Value: "none"},
			{Name: "f", Value: "NaN"}, {Name: "g", Value: "0x10"}, {Name: "h", Value: " 1"},
			{Name: "i", Value: "null"}, {Name: "b", Value: "twice"},
		},
		Features: []int{4, 0, 2, 1}, Names: []string{"a<b", "3'-UTR", "", "\u2028"},
		Scores: algorithms.Numbers{inf, 1e300, math.Copysign(0, -1), -inf},
		Raw:    algorithms.Numbers{-inf, 5e-324, 0.1, inf},
		Diagnostics: algorithms.Diagnostics{
			Objective: algorithms.NewObjective(-inf), Iterations: 7, Converged: true,
			Trace: algorithms.Numbers{inf, 1},
			Certificate: &algorithms.Certificate{Name: "gap", Value: algorithms.Number(inf),
				Tolerance: 1e-8, Local: true, Proves: "things"},
			Extra: []algorithms.Value{{Name: "x y", Value: algorithms.Number(inf)},
				{Name: "", Value: 2}},
		},
		Warnings: []string{"careful"}, Elapsed: 1234567891234567, Cached: true, Partial: true,
	}
}

func TestAwkwardRankingRoundTrips(t *testing.T) {
	for _, r := range []*algorithms.Ranking{awkward(), {},
		{OrderOnly: true, D: 2, K: 1, Features: []int{1}, Names: []string{"b"}}} {
		text := must.Get(JSON(r))(t)
		back, err := Ranking("r.json", text, nil)
		if err != nil {
			t.Fatalf("%v of\n%s", err, text)
		}
		if !reflect.DeepEqual(r, back) {
			t.Errorf("(-want +got):\n%s", cmp.Diff(r, back))
		}
	}
}

// What other programs read: names in snake_case, parameters as an object, seconds, "inf".
func TestRankingJSON(t *testing.T) {
	r := awkward()
	r.Params, r.Names, r.Label, r.Dataset = r.Params[1:5], []string{"a<b", "b", "c", "d"},
		"mine", "lab"
	r.Key, r.Elapsed = "mine", 1500*time.Millisecond
	text := must.Get(JSON(r))(t)
	var b bytes.Buffer
	must.Do(t, json.Compact(&b, text))
	want := `{"method":"mine","label":"mine","params":{"b":5,"c":1e+06,"d":true,"e":"none"},"key":"mine","dataset":"lab","history":["one",""],` +
		`"n":3,"d":5,"k":4,"features":[4,0,2,1],"names":["a<b","b","c","d"],"scores":["inf",1e+300,-0,"-inf"],"raw":["-inf",5e-324,0.1,"inf"],` +
		`"diagnostics":{"objective":"-inf","iterations":7,"converged":true,"trace":["inf",1],` +
		`"certificate":{"name":"gap","value":"inf","tolerance":1e-08,"local":true,"proves":"things","holds":false},"extra":{"x y":"inf","":2}},` +
		`"warnings":["careful"],"seconds":1.5,"cached":true,"partial":true}`
	must.Is(t, b.String(), want, "b.String()")
}

// A field that is added later is written and read without a line here.
func TestAddedFields(t *testing.T) {
	type inner struct{ RowsSeen int }
	type added struct {
		inner
		*algorithms.Certificate
		algorithms.Ranking
		DataHash string
		Seen     []inner
		Counts   map[string]float64
	}
	v := added{DataHash: "h", Seen: []inner{{3}},
		Counts: map[string]float64{"b": math.Inf(-1), "a": 1}}
	text := must.Get(JSON(v))(t)
	must.ContainAll(t, string(text), `"data_hash": "h"`, `"rows_seen": 3`, `"b": "-inf"`,
		`"method": ""`)
	var back struct {
		DataHash string
		Seen     []inner
	}
	if err := decode(text, &back); err != nil || back.DataHash != "h" || len(back.Seen) != 1 ||
		back.Seen[0].RowsSeen != 3 {
		t.Errorf("read %+v, %v", back, err)
	}
	if _, err := JSON(struct{ F func() }{}); err == nil {
		t.Error("a function was written")
	}
}

// Names of fields as encoding/json wrote them before are read.
func TestOldNames(t *testing.T) {
	old := `{"Method":"m","Label":"m","Params":[{"Name":"a","Value":"5"}],"K":1,"D":2,"N":9,"Features":[1],"Names":["b"],"Scores":[null],"Raw":null}`
	must.Fail(Ranking("r.json", []byte(old), nil))(t,
		"the score of rank 1 is null; give it a number")
	r, err := Ranking("r.json", []byte(strings.Replace(old, "null", "0.5", 1)), nil)
	if err != nil || r.Params[0] != (algorithms.Param{Name: "a", Value: "5"}) || r.N != 9 ||
		r.Scores[0] != 0.5 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestDamagedFiles(t *testing.T) {
	// sepal_length_cm, sepal_width_cm, petal_length_cm, petal_width_cm
	d := methodtest.Load(t, "iris")
	for _, test := range []struct{ name, text, want string }{
		{"r.json", `{"features":[2],"k":1,`, "line 1: the file ends too early"},
		{"r.json", "{\n\"k\":1 2}", "line 2: invalid character '2' after object key:value pair"},
		{"r.json", "", "line 1: the file ends too early"},
		{"r.json", "[1]", `the file is "[1]"; want an object`},
		{"r.json", `{"pearson":1}`,
			"there is no member features; give a file that Save wrote of a ranking"},
		{"r.json", `{"features":["a"]}`, `features[0] is "\"a\""; want a whole number`},
		{"r.json", `{"features":[0],"names":[5]}`, `names[0] is "5"; want text`},
		{"r.json", `{"features":[0],"names":["a"],"scores":["big"]}`,
			`scores: "\"big\"" is not a number, "inf", "-inf" or null`},
		{"r.json", `{"features":[0],"diagnostics":{"certificate":{"local":1}}}`,
			`diagnostics.certificate.local is "1"; want true or false`},
		{"r.json", `{"features":[0],"seconds":1e99}`,
			`seconds is "1e99"; want a number of seconds`},
		{"r.json", `{"features":[2],"k":2}`,
			"k is 2 where there should be 1, the number of features; the file is damaged"},
		{"r.json", `{"features":[2],"k":1}`, "1 feature and 0 names; the file is damaged"},
		{"r.json", `{"features":[2],"names":["petal_length_cm"],"k":1}`,
			"1 feature and 0 scores; the file is damaged"},
		{"r.json", `{"features":[2],"names":["petal_length_cm"],"scores":[1],"raw":[1,2],"d":4,"k":1}`, "1 feature and 2 numbers in raw; the file is damaged"},
		{"r.json", `{"features":[7],"names":["petal_length_cm"],"scores":[1],"d":4,"k":1}`,
			"feature 7 is out of range: the data set has 4 features, numbered from 0 to 3"},
		{"r.json", `{"features":[2,2],"names":["petal_length_cm","petal_length_cm"],"scores":[1,0],"d":4,"k":2}`, "feature 2 is listed twice; name each feature once"},
		{"r.json", `{"features":[2],"names":["petal_length_cm"],"scores":[1],"d":5,"k":1}`,
			"the ranking is of 5 features, and the data set has 4; load the data that were ranked"},
		{"r.json", `{"features":[1],"names":["petal_length_cm"],"scores":[1],"d":4,"k":1}`,
			`feature 1 is "petal_length_cm", which is column 2 of the data set; load the data ` +
				`that were ranked`},
		{"r.json", `{"features":[1],"names":["petal_lenght_cm"],"scores":[1],"d":4,"k":1}`,
			`no feature "petal_lenght_cm" in the data set; did you mean "petal_length_cm"?`},
		{"r.json", `{"features":[1],"names":["nothing like it"],"scores":[1],"d":4,"k":1}`,
			`no feature "nothing like it" in the data set, whose 4 are "sepal_length_cm", ` +
				`"sepal_width_cm", "petal_length_cm" …; load the data that were ranked`},
		{"r.txt", "x", `unknown extension ".txt"; a ranking is read from .json or .csv`},
		{"r.csv", "", "the file is empty; give a header and a feature a line"},
		{"r.csv", "name\n", "there is a header and no feature below it"},
		{"r.csv", "gene,score\na,1\n",
			"line 1: no column is called feature or name; a ranking has some of rank, feature, " +
				"name, score, raw, criterion, p_value, adjusted_p_value, adjustment, method"},
		{"r.csv", "name,name\na,b\n", `line 1: two columns are called "name"; rename one`},
		{"r.csv", "name,score\npetal_length_cm\n", "record on line 2: wrong number of fields"},
		{"r.csv", "name,score\npetal_lenght_cm,1\n",
			`line 2: no feature "petal_lenght_cm" in the data set; did you mean ` +
				`"petal_length_cm"?`},
		{"r.csv", "name,score\npetal_length_cm,high\n",
			`line 2: the score "high" is not a number; give one, or inf`},
		{"r.csv", "name,score\npetal_length_cm,nan\n",
			`line 2: the score "nan" is not a number; give one, or inf`},
		{"r.csv", "feature\n4\n", `line 2: "4" is no index of the 4 features; they count from 0`},
		{"r.csv", "feature,name\n1,petal_length_cm\n",
			`line 2: feature 1 is "petal_length_cm", which is column 2 of the data set; load ` +
				`the data that were ranked`},
		{"r.csv", "feature\n1\n2\n1\n", "lines 2 and 4 are both feature 1; name each feature once"},
		{"r.csv", "rank,feature\n1,1\n3,2\n",
			"line 3 has rank 3 where 2 should be; ranks are 1, 2, 3, …"},
		{"r.csv", "rank,feature\nfirst,1\n",
			`line 2: "first" is no rank; give whole numbers from 1`},
		{"r.csv", "method,feature\na,1\nb,2\n",
			`the methods are "a" and "b"; a file has one ranking`},
		{"r.csv", "name\n\"a\n",
			"record on line 2; parse error on line 3, column 0: extraneous or missing \" in " +
				"quoted-field"},
	} {
		_, err := Ranking(test.name, []byte(test.text), d)
		if err == nil {
			t.Errorf("%q was read", test.text)
		} else if !strings.HasPrefix(test.text, "name\n\"") && err.Error() != test.want ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %q, want %q", test.text, err, test.want)
		}
	}
	must.FailWith(Ranking("r.csv", []byte("name\npetal_length_cm\n"), nil))(t,
		"give the data set too")
}

// A table of another program: names alone, in the order of the file, or by rank.
func TestForeignCSV(t *testing.T) {
	d := methodtest.Load(t, "iris")
	for _, text := range []string{
		"\ufeffName\r\npetal_width_cm\r\nsepal_length_cm\r\n",
		"gene,rank,name\nx,2,sepal_length_cm\ny,1,petal_width_cm\n", "feature\n3\n0\n",
	} {
		r, err := Ranking("limma.csv", []byte(text), d)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		must.Is(t, fmt.Sprintln(r.Features, r.Names, r.Label, r.OrderOnly, r.Scores, r.Raw, r.D),
			"[3 0] [petal_width_cm sepal_length_cm] limma true [1 0.5] [] 4\n",
			"%q was read as %+v", text, r)
	}
	r, err := Ranking("r.csv", []byte("method,feature,score,raw\nlimma,1,inf,2\nlimma,2,-0.5,1\n"),
		d)
	if err != nil || r.Method != "limma" || r.OrderOnly || !math.IsInf(r.Scores[0], 1) ||
		r.Raw[1] != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Whatever a file holds: an error of one line, or a ranking that is written and read
// again the same.
func FuzzRanking(f *testing.F) {
	d := methodtest.Load(f, "iris")
	for _, r := range []*algorithms.Ranking{awkward(),
		{D: 4, K: 1, Features: []int{2}, Names: []string{"petal_length_cm"},
			Scores: algorithms.Numbers{1}}} {
		text := must.Get(JSON(r))(f)
		f.Add(text, true)
		f.Add(text[:len(text)/2], true)
		f.Add(csvOf(f, r), false)
	}
	f.Add([]byte("feature,score,p_value,adjusted_p_value,adjustment\n1,2,1e-300,.5,bh\n"), false)
	f.Add([]byte(`{"k":1,"d":4,"features":[2],"names":["petal_length_cm"],"scores":[1],`+
		`"p_values":[0.5],"adjusted_p_values":[1],"adjustment":"holm"}`), true)
	f.Add([]byte("rank,feature,name,score\n1,2,petal_length_cm,inf\n2,0,sepal_length_cm,1\n"),
		false)
	f.Fuzz(func(t *testing.T, text []byte, isJSON bool) {
		name, of := "r.csv", d
		if isJSON {
			name, of = "r.json", nil
		}
		r, err := Ranking(name, text, of)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q: %q", text, err)
			}
			return
		}
		again := must.Get(JSON(r))(t)
		back, err := Ranking("r.json", again, nil)
		if err != nil {
			t.Fatalf("%v of\n%s", err, again)
		}
		if third, err := JSON(back); err != nil || !bytes.Equal(again, third) {
			t.Fatalf("%s\nwas read as\n%s (%v)", again, third, err)
		}
	})
}

// Matrices are lists of rows, wherever they stand, and a struct that hides what it holds
// is an error, not an empty object.
func TestMatrices(t *testing.T) {
	x := mat.NewDense(2, 3, []float64{1, -2.5, math.Inf(1), 0.1, math.NaN(), 1e300})
	const rows = `[[1,-2.5,"inf"],[0.1,null,1e+300]]`
	for want, v := range map[string]any{
		rows:                 x,
		`{"x":` + rows + `}`: struct{ X mat.Matrix }{x},
		`{"y":null}`:         struct{ Y *mat.Dense }{},
		`[[1,4],[4,2]]`:      mat.NewSymDense(2, []float64{1, 4, 4, 2}),
		`{"a":{"x":[[1],[2]]}}`: map[string]any{
			"a": struct{ X *mat.VecDense }{mat.NewVecDense(2, []float64{1, 2})}},
		`{"p":{"x":1},"e":{}}`: struct{ P, E any }{struct{ X int }{1}, struct{}{}},
	} {
		text, err := JSON(v)
		var b bytes.Buffer
		if err == nil {
			err = json.Compact(&b, text)
		}
		if err != nil || b.String() != want {
			t.Errorf("%s, %v; want %s", b.String(), err, want)
		}
	}
	must.Fail(JSON(struct{ When sync.Mutex }{}))(t,
		"a sync.Mutex cannot be written as JSON: it has no exported field")
}

// byTest is a ranking of iris by a test with p-values.
func byTest(t testing.TB) *algorithms.Ranking {
	d := methodtest.Load(t, "iris")
	r := &algorithms.Ranking{Method: "r", Label: "r", Key: "r", Dataset: "iris", N: 150, D: 4, K: 4,
		Features: []int{2, 3, 0, 1}, Scores: algorithms.Numbers{9, 7, 5, 1},
		PValues:         algorithms.Numbers{0, 3e-299, .125, 1},
		AdjustedPValues: algorithms.Numbers{0, 6e-299, 1. / 6, 1}, Adjustment: "bh",
		History: d.History, DataWarnings: d.Warnings}
	for _, j := range r.Features {
		r.Names = append(r.Names, d.Features[j])
	}
	return r
}

// p-values come back from both formats with all digits, in the order of the features.
func TestPValuesRoundTrip(t *testing.T) {
	d, whole := methodtest.Load(t, "iris"), byTest(t)
	best := *whole
	best.K, best.Features, best.Names, best.Scores = 2, whole.Features[:2], whole.Names[:2],
		whole.Scores[:2]
	best.PValues, best.AdjustedPValues = whole.PValues[:2], whole.AdjustedPValues[:2]
	raw := *whole
	raw.AdjustedPValues, raw.Adjustment = nil, ""
	for _, r := range []*algorithms.Ranking{whole, &best, &raw} {
		text := must.Get(JSON(r))(t)
		back, err := Ranking("r.json", text, d)
		if diff := cmp.Diff(r, back); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		back, err = Ranking("r.csv", csvOf(t, r), d)
		if diff := cmp.Diff(r, back); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
	text := must.Get(JSON(whole))(t)
	want := `"p_values":[0,3e-299,0.125,1],"adjusted_p_values":[0,6e-299,0.16666666666666666,1],` +
		`"adjustment":"bh"`
	must.Contain(t, strings.Join(strings.Fields(string(text)), ""), want)
	want = "rank,feature,name,score,p_value,adjusted_p_value,adjustment\n" +
		"1,2,petal_length_cm,9,0,0,bh\n2,3,petal_width_cm,7,3e-299,6e-299,bh\n" +
		"3,0,sepal_length_cm,5,0.125,0.16666666666666666,bh\n4,1,sepal_width_cm,1,1,1,bh\n"
	must.Is(t, string(csvOf(t, whole)), want, "want")
}

// An answer without features, and the ranking of a file of another program, are rankings as well.
func TestSignificantRoundTrips(t *testing.T) {
	d := methodtest.Load(t, "iris")
	for _, level := range []float64{.05, 1e-308} {
		r := byTest(t)
		r.PValues = algorithms.Numbers{1e-9, 1e-9, .5, 1}
		significant := must.Get(evaluation.Significant(r, level, "holm"))(t)
		text := must.Get(JSON(significant))(t)
		back, err := Ranking("r.json", text, nil)
		if diff := cmp.Diff(significant, back); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
	r, err := Ranking("limma.csv",
		[]byte("name,p_value,adjusted_p_value\npetal_width_cm,.01,.04\n"),
		d)
	if err != nil || r.PValues[0] != .01 || r.AdjustedPValues[0] != .04 || r.Adjustment != "" {
		t.Errorf("%+v, %v", r, err)
	}
	// A column called adjustment of something else is left out.
	r, err = Ranking("other.csv", []byte("name,adjustment\npetal_width_cm,loess\n"), d)
	if err != nil || r.Adjustment != "" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestDamagedPValues(t *testing.T) {
	d := methodtest.Load(t, "iris")
	const json = `{"features":[2],"names":["petal_length_cm"],"scores":[1],"d":4,"k":1,`
	for _, c := range []struct{ name, text, want string }{
		{"r.json", json + `"p_values":[0.5,1]}`,
			"1 feature and 2 numbers in p_values; the file is damaged"},
		{"r.json", json + `"p_values":[0.5],"adjusted_p_values":[0.5,1]}`,
			"1 feature and 2 numbers in adjusted_p_values; the file is damaged"},
		{"r.json", json + `"adjusted_p_values":[0.5]}`,
			"there are adjusted_p_values and no p_values; give both"},
		{"r.json", json + `"p_values":[1.5]}`, "the p_value of rank 1 is 1.5; give 0 to 1"},
		{"r.json", json + `"p_values":[null]}`, "the p_value of rank 1 is NaN; give 0 to 1"},
		{"r.json", json + `"p_values":["inf"]}`, "the p_value of rank 1 is +Inf; give 0 to 1"},
		{"r.json", json + `"p_values":[1],"adjusted_p_values":[-1]}`,
			"the adjusted_p_value of rank 1 is -1; give 0 to 1"},
		{"r.json", json + `"p_values":[1],"adjusted_p_values":[1],"adjustment":"hb"}`,
			`no adjustment of p-values "hb"; did you mean "bh"?`},
		{"r.csv", "feature,p_value\n1,2\n",
			`line 2: the p_value "2" is not between 0 and 1; give a p-value`},
		{"r.csv", "feature,p_value\n1,<1e-300\n",
			`line 2: the p_value "<1e-300" is not a number; give one, or inf`},
		{"r.csv", "feature,p_value,adjusted_p_value\n1,1,1\n2,1,-0.1\n",
			`line 3: the adjusted_p_value "-0.1" is not between 0 and 1; give a p-value`},
		{"r.csv", "feature,adjusted_p_value\n1,1\n",
			"there are adjusted_p_values and no p_values; give both"},
		{"r.csv", "feature,p_value,adjusted_p_value,adjustment\n1,1,1,bh\n2,1,1,by\n",
			`the adjustments are "bh" and "by"; a file has one ranking`},
		{"r.csv", "feature,p_value,adjusted_p_value,adjustment\n1,1,1,q\n",
			`no adjustment of p-values "q"; known: bh, bonferroni, by, holm, none`},
	} {
		must.Fail(Ranking(c.name, []byte(c.text), d))(t, c.want, c.text)
	}
}

// The members of results have this order, whatever they embed.
func TestOrderOfMembers(t *testing.T) {
	member := regexp.MustCompile(`(?m)^  "(\w+)":`)
	for _, test := range []struct {
		result any
		want   string
	}{
		{evaluation.AccuracyCurves{},
			"dataset n d protocol training groups done curves all all_omitted chance " +
				"warnings data_warnings partial cached elapsed"},
		{evaluation.Choice{},
			"ranking k rule why measure counts points best least scores warnings " +
				"data_warnings partial cached elapsed"},
		{evaluation.ClassDistributions{},
			"dataset label n d classes target features warnings data_warnings"},
		{evaluation.CoefficientPath{},
			"dataset label key target n d points lines folds groups best chosen warnings " +
				"data_warnings partial elapsed"},
		{evaluation.Comparison{}, "rankings common overlaps warnings data_warnings"},
		{evaluation.FeatureClusters{},
			"dataset n label k pearson abs_pearson sqcos_centered sqcos most_alike alike " +
				"constant names columns squared tree order cut groups alone warnings " +
				"data_warnings"},
		{evaluation.ImageGrid{},
			"dataset history height width n classes per_class k images min max " +
				"data_warnings"},
		{evaluation.PValueHistogram{},
			"dataset label n d counts nulls ones warnings data_warnings"},
		{evaluation.PermutedImportance{},
			"dataset label n d protocol permutations measure training groups done features " +
				"names falls baseline warnings data_warnings partial elapsed"},
		{evaluation.PixelMaps{},
			"dataset history height width n mean panels warnings data_warnings"},
		{evaluation.RedundancyCurves{},
			"dataset n d counts curves overall varying warnings data_warnings partial " +
				"cached elapsed"},
		{evaluation.RedundancyReport{}, "dataset n rows warnings data_warnings"},
		{evaluation.RegressionErrors{},
			"dataset target n d protocol training groups done curves all guess all_omitted " +
				"warnings data_warnings partial cached elapsed"},
		{evaluation.ScatterPlot{},
			"dataset classes y target target_name standardized panels warnings " +
				"data_warnings cached"},
		{evaluation.ScoreSpectrum{}, "curves data_warnings"},
		{evaluation.SimilarityReport{},
			"dataset history n kind with norm kept groups wanted rows warnings " +
				"data_warnings"},
		{evaluation.StabilityReport{},
			"dataset n d protocol groups done labels keys points warnings data_warnings " +
				"partial cached elapsed"},
		{evaluation.VolcanoPlot{},
			"dataset label n d effect classes target level adjustment threshold significant " +
				"features warnings data_warnings"},
	} {
		var got []string
		for _, m := range member.FindAllSubmatch(must.Get(JSON(test.result))(t), -1) {
			got = append(got, string(m[1]))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%T has %q, want %q", test.result, got, test.want)
		}
	}
}
