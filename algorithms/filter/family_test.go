package filter_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/traceratio"
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

// The identities of sections 3.1 and 3.2 for γ(λ) = λ, which needs no eigenvectors.
func TestSPECIdentities(t *testing.T) {
	for seed := range uint64(10) {
		d, matrix := problem(t, seed, 25, 6)
		for what, c := range manySimilarities(t, d, matrix) {
			m := newLiteral(c.k)
			with := func(criterion filter.SPECCriterion) *algorithms.Scores {
				spec := c.spec
				spec.Criterion = criterion
				return methodtest.Score(t, spec, d, algorithms.Options{})
			}
			phi1, phi2, phi3 := with(filter.Phi1), with(filter.Phi2), with(filter.Phi3)
			laplacian := methodtest.Score(t,
				filter.Laplacian{Similarity: graph.Precomputed{Matrix: c.k}}, d,
				algorithms.Options{})
			for j := range d.D() {
				f := mat.Col(nil, j, d.X)
				tilde := m.centered(f)
				near(t, what+": φ1 = f'Lf/f'Df", j, phi1.Raw[j], inner(f, m.l)/inner(f, m.d))
				near(t, what+": φ2 = f~'Lf~/f~'Df~", j, phi2.Raw[j],
					inner(tilde, m.l)/inner(tilde, m.d))
				near(t, what+": φ2 is the Laplacian score", j, phi2.Raw[j], laplacian.Raw[j])
				near(t, what+": φ3 = 2 - φ1", j, phi3.Values[j], 2-phi1.Raw[j])
				near(t, what+": (3.3)", j, laplacian.Values[j], inner(tilde, m.k)/inner(tilde, m.d))
				near(t, what+": (3.5) of φ1", j, phi1.Values[j], inner(f, m.k)/inner(f, m.d))
				near(t, what+": (3.5) of φ3", j, phi3.Values[j], 1+inner(f, m.k)/inner(f, m.d))
			}
		}
	}
}

// Eq. 2.4 with zero diagonals, eq. 3.16 and the score of a feature are equal for any symmetric K,
// and the score of a set is the sum over its features.
func TestHSICIdentities(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for seed := range uint64(10) {
		n := 4 + int(seed)*3
		d, _ := problem(t, seed, n, 6)
		k := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				k.SetSym(i, j, rng.NormFloat64())
			}
		}
		classes := graphs.NewClasses(d.Y, len(d.Classes)).Affinity()
		for what, c := range map[string]struct {
			m filter.HSIC
			k mat.Symmetric
		}{"precomputed": {filter.HSIC{Similarity: graph.Precomputed{Matrix: k}, Unscaled: true}, k},
			"class": {filter.HSIC{Unscaled: true}, classes}} {
			s := methodtest.Score(t, c.m, d, algorithms.Options{}).Values
			c.m.Unscaled = false
			standard := methodtest.Score(t, c.m, d, algorithms.Options{}).Values
			zero := mat.DenseCopyOf(c.k)
			ones := mat.NewDense(n, n, nil)
			for i := range n {
				zero.Set(i, i, 0)
				for j := range n {
					ones.Set(i, j, 1)
				}
			}
			total, nf := mat.Sum(zero), float64(n)
			hat := mat.NewDense(n, n, nil) // (3.16)
			hat.Apply(func(i, j int, _ float64) float64 {
				r := mat.Sum(zero.RowView(i))
				v := zero.At(i, j) + total/((nf-1)*(nf-2)) - 2/(nf-2)*r
				if i == j {
					v += 2/(nf-2)*r - total/((nf-1)*(nf-2))
				}
				return v / (nf * (nf - 3))
			}, hat)
			estimate := func(features ...int) float64 { // (2.4)
				var kf mat.Dense
				part := mat.NewDense(n, len(features), nil)
				for c, j := range features {
					part.SetCol(c, mat.Col(nil, j, d.X))
				}
				kf.Mul(part, part.T())
				for i := range n {
					kf.Set(i, i, 0)
				}
				var product mat.Dense
				product.Mul(&kf, zero)
				return (mat.Trace(&product) + mat.Sum(&kf)*total/((nf-1)*(nf-2)) - 2/(nf-2)*mat.Sum(
					&product)) / (nf * (nf - 3))
			}
			sum := 0.0
			for j := range d.D() {
				f := mat.Col(nil, j, d.X)
				near(t, what+": (2.4)", j, s[j], estimate(j))
				near(t, what+": (3.16)", j, s[j], inner(f, hat))
				var mean, square float64
				for _, v := range f {
					mean += v / nf
				}
				for _, v := range f {
					square += (v - mean) * (v - mean) / nf
				}
				near(t, what+": unit variance", j, standard[j], s[j]/square)
				sum += s[j]
			}
			near(t, what+": a set has the sum", 0, estimate(0, 1, 2, 3, 4, 5), sum)
		}
	}
}

// Section 3.4: the forms f'(L_b - λL_w)f sum to 0 over the optimal subset.
func TestTraceRatioIsOfTheFamily(t *testing.T) {
	d, _ := problem(t, 11, 40, 12)
	r := must.Get(traceratio.TraceRatio{}.Select(t.Context(), d, algorithms.Options{K: 4}))(t)
	m := newLiteral(graphs.NewClasses(d.Y, len(d.Classes)).Affinity())
	lambda := float64(*r.Diagnostics.Objective)
	var sum, scale float64
	for i, j := range r.Features {
		f := m.centered(mat.Col(nil, j, d.X)) // so that f'L_b f = f'Kf
		value := inner(f, m.k) - lambda*inner(f, m.l)
		near(t, "the score of the trace ratio", j, r.Scores[i], value)
		sum, scale = sum+value, scale+inner(f, m.k)
	}
	if math.Abs(sum) > 1e-10*scale {
		t.Errorf("the sum over the optimum is %v of %v", sum, scale)
	}
}

// With classes of one size HSIC is an increasing function of the Fisher score: a share b of the
// variance n between the classes gives b n/m' + const, with the same constants for all features.
func TestHSICOfEqualClassesRanksAsFisher(t *testing.T) {
	iris := methodtest.Load(t, "iris")
	rng := rand.New(rand.NewPCG(2, 2))
	x := mat.NewDense(150, 60, nil)
	x.Apply(func(i, j int, _ float64) float64 {
		return float64(j%7)*float64(iris.Y[i]) + 4*rng.NormFloat64()
	}, x)
	d := *iris
	d.X, d.Features = x, nil
	for j := range 60 {
		d.Features = append(d.Features, string(rune('!'+j)))
	}
	fisher, hsic := methodtest.Score(t, filter.Fisher{}, &d, algorithms.Options{}),
		methodtest.Score(t, filter.HSIC{}, &d,
			algorithms.Options{})
	if !slices.Equal(fisher.Order(), hsic.Order()) {
		t.Errorf("HSIC ranks\n%v, Fisher\n%v", hsic.Order(), fisher.Order())
	}
	line := func(j int) float64 { return fisher.Values[j] / (1 + fisher.Values[j]) }
	slope := (hsic.Values[1] - hsic.Values[0]) / (line(1) - line(0))
	for j, v := range hsic.Values {
		near(t, "HSIC is linear in SC_F/(1 + SC_F)", j, v, hsic.Values[0]+slope*(line(j)-line(0)))
	}
}
