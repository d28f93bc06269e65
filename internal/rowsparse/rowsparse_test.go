package rowsparse

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"gonum.org/v1/gonum/mat"
)

// problem draws data as LAP meets it: r graded rows on standardized columns, and weights over five
// orders of magnitude.
func problem(rng *rand.Rand, r, d int, hard bool) Problem {
	b := mat.NewDense(r, d, nil)
	for i := range r {
		size := math.Sqrt(math.Pow(10, -.5+5*rng.Float64()))
		for j := range d {
			b.Set(i, j, size*rng.NormFloat64())
		}
	}
	norms := make([]float64, d)
	for l := range norms {
		norms[l] = math.Pow(rng.Float64(), 3)
		if rng.IntN(3) == 0 {
			norms[l] = 0
		}
	}
	p := Problem{B: b, Q: Weights(norms, math.Pow(10, 4*rng.Float64()-2), 1e-10), Hard: hard}
	if hard {
		p.B = RowSpace(b)
	}
	return p
}

// check holds a solution against its definition, whatever found it.
func check(t *testing.T, p Problem, s *Solution, m int) {
	t.Helper()
	var gram mat.Dense
	gram.Mul(s.W.T(), s.W)
	for i := range m {
		gram.Set(i, i, gram.At(i, i)-1)
	}
	if off := mat.Norm(&gram, math.Inf(1)); off > 1e-10 {
		t.Errorf("W'W differs from I by %.1e", off)
	}
	if !s.Converged {
		t.Errorf("not converged: residual %.1e after %d products", s.Residual, s.Products)
	}
	for c := range m {
		var most, sum float64
		for l, q := range p.Q {
			v := s.W.At(l, c)
			sum += q * v * v
			if math.Abs(v) > math.Abs(most)*(1+1e-8) {
				most = v
			}
		}
		if most < 0 {
			t.Errorf("column %d: the largest entry is negative", c)
		}
		if p.B != nil {
			var image mat.VecDense
			image.MulVec(p.B, s.W.ColView(c))
			if p.Hard {
				if mat.Norm(&image, 2) > 1e-10 {
					t.Errorf("column %d: Bw has length %.1e", c, mat.Norm(&image, 2))
				}
			} else {
				sum += mat.Dot(&image, &image)
			}
		}
		if math.Abs(sum-s.Values[c]) > 1e-8*s.Values[c] {
			t.Errorf("column %d: w'Aw = %v, eigenvalue %v", c, sum, s.Values[c])
		}
	}
}

// distance is the length of what the columns of w have outside the span of those of v, both
// orthonormal.
func distance(w, v *mat.Dense) float64 {
	var shares, part mat.Dense
	shares.Mul(v.T(), w)
	part.Mul(v, &shares)
	part.Sub(w, &part)
	return mat.Norm(&part, 2)
}

// jacobi decomposes a symmetric matrix of big numbers.
func jacobi(a [][]*big.Float) (values []float64, vectors *mat.Dense) {
	const bits = 300
	n := len(a)
	f := func(x float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(x) }
	op := func() *big.Float { return new(big.Float).SetPrec(bits) }
	v := make([][]*big.Float, n)
	for i := range v {
		v[i] = make([]*big.Float, n)
		for j := range v[i] {
			v[i][j] = f(0)
			if i == j {
				v[i][j] = f(1)
			}
		}
	}
	most := a[0][0].MantExp(nil) // exponent of the largest entry
	for i := range n {
		most = max(most, a[i][i].MantExp(nil))
	}
	for range 12 {
		for p := range n {
			for q := p + 1; q < n; q++ {
				if a[p][q].Sign() == 0 || a[p][q].MantExp(nil) < most-bits {
					continue // it is rounding
				}
				theta := op().Quo(op().Sub(a[q][q], a[p][p]), op().Mul(f(2), a[p][q]))
				root := op().Sqrt(op().Add(op().Mul(theta, theta), f(1)))
				if theta.Sign() < 0 {
					root.Neg(root)
				}
				tan := op().Quo(f(1), op().Add(theta, root))
				cos := op().Quo(f(1), op().Sqrt(op().Add(op().Mul(tan, tan), f(1))))
				sin := op().Mul(tan, cos)
				turn := func(x, y **big.Float) {
					px, py := *x, *y
					*x = op().Sub(op().Mul(cos, px), op().Mul(sin, py))
					*y = op().Add(op().Mul(sin, px), op().Mul(cos, py))
				}
				for k := range n {
					turn(&a[k][p], &a[k][q])
				}
				for k := range n {
					turn(&a[p][k], &a[q][k])
				}
				for k := range n {
					turn(&v[k][p], &v[k][q])
				}
			}
		}
	}
	order := make([]int, n)
	values = make([]float64, n)
	for i := range order {
		order[i] = i
		values[i], _ = a[i][i].Float64()
	}
	for i := range n {
		for j := i; j > 0 && values[order[j]] < values[order[j-1]]; j-- {
			order[j], order[j-1] = order[j-1], order[j]
		}
	}
	vectors = mat.NewDense(n, n, nil)
	sorted := make([]float64, n)
	for c, from := range order {
		sorted[c] = values[from]
		for i := range n {
			x, _ := v[i][from].Float64()
			vectors.Set(i, c, x)
		}
	}
	return sorted, vectors
}

