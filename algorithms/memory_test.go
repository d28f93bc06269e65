package algorithms_test

import (
	"context"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// hungry takes so many bytes by its facts, and none.
type hungry struct {
	bytes    func(s algorithms.Shape) float64
	storedIf string
	atMost   bool
	calls    *int
}

func (hungry) Name() string { return "hungry" }

func (m hungry) Facts() algorithms.Facts {
	return algorithms.Facts{
		Promises: algorithms.Promises{Nested: true},
		Costs: algorithms.Costs{
			Memory: m.bytes, MemoryAtMost: m.atMost, StoredIf: m.storedIf,
		},
	}
}

func (m hungry) Select(ctx context.Context, d *datasets.Dataset, o algorithms.Options) (
	*algorithms.Ranking, error) {
	*m.calls++
	return algorithms.NewRanking(m, d, []int{0}, nil, nil), nil
}

func (m hungry) Score(ctx context.Context, d *datasets.Dataset, o algorithms.Options) (
	*algorithms.Scores, error) {
	*m.calls++
	return algorithms.NewScores(d, nil), nil
}

func (m hungry) Project(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Projection, error) {
	*m.calls++
	return nil, nil
}

// A method that would take more than there is does not start, whoever calls it, and the error says
// what would fit; one that takes more than half has a line before it starts.
func TestMemoryRefuses(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1e9))
	y := make([]int, 2000)
	for i := range y {
		y[i] = i % 500
	}
	d := must.Get(datasets.New("d", mat.NewDense(2000, 10, nil), y, nil))(t)
	square := func(factor float64) func(algorithms.Shape) float64 {
		return func(s algorithms.Shape) float64 { return factor * float64(s.N) * float64(s.N) }
	}
	const there = `, and this process may take 9\d0 MB \(GOMEMLIMIT\): `
	for _, test := range []struct {
		m             hungry
		refused, line string // expressions
		least, most   int    // of the first group of them
	}{
		{hungry{}, "", "", 0, 0},
		{hungry{bytes: square(100)}, "", "", 0, 0},
		{hungry{bytes: square(180)}, "", "all 10 features of 2000 samples of 500 classes take " +
			"about 720 MB of memory" + there + `take at most (\d+) samples \(Subsample\)`,
			1500, 1700},
		{hungry{bytes: square(1000), storedIf: "similarity=neighbors"}, "all 10 features of 2000 " +
			"samples of 500 classes take about 4 GB of memory" + there +
			`take at most (\d+) samples \(Subsample\), or similarity=neighbors`, "", 660, 700},
		{hungry{bytes: square(1000), atMost: true}, "", "all 10 features of 2000 samples of 500 " +
			"classes may take about 4 GB of memory" + there + `take at most (\d+) samples .*`,
			660, 700},
		{hungry{bytes: square(1e6)}, "all 10 .* 4000 GB of memory" + there + "take another method",
			"", 0, 0},
		{hungry{bytes: func(s algorithms.Shape) float64 {
			return 8000 * float64(s.N*s.Classes)
		}}, "8 GB of memory" + there + `take at most (\d+) classes`, "", 28, 31},
		{hungry{bytes: func(s algorithms.Shape) float64 {
			return 4e7 * float64(s.D*s.D)
		}}, "4 GB of memory" + there + `take the best (\d+) features of another method`, "", 3, 3},
		{hungry{bytes: func(s algorithms.Shape) float64 { return 2e8 * float64(s.K) }},
			"", "", 0, 0}, // the best two
	} {
		matches := func(text, want string) {
			t.Helper()
			if want == "" {
				if text != "" {
					t.Errorf("%q, want nothing", text)
				}
				return
			}
			found := regexp.MustCompile("^hungry: .*" + want + "$").FindStringSubmatch(text)
			if found == nil || strings.Contains(text, "\n") {
				t.Errorf("%q, want %q", text, want)
			} else if len(found) > 1 {
				if n, _ := strconv.Atoi(found[1]); n < test.least || n > test.most {
					t.Errorf("%q, want %d to %d", text, test.least, test.most)
				}
			}
		}
		var calls int
		test.m.calls = &calls
		opt := algorithms.Options{}
		if test.refused+test.line == "" {
			opt.K = 2
		}
		matches(algorithms.WideWarning(test.m, d, opt.K), test.line)
		for name, call := range map[string]func() error{
			"Run": func() error {
				_, err := algorithms.Run(t.Context(), test.m, d, opt)
				return err
			},
			"RunScore": func() error {
				_, err := algorithms.RunScore(t.Context(), test.m, d, opt)
				return err
			},
			"RunProject": func() error {
				_, err := algorithms.RunProject(t.Context(), test.m, d, opt)
				return err
			},
			"Check": func() error { calls++; return algorithms.Check(t.Context(), test.m, d, opt) },
		} {
			calls = 0
			err := call()
			if test.refused == "" {
				if calls != 1 {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			if err == nil {
				t.Errorf("%s: no error, want %q", name, test.refused)
				continue
			}
			matches(err.Error(), test.refused)
			if calls > 0 && name != "Check" {
				t.Errorf("%s starts the method", name)
			}
		}
	}
}

func TestShapeOf(t *testing.T) {
	dense := must.Get(datasets.New("d", mat.NewDense(4, 3, nil), []int{0, 1, 0, 2}, nil))(t)
	sparse := *dense
	sparse.X, sparse.Y, sparse.Classes = nil, nil, nil
	sparse.Stored = must.Get(storage.NewSparse(4, []int{0, 2, 2, 3}, []int32{0, 1, 3},
		[]float64{1, 2, 3}))(t)
	for _, test := range []struct {
		d    *datasets.Dataset
		opt  algorithms.Options
		want algorithms.Shape
	}{
		{dense, algorithms.Options{K: 2, Workers: 3}, algorithms.Shape{N: 4, D: 3, K: 2, Classes: 3,
			Entries: 12, Workers: 3}},
		{dense, algorithms.Options{Workers: 1}, algorithms.Shape{N: 4, D: 3, K: 3, Classes: 3,
			Entries: 12, Workers: 1}},
		{&sparse, algorithms.Options{K: 9, Workers: 1}, algorithms.Shape{N: 4, D: 3, K: 3,
			Entries: 3, Workers: 1}},
	} {
		if got := algorithms.ShapeOf(test.d, test.opt); got != test.want {
			t.Errorf("%+v: %+v, want %+v", test.opt, got, test.want)
		}
	}
	if got := algorithms.ShapeOf(dense, algorithms.Options{}).Workers; got < 1 {
		t.Errorf("%d workers", got)
	}
}
