package learn

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/optimize"
)

// logit is the state of Newton's method.
type logit struct {
	c        float64
	z        *mat.Dense // n×r, of columns with mean 0
	place    []int      // of the class of a row
	k        int        // rows of weights
	r        int        // of a row
	at       []float64  // W by rows, then the biases
	f        *mat.Dense // n×k, decisions at at
	p        *mat.Dense // n×k, probabilities
	gradient []float64  // likewise
	fit      LogisticFit
	gram     *mat.SymDense // Z'Z; nil until conjugate gradients need it
}

// newLogit starts with weights of 0 and the biases that are best then.
func newLogit(c float64, z *mat.Dense, y []int, present []int) *logit {
	n, r := z.Dims()
	place, sizes := make(map[int]int), make([]float64, len(present))
	for k, class := range present {
		place[class] = k
	}
	s := &logit{c: c, z: z, place: make([]int, n), k: len(present), r: r}
	for i, class := range y {
		s.place[i] = place[class]
		sizes[place[class]]++
	}
	if s.k == 2 {
		s.k = 1
	}
	s.at = make([]float64, s.k*(r+1))
	if _, b := s.parts(s.at); s.k == 1 {
		b[0] = math.Log(sizes[0] / sizes[1])
	} else {
		for k, v := range sizes {
			b[k] = math.Log(v)
		}
		floats.AddConst(-floats.Sum(b)/float64(s.k), b)
	}
	return s
}

// parts are W (k×r) and the biases in v, without a copy.
func (s *logit) parts(v []float64) (*mat.Dense, []float64) {
	return mat.NewDense(s.k, s.r, v[:s.k*s.r]), v[s.k*s.r:]
}

// decisions are Zw' + b.
func (s *logit) decisions(v []float64) *mat.Dense {
	n, _ := s.z.Dims()
	f := mat.NewDense(n, s.k, nil)
	w, b := s.parts(v)
	f.Mul(s.z, w.T())
	for i := range n {
		floats.Add(f.RawRowView(i), b)
	}
	return f
}

// objective of weights w with the decisions f.
func (s *logit) objective(v []float64, f *mat.Dense) float64 {
	loss, row := 0.0, make([]float64, s.k)
	for i, place := range s.place {
		copy(row, f.RawRowView(i))
		switch {
		case s.k > 1:
			own := row[place]
			loss += softmax(row) - own
		case place == 0:
			loss += softplus(-row[0])
		default:
			loss += softplus(row[0])
		}
	}
	w := v[:s.k*s.r]
	return floats.Dot(w, w)/2 + s.c*loss
}

// update computes probabilities and gradient at the decisions f.
func (s *logit) update(f *mat.Dense) {
	s.f, s.p = f, mat.DenseCopyOf(f)
	rest := mat.NewDense(len(s.place), s.k, nil) // probabilities minus 1 of the own class
	for i, place := range s.place {
		p := s.p.RawRowView(i)
		if s.k > 1 {
			softmax(p)
		} else {
			p[0] = sigmoid(p[0])
		}
		copy(rest.RawRowView(i), p)
		if place < s.k {
			rest.Set(i, place, s.miss(i, place))
		}
	}
	s.gradient = s.weighted(rest, s.at)
}

// miss is the probability of the own class of row i minus 1, without the loss of digits.
func (s *logit) miss(i, place int) float64 {
	if s.k == 1 {
		return -sigmoid(-s.f.At(i, 0))
	}
	var others float64
	for k, p := range s.p.RawRowView(i) {
		if k != place {
			others += p
		}
	}
	return -others
}

// weighted is C·q'(Z, 1) plus the weights of v.
func (s *logit) weighted(q *mat.Dense, v []float64) []float64 {
	out := make([]float64, len(v))
	w, b := s.parts(out)
	w.Mul(q.T(), s.z)
	floats.Scale(s.c, out[:s.k*s.r])
	floats.Add(out[:s.k*s.r], v[:s.k*s.r])
	for i := range s.place {
		floats.AddScaled(b, s.c, q.RawRowView(i))
	}
	return out
}

