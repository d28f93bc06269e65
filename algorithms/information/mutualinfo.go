package information

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"sync"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/parallel"
)

// euler is Euler's constant, -ψ(1).
const euler = 0.577215664901532860606512090082402431

// MutualInfo is the mutual information of a feature and the target in bits, estimated from the
// distances of k neighbors. With n samples and ψ the digamma function it is, for classes,
//
//	score_j = [ψ(n) + ⟨ψ(k_i)⟩ - ⟨ψ(n_c)⟩ - ⟨ψ(m_i)⟩] / ln 2
//
// n_c is the size of the class of i, k_i = min(k, n_c - 1), and m_i counts i and the samples
// nearer than the k_i-th neighbor of its class; for a continuous target
//
//	score_j = [ψ(n) + ψ(k) - ⟨ψ(a_i + 1) + ψ(b_i + 1)⟩] / ln 2
//
// with a_i and b_i the samples nearer in the feature, and in the target, than the k-th neighbor by
// the larger of both distances. Values that more than √n samples share, and codes (Dataset.Codes),
// are levels, which are counted (docs/targets.md); few ties get noise. Scores are at most
// the entropy of the classes, and multiples of 2^-40. Constant columns rank last.
//
// Score returns an error when no class has two samples, there are at most k samples, or a
// parameter is out of range. The cost is O(nd log n) time, times 1 + Permutations.
//
// Source: Ross 2014, equation 2; Kraskov, Stögbauer, Grassberger 2004, equation 8.
type MutualInfo struct {
	// Neighbors is k; 0 means 3.
	Neighbors int `default:"3" range:"[1,inf)"`
	// Discrete is the number of different values, at most 256, up to which all values of a column
	// are levels; 0 means that only those are which many samples share.
	Discrete int `range:"[1,256]"`
	// Permutations is the number B of permutations of the target; 0 means no p-values. That of a
	// feature is (1 + the number of permutations with at least its score) / (1 + B).
	Permutations int `range:"[0,10000000]"`
}

// Facts returns what is known of the method.
func (m MutualInfo) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "mutual-info",
			Family: algorithms.Information,
			Summary: "mutual information with the classes or a continuous target, from nearest " +
				"neighbors, in bits",
			Source: "Kraskov, Stögbauer, Grassberger 2004; Ross 2014", Revision: 3,
			Params: map[string]string{
				"neighbors": "nearest neighbors whose distance decides; 0 means 3",
				"discrete": "number of different values up to which all values of a column are " +
					"levels; 0 for those only that many samples share",
				"permutations": "permutations of the target, drawn with the seed, for p-values, " +
					"such as " +
					"999; 0 for none",
			},
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: algorithms.Classes | algorithms.Continuous, ByValue: true,
			Seeded: m.Permutations > 0, PValues: m.Permutations > 0,
		},
		Costs: algorithms.Costs{Cost: "nd log n; with permutations B times that"},
	}
}

// Score returns the mutual information of every feature in bits.
func (m MutualInfo) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	m = algorithms.WithDefaults(m)
	if err := m.check(d); err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	varies, err := varying(ctx, d, opt.Workers)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	e := newEstimator(m, d, opt.Seed)
	s := &algorithms.Scores{Names: slices.Clone(d.Features),
		Values: make(algorithms.Numbers, d.D()),
		Tie:    make(algorithms.Numbers, d.D())}
	for j, is := range varies {
		if !is {
			s.Constant = append(s.Constant, j)
		}
	}
	s.Warnings = append(caution.Constant(d, s.Constant), e.alone()...)
	if m.Permutations > 0 {
		s.PValues = slices.Repeat(algorithms.Numbers{1}, d.D())
	}
	tick := opt.Meter("features", d.D())
	err = parallel.For(ctx, opt.Workers, d.D(), 1, func(lo, hi int) {
		w := e.pool.Get().(*worker)
		for j := lo; j < hi; j++ {
			if varies[j] {
				w.take(j)
				s.Tie[j] = w.bits(w.own)
				s.Values[j] = min(max(0, s.Tie[j]), w.most())
			}
			if s.PValues != nil && s.Values[j] > 0 {
				s.PValues[j] = w.p(ctx, s.Tie[j])
			}
			tick(1)
		}
		e.pool.Put(w)
	})
	if err == nil && m.Permutations > 0 {
		err = ctx.Err() // then the last p-values may be those of fewer permutations
	}
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s.Diagnostics.Converged = true
	return s, nil
}

// Select ranks the features by their scores.
func (m MutualInfo) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// check returns an error for parameters that do not suit d.
func (m MutualInfo) check(d *datasets.Dataset) error {
	switch {
	case d.Continuous() && d.N() <= m.Neighbors:
		return fmt.Errorf("%d neighbors of %d samples; give at most %d neighbors", m.Neighbors,
			d.N(), d.N()-1)
	case d.Labeled() && slices.Max(d.ClassCounts()) < 2:
		return errors.New("every class has a single sample; the method needs a class of two")
	}
	return nil
}

