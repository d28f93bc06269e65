package spfs

import (
	"context"
	"fmt"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/paramdoc"
)

// NES chooses the features from which a linear map of bounded norm best predicts the similarity K ≈
// YY' of the samples. W (d×l) with rows w_j is the global optimum of the convex problem
//
//	minimize ‖Y - XW‖²_F  subject to  Σ_j ‖w_j‖ <= Radius
//
// with X n×d, Y n×l. The score of a feature is ‖w_j‖, 0 for most features. If Radius is 0, NES
// searches for a radius with k = Options.K rows that are not 0, or the next above, and chooses the
// k largest. If fewer rows are found, forward search (SFS) fills the other places, with score 0 and
// a warning; duplicate columns follow, and constant columns come last, with score -Inf.
//
// Select returns the errors of LAR, and an error if Options.K is missing (subsets are not nested)
// or if Radius is negative.
//
// Each radius costs some passes of O(ndl), and about ten steps of O(a³ + a²l) on a features. l is
// the number of classes, or Targets. Memory is that of LAR.
//
// A pass over sparse values costs O(entries·l). A search may read a file hundreds of times.
//
// Source: (4.8), which Algorithm 2 solves by Nesterov's method; here by Newton's. See docs/spfs.md.
type NES struct {
	// Similarity is K; nil means graph.SameClass.
	Similarity graph.Similarity
	// Uncentered scales features to unit length without centering them.
	Uncentered bool
	// Targets is the number l of eigenvectors of K, the largest first; 0 means all
	// with positive eigenvalues. SameClass has one target for each class.
	Targets int `range:"[1,inf)"`
	// Radius bounds the sum of the norms of the rows of W; 0 means the least found
	// at which K rows are not 0.
	Radius float64 `range:"(0,inf]"`
}

// Facts returns what is known of the method.
func (m NES) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "spfs-nes",
			Family: algorithms.Sets,
			Summary: "features from which a linear map with bounded row norms best predicts a " +
				"similarity: a certified optimum",
			Source: "Zhao, Wang, Liu, Ye 2013", Revision: 4,
			Variants: kinds().Variants(),
			Params: kinds().About("similarity", map[string]string{
				"uncentered": paramdoc.Uncentered,
				"targets":    paramdoc.Targets,
				"radius":     paramdoc.Radius,
			}),
		},
		Promises: algorithms.Promises{
			Redundancy: true, Targets: kinds().Targets(m.Similarity),
		},
		Costs: algorithms.Costs{
			Cost:    "ndc + k³ a radius; n²d + n³ + n²d a radius without classes",
			Storage: storages(m.Similarity),
			Memory: func(s algorithms.Shape) float64 {
				return memory(s, m.Similarity, 2.3)
			},
		},
	}
}

// Select returns the features with the largest rows. The objective is ‖Y - XW‖²_F. The diagnostics
// have the radius, the number of rows that are not 0, and ‖Y‖² as "start". The certificate is the
// duality gap relative to the objective, or to 1e-4 of ‖Y‖² if that is larger.
func (m NES) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return answer(ctx, m, d, opt, func() (*algorithms.Found, error) { return m.run(ctx, d, opt) })
}

// gapTolerance is the largest relative gap of a certified optimum.
const gapTolerance = 1e-8

func (m NES) run(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Found, error) {
	g, err := newRegression(ctx, d, m.Similarity, m.Targets, m.Uncentered, opt)
	if err != nil {
		return nil, err
	}
	return g.choose(ctx, d, m.Radius, opt)
}

// choose finds the features with the largest rows at a radius, or, if that is 0, at one with opt.K
// rows.
func (g *regression) choose(ctx context.Context, d *datasets.Dataset, radius float64,
	opt algorithms.Options) (*algorithms.Found, error) {
	f := &completion{regression: g, d: d, want: opt.K, opt: opt}
	s := newConvex(g, opt.Workers)
	why := "the columns are constant"
	if len(g.candidates) > 0 {
		tick := opt.Meter("radius", maxRadii)
		var err error
		if radius > 0 {
			why, err = s.forRadius(ctx, radius, tick)
		} else {
			why, err = s.forRows(ctx, min(opt.K, len(g.candidates)), tick)
		}
		if err != nil {
			return nil, err
		}
	}
	certificate := &algorithms.Certificate{Name: "duality gap, relative",
		Value: algorithms.Number(s.gap), Tolerance: gapTolerance}
	features, norms := s.chosen()
	chosen := make(map[int]bool)
	for i := range min(opt.K, len(features)) {
		f.add(features[i], norms[i])
		chosen[features[i]] = true
	}
	var rest []int
	for _, j := range g.candidates {
		if !chosen[j] {
			rest = append(rest, j)
		}
	}
	if len(rest) == 0 {
		why = ""
	}
	err := f.fill(ctx, why, rest)
	r := &algorithms.Found{Features: f.features, Scores: f.scores}
	r.Warnings = f.warnings
	r.Diagnostics = algorithms.Diagnostics{
		Objective: algorithms.NewObjective(square(s.r)), Iterations: s.steps,
		Converged: certificate.Holds(), Certificate: certificate,
		Extra: append(g.extra, algorithms.Value{Name: "radius", Value: algorithms.Number(s.radius)},
			algorithms.Value{Name: "rows", Value: algorithms.Number(len(features))},
			algorithms.Value{Name: "start", Value: algorithms.Number(square(g.y))}),
	}
	return r, err
}

