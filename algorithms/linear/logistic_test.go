package linear

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

func glmRanking(t *testing.T, m algorithms.Selector, d *datasets.Dataset, k int,
) *algorithms.Ranking {
	t.Helper()
	r, err := algorithms.Run(context.Background(), m, d, algorithms.Options{K: k, Workers: 1})
	must.Do(t, err)
	return r
}

// glmMethods are all configurations.
var glmMethods = []algorithms.Selector{LogisticL1{}, LogisticL1{Logits: OneVsRest}, LSL21{},
	LLL21{}, LLL21{Loss: Softmax}}

// TestGLMGaps: the certificates hold on published data, with all features.
func TestGLMGaps(t *testing.T) {
	realdata.Need(t, "ALLAML.mat", "GLIOMA.mat", "Hill_Valley.mat", "vehicle_uni.mat")
	for _, name := range longtest.And([]string{"ALLAML", "GLIOMA", "Hill_Valley", "Vehicle"},
		"Breast2", "LEU_3571", "Leukemia_Golub38", "LUNG_1543_substitute", "SRBCT", "TOX_171",
		"BINALPHA", "COIL20", "MFEAT", "ORL", "ORL_28x23", "orlraws10P", "PalmData25",
		"pixraw10P", "UMIST", "warpAR10P", "warpPIE10P", "PCMAC", "RELATHE", "australian",
		"credit_g", "crx", "Ecoli_343", "ecoli_7", "german_data", "german_numeric",
		"heart_statlog", "Hill_Valley_noise", "ionosphere", "Musk_v1", "Segment", "segment_arff",
		"vehicle_arff", "vote", "Wine_mat", "iris", "wine", "wdbc", "digits") {
		d, err := datasets.Load(name, datasets.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, m := range glmMethods {
			r := glmRanking(t, m, d, min(d.D(), 50))
			t.Logf("%s, %s: gap %.1e, %v", name, r.Label,
				float64(r.Diagnostics.Certificate.Value), r.Elapsed)
			if g := r.Diagnostics; !g.Converged || g.Certificate.Value > 1e-8 {
				t.Errorf("%s, %s: gap %.1e", name, r.Label, float64(g.Certificate.Value))
			}
		}
	}
}

// TestGLMConditions: at the λ of an answer, and at each entry of a path, the conditions of
// optimality hold for all columns, with numbers from products that the fit does not keep.
func TestGLMConditions(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	d, z := glmRandom(rng, 30, 300, 3)
	class, classes := glmClasses(d)
	softmax := LLL21{Loss: Softmax}.problem(class, classes)
	for _, p := range []*l21Problem{LLL21{Loss: Binary}.problem(class, classes), softmax,
		{loss: l21Codes(class, classes), weight: 1}} {
		s := glmFitOf(t, d, p.loss, true)
		must.Do(t, s.byHalving(context.Background(), 25, func(int) {}))
		if s.f.rows() != 25 {
			t.Errorf("%d rows, want 25", s.f.rows())
		}
		glmConditions(t, s.f, z)
		cold := glmFitOf(t, d, p.loss, true)
		must.Do(t, cold.solve(context.Background(), .5*cold.f.max))
		glmConditions(t, cold.f, z)
	}
	for _, loss := range []*glmLoss{softmax.loss, glmAgainst(class, 1)} {
		cols := must.Get(newGLMColumns(context.Background(), d, 1))(t)
		p := must.Get(newGLMPath(context.Background(), cols, loss))(t)
		entries := 0
		for {
			_, ok, err := p.next(context.Background())
			must.Do(t, err)
			if !ok {
				break
			}
			entries++
			glmConditions(t, p.f, z)
		}
		if entries < 10 {
			t.Errorf("%d entries", entries)
		}
	}
}

// glmConditions checks the conditions for all columns of z.
func glmConditions(t *testing.T, f *glmFit, z [][]float64) {
	t.Helper()
	w := glmZeros(len(z[0]), f.loss.q)
	for a, j := range f.work {
		copy(w[j], f.w[a])
	}
	state := f.loss.newState()
	for c := range state.eta {
		for i := range z {
			state.eta[c][i] = f.b[c]
			for j, v := range z[i] {
				state.eta[c][i] += v * w[j][c]
			}
		}
	}
	f.loss.evaluate(state)
	for c, r := range state.r {
		if sum := floats.Sum(r); math.Abs(sum) > 1e-12 {
			t.Errorf("the residuals of class %d add up to %v", c, sum)
		}
	}
	for j := range w {
		u := make([]float64, f.loss.q)
		for c := range u {
			for i := range z {
				u[c] += z[i][j] * state.r[c][i] / float64(len(z))
			}
		}
		if off := f.off(u, w[j]); off > 1.1e-9*f.lambda {
			t.Errorf("column %d: the conditions are violated by %v of %v", j, off, f.lambda)
		}
	}
}

// TestLL21TwoLosses: for two classes the two losses have the same sets, and norms that differ by 2.
func TestLL21TwoLosses(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	d, _ := glmRandom(rng, 25, 12, 2)
	for _, k := range []int{1, 4, 9} {
		a, b := glmRanking(t, LLL21{}, d, k), glmRanking(t, LLL21{Loss: Softmax}, d, k)
		if !slices.Equal(a.Features, b.Features) {
			t.Errorf("k = %d: %v and %v", k, a.Features, b.Features)
		}
		for i, v := range a.Scores {
			want := b.Scores[i]
			if v > 0 {
				want *= 2 // of a row that is not 0
			}
			if math.Abs(v-want) > 1e-9 {
				t.Errorf("k = %d: scores %v and %v", k, a.Scores, b.Scores)
			}
		}
	}
}
