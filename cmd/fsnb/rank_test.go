package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/internal/must"
)

// ranking is the object that rank prints.
type ranking struct {
	Method       string             `json:"method"`
	Label        string             `json:"label"`
	Key          string             `json:"key"`
	Order        bool               `json:"order_only"`
	Step         string             `json:"criterion"`
	Cached       bool               `json:"cached"`
	Partial      bool               `json:"partial"`
	Params       map[string]any     `json:"params"`
	Dataset      string             `json:"dataset"`
	N            int                `json:"n"`
	D            int                `json:"d"`
	K            int                `json:"k"`
	Features     []int              `json:"features"`
	Names        []string           `json:"names"`
	Scores       algorithms.Numbers `json:"scores"`
	Raw          algorithms.Numbers `json:"raw"`
	PValues      algorithms.Numbers `json:"p_values"`
	Adjusted     algorithms.Numbers `json:"adjusted_p_values"`
	By           string             `json:"adjustment"`
	Diag         map[string]any     `json:"diagnostics"`
	History      []string           `json:"history"`
	Origin       string             `json:"origin"`
	Unsupervised bool               `json:"unsupervised"`
	Warnings     []string           `json:"warnings"`
	OfData       []string           `json:"data_warnings"`
	Seconds      float64            `json:"seconds"`
}

func rankedJSON(t *testing.T, args ...string) ranking {
	t.Helper()
	return decode[ranking](t, []byte(good(t, append([]string{"rank", "-o", "json"}, args...)...)))
}

// perfect has a column that separates the classes and one whose Fisher score is
// .25/2.5: by hand, the class means are 5.5 and 6 around 5.75, the squares within
// them sum to 2.5.
const perfect = "a,b,class\n1,5,x\n1,6,x\n2,5,y\n2,7,y\n"

// What other programs read: every member, its type and its value.
func TestRankJSON(t *testing.T) {
	path := file(t, "perfect.csv", []byte(perfect))
	text := good(t, "rank", "-method", "fisher", "-o", "json", path)
	names, v := members(t, text)
	if want := []string{"method", "label", "params", "key", "dataset", "history", "origin", "n",
		"d", "k", "features", "names", "scores", "diagnostics", "warnings", "seconds", "cached",
		"partial"}; !slices.Equal(names, want) {
		t.Errorf("members %v, want %v", names, want)
	}
	for member, want := range map[string]string{
		"method": `"fisher"`, "params": "{}", "dataset": `"perfect"`, "n": "4", "d": "2", "k": "2",
		"features": "[0,1]", "names": `["a","b"]`,
		"scores":      `["inf",0.1]`,
		"diagnostics": `{"objective":null,"iterations":0,"converged":true,"trace":[]}`,
		"history":     "[]", "warnings": "[]",
	} {
		must.Is(t, compact(t, v[member]), want, "%s", member)
	}
	if s := decode[float64](t, v["seconds"]); !(s >= 0 && s < 3600) {
		t.Errorf("seconds is %v", s)
	}
}

// What is proven, what was exchanged and what the chosen features repeat stands in the answer.
func TestRankSaysWhatIsProven(t *testing.T) {
	r := rankedJSON(t, "-method", "fsir2", "-param", "polish=true", "-k", "2", "wdbc")
	certificate := r.Diag["certificate"].(map[string]any)
	const note = "the proof is of the relaxed problem, not of the subset: the subset has " +
		"objective 1.251, and no subset of 2 features is below 0.4551, a gap of 64%; one " +
		"exchange of a feature lowered it from 2.095, and no further one does"
	if notes := r.Diag["notes"]; !reflect.DeepEqual(notes, []any{note}) {
		t.Errorf("notes %q, want %q", notes, note)
	}
	if n := r.Diag["extra"].(map[string]any)["exchanges"]; certificate["of"] !=
		"the relaxed problem" || n != 1. {
		t.Errorf("certificate %v, %v exchanges", certificate, n)
	}
	r = rankedJSON(t, "-method", "variance", "-k", "2", "wdbc")
	const repeat = "the 2 features repeat each other: their mean squared correlation (r²) is 0.92"
	must.Items(t, r.Warnings, []string{repeat}, "warnings")
}