// curvature is the product of the Hessian and v.
func (s *logit) curvature(v []float64) []float64 {
	q := s.decisions(v)
	for i := range s.place {
		row, p := q.RawRowView(i), s.p.RawRowView(i)
		if s.k == 1 {
			row[0] *= p[0] * sigmoid(-s.f.At(i, 0))
			continue
		}
		mean := floats.Dot(row, p)
		for k := range row {
			row[k] = p[k] * (row[k] - mean)
		}
	}
	return s.weighted(q, v)
}

func (s *logit) run(ctx context.Context) error {
	f := s.decisions(s.at)
	s.fit.Objective = s.objective(s.at, f)
	s.update(f)
	s.fit.Gradient = floats.Norm(s.gradient, 2)
	s.fit.Start = s.fit.Gradient
	last := math.Inf(1)
	for s.fit.Steps < logisticSteps {
		if err := ctx.Err(); err != nil {
			return err
		}
		// Once it has converged, it goes on as far as rounding allows.
		rounding := s.fit.Gradient <= roundingSlack*s.fit.Start || s.fit.Gradient > last/2
		if s.converged() && rounding {
			return nil
		}
		last = s.fit.Gradient
		var step []float64
		if len(s.at) <= directSize {
			step = s.direct()
		}
		if step == nil {
			var err error
			if step, err = s.conjugate(ctx); err != nil {
				return err
			}
		}
		if !s.move(step) {
			return nil
		}
		s.fit.Steps++
		s.fit.Gradient = floats.Norm(s.gradient, 2)
	}
	s.converged()
	return nil
}

func (s *logit) converged() bool {
	s.fit.Converged = s.fit.Gradient <= logisticSlack*s.fit.Start
	return s.fit.Converged
}

// move goes along step as far as the objective falls, and reports whether it does.
func (s *logit) move(step []float64) bool {
	slope := floats.Dot(step, s.gradient)
	if !(slope < 0) {
		return false
	}
	old := s.fit.Objective
	slack := 1e-14 * math.Abs(old) // of rounding
	for t := 1.0; t > 1e-12; t /= 2 {
		next := floats.AddScaledTo(make([]float64, len(step)), s.at, t, step)
		f := s.decisions(next)
		v := s.objective(next, f)
		if !(v <= old+1e-4*t*slope+slack) {
			continue
		}
		s.at, s.fit.Objective = next, v
		s.update(f)
		return true
	}
	return false
}

// direct returns the step of Newton's method by a Cholesky factor; nil if there is none.
func (s *logit) direct() []float64 {
	n, r := s.z.Dims()
	size := r + 1
	slope, biases := s.parts(s.gradient)
	h := mat.NewSymDense(s.k*size, nil)
	z := mat.NewDense(n, size, nil)
	for i := range n {
		row := z.RawRowView(i)
		copy(row, s.z.RawRowView(i))
		row[r] = 1
	}
	scaled, block := mat.NewDense(n, size, nil), mat.NewDense(size, size, nil)
	for a := range s.k {
		for b := a; b < s.k; b++ {
			for i := range n {
				floats.ScaleTo(scaled.RawRowView(i), s.c*s.weight(i, a, b), z.RawRowView(i))
			}
			block.Mul(z.T(), scaled)
			for j := range size {
				for l := range size {
					if b > a || l >= j {
						h.SetSym(a*size+j, b*size+l, block.At(j, l))
					}
				}
			}
		}
	}
	right := mat.NewVecDense(s.k*size, nil)
	// A shift of all biases changes nothing; the added term keeps the step without one.
	shift := 0.0
	if s.k > 1 {
		shift = s.c * float64(n) / float64(s.k*s.k)
	}
	for a := range s.k {
		for j := range r {
			h.SetSym(a*size+j, a*size+j, 1+h.At(a*size+j, a*size+j))
			right.SetVec(a*size+j, -slope.At(a, j))
		}
		right.SetVec(a*size+r, -biases[a])
		for b := a; b < s.k; b++ {
			h.SetSym(a*size+r, b*size+r, shift+h.At(a*size+r, b*size+r))
		}
	}
	var factor mat.Cholesky
	if !factor.Factorize(h) {
		return nil
	}
	solved := mat.NewVecDense(s.k*size, nil)
	if factor.SolveVecTo(solved, right) != nil {
		return nil
	}
	step := make([]float64, len(s.at))
	for a := range s.k {
		copy(step[a*r:][:r], solved.RawVector().Data[a*size:])
		step[s.k*r+a] = solved.AtVec(a*size + r)
	}
	return step
}

