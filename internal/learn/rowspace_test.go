package learn

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// X = UTV' of any shape and rank: U and V have orthonormal columns, w = VT⁻¹y has the projected
// samples Uy, and U'g are products with U; samples of weight 0 and a ridge included.
func TestRowSpace(t *testing.T) {
	for seed, shape := range [][2]int{{40, 7}, {40, 39}, {40, 40}, {40, 41}, {12, 90}, {300, 30}} {
		n, d := shape[0], shape[1]
		for rank, copies := range []int{0, min(3, d/2)} { // columns that equal others
			for _, centered := range []bool{true, false} {
				for _, weighted := range []bool{true, false} {
					what := fmt.Sprintf("%d×%d, %d columns twice, centered %v, weighted %v", n, d,
						copies, centered, weighted)
					x, _ := classesOf(uint64(10*seed+rank), n, d, 3)
					for j := range copies {
						x.SetCol(d-1-j, mat.Col(nil, j, x))
					}
					var weights []float64
					joined := n
					if weighted {
						weights, joined = ones(n), n-2
						for i := range weights {
							weights[i] = float64(1 + i%4)
						}
						weights[3], weights[n-1] = 0, 0
					}
					want := min(d-copies, joined)
					if centered {
						want = min(d-copies, joined-1)
					}
					checkRowSpace(t, what, x, weights, centered, want)
				}
			}
		}
	}
}

func checkRowSpace(
	t *testing.T, what string, x *mat.Dense, weights []float64, centered bool, want int,
) {
	t.Helper()
	s := must.Get(newSamples(x, weights, centered))(t)
	r := must.Get(newRowSpace(t.Context(), s))(t)
	var svd mat.SVD
	svd.Factorize(s.dense(), mat.SVDNone)
	size := svd.Values(nil)[0]
	if r.rank != want || r.size > size*(1+1e-14) || r.size < .5*size {
		t.Errorf("%s: rank %d, want %d; size %g of %g", what, r.rank, want, r.size, size)
		return
	}
	trace := r.trace(s, func(z *mat.Dense) *mat.Dense { return z })
	if square := math.Pow(mat.Norm(s.dense(), 2), 2); math.Abs(trace-square) > 1e-12*square {
		t.Errorf("%s: trace %g, want %g", what, trace, square)
	}
	// Fewer columns than U has are reflected; all are written out.
	y, _ := classesOf(3, r.rank, 2, 2)
	g, _ := classesOf(4, s.n, 2, 2)
	some, inside := r.u.outside(mat.DenseCopyOf(y)), r.u.inside(mat.DenseCopyOf(g))
	v := r.lift(identity(r.rank))
	if !mat.EqualApprox(gramOf(v), unit(r.rank), 1e-12) {
		t.Errorf("%s: V'V is not I", what)
	}
	if projected := s.times(r.lift(r.solve(y))); !mat.EqualApprox(projected, some, 1e-11) {
		t.Errorf("%s: the projected samples are not Uy", what)
	}
	u, added, err := r.functions(t.Context(), nil)
	if err != nil || added != nil {
		t.Fatal(what, err, added)
	}
	var all, back mat.Dense
	all.Mul(u, y)
	back.Mul(u.T(), g)
	if !mat.EqualApprox(gramOf(u), unit(r.rank), 1e-12) || !mat.EqualApprox(&all, some, 1e-12) ||
		!mat.EqualApprox(&back, inside, 1e-11) ||
		!mat.EqualApprox(r.u.inside(mat.DenseCopyOf(g)), inside, 1e-11) {
		t.Errorf("%s: U is not what products are taken with", what)
	}
	image := mat.DenseCopyOf(u)
	for i := range s.n {
		row := image.RawRowView(i)
		for k := range row {
			row[k] *= float64(i)
		}
	}
	var form mat.Dense
	form.Mul(u.T(), image)
	if !mat.EqualApprox(r.form(u, image), &form, 1e-11*float64(s.n)) {
		t.Errorf("%s: the form of U is another one", what)
	}

	// With a ridge U'U is less than I by the part of the ridge.
	const rho = .3
	ridged := must.Get(r.ridged(t.Context(), rho))(t)
	u, added, err = ridged.functions(t.Context(), nil)
	must.Do(t, err)
	w := ridged.lift(ridged.solve(identity(r.rank)))
	var product mat.Dense
	product.Mul(s.dense(), w)
	sum := gramOf(u)
	sum.Add(sum, gramOf(added))
	own := gramOf(w)
	own.Scale(rho, own)
	if !mat.EqualApprox(&product, u, 1e-11) || !mat.EqualApprox(sum, unit(r.rank), 1e-12) ||
		!mat.EqualApprox(gramOf(added), own, 1e-11) {
		t.Errorf("%s: with a ridge the functions are not those of the stacked samples", what)
	}
	back.Reset()
	back.Mul(u.T(), g)
	if !mat.EqualApprox(ridged.u.inside(mat.DenseCopyOf(g)), &back, 1e-11) {
		t.Errorf("%s: with a ridge U'g is another one", what)
	}
}

