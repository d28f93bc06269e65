package embedded

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
	"fsnb.example/internal/redundancy"
)

func chosen(t tester, m algorithms.Selector, d *datasets.Dataset, k int) *algorithms.Ranking {
	return must.Get(m.Select(t.Context(), d, algorithms.Options{K: k}))(t)
}

func sameChoice(t *testing.T, what string, want, got *algorithms.Ranking) {
	t.Helper()
	if !slices.Equal(want.Features, got.Features) || !floats.EqualApprox(want.Scores, got.Scores,
		1e-8*want.Scores[0]) {
		t.Errorf("%s: %v %.12g, want %v %.12g", what, got.Features, got.Scores, want.Features,
			want.Scores)
	}
}

// If all samples have the same degree MRSF equals SPFS-NES: on classes, and on rings of samples,
// each joined to the next ones.
func TestMRSFIsNES(t *testing.T) {
	for seed := range uint64(10) {
		d := clouds(seed, 24, 10, 3, 1.5)
		for _, k := range []int{1, 4, 8} {
			sameChoice(t, "classes", chosen(t, spfs.NES{}, d, k), chosen(t, MRSF{}, d, k))
		}
		ring := mat.NewSymDense(24, nil)
		for i := range 24 {
			ring.SetSym(i, i, .25) // the degrees are 1
			ring.SetSym(i, (i+1)%24, .25)
			ring.SetSym(i, (i+2)%24, .125)
		}
		sameChoice(t, "ring", chosen(t, spfs.NES{Similarity: graph.Precomputed{Matrix: ring}}, d,
			5), chosen(t, MRSF{Similarity: graph.Precomputed{Matrix: ring}}, d, 5))
		sameChoice(t, "ring, two targets",
			chosen(t, spfs.NES{Similarity: graph.Precomputed{Matrix: ring}, Targets: 3}, d, 5),
			chosen(t, MRSF{Similarity: graph.Precomputed{Matrix: ring}, Targets: 2}, d, 5))
	}
}

// weighed returns the normalized similarity without ξ_1, and X^, by their definitions.
func weighed(x *mat.Dense, w mat.Symmetric) (k, f *mat.Dense) {
	n, d := x.Dims()
	degree := make([]float64, n)
	for i := range n {
		for j := range n {
			degree[i] += w.At(i, j)
		}
	}
	total := floats.Sum(degree)
	k, f = mat.NewDense(n, n, nil), mat.NewDense(n, d, nil)
	k.Apply(func(i, j int, _ float64) float64 {
		root := math.Sqrt(degree[i] * degree[j])
		return w.At(i, j)/root - root/total
	}, k)
	for j := range d {
		column := mat.Col(nil, j, x)
		mean := floats.Dot(column, degree) / total
		for i := range column {
			column[i] = math.Sqrt(degree[i]) * (column[i] - mean)
		}
		floats.Scale(1/floats.Norm(column, 2), column)
		f.SetCol(j, column)
	}
	return k, f
}

// The optimum for a radius equals that of an accelerated projected gradient method on the paper's
// objective.
func TestMRSFAgainstGradient(t *testing.T) {
	for seed := range uint64(6) {
		d := clouds(seed, 14, 5, 2, 1)
		radius := .3 + .2*float64(seed)
		m := MRSF{Similarity: graph.RBF{}, Radius: radius}
		r := chosen(t, m, d, 5)
		w, _, err := graphs.Gaussian{}.Matrix(t.Context(), d.X, 1,
			func(string, int) func(int) { return func(int) {} })
		must.Do(t, err)
		_, f := weighed(d.X, w)
		p := must.Get(m.problem(t.Context(), d, algorithms.Options{}))(t)
		y := mat.NewDense(14, len(p.Targets), nil)
		for i, v := range p.Targets {
			y.SetCol(i, v)
		}
		objective, norms := descended(y, f, radius)
		if got := float64(*r.Diagnostics.Objective); math.Abs(got-objective) > 1e-8*objective ||
			!r.Diagnostics.Certificate.Holds() {
			t.Errorf("radius %g: objective %v, by gradient %v; gap %v", radius, got, objective,
				r.Diagnostics.Certificate.Value)
		}
		for i, j := range r.Features {
			if math.Abs(r.Scores[i]-norms[j]) > 1e-4 {
				t.Errorf("radius %g: row %d has norm %v, by gradient %v", radius, j, r.Scores[i],
					norms[j])
			}
		}
	}
}

