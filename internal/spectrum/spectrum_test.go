package spectrum

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// The search for a few eigenpairs of a large matrix against the whole decomposition,
// eigenvalues that come three times among them.
func TestSmallest(t *testing.T) {
	const n = 400
	rng := rand.New(rand.NewPCG(4, 4))
	var q mat.QR
	g := mat.NewDense(n, n, nil)
	g.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, g)
	q.Factorize(g)
	var v mat.Dense
	q.QTo(&v)
	known := make([]float64, n)
	for i := range known {
		known[i] = []float64{0, 0, 5e-8, 2e-6, .01, .1, .1, .1, .3}[min(i, 8)] +
			max(0, float64(i-8))/n*1.6
	}
	var scaled, product mat.Dense
	scaled.Mul(&v, mat.NewDiagDense(n, known))
	product.Mul(&scaled, v.T())
	m := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			m.SetSym(i, j, (product.At(i, j)+product.At(j, i))/2)
		}
	}
	for want, count := range map[int]int{1: 2, 3: 3, 4: 4, 5: 5, 6: 8, 8: 8, 20: 20} {
		values, vectors, err := Smallest(t.Context(), copied(m), want)
		if err != nil || len(values) != count || !floats.EqualApprox(values, known[:count], 1e-13) {
			t.Errorf("%d wanted: found %v, %v, want %v", want, err, values, known[:count])
			continue
		}
		if _, _, ok := search(t.Context(), copied(m), want); !ok && want <= 8 {
			t.Errorf("%d wanted: the whole decomposition was needed", want)
		}
		for c, y := range vectors {
			var outside float64 // of the first count eigenvectors
			for k := count; k < n; k++ {
				p := floats.Dot(y, mat.Col(nil, k, &v))
				outside += p * p
			}
			// As far as the eigenvalues are apart, rounding can tell the vectors.
			if tell := 1e-13 / (known[count] - known[count-1]); math.Sqrt(outside) > tell {
				t.Errorf("%d wanted: vector %d has a part of %.1e in others, more than %.1e", want,
					c, math.Sqrt(outside), tell)
			}
		}
	}
	if _, _, ok := search(t.Context(), mat.NewSymDense(300, nil), 5); ok {
		t.Error("of a matrix of zeros five eigenvectors were found, and no equals")
	}
}

// Both ends of pencils of known eigenvalues, some of which come twice, of a size for the search and
// of one for the whole decomposition; b has a condition of 100 or of 1e6.
func TestPencils(t *testing.T) {
	for _, n := range []int{30, 300} {
		for _, spread := range []float64{1, 3} {
			rng := rand.New(rand.NewPCG(uint64(n), 6))
			var q mat.QR
			g := mat.NewDense(n, n, nil)
			g.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, g)
			q.Factorize(g)
			var v, half, product mat.Dense
			q.QTo(&v)
			// a = RΛR', b = RR' with R = V·diag: z = R'⁻¹ has z'az = Λ and z'bz = I.
			known := make([]float64, n)
			scaled, root := mat.DenseCopyOf(&v), mat.DenseCopyOf(&v)
			for k := range known {
				known[k] = []float64{0, 1e-6, .01, .01, .2}[min(k, 4)] +
					max(0, float64(k-4))/float64(n)
				if k >= n-3 {
					known[k] = []float64{1.5, 1.5, 2}[k-n+3]
				}
				size := math.Pow(10, spread*rng.Float64())
				for i := range n {
					root.Set(i, k, v.At(i, k)*size)
					scaled.Set(i, k, v.At(i, k)*size*known[k])
				}
			}
			half.Mul(scaled, root.T())
			product.Mul(root, root.T())
			a, b := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
			for i := range n {
				for j := i; j < n; j++ {
					a.SetSym(i, j, (half.At(i, j)+half.At(j, i))/2)
					b.SetSym(i, j, (product.At(i, j)+product.At(j, i))/2)
				}
			}
			rounding := 1e-13 * math.Pow(100, spread)
			check := func(what string, wanted []float64, values []float64, vectors [][]float64,
				err error) {
				t.Helper()
				if err != nil || len(values) != len(wanted) ||
					!floats.EqualApprox(values, wanted, rounding) {
					t.Fatalf("n = %d, %s: found %v, %v, want %v", n, what, values, err, wanted)
				}
				for c, z := range vectors {
					var left, right mat.VecDense
					at := mat.NewVecDense(n, z)
					left.MulVec(a, at)
					right.MulVec(b, at)
					if length := mat.Dot(at, &right); math.Abs(length-1) > rounding {
						t.Errorf("n = %d, %s, vector %d: z'bz = %g", n, what, c, length)
					}
					left.AddScaledVec(&left, -values[c], &right)
					if size := mat.Norm(&right, 2); mat.Norm(&left, 2) > rounding*size {
						t.Errorf("n = %d, %s, vector %d: residual %.1e of %.1e", n, what, c,
							mat.Norm(&left, 2), size)
					}
				}
			}
			for want, count := range map[int]int{1: 1, 3: 4, 6: 6} {
				values, vectors, err := SmallestOf(t.Context(), a, b, want)
				check("smallest", known[:count], values, vectors, err)
			}
			top := slices.Clone(known)
			slices.Reverse(top)
			near := mat.NewDense(n, 2, nil) // any vectors may come first
			near.Set(0, 0, 1)
			near.Set(1, 1, 1)
			for want, count := range map[int]int{1: 1, 2: 3, 5: 5} {
				for _, from := range []*mat.Dense{nil, near} {
					values, vectors, err := LargestOf(t.Context(), a, b, want, from)
					check("largest", top[:count], values, vectors, err)
				}
			}
		}
	}
	one := mat.NewSymDense(2, []float64{1, 0, 0, 1})
	if _, _, err := SmallestOf(t.Context(), one, mat.NewSymDense(2, []float64{1, 1, 1, 1}),
		1); err != ErrSingular {
		t.Errorf("a singular matrix below gives the error %v", err)
	}
	if _, _, err := LargestOf(t.Context(), one, mat.NewSymDense(2, []float64{1, 1, 1, 1}), 1,
		nil); err != ErrSingular {
		t.Errorf("a singular matrix below gives the error %v", err)
	}
}

