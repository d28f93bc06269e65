package fsnb

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets/storage"
	"fsnb.example/evaluation"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
	"fsnb.example/internal/testenv"
)

// TestMain keeps the user's cache out of the tests.
func TestMain(m *testing.M) {
	cache := "off"
	if dir := os.Getenv("FSNB_TEST_CHILD"); dir != "" {
		cache = dir
	}
	os.Setenv(diskcache.Variable, cache)
	os.Exit(m.Run())
}

// remembers says that what is called again is read from the disk, is the same, and is of the data
// set that is given, also under another name; and that other calls are not. It returns the answer
// that was read.
func remembers[R any](t *testing.T, d *Dataset, call func(*Dataset) *R,
	others map[string]func() *R) *R {
	t.Helper()
	t.Setenv(diskcache.Variable, t.TempDir())
	field := func(r *R, name string) reflect.Value {
		return reflect.ValueOf(r).Elem().FieldByName(name)
	}
	first, second := call(d), call(d)
	if field(first, "Cached").Bool() || !field(second, "Cached").Bool() {
		t.Fatalf("cached: first %v, second %v", field(first, "Cached"), field(second, "Cached"))
	}
	plain := *second
	field(&plain, "Cached").SetBool(false)
	must.Equal(t, &plain, first, "remembered otherwise")
	other := *d
	other.Name = "same numbers"
	if r := call(&other); !field(r, "Cached").Bool() ||
		field(r, "Dataset").String() != "same numbers" {
		t.Errorf("the same numbers by another name: %+v", r)
	}
	for name, call := range others {
		if field(call(), "Cached").Bool() {
			t.Errorf("%s: read from the cache", name)
		}
	}
	return second
}

func TestSelectIsRemembered(t *testing.T) {
	wdbc := Load("wdbc")
	workers := Options{}
	second := remembers(t, wdbc, func(d *Dataset) *Ranking {
		defer func() { workers.Workers = 1 }() // no other answer
		return Select(d, TraceRatio{Graph: &SameClass{}}, 5, workers)
	}, map[string]func() *Ranking{
		"another k":    func() *Ranking { return Select(wdbc, TraceRatio{}, 6) },
		"another seed": func() *Ranking { return Select(wdbc, TraceRatio{}, 5, Options{Seed: 1}) },
		"another parameter": func() *Ranking {
			return Select(wdbc, TraceRatio{Graph: Neighbors{}}, 5)
		},
		"another method": func() *Ranking { return Select(wdbc, Fisher{}, 5) },
		"other data":     func() *Ranking { return Select(Standardize(wdbc), TraceRatio{}, 5) },
	})
	if !Select(wdbc, TraceRatio{}, 5).Cached {
		t.Error("the default graph is another one")
	}
	celltest.Shows(t, func() { Show(second) }, "Cached: read from the disk")
	if first := celltest.Printed(t, func() {
		Show(Select(wdbc, TraceRatio{}, 4))
	}); strings.Contains(first, "Cached") {
		t.Errorf("a new answer says\n%s", first)
	}
	if a, b := Score(wdbc, Laplacian{}), Score(wdbc, Laplacian{}); a.Cached || !b.Cached ||
		!cmp.Equal(a.Values, b.Values) {
		t.Errorf("scores: cached %v then %v", a.Cached, b.Cached)
	}
}

func TestAccuracyAndScatterAreRemembered(t *testing.T) {
	iris := Load("iris")
	p := Protocol{Repeats: 2, Counts: []int{1, 3}}
	second := remembers(t, iris, func(d *Dataset) *AccuracyCurves {
		return Accuracy(d, p, Fisher{}, Random{})
	}, map[string]func() *AccuracyCurves{
		"another protocol": func() *AccuracyCurves {
			return Accuracy(iris, Protocol{Repeats: 2, Counts: []int{1, 2}}, Fisher{}, Random{})
		},
		"another order": func() *AccuracyCurves { return Accuracy(iris, p, Random{}, Fisher{}) },
	})
	celltest.Shows(t, func() { Show(second) }, "Cached: read from the disk")
	a, b := Select(iris, Fisher{}, 3), Select(iris, Variance{}, 3)
	remembers(t, iris, func(d *Dataset) *evaluation.ScatterPlot { return Scatter(d, a, b) },
		map[string]func() *evaluation.ScatterPlot{
			"another order": func() *evaluation.ScatterPlot { return Scatter(iris, b, a) },
			"one ranking":   func() *evaluation.ScatterPlot { return Scatter(iris, a) },
		})
}

