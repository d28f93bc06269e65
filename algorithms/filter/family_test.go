package filter_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// The statements of SPFS (2013, section 3) on the family, checked with all matrices formed.

// problem is a random data set of unequal classes and offsets with a similarity
// that has no negative entries.
func problem(t *testing.T, seed uint64, n, p int) (*datasets.Dataset, *mat.SymDense) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 3))
	y := make([]int, n)
	for i := range y {
		y[i] = min(rng.IntN(4), 2)
	}
	y[0], y[1] = 0, 1
	columns := make([][]float64, p)
	for j := range columns {
		columns[j] = make([]float64, n)
		mean := 3 * rng.NormFloat64()
		for i := range n {
			columns[j][i] = mean + float64(y[i])*float64(j)/3 + rng.NormFloat64()
		}
	}
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			if i == j || rng.IntN(3) > 0 {
				k.SetSym(i, j, rng.Float64())
			}
		}
	}
	return methodtest.Classes(t, y, columns...), k
}

// manySimilarities returns the kinds of K, each as a parameter of SPEC and as a matrix.
func manySimilarities(t *testing.T, d *datasets.Dataset, matrix *mat.SymDense) map[string]struct {
	spec filter.SPEC
	k    mat.Symmetric
} {
	t.Helper()
	rbf, _, err := graphs.Gaussian{Percentile: 20}.Matrix(t.Context(), d.X, 0, nil)
	must.Do(t, err)
	knn := must.Get(graphs.HeatKernel(t.Context(), d.X, 4, 0, 0, nil))(t)
	return map[string]struct {
		spec filter.SPEC
		k    mat.Symmetric
	}{
		"precomputed": {filter.SPEC{Similarity: graph.Precomputed{Matrix: matrix}}, matrix},
		"rbf":         {filter.SPEC{}, rbf},
		"neighbors":   {filter.SPEC{Similarity: graph.Neighbors{K: 4}}, knn},
		"class": {filter.SPEC{Similarity: graph.SameClass{}},
			graphs.NewClasses(d.Y, len(d.Classes)).Affinity()},
	}
}

// literal holds D, L and the matrices derived from them.
type literal struct {
	k, d, l, root *mat.Dense
	normalized    *mat.SymDense // ℒ
}

func newLiteral(k mat.Symmetric) *literal {
	n := k.SymmetricDim()
	m := &literal{k: mat.DenseCopyOf(k), d: mat.NewDense(n, n, nil), root: mat.NewDense(n, n, nil),
		l: &mat.Dense{}, normalized: mat.NewSymDense(n, nil)}
	for i := range n {
		degree := mat.Sum(m.k.RowView(i))
		m.d.Set(i, i, degree)
		m.root.Set(i, i, math.Sqrt(degree))
	}
	m.l.Sub(m.d, m.k)
	for i := range n {
		for j := i; j < n; j++ {
			m.normalized.SetSym(i, j, m.l.At(i, j)/m.root.At(i, i)/m.root.At(j, j))
		}
	}
	return m
}

func inner(f []float64, a mat.Matrix) float64 {
	v := mat.NewVecDense(len(f), f)
	return mat.Inner(v, a, v)
}

// centered is f~ = f - (f'D1/1'D1) 1.
func (m *literal) centered(f []float64) []float64 {
	var sum, total float64
	for i, v := range f {
		sum += v * m.d.At(i, i)
		total += m.d.At(i, i)
	}
	out := make([]float64, len(f))
	for i, v := range f {
		out[i] = v - sum/total
	}
	return out
}

func near(t *testing.T, what string, column int, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-10*max(1, math.Abs(want))) {
		t.Errorf("%s, column %d: %v, want %v", what, column, got, want)
	}
}

// (3.8): on the class graph the Laplacian score is 1/(1 + Fisher score).
func TestLaplacianOfTheClassGraphIsFisher(t *testing.T) {
	for seed := range uint64(20) {
		d, _ := problem(t, seed, 30, 8)
		classes := graphs.NewClasses(d.Y, len(d.Classes))
		laplacian := methodtest.Score(t,
			filter.Laplacian{Similarity: graph.Precomputed{Matrix: classes.Affinity()}}, d,
			algorithms.Options{})
		for j, f := range methodtest.Score(t, filter.Fisher{}, d, algorithms.Options{}).Values {
			near(t, "SC_L = 1/(1 + SC_F)", j, laplacian.Raw[j], 1/(1+f))
		}
	}
}