// U'⁻¹aU⁻¹ is c for a = U'cU, with several blocks of rows and columns.
func TestBetween(t *testing.T) {
	const n = 2*solvedAtOnce + 9
	rng := rand.New(rand.NewPCG(3, 7))
	c, b := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			c.SetSym(i, j, rng.NormFloat64())
			b.SetSym(i, j, rng.NormFloat64()/n)
		}
		b.SetSym(i, i, 2+rng.Float64())
	}
	root, ok := upper(b, 0)
	if !ok {
		t.Fatal("b is not positive definite")
	}
	u := mat.NewDense(n, n, nil)
	for i := range n {
		copy(u.RawRowView(i)[i:], root.Data[i*root.Stride+i:i*root.Stride+n])
	}
	var half, product, square mat.Dense
	half.Mul(u.T(), c)
	product.Mul(&half, u)
	square.Mul(u.T(), u)
	if !mat.EqualApprox(&square, b, 1e-13) {
		t.Fatal("U'U is not b")
	}
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			a.SetSym(i, j, product.At(i, j))
		}
	}
	got, err := between(t.Context(), a, root)
	if err != nil || !mat.EqualApprox(got, c, 1e-11) {
		t.Errorf("U'⁻¹aU⁻¹ is another matrix; %v", err)
	}
}

// The least eigenvalue against the whole decomposition, of matrices of which only products are
// looked at.
func TestLeast(t *testing.T) {
	for _, n := range []int{1, 40, 301, 450} {
		rng := rand.New(rand.NewPCG(uint64(n), 5))
		a := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				a.SetSym(i, j, math.Abs(rng.NormFloat64()))
			}
		}
		products := 0
		least, size, err := Least(t.Context(), a, func(dst, v []float64) error {
			products++
			mat.NewVecDense(n, dst).MulVec(a, mat.NewVecDense(n, v))
			return nil
		})
		var eigen mat.EigenSym
		eigen.Factorize(a, false)
		values := eigen.Values(nil)
		if err != nil || math.Abs(least-values[0]) > 1e-11*size ||
			math.Abs(size-values[n-1]) > 1e-9*size {
			t.Errorf("n = %d: least %v of size %v, want %v, %v; %v", n, least, size, values[0],
				values[n-1], err)
		}
		t.Logf("n = %d: %d products, off by %.1e", n, products, least-values[0])
	}
}

// copied is a copy of m, which a search overwrites.
func copied(m *mat.SymDense) *mat.SymDense {
	out := mat.NewSymDense(m.SymmetricDim(), nil)
	out.CopySym(m)
	return out
}