// A mistake is the same mistake after the call that it resembles was remembered: an
// empty list where none is a default, and no ranking among rankings.
func TestMistakesAreNotRememberedAnswers(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	iris := Load("iris")
	best := Select(iris, Fisher{}, 3)
	for name, c := range map[string]struct{ mistake, right func() }{
		"accuracy": {func() {
			Accuracy(iris, Protocol{Counts: []int{}}, Fisher{})
		}, func() { Accuracy(iris, Protocol{}, Fisher{}) }},
		"stability": {func() {
			Stability(iris, Protocol{Counts: []int{}}, Fisher{})
		}, func() { Stability(iris, Protocol{}, Fisher{}) }},
		"redundancy": {func() { RedundancyByCount(iris, []int{}, Fisher{}) },
			func() { RedundancyByCount(iris, nil, Fisher{}) }},
		"scatter": {func() { Scatter(iris, best, nil) }, func() { Scatter(iris, best) }},
	} {
		before, status := celltest.Caught(t, c.mistake)
		if status != 1 || strings.Count(before, "\n") != 1 {
			t.Errorf("%s: exit %d, said %q", name, status, before)
		}
		c.right()
		if after, status := celltest.Caught(t, c.mistake); after != before || status != 1 {
			t.Errorf("%s: exit %d, said %q, and before %q", name, status, after, before)
		}
	}
}

func TestInfiniteScoresAreRemembered(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	d := New([][]float64{{0, 3, 1}, {0, 3, 2}, {1, 3, 1}, {1, 3, 4}}, []int{0, 0, 1, 1}, nil)
	first, second := Select(d, Fisher{}, 0), Select(d, Fisher{}, 0)
	if !second.Cached || !cmp.Equal(first.Scores, second.Scores) ||
		!cmp.Equal(first.Warnings, second.Warnings) {
		t.Errorf("%v and %v, cached %v", first.Scores, second.Scores, second.Cached)
	}
}

func TestDamagedCacheIsComputedAnew(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(diskcache.Variable, dir)
	iris := Load("iris")
	want := Select(iris, Fisher{}, 2)
	files, err := filepath.Glob(filepath.Join(dir, "results", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files in the cache, %v", len(files), err)
	}
	must.Do(t, os.WriteFile(files[0], []byte("nonsense"), 0o644))
	got := Select(iris, Fisher{}, 2)
	if got.Cached || !cmp.Equal(got.Features, want.Features) {
		t.Errorf("after damage: cached %v, features %v", got.Cached, got.Features)
	}
	if !Select(iris, Fisher{}, 2).Cached {
		t.Error("the damaged entry was not replaced")
	}
}

func TestPartialResultsAreNotRemembered(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	defer cell.Interrupted.Store(false)
	iris := Load("iris")
	cell.Interrupted.Store(true)
	if r := Select(iris, Fisher{}, 2); !r.Partial {
		t.Fatal("not interrupted")
	}
	cell.Interrupted.Store(false)
	if r := Select(iris, Fisher{}, 2); r.Cached || r.Partial {
		t.Errorf("a partial result was remembered: %+v", r)
	}
}

func TestUnwritableCacheIsSaidOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o644))
	t.Setenv(diskcache.Variable, file)
	complain = sync.Once{}
	var said bytes.Buffer
	old := cell.Stderr
	cell.Stderr = &said
	defer func() { cell.Stderr = old }()
	iris := Load("iris")
	for range 2 {
		if r := Select(iris, Fisher{}, 2); len(r.Features) != 2 || r.Cached {
			t.Errorf("got %v", r)
		}
	}
	if got := said.String(); !strings.HasPrefix(got,
		"fsnb: results are not remembered between cells: cache: ") ||
		strings.Count(got, "\n") != 1 {
		t.Errorf("said %q", got)
	}
}

func TestChangedFileIsComputedAnew(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	file := filepath.Join(t.TempDir(), "data.csv")
	write := func(text string) { must.Do(t, os.WriteFile(file, []byte(text), 0o644)) }
	write("a,b,class\n1,5,x\n2,6,x\n8,5,y\n9,7,y\n")
	before := Select(Load(file), Fisher{}, 1)
	write("a,b,class\n5,1,x\n6,2,x\n5,8,y\n7,9,y\n")
	after := Select(Load(file), Fisher{}, 1)
	if before.Names[0] != "a" || after.Names[0] != "b" || after.Cached {
		t.Errorf("before %v, after the change %v, cached %v", before.Names, after.Names,
			after.Cached)
	}
}

// A raised Revision is another key: the identity of a call holds it.
func TestRevisionIsPartOfTheKey(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	iris := Load("iris")
	key := identity(selecting, iris, []Selector{Fisher{}}, 2, uint64(0))
	e := must.Get(catalogue.Find("fisher"))(t)
	now, raised := fmt.Sprintf("fisher revisions [%d]", e.Revision),
		fmt.Sprintf("fisher revisions [%d]", e.Revision+1)
	if strings.Count(key, now) != 1 {
		t.Fatalf("the key %q does not hold %q", key, now)
	}
	Select(iris, Fisher{}, 2)
	var r Ranking
	if cache := diskcache.Open(); !cache.Get(key, &r) ||
		cache.Get(strings.Replace(key, now, raised, 1), &r) {
		t.Error("the answer is not found under its revision, or found under another")
	}
}

// otherProducts stands for an implementation of BLAS that rounds in another way.
type otherProducts struct{ gonum.Implementation }