// aim is a target: the codes of the samples, and of a continuous one also the numbers, of unit
// variance, with noise.
type aim struct {
	codes   []int
	numbers []float64
}

// estimator is what the columns share.
type estimator struct {
	m      MutualInfo
	d      *datasets.Dataset
	noise  tieNoise
	psi    []float64 // ψ(m) for m = 1 … n + 1
	split  split     // of the target: classes, or what many samples share of a continuous one
	target aim       // without noise where equal numbers are distinct beside each column
	order  []int     // the samples by the numbers of the target, or by classes, largest first
	// distinct says that no two numbers of the target are equal, which sorted then are, ascending;
	// runs are the places of the numbers among the different ones.
	distinct bool
	sorted   []float64
	runs     []int
	seed     uint64
	exact    *exact
	pool     sync.Pool // of *worker
}

func newEstimator(m MutualInfo, d *datasets.Dataset, seed uint64) *estimator {
	n := d.N()
	e := &estimator{m: m, d: d, seed: seed, psi: make([]float64, n+2), exact: newExact(n),
		noise: newTieNoise(seed), order: make([]int, n)}
	e.pool.New = func() any { return e.newWorker() }
	e.psi[1] = -euler
	for i := 2; i < len(e.psi); i++ { // mathext.Digamma has ten digits
		e.psi[i] = e.psi[i-1] + 1/float64(i-1)
	}
	if !d.Continuous() {
		e.split = split{codes: d.Y, count: len(d.Classes), rest: -1}
		for _, count := range d.ClassCounts() {
			e.split.counts = append(e.split.counts, uint32(count))
		}
		e.target = aim{codes: d.Y}
		for i := range e.order {
			e.order[i] = i
		}
		slices.SortFunc(e.order, func(a, b int) int {
			a, b = d.Y[a], d.Y[b]
			return cmp.Or(cmp.Compare(e.split.counts[b], e.split.counts[a]), a-b)
		})
		return e
	}
	e.runs, e.split.codes = make([]int, n), make([]int, n)
	sortBy(e.order, d.Target)
	m.Discrete = 0 // which is of columns
	e.split.find(e.order, d.Target, m, false)
	y := slices.Clone(d.Target)
	standardize(y)
	e.target, e.distinct = aim{e.split.codes, y}, true
	for run, rows := range runsOf(e.order, d.Target) {
		e.distinct = e.distinct && len(rows) == 1
		for _, i := range rows {
			e.runs[i] = run
		}
	}
	if e.distinct {
		e.noise.add(y, y, runsOf(e.order, d.Target), ofTarget)
		e.sorted = slices.Sorted(slices.Values(y))
	}
	return e
}

// equals are the samples of equal numbers of the target, in the order of their places.
func (e *estimator) equals(place []int) iter.Seq2[int, []int] {
	var rows []int
	return func(yield func(int, []int) bool) {
		for run, of := range runsOf(e.order, e.d.Target) {
			rows = append(rows[:0], of...)
			slices.SortFunc(rows, func(a, b int) int { return place[a] - place[b] })
			if !yield(run, rows) {
				return
			}
		}
	}
}

// alone is the warning of samples that are alone in their class and take no part.
func (e *estimator) alone() []string {
	left := 0
	for _, n := range e.d.ClassCounts() {
		if n == 1 {
			left++
		}
	}
	if left == 0 {
		return nil
	}
	one := "1 sample is alone in its class, and takes no part"
	if left > 1 {
		one = fmt.Sprintf("%d samples are alone in their class, and take no part", left)
	}
	return []string{one}
}

// standardize centers a column that varies and divides it by its standard deviation (1/n).
func standardize(column []float64) {
	var largest float64
	for _, v := range column {
		largest = max(largest, math.Abs(v))
	}
	if _, exponent := math.Frexp(largest); exponent > 300 || exponent < -300 {
		for i, v := range column { // exactly, so that no difference is lost
			column[i] = math.Ldexp(v, -exponent)
		}
	}
	first, n := column[0], float64(len(column))
	var sum, size float64
	for i, v := range column {
		column[i] = v - first
		sum += column[i]
	}
	mean := sum / n
	for i := range column {
		column[i] -= mean
		size = max(size, math.Abs(column[i]))
	}
	var squares float64
	for i := range column {
		column[i] /= size // so that squares do not underflow
		squares += float64(column[i] * column[i])
	}
	sd := math.Sqrt(squares / n)
	for i := range column {
		column[i] /= sd
	}
}