// Both ways against a decomposition with 300 bits. B'B reaches 1e6 times the smallest weight.
func TestSmallestAgainstManyBits(t *testing.T) {
	for seed := range longtest.Or(6, 12) {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		d, r := 12+seed, []int{5, 30, 8}[seed%3]
		p := problem(rng, r, d, false)
		a := make([][]*big.Float, d)
		for i := range a {
			a[i] = make([]*big.Float, d)
			for j := range d {
				sum := new(big.Float).SetPrec(300)
				for k := range r {
					x := new(big.Float).SetPrec(300).SetFloat64(p.B.At(k, i))
					sum.Add(sum, x.Mul(x, new(big.Float).SetFloat64(p.B.At(k, j))))
				}
				if i == j {
					sum.Add(sum, new(big.Float).SetFloat64(p.Q[i]))
				}
				a[i][j] = sum
			}
		}
		values, vectors := jacobi(a)
		for _, m := range []int{1, 3} {
			want := mat.DenseCopyOf(vectors.Slice(0, d, 0, m))
			tell := 1e-9 * values[m] / (values[m] - values[m-1])
			s := must.Get(Smallest(t.Context(), p, m, nil))(t)
			check(t, p, s, m)
			small := p
			if r > d {
				small.B = Triangle(p.B)
			}
			got := must.Get(search(t.Context(), small, m, nil))(t)
			searched := mat.DenseCopyOf(got.vectors.T())
			for c := range m {
				if math.Abs(s.Values[c]/values[c]-1) > 1e-9 ||
					math.Abs(got.values[c]/values[c]-1) > 1e-9 {
					t.Errorf("seed %d, m %d: eigenvalue %v and %v, want %v", seed, m, s.Values[c],
						got.values[c], values[c])
				}
			}
			one, two := distance(s.W, want), distance(searched, want)
			if one > tell || two > tell {
				t.Errorf("seed %d, m %d: off by %.1e and %.1e, more than %.1e", seed, m, one,
					two, tell)
			}
			t.Logf("d %d, r %d, m %d: off by %.1e whole, %.1e searched (%d products, residual "+
				"%.1e)", d, r, m, one, two, got.products, got.residual)
		}
	}
}

// The search in many dimensions against the whole decomposition, both kinds of problem; and its
// start.
func TestSearch(t *testing.T) {
	for seed := range longtest.Or(4, 6) {
		rng := rand.New(rand.NewPCG(uint64(seed), 2))
		d, r := longtest.Or(180, 300)+20*seed, []int{40, 7, 150}[seed%3]
		p := problem(rng, r, d, seed >= 3)
		for _, m := range []int{1, 4, 20} {
			s, err := Smallest(t.Context(), p, m, nil)
			must.Do(t, err)
			check(t, p, s, m)
			values, rows, _, err := whole(p, m+1)
			must.Do(t, err)
			want := mat.DenseCopyOf(rows.Slice(0, m, 0, d).T())
			tell := 1e-9 * values[m] / (values[m] - values[m-1])
			if off := distance(s.W, want); off > tell {
				t.Errorf("d %d, r %d, m %d: off by %.1e, more than %.1e", d, r, m, off, tell)
			}
			if next := values[m]; !(s.Next > next*(1-1e-9) && s.Next < 1.1*next) {
				t.Errorf("d %d, r %d, m %d: the value after is %v, want %v", d, r, m, s.Next, next)
			}
			again := must.Get(Smallest(t.Context(), p, m, s.Near()))(t)
			if off := distance(again.W, s.W); off > tell || again.Products > s.Products {
				t.Errorf("d %d, r %d, m %d: from the answer %d products, off by %.1e; from "+
					"nothing %d", d, r, m, again.Products, off, s.Products)
			}
			t.Logf("d %d, r %d, m %d, hard %v: %d products, again %d", d, r, m, p.Hard, s.Products,
				again.Products)
		}
	}
}

// Equal eigenvalues: all of them are found, and shared out.
func TestTies(t *testing.T) {
	for _, d := range []int{20, 400} {
		b := mat.NewDense(2, d, nil)
		for j := 8; j < d; j++ {
			b.Set(0, j, float64(j))
			b.Set(1, j, 1)
		}
		q := make([]float64, d)
		for l := range q {
			q[l] = 5 + float64(l)/float64(d)
		}
		q[3] = 1
		for l := 4; l < 8; l++ {
			q[l] = 2
		}
		s := must.Get(Smallest(t.Context(), Problem{B: b, Q: q}, 3, nil))(t)
		check(t, Problem{B: b, Q: q}, s, 3)
		if s.Ties != 4 {
			t.Errorf("d %d: %d equals of the third value, want 4", d, s.Ties)
		}
		for l, v := range s.Norms() {
			want := 0.
			switch {
			case l == 3:
				want = 1
			case l >= 4 && l < 8:
				want = math.Sqrt(.5) // 2 of 4
			}
			if math.Abs(v-want) > 1e-9 {
				t.Errorf("d %d: row %d has norm %v, want %v", d, l, v, want)
			}
		}
	}
}

