package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
	"fsnb.example/internal/processor"
)

// SVC is a support vector classifier with soft margins (C-SVC), one for each pair
// of classes. The zero value has the defaults of LIBSVM.
type SVC struct {
	Kernel Kernel
	C      float64 // weight of the errors; 0 means 1
	Gamma  float64 // of the RBF kernel; 0 means 1/d
	Eps    float64 // largest violation of optimality at the end; 0 means 1e-3
	// bytes of cached kernel rows per pair; 0 means 200 MiB, as many numbers as LIBSVM's 100 MB
	Cache    int
	MaxSteps int // per pair; 0 means the larger of 10,000,000 and 100 times its samples
	Workers  int // pairs trained concurrently; 0 means GOMAXPROCS
}

// SVCModel decides between classes by the sign of
//
//	f(x) = Σ_i Coef_i·k(s_i, x) + Bias
//
// for each pair of them, the s_i being the support vectors of the pair.
type SVCModel struct {
	Kernel  Kernel
	Gamma   float64
	Classes []int      // those with training samples, ascending
	Origin  []float64  // mean of the training samples, subtracted from all
	Support *mat.Dense // s×d support vectors, minus Origin
	Rows    []int      // their training rows, ascending
	Pairs   []SVCPair  // (first, second), (first, third), …, (second, third), …
}

// SVCPair is the machine for two classes with the certificate of its training.
type SVCPair struct {
	First, Second int       // f(x) > 0 is a vote for First
	At            []int     // rows of Support
	Coef          []float64 // of each, above 0 for samples of First
	Bias          float64

	Objective float64 // ½α'Qα - Σα_i, the dual
	Gap       float64 // primal minus dual, 0 at the optimum
	Violation float64 // m(α) - M(α), at most Eps when converged
	Steps     int
	Converged bool
}

// Train fits the classifier to x (n×d) with classes y (indices below classes). Pairs are trained by
// sequential minimal optimization with second-order working sets, shrinking and LIBSVM's stopping
// rule (Platt 1998; Fan, Chen, Lin 2005; Chang and Lin 2011); a class without samples is never
// predicted. The samples are centered, which does not change the classifier of either kernel and
// reduces rounding.
//
// It returns an error when a parameter is out of range, a label is not below classes, fewer than
// two classes have samples, or a value is not finite or above 1e140; and ctx.Err() within a second
// of the context's end. A pair that reaches MaxSteps is not Converged. The same data give the same
// bits for any Workers. A step costs O(n), and O(nd) where a row of the kernel matrix is not kept,
// n being the samples of the pair.
func (p SVC) Train(ctx context.Context, x *mat.Dense, y []int, classes int) (*SVCModel, error) {
	n, d := x.Dims()
	if len(y) != n {
		panic(fmt.Sprintf("learn: SVC of %d×%d with %d labels", n, d, len(y)))
	}
	p, err := p.resolve(d)
	if err != nil {
		return nil, err
	}
	members, present, err := group(y, classes)
	if err != nil {
		return nil, err
	}
	if err := checkValues(x); err != nil {
		return nil, err
	}
	pairs := len(present) * (len(present) - 1) / 2
	if err := processor.CheckMemory(pairBytes*float64(pairs), fmt.Sprintf(
		"SVC: machines for %d pairs of classes", pairs), "take fewer classes"); err != nil {
		return nil, err
	}
	origin := FitScaling(x).Mean
	centered := mat.NewDense(n, d, nil)
	for i := range n {
		floats.SubTo(centered.RawRowView(i), x.RawRowView(i), origin)
	}
	m := &SVCModel{Kernel: p.Kernel, Gamma: p.Gamma, Classes: present, Origin: origin}
	for i, first := range present {
		for _, second := range present[i+1:] {
			m.Pairs = append(m.Pairs, SVCPair{First: first, Second: second})
		}
	}
	err = parallel.Each(ctx, p.Workers, len(m.Pairs), func(ctx context.Context, i int) error {
		pair := &m.Pairs[i]
		return p.pair(ctx, pair, centered, members[pair.First], members[pair.Second])
	})
	if err != nil {
		return nil, err
	}
	m.gather(centered)
	return m, nil
}