// Every method of the catalogue ranks, best first, with each feature once.
func TestRankEveryMethod(t *testing.T) {
	for _, e := range catalogue.All() {
		data, n, k, d := "iris", 150, 4, 4
		if e.Targets == algorithms.TwoClasses {
			data, n, k, d = "wdbc", 569, 30, 30
		}
		args := []string{"-method", e.Name, data}
		if !e.Targets.Has(algorithms.Classes) && e.Targets.Has(algorithms.Continuous) {
			args = append(args, "-target", "continuous", "-label", "petal_width_cm", "-drop",
				"class")
			k, d = 3, 3
		}
		if !e.Nested {
			args, k = append(args, "-k", "3"), 3
		}
		r := rankedJSON(t, args...)
		if (e.Fewer || e.Chooses) && r.K < k {
			k = r.K
		}
		if r.Method != e.Name || r.Dataset != data || r.N != n || r.D != d || r.K != k ||
			len(r.Features) != k || len(r.Names) != k || len(r.Scores) != k {
			t.Errorf("%s: %+v", e.Name, r)
		}
		for i, j := range r.Features {
			if j < 0 || j >= d || slices.Contains(r.Features[:i], j) || i > 0 &&
				r.Scores[i] > r.Scores[i-1] {
				t.Errorf("%s: feature %d is %d with score %v", e.Name, i, j, r.Scores[i])
			}
		}
	}
}

func TestRankCSV(t *testing.T) {
	path := file(t, "perfect.csv",
		[]byte("a,\"b, <c>\",still,class\n1,5,3,x\n1,6,3,x\n2,5,3,y\n2,7,3,y\n"))
	must.Is(t, good(t, "rank", "-method", "fisher", "-o", "csv", path),
		"rank,feature,name,score\n1,0,a,inf\n2,1,\"b, <c>\",0.1\n3,2,still,0\n", "the result")
	rows, err := csv.NewReader(strings.NewReader(good(t, "rank", "-method", "laplacian", "-param",
		"neighbors=2", "-o", "csv", path))).ReadAll()
	if err != nil || !slices.Equal(rows[0], []string{"rank", "feature", "name", "score", "raw"}) ||
		len(rows) != 4 {
		t.Fatalf("%q, %v", rows, err)
	}
	if last := rows[3]; last[2] != "still" || last[3] != "-inf" || last[4] != "inf" {
		t.Errorf("the constant column is %q", last)
	}
	score, err1 := strconv.ParseFloat(rows[1][3], 64)
	raw, err2 := strconv.ParseFloat(rows[1][4], 64)
	if err1 != nil || err2 != nil || math.Abs(score-(1-raw)) > 1e-15 {
		t.Errorf("score %s and criterion %s do not add up to 1", rows[1][3], rows[1][4])
	}
}

func TestRankTable(t *testing.T) {
	path := file(t, "perfect.csv", []byte(perfect))
	want := good(t, "rank", "-method", "fisher", path)
	if !strings.HasPrefix(want, "fisher: 2 of 2, perfect\n") ||
		!strings.Contains(want, "   1       0  a            ∞") ||
		!strings.Contains(want, "   2       1  b        0.100") {
		t.Errorf("table\n%s", want)
	}
	must.Is(t, good(t, "rank", "-method", "fisher", "-o", "table", path), want,
		"-o table is not the default")
}

// timeless drops the one member that differs from run to run.
func timeless(t *testing.T, text string) string {
	t.Helper()
	names, values := members(t, text)
	delete(values, "seconds")
	b := must.Get(json.Marshal(values))(t)
	return strings.Join(names, " ") + string(b)
}

// Flags may stand before DATA, after it, and with two dashes.
func TestFlagOrder(t *testing.T) {
	flags := [][]string{{"-method", "trace-ratio"}, {"-param", "neighbors=3"},
		{"-param", "graph=laplacian"}, {"-k", "2"}, {"-seed", "7"}, {"-workers", "1"},
		{"-label", "class"}, {"-o", "json"}}
	want := timeless(t, good(t, append([]string{"rank", "iris"}, slices.Concat(flags...)...)...))
	if !strings.Contains(want,
		`"params":{"graph":"neighbors","neighbors":3,"heat":0,"prefilter":0}`) &&
		!strings.Contains(want, `"graph": "neighbors"`) {
		t.Errorf("the parameters are not in %s", want)
	}
	for cut := range len(flags) + 1 {
		args := append([]string{"rank"}, slices.Concat(flags[cut:]...)...)
		args = append(append(args, "iris"), slices.Concat(flags[:cut]...)...)
		must.Is(t, timeless(t, good(t, args...)), want, "fsnb %q", args)
	}
	args := []string{"rank"}
	for _, f := range flags {
		args = append(args, "-"+f[0]+"="+f[1])
	}
	must.Is(t, timeless(t, good(t, append(args, "--", "iris")...)), want, "fsnb %q", args)
}

