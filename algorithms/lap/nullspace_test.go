package lap

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/rowsparse"
)

// With fewer samples than features, the steps equal those in an explicit basis of the null space.
func TestAgainstNullSpaceBasis(t *testing.T) {
	for _, shape := range longtest.And([][3]int{{15, 40, 1}, {20, 90, 3}},
		[3]int{30, 170, 1}, [3]int{25, 180, 4}) {
		n, d, dim := shape[0], shape[1], shape[2]
		data := random(uint64(d+dim), n, d)
		p := problemOf(t, data, ULAP{Dimensions: dim, Gamma: .01})
		got := must.Get(p.plain(t.Context(), 1e-4, 1000))(t)
		basis := nullBasis(data.X, p.pairs)
		_, left := basis.Dims()
		norms := make([]float64, d)
		for l := range norms {
			norms[l] = mat.Norm(basis.RowView(l), 2) * math.Sqrt(float64(dim)/float64(left))
		}
		for range got.steps {
			var inside, half mat.Dense
			half.Mul(mat.NewDiagDense(d, rowsparse.Weights(norms, 1, 1e-10)), basis)
			inside.Mul(basis.T(), &half)
			s := mat.NewSymDense(left, nil)
			for i := range left {
				for j := i; j < left; j++ {
					s.SetSym(i, j, (inside.At(i, j)+inside.At(j, i))/2)
				}
			}
			var eigen mat.EigenSym
			eigen.Factorize(s, true)
			var all, w mat.Dense
			eigen.VectorsTo(&all)
			w.Mul(basis, all.Slice(0, left, 0, dim))
			norms = rowsparse.RowNorms(&w, nil)
		}
		var most float64
		for l, v := range norms {
			most = max(most, math.Abs(v-got.norms[l]))
		}
		var z mat.Dense
		z.Mul(differences(data.X, p.pairs), got.s.W)
		far := mat.Norm(&z, 2)
		t.Logf("%d×%d, m = %d: after %d steps the norms differ by %.1e; the pairs project to "+
			"within %.1e", n, d, dim, got.steps, most, far)
		if most > 1e-8 || far > 1e-9 || !got.null {
			t.Errorf("%d×%d, m = %d: norms differ by %.1e, pairs project to within %.1e", n, d, dim,
				most, far)
		}
	}
}

// differences has a row x_i - x_j for each pair.
func differences(x *mat.Dense, pairs []graphs.Edge) *mat.Dense {
	_, d := x.Dims()
	out := mat.NewDense(len(pairs), d, nil)
	for k, e := range pairs {
		for j := range d {
			out.Set(k, j, x.At(e.I, j)-x.At(e.J, j))
		}
	}
	return out
}

// nullBasis is an orthonormal basis (columns) of the complement of the differences.
func nullBasis(x *mat.Dense, pairs []graphs.Edge) *mat.Dense {
	_, d := x.Dims()
	var svd mat.SVD
	svd.Factorize(differences(x, pairs), mat.SVDFullV)
	rank := 0
	for _, v := range svd.Values(nil) {
		if v > 1e-9 {
			rank++
		}
	}
	var v mat.Dense
	svd.VTo(&v)
	return mat.DenseCopyOf(v.Slice(0, d, rank, d))
}

// In the null space a gamma up to gamma/multiplier has no effect. With a larger one W leaves the
// null space for a lower objective.
func TestGammaInNullSpace(t *testing.T) {
	data := random(3, 20, 60)
	small := learned(t, SLAP{Dimensions: 2, Gamma: 1e-3}, data)
	limit := 1e-3 / extra(t, small, "multiplier")
	near := learned(t, SLAP{Dimensions: 2, Gamma: .99 * limit}, data)
	far := learned(t, SLAP{Dimensions: 2, Gamma: 20 * limit}, data)
	for l, v := range small.Norms {
		// ε does not scale with gamma, so the norms agree up to its effect.
		if math.Abs(v-near.Norms[l]) > 1e-9 {
			t.Errorf("row %d: norm %v for small gamma, %v for gamma %.3g", l, v, near.Norms[l],
				.99*limit)
		}
	}
	const null = "in the null space"
	if extra(t, near, null) != 1 || extra(t, far, null) != 0 {
		t.Errorf("in the null space: near %v, far %v", extra(t, near, null), extra(t, far, null))
	}
	stay := objective(data.X, small, 20*limit)
	if got := float64(*far.Scores.Diagnostics.Objective); got >= stay*(1-1e-6) {
		t.Errorf("gamma %.3g: objective %v outside, %v inside", 20*limit, got, stay)
	} else {
		t.Logf("limit %.3g; at 20 times the limit the objective is %v, with W in the null space "+
			"%v", limit, got, stay)
	}
	// Below the limit, steps without the constraint gain almost nothing.
	pairs, _, err := nearest(t.Context(), data, 5, Or, true, algorithms.Options{})
	must.Do(t, err)
	p := &problem{x: data.X, pairs: pairs, m: 2, gamma: .5 * limit, epsilon: 1e-10}
	at := p.at(&rowsparse.Solution{W: small.W, Span: small.W, Share: ones(2)}, false)
	start := at.value
	for range 20 {
		s := must.Get(p.step(t.Context(), at, function{p: p}))(t)
		at = p.at(s, false)
	}
	t.Logf("gamma of half the limit: 20 steps without the constraint gain %.1e, distances up to "+
		"%.1e", 1-at.value/start, maxOf(at.far))
	if gain := 1 - at.value/start; gain > 1e-4 || maxOf(at.far) > 1e-5 {
		t.Errorf("below the limit the steps without the constraint gain %.1e, with distances up "+
			"to %.1e", gain, maxOf(at.far))
	}
	if w := strings.Join(small.Scores.Warnings, ";"); !strings.Contains(w, "gamma") {
		t.Errorf("warnings %q do not mention gamma", w)
	}
}

func maxOf(v []float64) float64 {
	var most float64
	for _, x := range v {
		most = max(most, x)
	}
	return most
}