func TestProductsArePartOfTheKey(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	before := blas64.Implementation()
	defer blas64.Use(before)
	for _, want := range []struct {
		blas   blas.Float64
		cached bool
	}{{before, false}, {otherProducts{}, false}, {otherProducts{}, true}, {before, true}} {
		blas64.Use(want.blas)
		must.Is(t, Select(Load("iris"), Fisher{}, 2).Cached, want.cached, "with %T cached",
			want.blas)
	}
}

// Each cell is a process of its own: this test runs itself twice as a child.
func TestAnotherProcessRemembers(t *testing.T) {
	if os.Getenv("FSNB_TEST_CHILD") != "" {
		fmt.Println("child:", Select(Load("wdbc"), Laplacian{}, 4).Cached)
		return
	}
	dir := t.TempDir()
	for _, want := range []string{"child: false\n", "child: true\n"} {
		cmd := exec.Command(testenv.Program(t), "-test.run=^TestAnotherProcessRemembers$")
		cmd.Env = append(os.Environ(), "FSNB_TEST_CHILD="+dir)
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), want) {
			t.Errorf("got %q (%v), want %q", out, err, want)
		}
	}
}

// nameless scores by the variance, and has no facts.
type nameless struct{ Power int }

func (m nameless) Score(ctx context.Context, d *Dataset, opt Options) (*Scores, error) {
	return Variance{}.Score(ctx, d, opt)
}

func (m nameless) Select(ctx context.Context, d *Dataset, opt Options) (*Ranking, error) {
	return Variance{}.Select(ctx, d, opt)
}

// revised has facts, and calls itself fisher.
type revised struct{ Power int }

func (revised) Name() string { return "fisher" }

func (revised) Facts() algorithms.Facts {
	return algorithms.Facts{
		About:    algorithms.About{Revision: 1},
		Promises: algorithms.Promises{Nested: true},
	}
}

func (m revised) Score(ctx context.Context, d *Dataset, opt Options) (*Scores, error) {
	return Variance{}.Score(ctx, d, opt)
}

func (m revised) Select(ctx context.Context, d *Dataset, opt Options) (*Ranking, error) {
	return Variance{}.Select(ctx, d, opt)
}

// first is the value of the first sample.
func first(x []float64, _ []int) float64 { return x[0] }

// A selector of a user's own is remembered like ours when its facts have a revision, and so is a
// method of ours that nests it; it is never taken for one of ours.
func TestOwnSelectorsAreRemembered(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	iris := Load("iris")
	for _, test := range []struct {
		name       string
		m          Selector
		remembered bool
	}{
		{"fisher", Fisher{}, true},
		{"no facts", nameless{}, false},
		{"a revision", revised{}, true},
		{"another parameter", revised{Power: 2}, true},
		{"GRM over fisher", GRM{Scorer: Fisher{}}, true},
		{"GRM over no facts", GRM{Scorer: nameless{}}, false},
		{"GRM over a revision", GRM{Scorer: revised{}}, true},
		{"a function", ScoreFunc("first", first), false},
		{"a function with a revision", ScoreFunc("first", first,
			algorithms.FuncOptions{Revision: 1}), true},
		{"another revision", ScoreFunc("first", first, algorithms.FuncOptions{Revision: 2}), true},
		{"GRM over a function", GRM{Scorer: ScoreFunc("first", first)}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			first, second := Select(iris, test.m, 2), Select(iris, test.m, 2)
			if first.Cached || second.Cached != test.remembered {
				t.Errorf("cached: first %v, second %v; want the second %v",
					first.Cached, second.Cached, test.remembered)
			}
		})
	}
}

// counted are values that count the checks of their data set, which ask for their size.
type counted struct {
	storage.Matrix
	checks *atomic.Int32
}

func (c counted) Dims() (n, d int) {
	caller := make([]uintptr, 1)
	runtime.Callers(2, caller)
	frame, _ := runtime.CallersFrames(caller).Next()
	if frame.Function == "fsnb.example/datasets.(*Dataset).Check" {
		c.checks.Add(1)
	}
	return c.Matrix.Dims()
}

// The data of a call are checked once: by the method, and on reading its answer from the cache.
func TestDataAreCheckedOnce(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	d := *Load("wdbc")
	var checks atomic.Int32
	d.Stored, d.X = counted{storage.Dense{Dense: d.X}, &checks}, nil
	for name, call := range map[string]func() (cached bool){
		"Select":               func() bool { return Select(&d, Fisher{}, 4).Cached },
		"Select, with choices": func() bool { return Select(&d, MRMR{}, 4).Cached },
		"Score":                func() bool { return Score(&d, Fisher{}).Cached },
	} {
		for _, again := range []bool{false, true} {
			checks.Store(0)
			if cached := call(); cached != again || checks.Load() != 1 {
				t.Errorf("%s: cached %t, want %t, after %d checks of the data; want one", name,
					cached, again, checks.Load())
			}
		}
	}
}
