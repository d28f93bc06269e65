package filter

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/quickselect"
)

const (
	screenPilot = 16 // candidates by which the terms are planned
	screenTerms = 24 // of the series of a kernel at most
	// screenSeconds is the number of candidates whose second terms are computed together: few, for
	// memory, and many, since W is made for each such part.
	screenSeconds = 128
	// screenWhole is the largest Σ‖φ_p‖² of a candidate that is taken out and has bounds.
	screenWhole = 1e100
)

// plan decides how many terms of the series are taken, and with how many columns of Q each, so that
// the bounds of some of the candidates are little worse than with all. Bounds hold whatever they
// are. It returns the columns for each term.
func (s *screen) plan(c *change, rough float64) (ranks []int) {
	some := make([]int, screenPilot)
	for k := range some {
		some[k] = c.candidates[k*len(c.candidates)/len(some)]
	}
	t := s.series(c, some)
	inside := mat.NewDense(len(some), s.rank, nil)
	left, after := make([]float64, len(some)), make([]float64, len(some))
	middle := func(v []float64) float64 { return quickselect.Largest(v, len(v)/2) }
	enough := rough / float64(c.size) * float64(s.dep.n) * s.norm / 4
	for len(ranks) < screenTerms {
		multiply(inside, t.terms, s.q)
		for k := range left {
			left[k] = t.deviate(k, inside.RawRowView(k), s.sumQ)
		}
		rank := 0
		for rank < s.rank && s.tails[rank]*middle(slices.Clone(left)) > enough {
			for k := range left {
				left[k] -= inside.At(k, rank) * inside.At(k, rank)
			}
			rank++
		}
		ranks = append(ranks, rank)
		t.next()
		copy(after, t.after)
		if s.norm*middle(after) <= enough {
			break
		}
	}
	return ranks
}

// series are the terms φ_p of some candidates, one p after the other.
type series struct {
	columns [][]float64
	terms   *mat.Dense // a row for each candidate
	means   []float64  // of the terms
	squares []float64  // ‖φ_p‖²
	whole   []float64  // Σ‖φ_p‖²
	after   []float64  // Σ‖φ_p‖² over the terms from this one on
	p       int
	size    float64
}

func (s *screen) series(c *change, candidates []int) *series {
	count := len(candidates)
	t := &series{
		columns: make([][]float64, count), terms: mat.NewDense(count, s.dep.n, nil),
		means: make([]float64, count), squares: make([]float64, count),
		whole: make([]float64, count), size: float64(c.size),
	}
	rate := gaussRate(c.size)
	for k, j := range candidates {
		row := t.terms.RawRowView(k)
		t.columns[k] = s.dep.columns[j]
		for i, u := range t.columns[k] {
			row[i] = gauss(rate * (u * u))
		}
		if c.sign > 0 {
			t.whole[k] = float64(s.dep.n) // the kernel of a sample with itself is 1
			continue
		}
		for i, v := range row {
			row[i] = 1 / v
			t.whole[k] += 1 / (v * v * v * v)
		}
		if t.whole[k] > screenWhole {
			clear(row)
			t.whole[k] = math.Inf(1)
		}
	}
	t.after = slices.Clone(t.whole)
	t.sum()
	return t
}

// sum computes the means and the squares of the terms.
func (t *series) sum() {
	for k := range t.means {
		row := t.terms.RawRowView(k)
		t.means[k] = floats.Sum(row) / float64(len(row))
		t.squares[k] = floats.Dot(row, row)
	}
}

// next goes to the next term.
func (t *series) next() {
	t.p++
	scale := 1 / math.Sqrt(t.size*float64(t.p))
	for k, f := range t.columns {
		t.after[k] -= t.squares[k]
		row := t.terms.RawRowView(k)
		for i, u := range f {
			row[i] *= u * scale
		}
	}
	t.sum()
}

// deviate takes the mean of the term of a candidate out of its products with columns, whose sums
// are given, and returns the sum of the squares of the term less its mean.
func (t *series) deviate(k int, products, sums []float64) float64 {
	mean := t.means[k]
	floats.AddScaled(products, -mean, sums)
	return t.squares[k] - float64(len(t.columns[k]))*mean*mean
}

// seconds are φ_1'Wφ_1 of some candidates.
func (s *screen) seconds(ctx context.Context, c *change, features []int, workers int) (
	[]float64, error) {
	var forms []float64
	for some := range slices.Chunk(features, screenSeconds) {
		t := s.series(c, some)
		t.next()
		images, _, err := s.product(ctx, c, t.terms, workers)
		if err != nil {
			return nil, err
		}
		for k := range some {
			form := 0.0
			for i, v := range t.terms.RawRowView(k) {
				form += v * images.At(i, k)
			}
			forms = append(forms, form)
		}
	}
	return forms, nil
}

// of bounds some candidates; seconds are known forms of their second terms, or nil.
func (s *screen) of(lower, upper []float64, c *change, features, ranks []int, seconds []float64) {
	count := len(features)
	t := s.series(c, features)
	about, within := make([]float64, count), make([]float64, count) // Σ ±φ'Wφ, and of its error
	inside := mat.NewDense(count, s.rank, nil)
	outside := mat.NewDense(count, s.rank, nil)
	sign := 1.0
	for p, rank := range ranks {
		known := p == 1 && seconds != nil
		if rank > 0 && !known {
			multiply(view(inside, rank), t.terms, s.q.Slice(0, rank, 0, s.dep.n).(*mat.Dense))
			multiply(view(outside, rank), t.terms, s.g.Slice(0, rank, 0, s.dep.n).(*mat.Dense))
		}
		for k := range features {
			if known {
				about[k] += sign * seconds[k]
				continue
			}
			a, b := inside.RawRowView(k)[:rank], outside.RawRowView(k)[:rank]
			t.deviate(k, b, s.sumG[:rank])
			left := t.deviate(k, a, s.sumQ[:rank]) - floats.Dot(a, a)
			mean := t.means[k]
			mixed := 2*floats.Dot(s.row, t.terms.RawRowView(k)) - mean*s.total
			about[k] += sign * (floats.Dot(a, b) + mean*mixed)
			within[k] += s.tails[rank] * max(left, 0)
		}
		sign *= c.sign
		t.next()
	}
	for k := range features {
		rounding := screenRounding * (s.dep.size + t.whole[k]*s.norm)
		middle := (about[k] - s.trace) / 2
		error := (within[k]+s.norm*max(t.after[k], 0))/2 + rounding
		lower[k], upper[k] = middle-error, middle+error
	}
}
