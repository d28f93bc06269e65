package learn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// firstEpochs are those of coordinate descent before Newton's method when there is no start.
const firstEpochs = 30

// newtonLate is the number of steps after which each has a certificate; most machines take fewer.
const newtonLate = 20

// DualModel is a linear machine by its coefficients of the samples: of samples X (n×d) the weights
// are Coefficients·X.
type DualModel struct {
	Classes      []int      // as in LinearModel
	Coefficients *mat.Dense // c×n, a row for each of Classes; 1×n for two
	Bias         []float64
	Fits         []LinearFit
}

// TrainProducts is TrainNewton from the products of the samples k = XX' (n×n, both halves): for
// samples of many features, of which few have errors. With s of these, a step solves
//
//	(K + I/(2C)) β = y  over the samples with errors, β = 0 of the others.
//
// It begins at the coefficients of start and the samples where they are not 0, or at those of some
// epochs of coordinate descent when that is nil. An optimum for other products is a good start:
// that without some of the features, say.
//
// The errors are those of TrainNewton, but that values other than the diagonal are not checked. A
// step costs O(ns + ms²) a class, whatever d is, where m samples begin or cease to have an error
// since the factor of the system was made; where they are a quarter, it is made again, O(s³).
//
// Source: Keerthi, DeCoste 2005; Chapelle 2007, section 3.
func (p LinearSVM) TrainProducts(
	ctx context.Context, k *mat.Dense, y []int, classes int, start *DualModel,
) (*DualModel, error) {
	n, columns := k.Dims()
	if n != columns || len(y) != n {
		panic(fmt.Sprintf("learn: LinearSVM of %d×%d products with %d labels", n, columns, len(y)))
	}
	p, err := p.resolve()
	if err != nil {
		return nil, err
	}
	for i := range n {
		if v := k.At(i, i); !(math.Abs(v) <= math.MaxFloat64) {
			return nil, fmt.Errorf("the product of sample %d with itself is %g; scale the "+
				"values", i, v)
		}
	}
	present, positive, err := machines(y, classes)
	if err != nil {
		return nil, err
	}
	m := &DualModel{present, mat.NewDense(len(positive), n, nil), make([]float64, len(positive)),
		make([]LinearFit, len(positive))}
	err = parallel.Each(ctx, p.Workers, len(positive), func(ctx context.Context, c int) error {
		s := newDual(p, k, y, positive[c], m.Coefficients.RawRowView(c))
		if start != nil {
			copy(s.beta, start.Coefficients.RawRowView(c))
			s.decide(s.f, s.beta)
		} else if err := s.descend(ctx, p.Seed); err != nil {
			return err
		}
		err := s.run(ctx)
		m.Bias[c], m.Fits[c] = floats.Sum(s.beta), s.fit
		return err
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// dual is the state of one machine of TrainProducts.
type dual struct {
	c       float64
	k       *mat.Dense
	y       []float64
	beta, f []float64 // coefficients, and y_i times the decision on sample i
	fit     LinearFit
}

func newDual(p LinearSVM, k *mat.Dense, y []int, positive int, beta []float64) *dual {
	return &dual{c: p.C, k: k, beta: beta, y: signs(y, positive), f: make([]float64, len(y))}
}

// decide sets f to the decisions by beta times y.
func (s *dual) decide(f, beta []float64) {
	clear(f)
	raw := s.k.RawMatrix()
	for to := 0; to < len(beta); to++ {
		from := to // samples of a class often stand together, and their rows are read together
		for to < len(beta) && beta[to] != 0 {
			to++
		}
		if to > from {
			blas64.Gemv(blas.Trans, 1, blas64.General{Rows: to - from, Cols: raw.Cols,
				Stride: raw.Stride, Data: raw.Data[from*raw.Stride:]},
				blas64.Vector{N: to - from, Inc: 1, Data: beta[from:]}, 1,
				blas64.Vector{N: raw.Cols, Inc: 1, Data: f})
		}
	}
	floats.AddConst(floats.Sum(beta), f) // by the feature of the bias
	floats.Mul(f, s.y)
}

// descend begins at 0 and visits all samples firstEpochs times, each time in another order.
func (s *dual) descend(ctx context.Context, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 1))
	f := make([]float64, len(s.f)) // without y, and without the feature of the bias
	var bias float64
	for range firstEpochs {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, i := range rng.Perm(len(f)) {
			row, alpha := s.k.RawRowView(i), s.beta[i]*s.y[i]
			gradient := s.y[i]*(f[i]+bias) - 1 + alpha/(2*s.c)
			moved := max(0, alpha-gradient/(row[i]+1+1/(2*s.c)))
			if moved == alpha {
				continue
			}
			s.beta[i] = moved * s.y[i]
			step := (moved - alpha) * s.y[i]
			floats.AddScaled(f, step, row)
			bias += step
		}
	}
	s.decide(s.f, s.beta)
	return nil
}

func (s *dual) run(ctx context.Context) error {
	if err := s.steps(ctx); err != nil {
		return err
	}
	if !s.fit.Converged {
		s.certify(below(nil, s.f))
	}
	return nil
}

// steps takes them until they converge, or nothing is left to gain but rounding.
func (s *dual) steps(ctx context.Context) error {
	n := len(s.f)
	target, step := make([]float64, n), make([]float64, n)
	decided, along := make([]float64, n), make([]float64, n)
	var wrong, last []int
	stable, more := false, newtonMore
	system := newBorder(s)
	for s.fit.Epochs < newtonSteps {
		if err := ctx.Err(); err != nil {
			return err
		}
		wrong = below(wrong[:0], s.f)
		// Before that many steps the gap, which takes s² products, is large unless they converge.
		if (stable || s.fit.Epochs >= newtonLate) && s.certify(wrong) {
			// The gap sees no weights that are small beside the errors.
			if stable || more == 0 {
				return nil
			}
			more--
		}
		given := s.fit.Epochs == 0
		if given {
			// Decisions of coefficients that are not optimal are far from those of the minimum.
			wrong = nonzero(wrong[:0], s.beta)
		} else if stable {
			system.reset()
		}
		s.fit.Epochs++
		if !system.solve(target, wrong) {
			return nil // the values differ too much in size
		}
		s.decide(decided, target)
		last = below(last[:0], decided)
		if stable = slices.Equal(last, wrong); stable {
			// It is the optimum, of which the search would see little but rounding.
			copy(s.beta, target)
			copy(s.f, decided)
			continue
		}
		floats.SubTo(step, target, s.beta)
		floats.SubTo(along, decided, s.f)
		value, slope := 0.0, 0.0 // of ½‖w‖² along the step
		for i, v := range step {
			value += v * s.y[i] * s.f[i]
			slope += v * s.y[i] * along[i]
		}
		t := least(s.c, s.f, along, value, slope)
		if !(t > 0) {
			if given { // the objective need not fall towards the minimum of another set
				continue
			}
			return nil
		}
		floats.AddScaled(s.beta, t, step)
		floats.AddScaled(s.f, t, along)
	}
	return nil
}

// certify computes the objective and its distance from that of the dual, at α_i = 2C·error_i, and
// reports whether that is 0 but for rounding.
func (s *dual) certify(wrong []int) bool {
	length, loss, dual := 0.0, 0.0, 0.0
	for i, v := range s.beta {
		length += v * s.y[i] * s.f[i]
	}
	alpha, sum := make([]float64, len(wrong)), 0.0
	for a, i := range wrong {
		short := 1 - s.f[i]
		v := 2 * s.c * short
		loss += s.c * short * short
		dual += v - v*v/(4*s.c)
		alpha[a] = v * s.y[i]
		sum += alpha[a]
	}
	square := sum * sum
	for a, i := range wrong {
		row := s.k.RawRowView(i)
		product := 0.0
		for b, j := range wrong {
			product += alpha[b] * row[j]
		}
		square += alpha[a] * product
	}
	s.fit.Objective = length/2 + loss
	s.fit.Gap = s.fit.Objective - (dual - square/2)
	s.fit.Converged = s.fit.Gap <= newtonGap*math.Abs(s.fit.Objective)
	return s.fit.Converged
}

// nonzero appends the places of numbers that are not 0 to a list.
func nonzero(to []int, v []float64) []int {
	for i, x := range v {
		if x != 0 {
			to = append(to, i)
		}
	}
	return to
}

// below appends the samples with errors to a list.
func below(to []int, f []float64) []int {
	for i, v := range f {
		if v < 1 {
			to = append(to, i)
		}
	}
	return to
}