// descended minimizes ‖Y - FW‖² with Σ‖w_j‖ <= radius.
func descended(y, f *mat.Dense, radius float64) (objective float64, norms []float64) {
	_, l := y.Dims()
	_, d := f.Dims()
	var gram, b mat.Dense
	gram.Mul(f.T(), f)
	b.Mul(f.T(), y)
	step := 1 / mat.Norm(&gram, 2)
	w, s, t := mat.NewDense(d, l, nil), mat.NewDense(d, l, nil), 1.0
	for range 20000 {
		var g mat.Dense
		g.Mul(&gram, s)
		g.Sub(&b, &g)
		g.Scale(step, &g)
		g.Add(s, &g)
		ontoBall(&g, radius)
		next := (1 + math.Sqrt(1+4*t*t)) / 2
		s.Sub(&g, w)
		s.Scale((t-1)/next, s)
		s.Add(&g, s)
		w.Copy(&g)
		t = next
	}
	var off mat.Dense
	off.Mul(f, w)
	off.Sub(y, &off)
	for j := range d {
		norms = append(norms, floats.Norm(w.RawRowView(j), 2))
	}
	return math.Pow(mat.Norm(&off, 2), 2), norms
}

// ontoBall projects W onto Σ‖w_j‖ <= radius.
func ontoBall(w *mat.Dense, radius float64) {
	d, _ := w.Dims()
	norms := make([]float64, d)
	for j := range norms {
		norms[j] = floats.Norm(w.RawRowView(j), 2)
	}
	if floats.Sum(norms) <= radius {
		return
	}
	sorted := slices.Clone(norms)
	slices.Sort(sorted)
	slices.Reverse(sorted)
	var sum, cut float64
	for k, v := range sorted {
		if sum += v; v > (sum-radius)/float64(k+1) {
			cut = (sum - radius) / float64(k+1)
		}
	}
	for j, v := range norms {
		floats.Scale(max(0, v-cut)/v, w.RawRowView(j))
	}
}

// A sample without similarity has no effect; a warning names features that vary only there.
func TestMRSFOfALonelySample(t *testing.T) {
	d := ofColumns(t, []float64{0, 0, 0, 0, 7}, []float64{1, 2, 1, 2, 0}, []float64{3, 3, 3, 3, 3},
		[]float64{1, 1, 2, 2, 2})
	w := mat.NewSymDense(5, nil)
	for i := range 4 {
		for j := i + 1; j < 4; j++ {
			w.SetSym(i, j, []float64{.1, 1, .3, .2}[(i^j)%4])
		}
	}
	r := chosen(t, MRSF{Similarity: graph.Precomputed{Matrix: w}}, d, 4)
	if !slices.Equal(r.Features[2:], []int{0, 2}) || !math.IsInf(r.Scores[2], -1) ||
		len(r.Warnings) < 2 || !strings.Contains(strings.Join(r.Warnings, "\n"),
		"no edge of any weight joins") {
		t.Errorf("%v %v %q", r.Features, r.Scores, r.Warnings)
	}
	three := ofColumns(t, []float64{0, 1, 1, 0}, []float64{1, 1, 0, 3}, []float64{2, 1, 0, 1})
	four := ofColumns(t, []float64{0, 1, 1, 0, 100}, []float64{1, 1, 0, 3, -100},
		[]float64{2, 1, 0, 1, 55})
	part := mat.NewSymDense(4, nil)
	part.CopySym(w.SliceSym(0, 4))
	sameChoice(t, "with an isolated sample",
		chosen(t, MRSF{Similarity: graph.Precomputed{Matrix: part}}, three, 2),
		chosen(t, MRSF{Similarity: graph.Precomputed{Matrix: w}}, four, 2))
}