// Columns that come twice make the triangle singular: the axes are those of the columns themselves,
// shared by both, of the same length in LDA and LFDA and with the same projected samples in LPP.
func TestDirectionsOfCopies(t *testing.T) {
	for seed, shape := range [][3]int{{60, 9, 3}, {30, 70, 4}} {
		n, d, c := shape[0], shape[1], shape[2]
		x, y := classesOf(uint64(seed), n, d, c)
		twice := mat.NewDense(n, 2*d, nil)
		twice.Augment(x, x)
		pairs := joinNearest(x, 4)
		g := must.Get(PairGraph(n, pairs))(t)
		for what, run := range map[string]func(x *mat.Dense) (*Directions, error){
			"LDA": func(x *mat.Dense) (*Directions, error) {
				return LDA(t.Context(), x, y, c-1, LDAOptions{})
			},
			"LDA, equal": func(x *mat.Dense) (*Directions, error) {
				return LDA(t.Context(), x, y, c-1, LDAOptions{Equal: true})
			},
			"LFDA": func(x *mat.Dense) (*Directions, error) {
				return LFDA(t.Context(), x, y, pairs, c-1, LFDAOptions{})
			},
			"LPP": func(x *mat.Dense) (*Directions, error) {
				return LPP(t.Context(), x, g, 2, LPPOptions{})
			},
		} {
			one, err := run(x)
			certified(t, what, one, err)
			two, err := run(twice)
			certified(t, what+" of copies", two, err)
			share := math.Sqrt(.5)
			if what == "LPP" {
				share = .5
			}
			for j := range d {
				for _, at := range []int{j, d + j} {
					must.Near(t, two.Norms[at], share*one.Norms[j], 1e-9*one.Norms[j]+1e-11,
						"%s, %d×%d: row %d of copies has norm", what, n, d, at)
				}
			}
		}
	}
}

// In the span of the class means LDA is what it is among all functions of the samples.
func TestLDAInSpanOfMeans(t *testing.T) {
	for seed, shape := range [][3]int{{50, 20, 4}, {300, 280, 3}, {40, 38, 5}, {20, 60, 3}} {
		n, d, c := shape[0], shape[1], shape[2]
		x, y := classesOf(uint64(20+seed), n, d, c)
		within := must.Get(ClassGraph(y))(t)
		for _, ridge := range []float64{0, .2} {
			for _, equal := range []bool{false, true} {
				p, err := LDA(t.Context(), x, y, c-1, LDAOptions{Ridge: ridge, Equal: equal})
				certified(t, "LDA", p, err)
				total := CompleteGraph(n).Laplacian
				if equal {
					total = func(z *mat.Dense) *mat.Dense { return equalClasses(z, y, within) }
				}
				q, err := discriminant(t.Context(), x, c-1, ridge, nil, within.Laplacian, total)
				certified(t, "LDA among all", q, err)
				for k, v := range q.Values {
					same := v == p.Values[k] || math.Abs(v-p.Values[k]) <= 1e-9*v
					if !same || !mat.EqualApprox(p.Axes, q.Axes, 1e-8) {
						t.Errorf("%v, ridge %g, equal %v: values %v, want %v", shape, ridge, equal,
							p.Values, q.Values)
						break
					}
				}
			}
		}
	}
}