const (
	// maxRadii bounds the search for a radius.
	maxRadii = 80
	// leastLambda is the least λ tried, relative to the one above which W is 0. Below it the radius
	// differs by rounding only.
	leastLambda = 1e-6
	// nearly is the violation of the optimality conditions at which rows are counted, roughly the
	// one at which features join.
	nearly, roughly = 1e-6, 1e-3
	// sameLambda is the relative difference up to which two λ count as equal.
	sameLambda = 1e-8
)

// begin returns the least λ for which W is 0.
func (s *convex) begin(ctx context.Context) (float64, error) {
	err := s.correlate(ctx)
	return s.most, err
}

const nothing = "no column varies with the similarity"

// forRows searches by bisection of λ for a radius at which exactly want rows are not 0, or the next
// number above, and leaves s solved for it. why is the reason if there are fewer rows.
func (s *convex) forRows(ctx context.Context, want int, tick func(int)) (why string, err error) {
	first, err := s.begin(ctx)
	if err != nil || first == 0 {
		return nothing, err
	}
	// There are enough rows at λ = many (0 if unknown) and too few at λ = few.
	many, few, lambda := 0.0, first, first/2
	above, below := 0, 0 // numbers of rows at many and few
	slope := 0.0         // of log rows against -log λ
	for used := range maxRadii {
		tick(1)
		// If λ has far too many rows, their exact number does not matter.
		limit := want + want/4 + 32
		if lambda == many {
			limit = 0
		}
		// As long as no λ has enough rows, their exact number does not matter.
		violation := nearly
		if many == 0 {
			violation = roughly
		}
		more, err := s.solve(ctx, lambda, violation, limit)
		rows := s.count()
		if err == nil && !more && violation > nearly && rows >= want {
			more, err = s.solve(ctx, lambda, nearly, limit)
			rows = s.count()
		}
		enough := !more && (rows == want || rows > want && lambda == many)
		end := many == 0 && rows < want && (lambda <= leastLambda*first ||
			s.objective <= smallest*s.start)
		if err == nil && (enough || end) {
			_, err = s.solve(ctx, lambda, atRest, 0)
			rows = s.count()
			enough = rows == want || rows > want && lambda == many
		}
		switch {
		case err != nil:
			return "", err
		case (enough || end) && s.gap > gapTolerance/2 && few < first:
			// λ is so small that rounding errors prevent a certificate.
			tick(maxRadii - used - 1)
			for lambda = few; err == nil && s.gap > gapTolerance/2 && lambda < first; lambda *= 2 {
				_, err = s.solve(ctx, lambda, atRest, 0)
			}
			return "no larger radius whose optimum can be certified has more rows of W other " +
				"than 0", err
		case enough:
			tick(maxRadii - used - 1)
			return "", nil
		case rows > want:
			many, above = lambda, rows
		case end:
			tick(maxRadii - used - 1)
			return fmt.Sprintf(
				"no larger radius has more rows of W other than 0, or predicts the similarity "+
					"much better than all but %.2g of it", s.objective/s.start), nil
		default:
			slope = logRatio(rows, below) / math.Log(few/lambda)
			few, below = lambda, rows
		}
		switch {
		case many == 0:
			// The number of rows is roughly a power of λ, which the last two λ determine. A much
			// smaller λ would have too many rows, whose cost is cubic.
			factor := 4.0
			if slope > 0 {
				factor = max(1.3, min(factor, math.Exp(logRatio(want, below)/slope)))
			}
			lambda = max(lambda/factor, leastLambda*first)
		case few-many <= sameLambda*few:
			lambda = many
		default:
			// Interpolate by the same power; at every third step bisect.
			part := 0.5
			if used%3 != 2 {
				part = max(0.05, min(0.95, logRatio(want, below)/logRatio(above, below)))
			}
			lambda = few * math.Pow(many/few, part)
		}
	}
	_, err = s.solve(ctx, lambda, atRest, 0)
	return "no radius with more rows was found", err
}

// logRatio is the logarithm of the ratio of two numbers of rows, which may be 0.
func logRatio(a, b int) float64 { return math.Log((float64(a) + 0.5) / (float64(b) + 0.5)) }

// forRadius finds the λ of a radius by bisection and false position, and leaves s solved for it.
func (s *convex) forRadius(ctx context.Context, radius float64, tick func(int)) (
	why string, err error) {
	first, err := s.begin(ctx)
	if err != nil || first == 0 {
		return nothing, err
	}
	// As λ rises from lo to hi, the radius falls to 0.
	lo, hi, above, below := leastLambda*first, first, 0.0, -radius
	lambda := lo
	for used := range maxRadii {
		if _, err := s.solve(ctx, lambda, atRest, 0); err != nil {
			return "", err
		}
		tick(1)
		off := s.radius - radius
		if math.Abs(off) <= 1e-12*radius || lambda == leastLambda*first && off <= 0 ||
			hi-lo <= 1e-15*hi {
			tick(maxRadii - used - 1)
			break
		}
		if off > 0 {
			lo, above = lambda, off
		} else {
			hi, below = lambda, off
		}
		lambda = lo + (hi-lo)*above/(above-below)
		if used%3 == 2 || !(lambda > lo && lambda < hi) {
			lambda = math.Sqrt(lo) * math.Sqrt(hi)
		}
	}
	if s.radius < radius*(1-1e-9) {
		return fmt.Sprintf("radius = %g is above %.6g, from which W has no more rows other than 0",
			radius, s.radius), nil
	}
	return fmt.Sprintf("radius = %g leaves the other rows of W at 0", radius), nil
}
