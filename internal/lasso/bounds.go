package lasso

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// bounds hold for each column outside the features the largest correlation that it may have, so
// that a step of the path measures few columns. Three facts give them. Products of columns and
// coefficients are not negative, so that no correlation is above the first. Along a direction it
// rises by no more than the coefficients fall. And its slope differs from the one measured last by
// no more than the direction has turned since, since no column is longer than 1.
type bounds struct {
	first      []float64 // correlations at a = 0
	most       []float64 // largest correlation possible now
	slope      []float64 // product with the direction of the step when
	when       []int     // step of the last measure, 0 for none
	out        []bool    // features, and banned columns
	banned     []int     // columns in the span of the features
	step       int
	fall       float64     // by which a correlation may rise along the present direction
	directions [][]float64 // directions of the last steps, by step modulo their number
	away       []float64   // distance of the present direction from that of so many steps before
	reach      []float64   // memory of nearest
}

// mostDirections is the largest number of directions that are remembered.
const mostDirections = 64

func newBounds(first []float64, size, capacity int) *bounds {
	d := len(first)
	directions := max(1, min(mostDirections, capacity/8/max(1, size)))
	return &bounds{
		first: first, most: slices.Clone(first), slope: make([]float64, d), when: make([]int, d),
		out: make([]bool, d), directions: make([][]float64, directions),
		away: make([]float64, directions), reach: make([]float64, d),
	}
}

// begin starts a step along u, along which correlations rise by no more than fall a unit.
func (b *bounds) begin(u []float64, fall float64) {
	b.step++
	b.fall = fall
	at := b.step % len(b.directions)
	if b.directions[at] == nil {
		b.directions[at] = make([]float64, len(u))
	}
	copy(b.directions[at], u)
	for age := 1; age < min(len(b.directions), b.step); age++ {
		before := b.directions[(b.step-age)%len(b.directions)]
		b.away[age] = floats.Distance(u, before, 2)
	}
}

// least is the least slope that column j may have, its slope if it was measured in this step.
func (b *bounds) least(j int) float64 {
	age := b.step - b.when[j]
	if b.when[j] == 0 || age >= len(b.directions) {
		return -b.fall
	}
	if age == 0 {
		return b.slope[j]
	}
	return max(-b.fall, b.slope[j]-b.away[age])
}

// earliest is the first step at which the correlation of column j may equal lambda less the step,
// that of the features; +Inf for never. It is exact for a column measured in this step.
func (b *bounds) earliest(j int, lambda, rounding float64) float64 {
	gap, falls := lambda-b.most[j], 1-b.least(j)
	switch {
	case b.when[j] == b.step && falls <= tie:
		return math.Inf(1)
	case gap < rounding*falls || gap < 0:
		return 0
	case falls <= 0:
		return math.Inf(1)
	}
	return max(gap/falls, lambda-b.first[j]-equal)
}

// nearest are some columns of the earliest steps, of those that were not measured in this step.
func (b *bounds) nearest(lambda, rounding float64, count int) []int {
	var out []int
	for j := range b.most {
		b.reach[j] = math.Inf(1)
		if b.out[j] {
			continue
		}
		r := b.earliest(j, lambda, rounding)
		b.reach[j] = r
		if len(out) == count && r >= b.reach[out[count-1]] {
			continue
		}
		at, _ := slices.BinarySearchFunc(out, r, func(k int, r float64) int {
			return cmp.Compare(b.reach[k], math.Nextafter(r, math.Inf(1)))
		})
		out = slices.Insert(out, at, j)
		out = out[:min(len(out), count)]
	}
	return out
}

// within are the columns that may join at a step of at most limit, by nearest's bounds, and that
// were not measured, the earliest first.
func (b *bounds) within(limit float64) (out []int) {
	for j, r := range b.reach {
		if r <= limit && b.when[j] != b.step && !b.out[j] {
			out = append(out, j)
		}
	}
	slices.SortFunc(out, func(i, j int) int {
		return cmp.Or(cmp.Compare(b.reach[i], b.reach[j]), cmp.Compare(i, j))
	})
	return out
}

// set takes a column as measured.
func (b *bounds) set(j int, correlation, slope float64) {
	b.most[j], b.slope[j], b.when[j] = correlation, slope, b.step
}

// move ends a step.
func (b *bounds) move(step float64) {
	for j := range b.most {
		if !b.out[j] {
			b.most[j] = min(b.first[j]+equal, b.most[j]-float64(step*b.least(j)))
		}
	}
}

// put takes column j in, which was a feature or banned.
func (b *bounds) put(j int, correlation float64) {
	b.out[j], b.most[j], b.when[j] = false, correlation, 0
}

// ban keeps column j out until a feature leaves.
func (b *bounds) ban(j int) { b.banned = append(b.banned, j) }

// unban takes the columns in that were in the span of the features, whose correlations are lambda.
func (b *bounds) unban(lambda float64) {
	for _, j := range b.banned {
		b.put(j, lambda)
	}
	b.banned = b.banned[:0]
}
