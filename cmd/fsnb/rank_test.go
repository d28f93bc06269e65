package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
	"fsnb.example/internal/resultfile"
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

// What rank writes of as many features as a rule says, in each format.
func TestRankChoose(t *testing.T) {
	d := must.Get(datasets.Load("wine", datasets.Options{}))(t)
	for text, c := range map[string]evaluation.Choose{
		"one-error":      {},
		"best":           {Rule: evaluation.BestMean},
		"elbow":          {Rule: evaluation.Elbow},
		"percentile":     {Rule: evaluation.Percentile},
		"percentile=50":  {Rule: evaluation.Percentile, Percent: 50},
		"threshold=1.25": {Rule: evaluation.Threshold, Least: 1.25},
	} {
		c.Selector = filter.Fisher{}
		want := must.Get(c.Count(t.Context(), d, algorithms.Options{}))(t)
		args := []string{"rank", "-method", "fisher", "-choose", text}
		r := decode[ranking](t, []byte(good(t, append(args, "-o", "json", "wine")...)))
		if !slices.Equal(r.Features, want.Ranking.Features) || r.K != want.K {
			t.Errorf("%s: %v, want %v", text, r.Features, want.Ranking.Features)
		}
		must.Is(t, strings.Count(good(t, append(args, "-o", "csv", "wine")...), "\n"), want.K+1,
			"%s lines of CSV", text)
		table := good(t, append(args, "wine")...)
		has(t, table, want.Why, "fisher: ")
	}
}

// Without k, or with 0, rank gives the features that the method chooses; a larger k adds a warning,
// a smaller one cuts.
func TestRankOfFewerFeatures(t *testing.T) {
	for _, method := range []string{"fcbf", "cfs"} {
		own := rankedJSON(t, "-method", method, "wdbc")
		zero := rankedJSON(t, "-method", method, "-k", "0", "wdbc")
		if own.K < 2 || own.K > 20 || len(own.Features) != own.K ||
			!slices.Equal(own.Features, zero.Features) || len(zero.Warnings) != 0 {
			t.Errorf("%s chooses %v, with -k 0 %v, warnings %q", method, own.Features,
				zero.Features, zero.Warnings)
		}
		two := rankedJSON(t, "-method", method, "-k", "2", "wdbc")
		must.Items(t, two.Features, own.Features[:2], "%s -k 2 of %v", method, own.Features)
		all := rankedJSON(t, "-method", method, "-k", "30", "wdbc")
		if w := all.Warnings; !slices.Equal(all.Features, own.Features) || len(w) != 1 ||
			!strings.HasPrefix(w[0], method+" chooses only ") ||
			!strings.HasSuffix(w[0], " of the k = 30 features wanted") {
			t.Errorf("%s -k 30: %v, warnings %q", method, all.Features, w)
		}
	}
	text := good(t, "rank", "-method", "fcbf", "-param", "threshold=.99", "wdbc")
	for _, want := range []string{"fcbf, threshold=0.99: 0 of 30, wdbc", "No feature was chosen.",
		"no feature has a symmetric uncertainty with the target above the threshold 0.99"} {
		must.Contain(t, strings.ToLower(text), strings.ToLower(want), want, text)
	}
	none := rankedJSON(t, "-method", "fcbf", "-param", "threshold=.99", "wdbc")
	if none.K != 0 || none.Features == nil || len(none.Features) != 0 {
		t.Errorf("JSON of no feature: %+v", none)
	}
	must.Is(t, good(t, "rank", "-method", "fcbf", "-param", "threshold=.99", "-o", "csv", "wdbc"),
		"rank,feature,name,score\n", "CSV of no feature")
}

// A method that chooses fewer features than the counts is measured.
func TestAccuracyOfFewerFeatures(t *testing.T) {
	text := good(t, "accuracy", "-method", "fcbf", "-method", "fcbf:threshold=.99",
		"-counts", "2,20",
		"-repeats", "2", "wdbc")
	for _, want := range []string{"fcbf chooses only ", "fcbf chooses none of the k = 20 features",
		"no feature is chosen in some splits: the most frequent class is predicted there"} {
		must.Contain(t, strings.Join(strings.Fields(strings.ToLower(text)), " "),
			strings.ToLower(want), want, text)
	}
}

// What rank writes of the significant features of a test, in each format.
func TestSignificantIsWritten(t *testing.T) {
	all := &algorithms.Ranking{Method: "test", Label: "test", Key: "test", N: 9, D: 3, K: 3,
		Features: []int{1, 0, 2}, Names: []string{"b", "=a", "c"},
		Scores: algorithms.Numbers{3, 2, 1}, PValues: algorithms.Numbers{1e-310, .01, .5}}
	r := must.Get(evaluation.Significant(all, .05, "holm"))(t)
	for format, want := range map[string]string{
		"table": "test, p ≤ 0.05 (Holm): 2 of 3\n" +
			"rank  column  feature  score                      p  adjusted p (Holm)\n" +
			"──────────────────────────────────────────────────────────────────────\n" +
			"   1       1  b        3.000  ████████████  <1e-300            <1e-300\n" +
			"   2       0  =a       2.000  ████████       0.0100             0.0200\n" +
			"Adjusted p: Holm, for the tests of all 3 features.\n" +
			"2 of 3 features are significant (adjusted p ≤ 0.05, Holm over 3 tests).\n",
		"csv": "rank,feature,name,score,p_value,adjusted_p_value,adjustment\n" +
			"1,1,b,3,1e-310,3e-310,holm\n2,0,'=a,2,0.01,0.02,holm\n",
	} {
		var b bytes.Buffer
		if err := writeRanking(&b, r, format, format == "csv"); err != nil || b.String() != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", format, err, b.String(), want)
		}
	}
	var b bytes.Buffer
	must.Do(t, writeRanking(&b, r, "json", false))
	names, v := members(t, b.String())
	if i := slices.Index(names, "scores"); !slices.Equal(names[i:i+4], []string{"scores",
		"p_values", "adjusted_p_values", "adjustment"}) {
		t.Errorf("members %v", names)
	}
	for member, want := range map[string]string{"k": "2", "d": "3", "features": "[1,0]",
		"p_values": "[1e-310,0.01]", "adjusted_p_values": "[3e-310,0.02]", "adjustment": `"holm"`,
		"label": `"test, p ≤ 0.05 (Holm)"`, "key": `"test significant(level=0.05,adjust=holm)"`} {
		must.Is(t, compact(t, v[member]), want, "%s", member)
	}
}