func TestFactors(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	const n = 30
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i + 1; j < n; j++ {
			if (i < 20) == (j < 20) && rng.IntN(4) == 0 || j == i+1 && i != 19 {
				s.SetSym(i, j, math.Pow(10, 5*rng.Float64()))
			}
		}
	}
	l := mat.NewSymDense(n, nil)
	for i := range n {
		var degree float64
		for j := range n {
			degree += s.At(i, j)
			if i != j {
				l.SetSym(i, j, -s.At(i, j))
			}
		}
		l.SetSym(i, i, degree)
	}
	for what, f := range map[string]*mat.Dense{"Laplacian": Laplacian(s), "Factor": Factor(l)} {
		var back mat.Dense
		back.Mul(f.T(), f)
		back.Sub(&back, l)
		if r, _ := f.Dims(); r != n-2 || mat.Norm(&back, 2) > 1e-14*mat.Norm(l, 2) {
			t.Errorf("%s: rank %d, want %d; F'F is off by %.1e", what, r, n-2,
				mat.Norm(&back, 2)/mat.Norm(l, 2))
		}
	}
	if Factor(mat.NewSymDense(3, nil)) != nil || Laplacian(mat.NewSymDense(3, nil)) != nil {
		t.Error("a matrix of zeros has a factor")
	}
}

func TestRowSpace(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	for _, shape := range [][3]int{{20, 50, 9}, {300, 40, 12}, {60, 500, 31}, {200, 190, 190}} {
		n, d, r := shape[0], shape[1], shape[2]
		draw := func(n, d int) *mat.Dense {
			a := mat.NewDense(n, d, nil)
			a.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, a)
			return a
		}
		var x, gram, part, back mat.Dense
		x.Mul(draw(n, r), draw(r, d))
		u := RowSpace(&x)
		if got, _ := u.Dims(); got != r {
			t.Errorf("%v: rank %d", shape, got)
			continue
		}
		gram.Mul(u, u.T())
		for i := range r {
			gram.Set(i, i, gram.At(i, i)-1)
		}
		part.Mul(&x, u.T())
		back.Mul(&part, u)
		back.Sub(&back, &x)
		if mat.Norm(&gram, 2) > 1e-12 || mat.Norm(&back, 2) > 1e-12*mat.Norm(&x, 2) {
			t.Errorf("%v: rows off by %.1e, outside %.1e", shape, mat.Norm(&gram, 2),
				mat.Norm(&back, 2)/mat.Norm(&x, 2))
		}
		if m := 3; d-r >= m {
			var sum float64
			for _, v := range NullNorms(u, d, m) {
				sum += v
			}
			if math.Abs(sum-float64(m)) > 1e-10 {
				t.Errorf("%v: the squared row norms sum to %v, want %d", shape, sum, m)
			}
		}
	}
}

func TestNorms(t *testing.T) {
	w := mat.NewDense(3, 2, []float64{3, 4, 0, 0, 0, 2})
	for l, want := range []float64{5, 0, 2} {
		if got := RowNorms(w, nil)[l]; got != want {
			t.Errorf("row %d: %v, want %v", l, got, want)
		}
	}
	if got := RowNorms(w, []float64{1, .25})[2]; got != 1 {
		t.Errorf("a share of a quarter leaves %v of 2, want 1", got)
	}
	// The form touches the penalty, and is above it elsewhere: 29 of the paper.
	const epsilon = 1e-4
	a, b := []float64{.1, .7, 0}, []float64{.4, .2, .3}
	q := Weights(a, 1, epsilon)
	form := func(v []float64) (sum float64) {
		for l, x := range v {
			sum += q[l] * x * x
		}
		return sum
	}
	if rise, bound := Penalty(b, epsilon)-Penalty(a, epsilon), form(b)-form(a); rise > bound {
		t.Errorf("the penalty rises by %v, the form by %v", rise, bound)
	}
}

// Many vectors: the space may grow up to all that there is, and is never cut below what is wanted.
func TestManyVectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(166, 100))
	for _, d := range []int{166, manySize + 10} {
		for _, r := range []int{30, 2 * d} {
			for _, hard := range []bool{false, true} {
				if hard && r >= d {
					continue
				}
				p := problem(rng, r, d, hard)
				most := d - 1
				if hard {
					k, _ := p.B.Dims()
					most = d - k
				}
				for _, m := range longtest.And([]int{20, 100, 300, most}, 60) {
					if m > most || d > manySize && (m < 300 || r > d) {
						continue
					}
					s, err := Smallest(t.Context(), p, m, nil)
					if err != nil {
						t.Fatalf("%d×%d, hard %v, m = %d: %v", r, d, hard, m, err)
					}
					check(t, p, s, m)
					if t.Failed() {
						t.Fatalf("%d×%d, hard %v, m = %d", r, d, hard, m)
					}
				}
			}
		}
	}
}
