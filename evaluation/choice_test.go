package evaluation_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/embedded"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/fsir"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

const repeat = "the %s features repeat each other: their mean squared correlation (r²) is %.2f"

// squaredCorrelations is their mean over all pairs of columns, by the definition.
func squaredCorrelations(d *datasets.Dataset, columns []int) float64 {
	var sum, pairs float64
	for a, i := range columns {
		for _, j := range columns[:a] {
			x, y := mat.Col(nil, i, d.X), mat.Col(nil, j, d.X)
			var mx, my, xy, xx, yy float64
			for k := range x {
				mx, my = mx+x[k]/float64(len(x)), my+y[k]/float64(len(x))
			}
			for k := range x {
				xy, xx, yy = xy+(x[k]-mx)*(y[k]-my), xx+(x[k]-mx)*(x[k]-mx), yy+(y[k]-my)*(y[k]-my)
			}
			sum, pairs = sum+xy*xy/(xx*yy), pairs+1
		}
	}
	return sum / pairs
}

// blocks is noise of n samples in two classes, centered, of which five blocks of 20 columns at the
// front are near copies that tell the classes.
func blocks(n, d int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(1, 2016))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = i % 2
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
		for b := range 5 {
			base := 2*float64(y[i]) + .5*rng.NormFloat64()
			for c := range 20 {
				x.Set(i, 20*b+c, base+.2*rng.NormFloat64())
			}
		}
	}
	ds, err := datasets.New("blocks", x, y, nil)
	if err != nil {
		panic(err)
	}
	ds, err = ds.Standardize()
	if err != nil {
		panic(err)
	}
	return ds
}

// FSIR² takes ten near copies of one block, and the note has the number; after exchanges they are
// unlike each other and there is none.
func TestChoiceOfOneBlock(t *testing.T) {
	d := blocks(40, 4000)
	r := methodtest.Choose(t, d, fsir.FSIR2{}, 10)
	block := r.Features[0] / 20
	for _, j := range r.Features {
		if j >= 100 || j/20 != block {
			t.Fatalf("features %v are of several blocks", r.Features)
		}
	}
	want := fmt.Sprintf(repeat, "10", squaredCorrelations(d, r.Features))
	must.Items(t, evaluation.ChoiceWarnings(d, r), []string{want}, "want %q", want)
	polished := methodtest.Choose(t, d, fsir.FSIR2{Polish: true}, 10)
	left := squaredCorrelations(d, polished.Features)
	if got := evaluation.ChoiceWarnings(d, polished); len(got) > 0 || left > .1 {
		t.Errorf("polished: %q, mean squared correlation %v", got, left)
	}
}

// repeating is n samples of 60 columns: near copies of one, with the given squared correlation
// between them.
func repeating(n int, r2 float64) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(1, 5))
	x := mat.NewDense(n, 60, nil)
	noise := math.Sqrt(1/math.Sqrt(r2) - 1)
	for i := range n {
		base := rng.NormFloat64()
		for j := range 60 {
			x.Set(i, j, base+noise*rng.NormFloat64())
		}
	}
	d, err := datasets.New("repeating", x, make([]int, n), nil)
	if err != nil {
		panic(err)
	}
	return d
}