func TestMRSFRefuses(t *testing.T) {
	d := clouds(1, 12, 3, 2, 1)
	eye := mat.NewSymDense(12, nil)
	for i := range 12 {
		eye.SetSym(i, i, 1)
	}
	negative := mat.NewSymDense(12, nil)
	negative.SetSym(0, 1, -1)
	for _, test := range []struct {
		m    MRSF
		want string
	}{
		{MRSF{Similarity: graph.RBF{Width: -1}}, "mrsf: width = -1"},
		{MRSF{Similarity: graph.Neighbors{K: 12}}, "mrsf: "},
		{MRSF{Similarity: graph.Precomputed{Matrix: eye}},
			"mrsf: the similarity joins no two samples"},
		{MRSF{Similarity: graph.Precomputed{Matrix: negative}},
			"mrsf: the precomputed similarity of samples 0 and 1 is -1"},
		{MRSF{Similarity: graph.Precomputed{Matrix: mat.NewSymDense(2, nil)}},
			"mrsf: the precomputed similarity is 2×2"},
	} {
		if r, err := test.m.Select(t.Context(), d, algorithms.Options{K: 2}); r != nil ||
			err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %v; want %s…", test.m, err, test.want)
		}
	}
}

// The redundancy of 5% of the features, chosen with classes on 60% of the samples, against Table V
// of FSIR²: the mean squared cosine, not centered, of pairs.
func TestMRSFRealRedundancy(t *testing.T) {
	realdata.Need(t, "warpPIE10P.mat", "TOX_171.mat", "pixraw10P.mat")
	const splits = 4
	tests := []struct {
		name            string
		printed, within float64
	}{{"warpPIE10P", .50, .08}, {"TOX_171", .84, .03}, {"pixraw10P", .60, .05}}
	for _, test := range longtest.Or(tests[:1], tests) {
		t.Run(test.name, func(t *testing.T) {
			d := must.Get(datasets.Load(test.name, datasets.Options{}))(t)
			var mean float64
			for seed := range uint64(splits) {
				part, err := d.Rows(rand.New(rand.NewPCG(seed, 2016)).Perm(d.N())[:d.N()*3/5])
				must.Do(t, err)
				r := chosen(t, MRSF{}, part, d.D()/20)
				of := must.Get(redundancy.Of(t.Context(), d, r.Features, 0))(t)
				mean += of.SqCosUncentered / splits
			}
			t.Logf("%s: redundancy %.3f, printed %.2f", test.name, mean, test.printed)
			if math.Abs(mean-test.printed) > test.within {
				t.Errorf("%s: redundancy %.3f, printed %.2f", test.name, mean, test.printed)
			}
		})
	}
}

// BenchmarkMRSF chooses 50 features. The unit is SPFS-NES with the same graph: "nes" is the
// ratio to its time in the same run, for the same passes over X. d grows tenfold.
func BenchmarkMRSF(b *testing.B) {
	for _, p := range []int{2000, 20000} {
		d := clouds(1, 100, p, 5, 3)
		for _, s := range []graph.Similarity{graph.SameClass{}, graph.RBF{}} {
			b.Run(fmt.Sprintf("%s/100×%d", s, p), func(b *testing.B) {
				opt := algorithms.Options{K: 50}
				methodtest.Ratio(b, "nes", func() {
					must.Get((spfs.NES{Similarity: s}).Select(context.Background(), d,
						opt))(b)
				}, func() {
					must.Get((MRSF{Similarity: s}).Select(context.Background(), d,
						opt))(b)
				})
			})
		}
	}
}