// resolve writes out the defaults.
func (p SVC) resolve(d int) (SVC, error) {
	if p.Kernel != RBF && p.Kernel != Linear {
		return p, fmt.Errorf("SVC: kernel %d; give RBF or Linear", p.Kernel)
	}
	p.C, p.Gamma, p.Eps = cmp.Or(p.C, 1), cmp.Or(p.Gamma, 1/float64(d)), cmp.Or(p.Eps, 1e-3)
	for i, v := range []float64{p.C, p.Gamma, p.Eps} {
		if !(v > 0) || math.IsInf(v, 1) {
			return p, fmt.Errorf("SVC: %s is %g; give a positive number, or 0 for the default",
				[]string{"C", "gamma", "eps"}[i], v)
		}
	}
	p.Cache = cmp.Or(p.Cache, 200<<20)
	if p.Cache < 0 || p.MaxSteps < 0 {
		return p, fmt.Errorf("SVC: a cache of %d bytes and at most %d steps; give positive "+
			"numbers, or 0 for the defaults", p.Cache, p.MaxSteps)
	}
	return p, nil
}

// pairBytes is what the machine of a pair takes, with two support vectors.
const pairBytes = 200

// group lists the rows of each class and the classes with rows, of which there must be two.
func group(y []int, classes int) (members [][]int, present []int, err error) {
	members = make([][]int, max(classes, 0))
	for i, c := range y {
		if c < 0 || c >= classes {
			return nil, nil, fmt.Errorf("row %d has the class %d of %d; number the classes from 0",
				i, c, classes)
		}
		members[c] = append(members[c], i)
	}
	for c, m := range members {
		if len(m) > 0 {
			present = append(present, c)
		}
	}
	if len(present) < 2 {
		return nil, nil, errors.New("the training samples are of one class; give samples of at " +
			"least two")
	}
	return members, present, nil
}

// pair trains the machine for two classes from their rows of x. At holds rows of
// x until gather.
func (p SVC) pair(ctx context.Context, pair *SVCPair, x *mat.Dense, first, second []int) error {
	rows := slices.Concat(first, second)
	n := len(rows)
	_, d := x.Dims()
	part := mat.NewDense(n, d, nil)
	y := make([]float64, n)
	for i, r := range rows {
		part.SetRow(i, x.RawRowView(r))
		if y[i] = 1; i >= len(first) {
			y[i] = -1
		}
	}
	limit := cmp.Or(p.MaxSteps, max(10_000_000, 100*n))
	s := newSMO(newKernelRows(p.Kernel, p.Gamma, part), y, p.C, p.Eps, p.Cache)
	var err error
	if pair.Steps, pair.Converged, err = s.solve(ctx, limit); err != nil {
		return err
	}
	pair.Bias = s.offset()
	pair.Objective, pair.Gap = s.certificate(pair.Bias)
	_, top, bottom := s.extremes()
	pair.Violation = max(0, top-bottom)
	coef := make([]float64, n)
	for place, i := range s.sample {
		coef[i] = s.beta[place]
	}
	for i, c := range coef {
		if c != 0 {
			pair.At = append(pair.At, rows[i])
			pair.Coef = append(pair.Coef, c)
		}
	}
	return nil
}

// gather copies the support vectors of all pairs.
func (m *SVCModel) gather(x *mat.Dense) {
	for _, pair := range m.Pairs {
		m.Rows = append(m.Rows, pair.At...)
	}
	slices.Sort(m.Rows)
	m.Rows = slices.Compact(m.Rows)
	if len(m.Rows) == 0 {
		m.Rows = []int{0} // of no weight: a matrix needs a row
	}
	_, d := x.Dims()
	m.Support = mat.NewDense(len(m.Rows), d, nil)
	for s, r := range m.Rows {
		m.Support.SetRow(s, x.RawRowView(r))
	}
	for _, pair := range m.Pairs {
		for i, r := range pair.At {
			pair.At[i], _ = slices.BinarySearch(m.Rows, r)
		}
	}
}