func TestChoiceRepeats(t *testing.T) {
	const most, least = .83, .77
	for _, r2 := range []float64{most, least} {
		d := repeating(4000, r2)
		for _, columns := range [][]int{{3, 1}, {5, 50, 17}, firstColumns(59)} {
			got := evaluation.ChoiceWarnings(d, pick(d, "own", columns...))
			looked, which := columns, fmt.Sprint(len(columns))
			if len(columns) > 50 {
				looked, which = columns[:50], "first 50"
			}
			mean := squaredCorrelations(d, looked)
			if math.Abs(mean-r2) > .02 {
				t.Fatalf("the data have r² %v, meant is %v", mean, r2)
			}
			want := fmt.Sprintf(repeat, which, mean)
			if r2 == most && !slices.Equal(got, []string{want}) || r2 == least && got != nil {
				t.Errorf("r² %v of %d columns: %q, want %q above .8 only", mean, len(columns),
					got, want)
			}
		}
	}
	d := repeating(4000, most)
	said := pick(d, "own", 3, 1)
	said.Warnings = evaluation.ChoiceWarnings(d, said)
	partial := pick(d, "own", 3, 1)
	partial.Partial = true
	random, digits := noise(50, 20, 1), methodtest.Load(t, "digits")
	infinite := repeating(40, most)
	infinite.X.Set(3, 1, math.Inf(1))
	for what, got := range map[string][]string{
		"one feature":  evaluation.ChoiceWarnings(d, pick(d, "own", 3)),
		"all features": evaluation.ChoiceWarnings(d, pick(d, "own", firstColumns(60)...)),
		"said already": evaluation.ChoiceWarnings(d, said),
		"stopped":      evaluation.ChoiceWarnings(d, partial),
		"no ranking":   evaluation.ChoiceWarnings(d, nil),
		"no such column": evaluation.ChoiceWarnings(d,
			&algorithms.Ranking{Features: []int{1, 60}}),
		"a column twice": evaluation.ChoiceWarnings(d,
			&algorithms.Ranking{Features: []int{1, 1}}),
		"no feature":         evaluation.ChoiceWarnings(d, &algorithms.Ranking{}),
		"no data":            evaluation.ChoiceWarnings(nil, said),
		"a value not finite": evaluation.ChoiceWarnings(infinite, pick(infinite, "own", 3, 1)),
		"features not chosen": evaluation.ChoiceWarnings(d,
			methodtest.Choose(t, d, filter.Variance{}, 0)),
		"unlike each other":    evaluation.ChoiceWarnings(random, pick(random, "own", 1, 2, 3)),
		"constant and another": evaluation.ChoiceWarnings(digits, pick(digits, "own", 0, 20)),
	} {
		if len(got) > 0 {
			t.Errorf("%s: %q", what, got)
		}
	}
}

// firstColumns are the first columns.
func firstColumns(n int) []int {
	out := make([]int, n)
	for j := range out {
		out[j] = j
	}
	return out
}

// On raw pixels trace ratio fills its places with pixels at the edge, where few pictures have ink,
// and RFS spends its weights on them, since each fits a few samples without touching the others.
func TestChoiceOfEdgePixels(t *testing.T) {
	d := methodtest.Load(t, "digits")
	r := methodtest.Choose(t, d, traceratio.TraceRatio{}, 10)
	const want = "7 of the 10 features vary in no more than 9 samples of 1797: " +
		"pixel_7_0, pixel_3_0, pixel_3_7, pixel_2_0, pixel_1_0 and 2 more"
	must.Items(t, evaluation.ChoiceWarnings(d, r), []string{want}, "want %q", want)
	if got := evaluation.ChoiceWarnings(d, methodtest.Choose(t, d, filter.Fisher{},
		10)); got != nil {
		t.Errorf("fisher: %q", got)
	}
	some := must.Get(d.Subsample(200, 1))(t)
	r = methodtest.Choose(t, some, embedded.RFS{}, 10)
	var edge []string
	for a, j := range r.Features {
		ink := 0
		for i := range some.N() {
			if some.X.At(i, j) != 0 {
				ink++
			}
		}
		if ink <= 2 {
			edge = append(edge, r.Names[a])
		}
	}
	got := evaluation.ChoiceWarnings(some, r)
	first := fmt.Sprintf("%d of the 10 features vary in no more than ", len(edge))
	if len(edge) < 2 || len(got) != 1 || !strings.HasPrefix(got[0], first) ||
		!strings.Contains(got[0], " samples of 200: "+strings.Join(edge[:2], ", ")) {
		t.Errorf("rfs: %q, pixels with ink in 2 pictures of 200 at most: %q", got, edge)
	}
}
