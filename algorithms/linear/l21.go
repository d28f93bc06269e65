package linear

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// LSL21 fits all classes by least squares with few features, of which each serves all classes or
// none:
//
//	minimize (1/2n)‖Y - XW - 1b'‖² + λ Σ_j ‖w_j‖
//
// The columns of X (n×d) are centered and divided by their standard deviation (1/n). Y (n×c) is 1
// at the class of a sample, else 0, or the continuous target (c = 1, in its unit). b is free. λ is
// halved, from the smallest at which W = 0, until K rows w_j or more are not 0, then the interval,
// until there are K. Their scores are ‖w_j‖. Where no λ above 1e-4 of the largest gives K rows, the
// others, such as duplicates, have w_j = 0 and score ‖x_j'R‖/(nλ) - 1, at most 0, R the residual.
// Constant columns rank last.
//
// The certificate is the duality gap over the objective at W = 0. Select returns an error without a
// target, and when the squares of a column overflow or underflow. A λ costs a few passes of O(ndc)
// and Newton steps of O(na² + a³ + nac), a features taking part. Memory is a copy of X.
//
// Source: Argyriou, Evgeniou, Pontil 2008. See docs/methods-linear-logistic.md.
type LSL21 struct{}

// Facts returns what is known of the method.
func (LSL21) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "ls-l21",
			Family:  algorithms.Linear,
			Summary: "features that all classes share in least squares with an ℓ2,1 penalty",
			Source:  "Argyriou, Evgeniou, Pontil 2008", Revision: 1,
		},
		Promises: algorithms.Promises{
			Targets: algorithms.Classes | algorithms.Continuous, PerfectMayTrail: true,
		},
		Costs: algorithms.Costs{
			Cost: "ndc a λ", Storage: algorithms.AnyStorage,
			Memory: func(s algorithms.Shape) float64 { return glmMemory(s, 6.5) },
		},
	}
}

// Select returns the K features of the largest ‖w_j‖. The diagnostics have λ ("lambda"), the
// smallest at which W = 0 ("lambda max"), the objective at W = 0 ("start"), and the number of rows
// that are not 0 ("rows").
func (m LSL21) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		p := &l21Problem{weight: 1, unit: 1}
		if d.Continuous() {
			p.loss, p.unit = l21Target(d.Target)
		} else {
			class, classes := glmClasses(d)
			p.loss = l21Codes(class, classes)
		}
		return p.run(ctx, d, opt)
	})
}

// Loss is the loss of LLL21.
type Loss string

const (
	// Binary is the mean of the logistic losses of each class against the others.
	Binary Loss = "binary"
	// Softmax is the multinomial loss.
	Softmax Loss = "multinomial"
)

// Choices lists the values, the default first.
func (Loss) Choices() []string { return []string{string(Binary), string(Softmax)} }

// LLL21 is LSL21 with a logistic loss:
//
//	binary       minimize (1/nc) Σ_ik log(1 + exp(-Y_ik z_ik)) + λ Σ_j ‖w_j‖,  Y_ik = ±1
//	multinomial  minimize (1/n) Σ_i (log Σ_k exp z_ik - z_i,class) + λ Σ_j ‖w_j‖
//
// with z = XW + 1b' (n×c), c classes, W d×c. Columns are standardized, λ is found by halving, and
// features score as for LSL21. For two classes both losses give the same W but for a factor, at
// another λ.
//
// The certificate is the duality gap over the objective at W = 0. Select returns an error unless
// there are two classes, and when the squares of a column overflow or underflow. A λ costs a few
// passes of O(ndc) and Newton steps of O(na²c), a features taking part; 10 to 20 λ are usual.
// Memory is a copy of X.
//
// Source: Liu, Ji, Ye 2009 (binary); Friedman, Hastie, Tibshirani 2010 (multinomial). See
// docs/methods-linear-logistic.md.
type LLL21 struct {
	// Loss is the loss; "" means Binary.
	Loss Loss
}

// Facts returns what is known of the method.
func (LLL21) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "ll-l21",
			Family:  algorithms.Linear,
			Summary: "features that all classes share in logistic regression with an ℓ2,1 penalty",
			Source:  "Liu, Ji, Ye 2009", Revision: 1,
			Params: map[string]string{
				"loss": "each class against the others, or all classes together",
			},
		},
		Promises: algorithms.Promises{
			Targets: algorithms.Classes, Instead: "ls-l21", PerfectMayTrail: true,
		},
		Costs: algorithms.Costs{
			Cost: "ndc a λ", Storage: algorithms.AnyStorage,
			Memory: func(s algorithms.Shape) float64 { return glmMemory(s, 8.5) },
		},
	}
}

// Select returns the K features of the largest ‖w_j‖, with the diagnostics of LSL21.
func (m LLL21) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		return m.problem(glmClasses(d)).run(ctx, d, opt)
	})
}

