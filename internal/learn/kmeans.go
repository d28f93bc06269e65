package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// KMeans divides samples into K clusters with a small sum of squared distances to
// the cluster means (the inertia).
type KMeans struct {
	K             int
	Restarts      int        // the lowest inertia is kept; 0 means 10
	MaxIterations int        // per restart; 0 means 300
	Start         *mat.Dense // K×d start centers for a single run; nil for k-means++
	Seed          uint64
	Workers       int // concurrent restarts; 0 means GOMAXPROCS
}

// Clustering is a partition of samples.
type Clustering struct {
	Labels     []int      // the cluster of each sample
	Centers    *mat.Dense // K×d, the means of the clusters
	Inertia    float64    // Σ ‖x_i - center of x_i‖²
	Iterations int
	Converged  bool
	Restart    int // the restart that found it
}

// Cluster runs Lloyd's iteration on x (n×d) from several k-means++ starts (Arthur, Vassilvitskii
// 2007) and returns the result of lowest inertia, the first of equal ones. Every sample goes to the
// nearest center, the lowest of equally near ones, and every center to the mean of its samples,
// until no sample changes its cluster or the inertia no longer falls. An empty cluster takes the
// sample that is furthest from its center and not alone, the lowest of several; so all K clusters
// have samples, even if samples are equal.
//
// It returns an error when K is not between 1 and n, a parameter is negative, a value is not finite
// or above 1e140, or Start does not fit; and ctx.Err() within a second of the context's end. A
// result that reached MaxIterations is not Converged. The same data and seed give the same bits for
// any Workers. An iteration costs O(nKd).
func (p KMeans) Cluster(ctx context.Context, x *mat.Dense) (*Clustering, error) {
	n, d := x.Dims()
	p, err := p.resolve(n, d)
	if err != nil {
		return nil, err
	}
	if err := checkValues(x); err != nil {
		return nil, err
	}
	origin := FitScaling(x).Mean
	centered := mat.NewDense(n, d, nil)
	for i := range n {
		floats.SubTo(centered.RawRowView(i), x.RawRowView(i), origin)
	}
	var mu sync.Mutex
	var best *Clustering // of the runs that ended
	err = parallel.Each(ctx, p.Workers, p.Restarts, func(ctx context.Context, r int) error {
		l := newLloyd(centered, p.K)
		if p.Start != nil {
			for c := range p.K {
				floats.SubTo(l.centers.RawRowView(c), p.Start.RawRowView(c), origin)
			}
		} else if err := l.seed(ctx, rand.New(rand.NewPCG(p.Seed, uint64(r)))); err != nil {
			return err
		}
		c, err := l.run(ctx, p.MaxIterations)
		if err != nil {
			return err
		}
		c.Restart = r
		mu.Lock()
		defer mu.Unlock()
		if best == nil || c.Inertia < best.Inertia || c.Inertia == best.Inertia &&
			r < best.Restart {
			best = c
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for c := range p.K {
		floats.Add(best.Centers.RawRowView(c), origin)
	}
	return best, nil
}

// resolve writes out the defaults.
func (p KMeans) resolve(n, d int) (KMeans, error) {
	if p.K < 1 || p.K > n {
		return p, fmt.Errorf("k-means: %d clusters of %d samples; give 1 to %d", p.K, n, n)
	}
	if p.Restarts < 0 || p.MaxIterations < 0 {
		return p, fmt.Errorf("k-means: %d restarts of at most %d iterations; give positive "+
			"numbers, or 0 for the defaults", p.Restarts, p.MaxIterations)
	}
	p.Restarts, p.MaxIterations = cmp.Or(p.Restarts, 10), cmp.Or(p.MaxIterations, 300)
	if p.Start != nil {
		if r, c := p.Start.Dims(); r != p.K || c != d {
			return p, fmt.Errorf("k-means: %d×%d starting centers for %d clusters of %d "+
				"columns; give one row a cluster", r, c, p.K, d)
		}
		if err := checkValues(p.Start); err != nil {
			return p, fmt.Errorf("k-means: starting centers: %w", err)
		}
		p.Restarts = 1
	}
	return p, nil
}

// lloyd is one run on centered samples.
type lloyd struct {
	x       *mat.Dense
	centers *mat.Dense
	half    []float64 // half the squared norm of each center
	labels  []int
	sizes   []int
	score   []float64 // of a sample with each center
	work    int
}

func newLloyd(x *mat.Dense, k int) *lloyd {
	n, d := x.Dims()
	return &lloyd{
		x: x, centers: mat.NewDense(k, d, nil), half: make([]float64, k),
		labels: make([]int, n), sizes: make([]int, k), score: make([]float64, k),
	}
}

// seed picks samples as centers: each next one with a probability proportional to the squared
// distance from those before it, the first one and, once every sample is a center, all further ones
// uniformly.
func (l *lloyd) seed(ctx context.Context, rng *rand.Rand) error {
	n, d := l.x.Dims()
	nearest := make([]float64, n)
	for i := range nearest {
		nearest[i] = math.Inf(1)
	}
	at := rng.IntN(n)
	for c := range l.sizes {
		if err := l.poll(ctx, n*d); err != nil {
			return err
		}
		l.centers.SetRow(c, l.x.RawRowView(at))
		total := 0.0
		for i := range nearest {
			nearest[i] = min(nearest[i], squaredDistance(l.x.RawRowView(i), l.x.RawRowView(at)))
			total += nearest[i]
		}
		if total == 0 {
			at = rng.IntN(n)
			continue
		}
		remaining := rng.Float64() * total
		for i, v := range nearest {
			if v > 0 {
				at = i // the last one, if rounding leaves a remainder
				if remaining -= v; remaining < 0 {
					break
				}
			}
		}
	}
	return nil
}

// run moves samples and centers in turn.
func (l *lloyd) run(ctx context.Context, limit int) (*Clustering, error) {
	n, d := l.x.Dims()
	out := &Clustering{Labels: make([]int, n), Centers: mat.NewDense(len(l.sizes), d, nil),
		Inertia: math.Inf(1)}
	for out.Iterations < limit && !out.Converged {
		if err := l.assign(ctx); err != nil {
			return nil, err
		}
		l.fillEmpty()
		out.Iterations++
		if out.Iterations > 1 && slices.Equal(l.labels, out.Labels) {
			out.Converged = true
			break
		}
		l.move()
		// With rounding, samples between two centers could alternate.
		inertia := l.inertia()
		if inertia >= out.Inertia {
			out.Converged = true
			break
		}
		out.Inertia = inertia
		copy(out.Labels, l.labels)
		out.Centers.Copy(l.centers)
	}
	return out, nil
}

// assign puts every sample to its nearest center c, which has the least
// ½‖c‖² - c'x.
func (l *lloyd) assign(ctx context.Context) error {
	n, d := l.x.Dims()
	k := len(l.half)
	clear(l.sizes)
	for c := range l.half {
		l.half[c] = floats.Dot(l.centers.RawRowView(c), l.centers.RawRowView(c)) / 2
	}
	for i := range n {
		if err := l.poll(ctx, k*d); err != nil {
			return err
		}
		copy(l.score, l.half)
		blas64.Gemv(blas.NoTrans, -1, l.centers.RawMatrix(),
			blas64.Vector{N: d, Data: l.x.RawRowView(i), Inc: 1}, 1,
			blas64.Vector{N: k, Data: l.score, Inc: 1})
		l.labels[i] = floats.MinIdx(l.score)
		l.sizes[l.labels[i]]++
	}
	return nil
}

// fillEmpty gives every empty cluster the sample furthest from its center.
func (l *lloyd) fillEmpty() {
	var apart []float64
	for c, size := range l.sizes {
		if size > 0 {
			continue
		}
		if apart == nil {
			apart = make([]float64, len(l.labels))
			for i, own := range l.labels {
				apart[i] = squaredDistance(l.x.RawRowView(i), l.centers.RawRowView(own))
			}
		}
		furthest := -1
		for i, own := range l.labels {
			if l.sizes[own] > 1 && (furthest < 0 || apart[i] > apart[furthest]) {
				furthest = i
			}
		}
		l.sizes[l.labels[furthest]]--
		l.labels[furthest], l.sizes[c], apart[furthest] = c, 1, 0
	}
}

// move puts every center to the mean of its samples.
func (l *lloyd) move() {
	l.centers.Zero()
	for i, c := range l.labels {
		floats.Add(l.centers.RawRowView(c), l.x.RawRowView(i))
	}
	for c, size := range l.sizes {
		floats.Scale(1/float64(size), l.centers.RawRowView(c))
	}
}

func (l *lloyd) inertia() float64 {
	var sum float64
	for i, c := range l.labels {
		sum += squaredDistance(l.x.RawRowView(i), l.centers.RawRowView(c))
	}
	return sum
}

// poll counts products and polls the context at intervals.
func (l *lloyd) poll(ctx context.Context, products int) error {
	if l.work += products; l.work <= pollWork {
		return nil
	}
	l.work = 0
	return ctx.Err()
}