func TestDashedFile(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(t, writeFile("-k.csv", perfect))
	if r := rankedJSON(t, "-method", "fisher", "--", "-k.csv"); r.Dataset != "-k" {
		t.Errorf("ranked %s", r.Dataset)
	}
	if table := good(t, "datasets", "--", "info", "-k.csv"); !strings.HasPrefix(table,
		"-k: 4 samples × 2 features") {
		t.Errorf("described\n%s", table)
	}
}

func TestSeedAndWorkers(t *testing.T) {
	order := func(args ...string) string {
		return timeless(t,
			good(t, append([]string{"rank", "-method", "random", "-o", "json", "digits"},
				args...)...))
	}
	if order() != order("-seed", "0") || order("-seed", "1") == order() ||
		order("-seed", "18446744073709551615") == order() {
		t.Error("the seed does not decide, or 0 is not the default")
	}
	laplacian := []string{"rank", "-method", "laplacian", "-o", "json", "iris"}
	want := timeless(t, good(t, laplacian...))
	for _, workers := range []string{"0", "1", "2", "7"} {
		must.Is(t, timeless(t, good(t, append(laplacian, "-workers", workers)...)), want,
			"%s workers give another answer", workers)
	}
}

func TestLabelFlag(t *testing.T) {
	path := file(t, "t.csv", []byte("kind,a,b\nx,1,5\nx,1,6\ny,2,5\ny,2,7\n"))
	for _, label := range []string{"kind", "0"} {
		if r := rankedJSON(t, "-method", "fisher", "-label", label, path); !slices.Equal(r.Names,
			[]string{"a", "b"}) || r.Scores[1] != .1 {
			t.Errorf("-label %s: %+v", label, r)
		}
	}
	numbers := file(t, "n.csv", []byte("a,b,c\n1,5,0\n1,6,0\n2,5,1\n2,7,1\n"))
	if r := rankedJSON(t, "-method", "variance", "-label", "none", numbers); r.D != 3 {
		t.Errorf("-label none: %d features", r.D)
	}
	if r := rankedJSON(t, "-method", "fisher", numbers); r.D != 2 || !math.IsInf(r.Scores[0], 1) {
		t.Errorf("the last column by default: %+v", r)
	}
}

// What a careful reader should know of the data comes with the ranking.
func TestWarnings(t *testing.T) {
	var text strings.Builder
	text.WriteString("a,still,y\n")
	for i := range 12 {
		text.WriteString(strconv.Itoa(i*i%7) + ",1," + strconv.Itoa(i) + "\n")
	}
	r := rankedJSON(t, "-method", "variance", file(t, "t.csv", []byte(text.String())))
	doubt := []string{
		"12 classes for 12 samples: the label column looks like a regression target; " +
			"set Target to continuous, or to classes if they are"}
	constant := []string{"1 constant column is ranked last: still"}
	if !slices.Equal(r.OfData, doubt) || !slices.Equal(r.Warnings, constant) {
		t.Errorf("warnings %q, of the data %q; want %q and %q", r.Warnings, r.OfData,
			constant, doubt)
	}
}

// The parameters of a similarity are flat, in any order; one of another kind is a line and exit 2.
func TestRankBySimilarity(t *testing.T) {
	a := good(t, "rank", "-method", "hsic", "-param", "similarity=rbf", "-param", "percentile=30",
		"-o", "csv", "iris")
	b := good(t, "rank", "-method", "hsic", "-param", "percentile=30", "-param", "similarity=rbf",
		"-o", "csv", "iris")
	if c := good(t, "rank", "-method", "hsic", "-o", "csv", "iris"); a != b || a == c {
		t.Errorf("in another order\n%s, in this\n%s, by classes\n%s", b, a, c)
	}
	status, out, errOut := fsnb(t.Context(), "rank", "-method", "hsic", "-param",
		"percentile=30", "iris")
	if want := "fsnb: parameter percentile needs similarity=rbf; similarity is class\n"; status !=
		2 || out != "" || !strings.HasPrefix(errOut, want) {
		t.Errorf("status %d, %q, %q; want %q", status, out, errOut, want)
	}
}
