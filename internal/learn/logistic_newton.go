package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// logitPoint has a row of weights and a bias for each class, a single one of two.
type logitPoint struct {
	w *mat.Dense // k×r
	b []float64
}

func newLogitPoint(k, r int) *logitPoint {
	return &logitPoint{mat.NewDense(k, r, nil), make([]float64, k)}
}

// values are the numbers of w, without a copy.
func (v *logitPoint) values() []float64 { return v.w.RawMatrix().Data }

func (v *logitPoint) dot(u *logitPoint) float64 {
	return floats.Dot(v.values(), u.values()) + floats.Dot(v.b, u.b)
}

func (v *logitPoint) norm() float64 { return math.Sqrt(v.dot(v)) }

// add adds t·u.
func (v *logitPoint) add(t float64, u *logitPoint) {
	floats.AddScaled(v.values(), t, u.values())
	floats.AddScaled(v.b, t, u.b)
}

// logit is the state of Newton's method.
type logit struct {
	c        float64
	z        *mat.Dense // n×r, of columns with mean 0
	place    []int      // of the class of a row
	k        int        // rows of weights
	at       *logitPoint
	f        *mat.Dense // n×k, decisions at at
	p        *mat.Dense // n×k, probabilities
	gradient *logitPoint
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
	s := &logit{c: c, z: z, place: make([]int, n), k: len(present)}
	for i, class := range y {
		s.place[i] = place[class]
		sizes[place[class]]++
	}
	if s.k == 2 {
		s.k = 1
	}
	s.at = newLogitPoint(s.k, r)
	if s.k == 1 {
		s.at.b[0] = math.Log(sizes[0] / sizes[1])
	} else {
		for k, v := range sizes {
			s.at.b[k] = math.Log(v)
		}
		floats.AddConst(-floats.Sum(s.at.b)/float64(s.k), s.at.b)
	}
	return s
}

// decisions are Zw' + b.
func (s *logit) decisions(v *logitPoint) *mat.Dense {
	n, _ := s.z.Dims()
	f := mat.NewDense(n, s.k, nil)
	f.Mul(s.z, v.w.T())
	for i := range n {
		floats.Add(f.RawRowView(i), v.b)
	}
	return f
}

// objective of weights w with the decisions f.
func (s *logit) objective(v *logitPoint, f *mat.Dense) float64 {
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
	w := v.values()
	return floats.Dot(w, w)/2 + s.c*loss
}

