// Package linear selects features by sparse linear models.
package linear

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/lasso"
	"fsnb.example/internal/ties"
)

// HSICLasso selects features whose Gaussian kernels add up to the kernel L of the target,
//
//	minimize ½‖L - Σ_j α_j K_j‖²_F + λ Σ_j α_j,  α ≥ 0
//
// K_j has exp(-(a - b)²/2) for values a, b of a standardized column of X (n×d); L has 1/n_c for two
// samples of class c, else 0, and for a continuous target is as K_j. Kernels are of blocks of
// samples, centered, of Frobenius norm 1, and the objective is the mean over blocks. Products of
// kernels are at least 0, so that redundant features cost.
//
// Features rank by the largest λ at which they enter, which is the score; leaving changes nothing.
// When no correlation c_j - G_j α is positive the path ends, and the correlations rank the rest.
// Constant columns score -Inf.
//
// memory is that of the standardized columns, the kernels that are kept, and six more.
func (m HSICLasso) memory(s algorithms.Shape) float64 {
	n, d, _ := s.Floats()
	m = algorithms.WithDefaults(m)
	size := n * (n + 1) / 2
	if !m.AllSamples && s.N >= m.Block {
		size = n * float64(m.Permutations) * float64(m.Block+1) / 2
	}
	return 8 * (n*d + min(d*size, max(leastCapacity, n*d)) + 6*size)
}

// Select returns an error if Block or Permutations is negative, Block is below 3, or the squares of
// a column overflow. The cost is O(ndBM) time for each end of the path and less for a step; memory
// is up to three copies of X, or 16 MiB beside two.
//
// Source: Yamada et al. 2014, eq. 4; Climente-González et al. 2019. See
// docs/methods-linear-hsic.md.
type HSICLasso struct {
	// Block is B, the number of samples of a block; 0 means 20. With fewer samples all are one.
	Block int `default:"20" range:"[3,inf)"`
	// Permutations is M, how often the samples are split into blocks; 0 means 3. Each leaves n mod
	// B out.
	Permutations int `default:"3" range:"[1,10000]"`
	// AllSamples makes one block of all samples, at O(n²d).
	AllSamples bool
	// Peer ranks as pyHSICLasso: by α at the point where feature k + 1 joins.
	Peer bool
}

const (
	// leastCapacity is the number of numbers of kernels that are kept whatever the size of X.
	leastCapacity = 1 << 21
	hsicOptimal   = 1e-8 // largest violation of the conditions of optimality
	hsicAlike     = 1e-12
)

// Facts returns what is known of the method.
func (m HSICLasso) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "hsic-lasso",
			Family: algorithms.Linear,
			Summary: "features whose Gaussian kernels add up to the kernel of the target, by a " +
				"lasso without negative weights",
			Source: "Yamada et al. 2014; Climente-González et al. 2019", Revision: 1,
			Params: map[string]string{
				"block":        "samples of a block; 0 means 20",
				"permutations": "how often the samples are split into blocks; 0 means 3",
				"all_samples":  "make one block of all samples",
				"peer":         "rank as pyHSICLasso, by the weights where feature k + 1 joins",
			},
		},
		Promises: algorithms.Promises{
			Redundancy: true, Nested: !m.Peer,
			Targets: algorithms.Classes | algorithms.Continuous, Seeded: !m.AllSamples,
		},
		Costs: algorithms.Costs{
			Cost: "nd for blocks of 20; n²d with all_samples", Memory: m.memory,
		},
	}
}

// Select returns the features in the order in which they enter, and with Peer by their weights. The
// certificate is of the problem at the last λ of the path. In the diagnostics, the objective is
// that of this problem, "lambda" its λ, "weights" the number of α above 0, and "blocks" the number
// of blocks.
func (m HSICLasso) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	run := func() (*algorithms.Found, error) {
		return algorithms.WithDefaults(m).run(ctx, d, opt)
	}
	return algorithms.Answer(ctx, algorithms.WithDefaults(m), d, opt, run)
}

