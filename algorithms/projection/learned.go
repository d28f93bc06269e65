package projection

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/stationary"
)

// learned is what a start of a method led to.
type learned struct {
	w         *mat.Dense // d×m
	s         []float64  // sizes of the rows
	tie       []float64
	targets   *mat.Dense // Y or F, nil for none
	objective float64
	trace     []float64
	residual  float64
	steps     int
	extra     []algorithms.Value
	notes     []string
	of        string
	values    []float64 // of the axes; nil for the variances of XW
}

// take keeps a point of the descent.
func (l *learned) take(s, ratio []float64, w, targets *mat.Dense, value float64) {
	l.s, l.tie, l.w, l.targets, l.objective = s, ratio, w, targets, value
	l.trace = append(l.trace, value)
}

// startSizes are the sizes of the rows at a start: those of U = I, or random ones.
func startSizes(d int, seed uint64, start int) []float64 {
	s := make([]float64, d)
	rng := rand.New(rand.NewPCG(seed, uint64(start)))
	for j := range s {
		s[j] = .5
		if start > 0 {
			s[j] *= math.Exp(rng.NormFloat64())
		}
	}
	return s
}

// stepsRest reports whether the rows that are not 0 have converged, so that those of 0 can be
// judged.
func stepsRest(s, ratio []float64) bool {
	var sum, total float64
	for j, v := range s {
		sum, total = sum+v*math.Abs(ratio[j]-1), total+v
	}
	return sum <= nearStationary*total
}

// bestLearned runs from several starts, and makes the answer of the lowest objective.
func bestLearned(ctx context.Context, opt algorithms.Options, restarts int, x *mat.Dense, p *plan,
	run func(start int) (*learned, error)) (*learn.Directions, error) {
	best, spread, err := stationary.Best(ctx, opt.Workers, restarts,
		func(start int) (*learned, float64, error) {
			l, err := run(start)
			if l == nil {
				return nil, math.Inf(1), err
			}
			return l, l.objective, err
		})
	if best == nil || err != nil {
		return nil, err
	}
	p.plain, p.local, p.limit, p.tie = true, best.of == "", learnedTolerance, best.tie
	p.measure = "largest violation of the conditions of a stationary point, relative"
	p.of, p.notes, p.extra = best.of, best.notes, append(p.extra, best.extra...)
	p.objective = func(*learn.Directions) float64 { return best.objective }
	d, m := best.w.Dims()
	out := &learn.Directions{
		Axes: best.w, Values: best.values, Norms: make([]float64, d), Tied: 1,
		Residual: best.residual, Iterations: best.steps, Trace: best.trace, Converged: true,
		Starts: spread.Objectives, Start: spread.Kept,
	}
	rows := 0
	for j := range d {
		row := best.w.RawRowView(j)
		out.Norms[j] = mat.Norm(mat.NewVecDense(m, row), 2)
		if out.Norms[j] > 0 {
			rows++
		}
	}
	for c := range m { // the sign of an axis has no meaning
		most := 0.
		for j := range d {
			if v := best.w.At(j, c); math.Abs(v) > math.Abs(most) {
				most = v
			}
		}
		for j := range d {
			if most < 0 && best.w.At(j, c) != 0 {
				best.w.Set(j, c, -best.w.At(j, c))
			}
		}
	}
	if out.Values == nil {
		out.Values = variances(x, best.w)
	}
	p.extra = append(p.extra, algorithms.Value{Name: "rows that are not 0",
		Value: algorithms.Number(rows)})
	if rows < d {
		p.warnings = append(p.warnings, algorithms.AskedWarning(rows, opt.K,
			"a row that is not 0", ", of score 0, follow by how near they are to have one; a "+
				"smaller weight of the norms keeps more")...)
	}
	return out, nil
}

// variances are those of the columns of XW.
func variances(x, w *mat.Dense) []float64 {
	var z mat.Dense
	z.Mul(x, w)
	n, m := z.Dims()
	out := make([]float64, m)
	for c := range m {
		var mean float64
		for i := range n {
			mean += z.At(i, c) / float64(n)
		}
		for i := range n {
			v := z.At(i, c) - mean
			out[c] += v * v / float64(n)
		}
	}
	return out
}
