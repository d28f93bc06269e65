package stationary

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// lower is by how much, relative, a start has to be better than one before it to be kept.
const lower = 1e-9

// Spread is what became of several starts.
type Spread struct {
	Objectives []float64 // of each start, the method's own first
	Kept       int       // its index
}

// Best runs from several starts, 0 being the method's own and 1 to restarts drawn ones, and keeps the one of lowest objective:
// a later one has to be lower by 1e-9 of it. The answer does not depend on the workers. The first error, by
// start, is returned.
func Best[T any](ctx context.Context, workers, restarts int, run func(start int) (T, float64, error)) (T, Spread, error) {
	found := make([]T, restarts+1)
	s := Spread{Objectives: make([]float64, restarts+1)}
	failed := make([]error, restarts+1)
	err := parallel.For(ctx, workers, restarts+1, 1, func(k, _ int) {
		found[k], s.Objectives[k], failed[k] = run(k)
	})
	var none T
	for _, e := range failed {
		if e != nil {
			return none, s, e
		}
	}
	if err != nil {
		return none, s, err
	}
	for k, v := range s.Objectives {
		if v < s.Objectives[s.Kept]*(1-lower) {
			s.Kept = k
		}
	}
	return found[s.Kept], s, nil
}

// Relative is how far above the lowest objective the highest is, relative to it.
func (s Spread) Relative() float64 {
	low := floats.Min(s.Objectives)
	return (floats.Max(s.Objectives) - low) / low
}

// Gain is how far below that of the method's own start the kept objective is, relative.
func (s Spread) Gain() float64 { return 1 - s.Objectives[s.Kept]/s.Objectives[0] }

// Draw returns orthonormal rows (m×d), WCW' = I, that no direction is preferred in; they depend on the seed and the number
// of the start alone.
func Draw(f Function, seed uint64, start, m, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, uint64(start)))
	w := mat.NewDense(m, d, nil)
	for {
		w.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, w)
		f.Project(w)
		if orthonormalize(f, w) && orthonormalize(f, w) {
			return w
		}
	}
}

// Flat is the least curvature (Least) below which W counts as not determined.
const Flat = 1e-6

// FlatWarning says so.
func FlatWarning(least float64) string {
	if least < -Flat {
		return fmt.Sprintf("W is stationary but no minimum: in one direction the objective bends down (curvature %.1e); restarts may find less", least)
	}
	return fmt.Sprintf("the objective is flat at W (least curvature %.1e): rows along that direction are not determined, and their order means nothing", least)
}