// Section 2.2 with all eigenpairs of ℒ, ξ_1 being D^½1/‖·‖, and section 3.2 with K^. For
// eigenvectors of equal eigenvalues see TestSPECSharesEqualEigenvalues.
func TestSPECAgainstEigenvectors(t *testing.T) {
	for seed := range uint64(4) {
		d, matrix := problem(t, seed, 16, 5)
		for what, c := range manySimilarities(t, d, matrix) {
			m := newLiteral(c.k)
			n := d.N()
			var eigen mat.EigenSym
			if !eigen.Factorize(m.normalized, true) {
				t.Fatal("no eigenvalues")
			}
			lambda := eigen.Values(nil)
			var xi mat.Dense
			eigen.VectorsTo(&xi)
			for _, power := range []float64{0.5, 1, 2, 3.5} {
				gamma := func(v float64) float64 {
					if v < 1e-12 { // λ_1 = 0
						return 0
					}
					return math.Pow(v, power)
				}
				// K^ = D^½ U (I - γ(Σ)) U' D^½
				hat := mat.NewDense(n, n, nil)
				for i, v := range lambda {
					var u mat.VecDense
					u.MulVec(m.root, xi.ColView(i))
					var outer mat.Dense
					outer.Outer(1-gamma(v), &u, &u)
					hat.Add(hat, &outer)
				}
				for _, k := range []int{0, 1, 4, n} {
					if what == "class" && k == 1 || k > 1 && k < n && lambda[k]-lambda[k-1] < 1e-6 {
						continue
					}
					spec := c.spec
					spec.Power, spec.Eigenvectors = power, k
					with := func(criterion filter.SPECCriterion) *algorithms.Scores {
						spec.Criterion = criterion
						return methodtest.Score(t, spec, d, algorithms.Options{})
					}
					phi1, phi2, phi3 := with(filter.Phi1), with(filter.Phi2), with(filter.Phi3)
					for j := range d.D() {
						f := mat.NewVecDense(n, mat.Col(nil, j, d.X))
						var scaled, alpha mat.VecDense
						scaled.MulVec(m.root, f)
						scaled.ScaleVec(1/mat.Norm(&scaled, 2), &scaled)
						alpha.MulVec(xi.T(), &scaled)
						var sum, some float64
						for i, v := range lambda {
							a := alpha.AtVec(i)
							sum += gamma(v) * a * a
							if i < k || k == 0 {
								some += (gamma(2) - gamma(v)) * a * a
							}
						}
						first := mat.NewVecDense(n, nil)
						for i := range n {
							first.SetVec(i, m.root.At(i, i))
						}
						a := mat.Dot(&scaled, first) / mat.Norm(first, 2)
						near(t, what+": φ1", j, phi1.Raw[j], sum)
						near(t, what+": φ2", j, phi2.Raw[j], sum/(1-a*a))
						near(t, what+": φ3", j, phi3.Values[j], some)

						tilde := m.centered(f.RawVector().Data)
						near(t, what+": f^'K^f^ of φ1", j, phi1.Values[j],
							inner(f.RawVector().Data, hat)/inner(f.RawVector().Data, m.d))
						near(t, what+": f^'K^f^ of φ2", j, phi2.Values[j],
							inner(tilde, hat)/inner(tilde, m.d))
						// Section 3.2 prints ‖D^½f‖ below f - μ1, which gives another number.
						if printed := inner(tilde, hat) / inner(f.RawVector().Data,
							m.d); math.Abs(printed-phi2.Values[j]) < 1e-6 {
							t.Errorf("%s, column %d: f^ as printed gives φ2 as well", what, j)
						}
					}
				}
			}
		}
	}
}

// Equal eigenvalues share their weight. On the class graph, with eigenvalue 0 three times and 1 for
// the rest, φ3 in closed form equals φ3 by eigenvectors and the mean of φ3 over rotated bases.
func TestSPECSharesEqualEigenvalues(t *testing.T) {
	d, _ := problem(t, 3, 14, 5)
	classes := graphs.NewClasses(d.Y, len(d.Classes))
	var last algorithms.Numbers
	for k := 1; k <= d.N(); k++ {
		for _, power := range []float64{1, 2} {
			closed := methodtest.Score(t, filter.SPEC{Criterion: filter.Phi3,
				Similarity: graph.SameClass{},
				Power:      power, Eigenvectors: k}, d, algorithms.Options{}).Values
			listed := methodtest.Score(t, filter.SPEC{Criterion: filter.Phi3,
				Similarity: graph.Precomputed{Matrix: classes.Affinity()}, Power: power,
				Eigenvectors: k}, d, algorithms.Options{}).Values
			for j, v := range closed {
				near(t, "φ3 by closed form and by eigenvectors", j, listed[j], v)
				if power == 1 && last != nil && v < last[j]-1e-12 {
					t.Errorf("k = %d, column %d: φ3 fell from %v to %v", k, j, last[j], v)
				}
			}
			if power == 1 {
				last = closed
			}
		}
	}
	// k = 2 of three zeros: ξ_1 and half of the rest of the space.
	s := methodtest.Score(t, filter.SPEC{Criterion: filter.Phi3, Similarity: graph.SameClass{},
		Eigenvectors: 2}, d, algorithms.Options{}).Values
	m := newLiteral(classes.Affinity())
	for j, got := range s {
		f := mat.Col(nil, j, d.X)
		tilde := m.centered(f)
		within, norm := inner(f, m.l), inner(f, m.d)
		spread := inner(tilde, m.d)
		near(t, "φ3 of two of three zeros", j, got, 2*((norm-spread)+(spread-within)/2)/norm)
	}
}