// problem reduces two classes to one column: of binary W = (a, -a), of multinomial (a/2, -a/2) for
// the a of one logistic regression.
func (m LLL21) problem(class []int, classes int) *l21Problem {
	p := &l21Problem{weight: 1, unit: 1}
	switch {
	case classes == 2 && m.Loss == Softmax:
		p.loss, p.weight = glmAgainst(class, 0), math.Sqrt2/2
	case classes == 2:
		p.loss, p.weight = glmAgainst(class, 0), math.Sqrt2
	case m.Loss == Softmax:
		p.loss = &glmLoss{kind: glmMultinomial, n: len(class), q: classes, class: class}
	default:
		p.loss = &glmLoss{kind: glmBinary, n: len(class), q: classes, y: make([][]float64, classes)}
		for c := range p.loss.y {
			p.loss.y[c] = glmSigns(class, c)
		}
	}
	return p
}

// l21Target is the squared loss of a centered target in units of its standard deviation, which it
// returns.
func l21Target(target []float64) (*glmLoss, float64) {
	n := float64(len(target))
	y, width := make([]float64, len(target)), 0.0
	var mean float64
	for _, v := range target {
		width = max(width, math.Abs(v/2-target[0]/2)) // halves, which do not overflow
	}
	for i, v := range target {
		y[i] = (v/2 - target[0]/2) / width
		mean += y[i] / n
	}
	floats.AddConst(-mean, y)
	sd := floats.Norm(y, 2) / math.Sqrt(n)
	floats.Scale(1/sd, y)
	return &glmLoss{kind: glmSquared, n: len(y), q: 1, y: [][]float64{y}}, 2 * width * sd
}

// l21Codes is the squared loss of 0/1 codes, centered. They add up to 0 over the c classes, so that
// c-1 orthonormal axes hold them, and W: the norms of its rows and all sums of squares stay.
func l21Codes(class []int, classes int) *glmLoss {
	n := len(class)
	y, counts := glmZeros(classes-1, n), make([]float64, classes)
	for _, c := range class {
		counts[c]++
	}
	for a := range y { // Helmert's axes: 1 on the first a+1 classes, -(a+1) on the next
		length := math.Sqrt(float64((a + 1) * (a + 2)))
		value := func(c int) float64 {
			switch {
			case c <= a:
				return 1 / length
			case c == a+1:
				return -float64(a+1) / length
			}
			return 0
		}
		var mean float64
		for c, count := range counts {
			mean += value(c) * count / float64(n)
		}
		for i, c := range class {
			y[a][i] = value(c) - mean
		}
	}
	return &glmLoss{kind: glmSquared, n: n, q: classes - 1, y: y}
}

// l21Problem is a problem as it is solved: its λ is weight/unit times that of the method, and its
// rows those of the method over weight·unit.
type l21Problem struct {
	loss   *glmLoss
	weight float64 // for two classes, whose W has two columns and the problem one
	unit   float64 // the deviation of the continuous target
}

func (p *l21Problem) run(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Found, error) {
	cols, err := newGLMColumns(ctx, d, opt.Workers)
	if err != nil {
		return nil, err
	}
	s, err := newGLMRows(ctx, cols, p.loss)
	if err != nil {
		return nil, err
	}
	k := min(opt.K, d.D()-len(cols.constant))
	if err := s.byHalving(ctx, k, opt.Meter("halving λ", glmLambdas)); err != nil {
		return nil, err
	}
	return p.found(d, s, k), nil
}

// found ranks the features.
func (p *l21Problem) found(d *datasets.Dataset, s *glmRows, k int) *algorithms.Found {
	norms, rows := s.norms(), s.f.rows()
	var in, out []int
	zero := make([]float64, len(norms))
	for j, v := range norms {
		switch {
		case v > 0:
			in = append(in, j)
		case s.f.cols.sd[j] > 0:
			out = append(out, j)
			if zero[j] = -1; s.f.max > 0 {
				zero[j] = min(0, s.dualNorms[j]/s.f.lambda-1)
			}
		}
	}
	scores, below := glmOrder(in, norms), glmOrder(out, zero)
	floats.Scale(p.weight*p.unit, scores)
	f := &algorithms.Found{
		Features: slices.Concat(in, out), Scores: slices.Concat(scores, below),
		Raw: append(slices.Clone(scores), make([]float64, len(out))...), Last: s.f.cols.constant,
		Warnings: algorithms.ConstantWarning(d, s.f.cols.constant),
	}
	f.Warnings = append(f.Warnings, algorithms.AskedWarning(rows, k,
		"a row of W other than 0 at the smallest λ, 1e-4 of the largest",
		", of score 0 or less, follow by their products with the residual")...)
	f.Diagnostics = p.diagnostics(s)
	return f
}

func (p *l21Problem) diagnostics(s *glmRows) algorithms.Diagnostics {
	square := p.unit * p.unit
	g := algorithms.Diagnostics{
		Objective:  algorithms.NewObjective(s.f.objective() * square),
		Iterations: s.f.steps,
		Certificate: &algorithms.Certificate{
			Name: "duality gap over the objective at W = 0", Value: algorithms.Number(s.gap),
			Tolerance: glmGap, Of: "the problem of this λ",
		},
		Extra: []algorithms.Value{
			{Name: "lambda", Value: algorithms.Number(s.f.lambda * p.unit / p.weight)},
			{Name: "lambda max", Value: algorithms.Number(s.f.max * p.unit / p.weight)},
			{Name: "start", Value: algorithms.Number(s.f.zero * square)},
			{Name: "rows", Value: algorithms.Number(s.f.rows())},
		},
	}
	g.Converged = g.Certificate.Holds()
	return g
}