// weight is the second derivative of the loss of row i by its decisions a and b.
func (s *logit) weight(i, a, b int) float64 {
	switch {
	case s.k == 1:
		return s.p.At(i, 0) * sigmoid(-s.f.At(i, 0))
	case a == b:
		if s.place[i] == a {
			return -s.p.At(i, a) * s.miss(i, a)
		}
		return s.p.At(i, a) * (1 - s.p.At(i, a))
	}
	return -s.p.At(i, a) * s.p.At(i, b)
}

// conjugate returns the step of Newton's method by conjugate gradients, whose residual is the
// smaller the nearer the solution is.
func (s *logit) conjugate(ctx context.Context) ([]float64, error) {
	right := floats.ScaleTo(make([]float64, len(s.at)), -1, s.gradient)
	first := floats.Norm(right, 2)
	enough := first * min(.1, math.Sqrt(first/s.fit.Start)) * .1
	c := optimize.NewCG(right, s.preconditioner())
	for range 20 * len(s.at) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.AP = s.curvature(c.P)
		if !c.Step() || floats.Norm(c.R, 2) <= enough {
			break
		}
		c.Next()
	}
	return c.X, nil
}

// preconditioner solves with I + Cq·Z'Z for each class, q being the mean second derivative.
func (s *logit) preconditioner() func(v []float64) []float64 {
	n, r := s.z.Dims()
	if s.gram == nil {
		s.gram = mat.NewSymDense(r, nil)
		s.gram.SymOuterK(1, s.z.T())
	}
	var mean float64
	for i := range n {
		for k := range s.k {
			mean += s.weight(i, k, k) / float64(n*s.k)
		}
	}
	system := mat.NewSymDense(r, nil)
	system.ScaleSym(s.c*mean, s.gram)
	for j := range r {
		system.SetSym(j, j, 1+system.At(j, j))
	}
	var factor mat.Cholesky
	if !factor.Factorize(system) || mean == 0 {
		return nil
	}
	return func(v []float64) []float64 {
		out := slices.Clone(v)
		w, b := s.parts(out)
		var solved mat.Dense
		_ = factor.SolveTo(&solved, w.T()) // a Condition error: digits are lost, no matter here
		w.Copy(solved.T())
		floats.Scale(1/(s.c*mean*float64(n)), b)
		return out
	}
}

// inColumns returns the solution in the columns of x = ZQ, of which s has the reduced rows Z: there
// the weights are those of WQ, whose decisions, norms and gradients are the same.
func (s *logit) inColumns(x *mat.Dense, q *reflectors) *logit {
	w, b := s.parts(s.at)
	w = q.times(w)
	_, d := w.Dims()
	out := &logit{c: s.c, z: x, place: s.place, k: s.k, r: d, fit: s.fit,
		at: slices.Concat(w.RawMatrix().Data, b)}
	f := out.decisions(out.at)
	out.fit.Objective = out.objective(out.at, f)
	out.update(f)
	out.fit.Gradient = floats.Norm(out.gradient, 2)
	out.converged()
	return out
}