func (m HSICLasso) run(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Found, error) {
	k, err := newBlockKernels(ctx, m, d, opt)
	if err != nil {
		return nil, err
	}
	if n := len(k.blocks[0]); n < 3 {
		return nil, fmt.Errorf("%d samples; kernels need at least 3", n)
	}
	r := &algorithms.Found{Last: k.constant, Warnings: algorithms.ConstantWarning(d, k.constant)}
	if len(k.live) == 0 {
		r.Diagnostics.Converged = true
		return r, ctx.Err()
	}
	y, err := k.target(ctx, d)
	if err != nil {
		return nil, err
	}
	want := opt.K
	if want == 0 {
		want = d.D()
	}
	var until lasso.Until
	switch {
	case opt.K >= len(k.live): // the rest ranks by the end of the path
	case m.Peer:
		until.Active = opt.K
	default:
		until.Entered = opt.K
	}
	columns := lasso.MadeColumns{Count: len(k.live), Size: k.size(),
		Capacity: max(leastCapacity, d.N()*d.D()),
		Fill:     func(out []float64, j int) { k.fill(out, k.x[j]) }}
	tick := opt.Meter("features", want)
	ticked := 0
	f, err := lasso.NonNegativePath(ctx, columns, y, until, opt.Workers, func(steps int) {
		if ticked < want { // with Peer more may enter than are wanted
			ticked += steps
			tick(steps)
		}
	})
	if err == nil {
		tick(want - ticked)
	}
	m.found(r, k, f, err == nil)
	if err == nil && len(f.Entered) < len(k.live) {
		r.Warnings = append(r.Warnings, algorithms.AskedWarning(len(f.Entered), opt.K, "a weight",
			" follow by the correlation of their kernel with the residual")...)
	}
	return r, err
}

// target is the vector of the kernel of the target.
func (k *blockKernels) target(ctx context.Context, d *datasets.Dataset) ([]float64, error) {
	y := make([]float64, k.size())
	if !d.Continuous() {
		k.fillClasses(y, d.Y, len(d.Classes))
		return y, ctx.Err()
	}
	values := slices.Clone(d.Target)
	largest := 0.0
	for _, v := range values {
		largest = max(largest, math.Abs(v))
	}
	var mean, square float64
	for i := range values {
		values[i] /= largest // squares do not overflow
		mean += values[i] / float64(len(values))
	}
	for i := range values {
		values[i] -= mean
		square += values[i] * values[i]
	}
	sd := math.Sqrt(square / float64(len(values)))
	if sd == 0 {
		return nil, errors.New("the target varies by less than rounding; subtract its mean first")
	}
	for i := range values {
		values[i] /= sd
	}
	k.fill(y, values)
	return y, ctx.Err()
}

// found makes the finding from a path; it has the columns entered so far unless it is whole.
func (m HSICLasso) found(r *algorithms.Found, k *blockKernels, f *lasso.NonNegative, whole bool) {
	order, scores := f.Entered, f.Lambdas
	if m.Peer && whole {
		order, scores = byWeight(f)
	}
	taken := make([]bool, len(k.live))
	last := math.Inf(1)
	for i, j := range order {
		taken[j] = true
		last = min(last, scores[i]) // those that tie differ by rounding
		r.Features = append(r.Features, k.live[j])
		r.Scores = append(r.Scores, last)
	}
	if !whole {
		return
	}
	var rest []int
	var by []float64
	for j, c := range f.Correlations {
		if !taken[j] {
			rest, by = append(rest, j), append(by, c)
		}
	}
	for _, at := range ties.Falling(by, 0, hsicAlike) {
		last = min(last, by[at])
		r.Features = append(r.Features, k.live[rest[at]])
		r.Scores = append(r.Scores, last)
	}
	r.Diagnostics = algorithms.Diagnostics{
		Objective:  algorithms.NewObjective(f.Rest/2 + f.Lambda*floats.Sum(f.Coefficients)),
		Iterations: f.Steps, Converged: f.Converged && f.Residual <= hsicOptimal,
		Certificate: &algorithms.Certificate{
			Name:  "violation of the conditions of optimality, relative to the first λ",
			Value: algorithms.Number(f.Residual), Tolerance: hsicOptimal,
			Of: "the lasso at the last λ of the path",
		},
		Extra: []algorithms.Value{
			{Name: "lambda", Value: algorithms.Number(f.Lambda)},
			{Name: "weights", Value: algorithms.Number(len(f.Features))},
			{Name: "blocks", Value: algorithms.Number(len(k.blocks))},
		},
	}
	if !f.Converged {
		r.Warnings = append(r.Warnings, "many features tie, so that the path was left early; "+
			"features that had not entered rank by their correlation")
	}
}

// byWeight are the features by falling weight, and the weights.
func byWeight(f *lasso.NonNegative) (order []int, weights []float64) {
	at := make([]int, len(f.Features))
	for i := range at {
		at[i] = i
	}
	slices.SortFunc(at, func(a, b int) int { return cmp.Compare(f.Features[a], f.Features[b]) })
	ascending := make([]float64, len(at))
	for i, a := range at {
		ascending[i] = f.Coefficients[a]
	}
	for _, i := range ties.Falling(ascending, 0, hsicAlike) {
		order = append(order, f.Features[at[i]])
		weights = append(weights, ascending[i])
	}
	return order, weights
}