// decided is the largest number of rows that one product decides on, decideWork the largest number
// of products for them: a product of few rows is slow, and none lasts a second.
const (
	decided    = 128
	decideWork = 1 << 28
)

// Decision returns f of each row of x (m×d) for each pair of classes (m×pairs). It returns an error
// when a value is not finite or above 1e140, and ctx.Err() within a second of the context's end.
// The cost is O(sd) a row, for s support vectors.
func (m *SVCModel) Decision(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	n, d := x.Dims()
	if d != len(m.Origin) {
		panic(fmt.Sprintf("learn: SVC of %d columns decides on %d", len(m.Origin), d))
	}
	if err := checkValues(x); err != nil {
		return nil, err
	}
	if err := processor.CheckMemory(8*float64(n)*float64(len(m.Pairs)), fmt.Sprintf(
		"SVC: decisions on %d samples by %d pairs of classes", n, len(m.Pairs)),
		"decide on fewer samples at a time"); err != nil {
		return nil, err
	}
	out := mat.NewDense(n, len(m.Pairs), nil)
	kernel := newKernelRows(m.Kernel, m.Gamma, m.Support)
	support := len(m.Rows)
	block := min(n, max(1, min(decided, decideWork/(support*d))))
	type space struct{ shifted, values *mat.Dense }
	pool := sync.Pool{New: func() any {
		return &space{mat.NewDense(block, d, nil), mat.NewDense(block, support, nil)}
	}}
	err := parallel.For(ctx, 0, n, block, func(lo, hi int) {
		scratch := pool.Get().(*space)
		defer pool.Put(scratch)
		shifted := scratch.shifted.Slice(0, hi-lo, 0, d).(*mat.Dense)
		values := scratch.values.Slice(0, hi-lo, 0, support).(*mat.Dense)
		for i := lo; i < hi; i++ {
			floats.SubTo(shifted.RawRowView(i-lo), x.RawRowView(i), m.Origin)
		}
		kernel.of(values, shifted)
		m.decide(out.Slice(lo, hi, 0, len(m.Pairs)).(*mat.Dense), values)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// decide sets out to f of each pair, for rows whose kernel with the support vectors is known. The
// sums of four rows run side by side, since each waits for the one before it.
func (m *SVCModel) decide(out, values *mat.Dense) {
	n, _ := out.Dims()
	i := 0
	for ; i+4 <= n; i += 4 {
		k0, k1 := values.RawRowView(i), values.RawRowView(i+1)
		k2, k3 := values.RawRowView(i+2), values.RawRowView(i+3)
		for p, pair := range m.Pairs {
			f0, f1, f2, f3 := pair.Bias, pair.Bias, pair.Bias, pair.Bias
			for t, at := range pair.At {
				c := pair.Coef[t]
				f0 += c * k0[at]
				f1 += c * k1[at]
				f2 += c * k2[at]
				f3 += c * k3[at]
			}
			out.Set(i, p, f0)
			out.Set(i+1, p, f1)
			out.Set(i+2, p, f2)
			out.Set(i+3, p, f3)
		}
	}
	for ; i < n; i++ {
		k := values.RawRowView(i)
		for p, pair := range m.Pairs {
			f := pair.Bias
			for t, at := range pair.At {
				f += pair.Coef[t] * k[at]
			}
			out.Set(i, p, f)
		}
	}
}

// Predict returns the class of each row of x (m×d) that most pairs vote for; of those with equal
// votes, the lowest index. scikit-learn does the same; LIBSVM takes the class that came first in
// the training file, which depends on the order of the samples. The cost and the errors are those
// of Decision.
func (m *SVCModel) Predict(ctx context.Context, x *mat.Dense) ([]int, error) {
	f, err := m.Decision(ctx, x)
	if err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	out := make([]int, n)
	votes := make([]float64, slices.Max(m.Classes)+1)
	for i := range out {
		clear(votes)
		for p, pair := range m.Pairs {
			if f.At(i, p) > 0 {
				votes[pair.First]++
			} else {
				votes[pair.Second]++
			}
		}
		out[i] = floats.MaxIdx(votes)
	}
	return out, nil
}
