package stationary

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// lower is the relative amount by which a start must be better than an earlier one to replace it.
const lower = 1e-9

// Spread describes several starts.
type Spread struct {
	Objectives []float64 // of each start, the method's own first
	Kept       int       // its index
}

// Best runs from several starts, 0 being the method's own and 1 to restarts random ones, and keeps
// the one of lowest objective: a later one must be lower by 1e-9 of it. The result does not depend
// on the workers. The first error, by start, is returned; on a canceled context the best so far, if
// a start returned one with its error, and ctx.Err(). An objective of +Inf then means no result.
func Best[T any](
	ctx context.Context, workers, restarts int, run func(start int) (T, float64, error),
) (T, Spread, error) {
	found := make([]T, restarts+1)
	s := Spread{Objectives: make([]float64, restarts+1)}
	failed := make([]error, restarts+1)
	for k := range s.Objectives {
		s.Objectives[k] = math.Inf(1) // starts without a result after cancellation
	}
	err := parallel.For(ctx, workers, restarts+1, 1, func(k, _ int) {
		found[k], s.Objectives[k], failed[k] = run(k)
	})
	var none T
	for _, e := range failed {
		switch {
		case e != nil && !parallel.Stopped(ctx, e):
			return none, s, e
		case err == nil:
			err = e
		}
	}
	for k, v := range s.Objectives {
		if v < s.Objectives[s.Kept]*(1-lower) {
			s.Kept = k
		}
	}
	if err != nil && math.IsInf(s.Objectives[s.Kept], 1) {
		return none, s, err
	}
	return found[s.Kept], s, err
}

// Number is one of Numbers.
type Number struct {
	Name  string
	Value float64
}

// Numbers are the diagnostics of several starts; one start has none. The spread is the difference
// of the highest and the lowest objective, relative to the lowest; starts without an answer (+Inf)
// do not count.
func (s Spread) Numbers() []Number {
	if len(s.Objectives) < 2 {
		return nil
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range s.Objectives {
		if !math.IsInf(v, 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	spread := 0.
	if low <= high {
		spread = (high - low) / low
	}
	return []Number{
		{"starts", float64(len(s.Objectives))},
		{"start kept", float64(s.Kept)},
		{"objective of the first start", s.Objectives[0]},
		{"spread of the objectives", spread},
	}
}

// Draw returns random orthonormal rows (m×d), WCW' = I, uniformly distributed; they depend only on
// the seed and the number of the start.
func Draw(f Function, seed uint64, start, m, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, uint64(start)))
	w := mat.NewDense(m, d, nil)
	for {
		w.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, w)
		f.Project(w)
		if orthonormalize(f, imaged{v: w}) {
			orthonormalize(f, imaged{v: w}) // again for what rounding left
			return w
		}
	}
}

// Flat is the least curvature (Least) below which W counts as not determined.
const Flat = 1e-6

// FlatWarning is the warning about that.
func FlatWarning(least float64) string {
	if least < -Flat {
		return fmt.Sprintf("W is stationary but no minimum: in one direction the objective "+
			"bends down "+
			"(curvature %.1e); restarts may find less", least)
	}
	return fmt.Sprintf("the objective is flat at W (least curvature %.1e): rows along that "+
		"direction "+
		"are not determined, and their order means nothing", least)
}