// countdown is a context that is canceled when it was asked so many times.
type countdown struct {
	context.Context
	left atomic.Int64
	done chan struct{}
}

func newCountdown(ctx context.Context, asked int64) *countdown {
	c := &countdown{Context: ctx, done: make(chan struct{})}
	c.left.Store(asked)
	return c
}

func (c *countdown) Done() <-chan struct{} { return c.done }

func (c *countdown) Err() error {
	switch left := c.left.Add(-1); {
	case left > 0:
		return nil
	case left == 0:
		close(c.done)
	}
	return context.Canceled
}

// An interrupt prints what there is, says so, and ends with status 130.
func TestInterruptPrintsWhatThereIs(t *testing.T) {
	whole := rankedJSON(t, "-method", "mrmr", "digits")
	partial := 0
	for asked := int64(4); asked < 4096; asked = asked*5/4 + 1 {
		for _, format := range []string{"table", "json", "csv"} {
			status, out, errOut := fsnb(newCountdown(t.Context(), asked), "rank", "-method", "mrmr",
				"-workers", "1", "-o", format, "digits")
			if status == 0 {
				continue
			}
			if status != 130 || !strings.HasPrefix(errOut, "fsnb: interrupted") ||
				(out == "") != (errOut == "fsnb: interrupted\n") {
				t.Fatalf("after %d: status %d, %q, %q", asked, status, out, errOut)
			}
			if out == "" {
				continue
			}
			if partial++; !strings.HasPrefix(errOut, "fsnb: interrupted: the answer is partial, ") {
				t.Errorf("%q", errOut)
			}
			switch format {
			case "table":
				must.Contain(t, out, "Stopped before the end: ")
			case "json":
				r := decode[ranking](t, []byte(out))
				if !r.Partial || len(r.Features) == 0 || len(r.Features) != r.K ||
					!slices.Equal(r.Features, whole.Features[:r.K]) {
					t.Errorf("partial %v, features %v; the whole has %v",
						r.Partial, r.Features, whole.Features)
				}
			case "csv":
				if rows := strings.Count(out, "\n"); rows < 2 ||
					!strings.HasPrefix(out, "rank,feature,name,criterion\n1,") {
					t.Errorf("%q", out)
				}
			}
		}
	}
	if partial == 0 {
		t.Error("no interrupt left a partial answer")
	}
}

// The JSON of rank and of Save are one: fsnb.LoadRanking reads both.
func TestRankJSONIsThatOfSave(t *testing.T) {
	path := file(t, "perfect.csv", []byte(perfect))
	text := good(t, "rank", "-method", "fisher", "-o", "json", path)
	d := must.Get(datasets.Load(path, datasets.Options{}))(t)
	got := must.Get(resultfile.Ranking("r.json", []byte(text), d))(t)
	want := must.Get(filter.Fisher{}.Select(t.Context(), d, algorithms.Options{}))(t)
	want.Elapsed = got.Elapsed
	saved := must.Get(resultfile.JSON(want))(t)
	must.Is(t, string(saved), text, "rank wrote and Save %s", saved)
}

// The members of redundancy are those of a saved report's rows.
func TestRedundancyMembersAreThoseOfSave(t *testing.T) {
	names, _ := members(t, good(t, "redundancy", "-features", "0,1", "-o", "json", "iris"))
	text := must.Get(resultfile.JSON(evaluation.RedundancyRow{}))(t)
	var row map[string]json.RawMessage
	must.Do(t, json.Unmarshal(text, &row))
	for _, name := range names {
		if _, ok := row[name]; !ok {
			t.Errorf("a saved report has no %s: %s", name, text)
		}
	}
}

// Features are named, or given by the index that the table of rank prints.
func TestFeaturesByName(t *testing.T) {
	path := file(t, "t.csv", []byte("a,\"b, <c>\",2,class\n1,3,1,x\n2,2,2,x\n3,1,3,y\n"))
	want := good(t, "redundancy", "-features", "0,1", path)
	for _, features := range []string{`a,"b, <c>"`, `a,1`, ` 0 , "b, <c>"`} {
		must.Is(t, good(t, "redundancy", "-features", features, path), want, "-features %s",
			features)
	}
	// A name wins over an index.
	twos := file(t, "twos.csv", []byte("a,2,c,class\n1,3,1,x\n2,2,2,x\n3,1,3,y\n"))
	must.Is(t, good(t, "redundancy", "-features", "a,2", twos),
		good(t, "redundancy", "-features", "0,1", twos), "the result")
	table := good(t, "rank", "-method", "variance", path)
	must.ContainAll(t, table, "rank  column  feature", "   2       1  b, <c>")
}