// update computes probabilities and gradient at the decisions f.
func (s *logit) update(f *mat.Dense) {
	s.f, s.p = f, mat.DenseCopyOf(f)
	n, r := s.z.Dims()
	rest := mat.NewDense(n, s.k, nil) // probabilities minus 1 of the own class
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
	s.gradient = s.weighted(rest, newLogitPoint(s.k, r))
	floats.Add(s.gradient.values(), s.at.values())
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

// weighted sets out to C·q'(Z, 1).
func (s *logit) weighted(q *mat.Dense, out *logitPoint) *logitPoint {
	out.w.Mul(q.T(), s.z)
	floats.Scale(s.c, out.values())
	clear(out.b)
	for i := range s.place {
		floats.AddScaled(out.b, s.c, q.RawRowView(i))
	}
	return out
}

// curvature is the product of the Hessian and v.
func (s *logit) curvature(v *logitPoint) *logitPoint {
	_, r := s.z.Dims()
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
	out := s.weighted(q, newLogitPoint(s.k, r))
	floats.Add(out.values(), v.values())
	return out
}

func (s *logit) run(ctx context.Context) error {
	f := s.decisions(s.at)
	s.fit.Objective = s.objective(s.at, f)
	s.update(f)
	s.fit.Gradient = s.gradient.norm()
	s.fit.Start = s.fit.Gradient
	_, r := s.z.Dims()
	last := math.Inf(1)
	for s.fit.Steps < logisticSteps {
		if err := ctx.Err(); err != nil {
			return err
		}
		// Once it has converged, it goes on as far as rounding allows.
		rounding := s.fit.Gradient <= roundingSlack*s.fit.Start || s.fit.Gradient > last/2
		if s.settled() && rounding {
			return nil
		}
		last = s.fit.Gradient
		var step *logitPoint
		if s.k*(r+1) <= directSize {
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
		s.fit.Gradient = s.gradient.norm()
	}
	s.settled()
	return nil
}

func (s *logit) settled() bool {
	s.fit.Converged = s.fit.Gradient <= logisticSlack*s.fit.Start
	return s.fit.Converged
}

// move goes along step as far as the objective falls, and reports whether it does.
func (s *logit) move(step *logitPoint) bool {
	slope := step.dot(s.gradient)
	if !(slope < 0) {
		return false
	}
	old := s.fit.Objective
	slack := 1e-14 * math.Abs(old) // of rounding
	for t := 1.0; t > 1e-12; t /= 2 {
		next := &logitPoint{mat.DenseCopyOf(s.at.w), append([]float64(nil), s.at.b...)}
		next.add(t, step)
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
func (s *logit) direct() *logitPoint {
	n, r := s.z.Dims()
	size := r + 1
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
			right.SetVec(a*size+j, -s.gradient.w.At(a, j))
		}
		right.SetVec(a*size+r, -s.gradient.b[a])
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
	step := newLogitPoint(s.k, r)
	for a := range s.k {
		copy(step.w.RawRowView(a), solved.RawVector().Data[a*size:][:r])
		step.b[a] = solved.AtVec(a*size + r)
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
func (s *logit) conjugate(ctx context.Context) (*logitPoint, error) {
	_, r := s.z.Dims()
	precondition := s.preconditioner()
	step, rest := newLogitPoint(s.k, r), newLogitPoint(s.k, r)
	rest.add(-1, s.gradient)
	first := rest.norm()
	enough := first * min(.1, math.Sqrt(first/s.fit.Start)) * .1
	towards := precondition(rest)
	along := newLogitPoint(s.k, r)
	along.add(1, towards)
	product := rest.dot(towards)
	for range 20 * s.k * (r + 1) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		bent := s.curvature(along)
		by := along.dot(bent)
		if !(by > 0) {
			break
		}
		t := product / by
		step.add(t, along)
		rest.add(-t, bent)
		if rest.norm() <= enough {
			break
		}
		towards = precondition(rest)
		next := rest.dot(towards)
		ratio := next / product
		product = next
		floats.Scale(ratio, along.values())
		floats.Scale(ratio, along.b)
		along.add(1, towards)
	}
	return step, nil
}

// preconditioner solves with I + Cq·Z'Z for each class, q being the mean second derivative.
func (s *logit) preconditioner() func(v *logitPoint) *logitPoint {
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
	fine := factor.Factorize(system)
	return func(v *logitPoint) *logitPoint {
		out := newLogitPoint(s.k, r)
		if !fine || mean == 0 {
			out.add(1, v)
			return out
		}
		var solved mat.Dense
		_ = factor.SolveTo(&solved, v.w.T()) // a Condition error: digits are lost, no matter here
		out.w.Copy(solved.T())
		floats.AddScaled(out.b, 1/(s.c*mean*float64(n)), v.b)
		return out
	}
}

// inColumns returns the solution in the columns of x = ZQ, of which s has the reduced rows Z: there
// the weights are those of WQ, whose decisions, norms and gradients are the same.
func (s *logit) inColumns(x *mat.Dense, q *reflectors) *logit {
	out := &logit{c: s.c, z: x, place: s.place, k: s.k, fit: s.fit,
		at: &logitPoint{q.times(s.at.w), append([]float64(nil), s.at.b...)}}
	f := out.decisions(out.at)
	out.fit.Objective = out.objective(out.at, f)
	out.update(f)
	out.fit.Gradient = out.gradient.norm()
	out.settled()
	return out
}
