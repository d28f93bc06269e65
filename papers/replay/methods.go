package replay

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/papers"
	"fsnb.example/papers/study"
)

// methodsOf are the methods of a printed table, in its order; no selection at all
// is AllFeatures.
func methodsOf(paper string, table int) []algorithms.Selector {
	methods, _ := methodsAs(paper, table, nil)
	return methods
}

// methodsAs is methodsOf, where some of the table's names stand for a method with
// other parameters, such as "hsic" for "hsic, similarity=rbf". It also returns these
// names by the labels of the methods, for Against.
func methodsAs(paper string, table int, as map[string]string) ([]algorithms.Selector,
	map[string]string) {
	t, err := papers.Find(paper, table)
	if err != nil {
		panic(err) // the files are embedded
	}
	var out []algorithms.Selector
	var seen []string
	printed := map[string]string{}
	for _, e := range t.Entries {
		name := e.Method
		if name == "" {
			name = printedMethod(t.Paper, e)
		}
		if name == "" || slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		m := methodOf(name)
		if other, ok := as[name]; ok {
			m = methodOf(other)
			printed[algorithms.Label(m)] = name
		}
		out = append(out, m)
	}
	return out, printed
}

// printedMethod is a method of a paper that has no counterpart here, by its printed name.
func printedMethod(paper string, e papers.Entry) string {
	for _, n := range papers.Names() {
		if n.Paper == paper && n.Kind == "method" && n.Name == "" &&
			(n.Printed == e.Row || n.Printed == e.Column) {
			return n.Printed
		}
	}
	return ""
}

// methodOf makes a method from its label, such as "trace-ratio, graph=neighbors".
func methodOf(label string) algorithms.Selector {
	if label == "all" {
		return study.AllFeatures{}
	}
	words := strings.Split(label, ", ")
	m, err := catalogue.New(words[0], words[1:]...)
	if err != nil {
		return missing{label}
	}
	return m
}

// missing is a method of a paper that is not implemented.
type missing struct{ label string }

// Name implements algorithms.Namer.
func (m missing) Name() string { return m.label }

// Select implements algorithms.Selector.
func (missing) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	return nil, errors.New("the method is not in this version")
}

// both returns the methods of two lists, each once.
func both(a, b []algorithms.Selector) []algorithms.Selector {
	out := slices.Clone(a)
	for _, m := range b {
		if !slices.ContainsFunc(out, func(o algorithms.Selector) bool {
			return algorithms.Label(o) == algorithms.Label(m)
		}) {
			out = append(out, m)
		}
	}
	return out
}

// meanKernel is SPEC's φ1, or the Laplacian score, of the kernel that FSIR²
// (section IV.B) takes: all pairs, with the mean squared distance as its width.
type meanKernel struct{ laplacian bool }

// meanKernelOf is the one that a table denotes by a name.
func meanKernelOf(name string) (m meanKernel, ok bool) {
	return meanKernel{laplacian: name == "laplacian"}, name == "spec" || name == "laplacian"
}

// Name implements algorithms.Namer.
func (m meanKernel) Name() string {
	if m.laplacian {
		return "laplacian, rbf"
	}
	return "spec, criterion=phi1, rbf"
}

// Select implements algorithms.Selector.
func (m meanKernel) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	if err := d.NeedDense(); err != nil {
		return nil, err
	}
	k, _, err := graph.RBF{}.Matrix(ctx, d.X, opt.Workers, opt.Meter)
	if err != nil {
		return nil, err
	}
	given := graph.Precomputed{Matrix: k}
	if m.laplacian {
		return filter.Laplacian{Similarity: given}.Select(ctx, d, opt)
	}
	return filter.SPEC{Criterion: filter.Phi1, Similarity: given}.Select(ctx, d, opt)
}

// partlyLabeled shows a method only a share of the samples of each class, at least one, drawn by
// the seed: the labeled ones.
type partlyLabeled struct {
	method algorithms.Selector
	share  float64
}

// Name implements algorithms.Namer.
func (m partlyLabeled) Name() string {
	return fmt.Sprintf("%s of %g%% labeled", algorithms.Label(m.method), 100*m.share)
}

// Select implements algorithms.Selector.
func (m partlyLabeled) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	if !d.Labeled() {
		return nil, datasets.ErrNoLabels
	}
	rng := rand.New(rand.NewPCG(opt.Seed, 20))
	byClass := make([][]int, len(d.Classes))
	for i, c := range d.Y {
		byClass[c] = append(byClass[c], i)
	}
	var labeled []int
	for _, rows := range byClass {
		rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		n := max(1, int(math.Round(m.share*float64(len(rows)))))
		labeled = append(labeled, rows[:min(n, len(rows))]...)
	}
	slices.Sort(labeled)
	part, err := d.Rows(labeled)
	if err != nil {
		return nil, err
	}
	return m.method.Select(ctx, part, opt)
}
