// Package trees scores features by forests of decision trees.
package trees

import (
	"context"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/learn"
)

// Importance names what a forest measures of a feature.
type Importance string

// The importances.
const (
	// Impurity is the decrease of impurity in the splits of a feature, as a share of that of the
	// tree, averaged over the trees. It has sum 1.
	Impurity Importance = "impurity"
	// Permutation is what permuting the values of a feature among the samples that a tree was not
	// trained with costs in accuracy, or R², on them, averaged over the trees.
	Permutation Importance = "permutation"
)

// Choices lists the importances.
func (Importance) Choices() []string {
	return []string{string(Impurity), string(Permutation)}
}

// parameters are what both methods share.
type parameters struct {
	trees, maxFeatures, minLeaf int
	importance                  Importance
}

// docs describe them.
func docs() map[string]string {
	return map[string]string{
		"trees": "number of trees; 0 means 100",
		"max_features": "features drawn as candidates of a split; 0 means √d for classes and all " +
			"for a continuous target",
		"min_leaf": "samples that a leaf has at least; 0 means 1",
		"importance": "decrease of impurity, or loss of accuracy or R² out of the bag when the " +
			"feature is permuted",
	}
}

// facts are those of a forest whose trees have that share of the samples, drawn or not.
func facts(about algorithms.About, of func() parameters, drawn float64) algorithms.Facts {
	return algorithms.Facts{
		About: about,
		Promises: algorithms.Promises{
			Nested: true, Targets: algorithms.Classes | algorithms.Continuous, Seeded: true,
		},
		Costs: algorithms.Costs{
			Cost:         "n√d log n a tree; nd log n for a continuous target",
			Storage:      algorithms.AnyStorage,
			Memory:       func(s algorithms.Shape) float64 { return of().memory(s, drawn) },
			MemoryAtMost: true,
		},
	}
}

// memory is that of the codes, the bins, and the trees of noise: about half as many leaves as
// samples drawn, and a leaf for each of many classes or of numbers. The forest looks again when it
// knows its first tree.
func (p parameters) memory(s algorithms.Shape, drawn float64) float64 {
	n, _, classes := s.Floats()
	node := 80 * drawn
	if 10*classes > n || classes == 0 {
		node *= 1.6
	}
	return codesMemory(s) + node*n*float64(p.trees)/float64(p.minLeaf)
}

// codesMemory is that of the codes, and of the bins' edges.
func codesMemory(s algorithms.Shape) float64 {
	n, d, _ := s.Floats()
	edges := 8 * n
	if n > 255 {
		edges = 24 * 255
	}
	return d * (2*n + edges + 100)
}

// score trains a forest and returns its importances.
func (p parameters) score(ctx context.Context, f learn.Forest, d *datasets.Dataset,
	opt algorithms.Options) (*algorithms.Scores, error) {
	f.Trees, f.Features, f.MinLeaf = p.trees, p.maxFeatures, p.minLeaf
	f.Permutation, f.Group = p.importance == Permutation, d.Group
	f.Seed, f.Workers, f.Progress = opt.Seed, opt.Workers, opt.Meter("trees", p.trees)
	m, err := train(ctx, f, d)
	if err != nil {
		return nil, err
	}
	s := &algorithms.Scores{
		Names: slices.Clone(d.Features), Values: m.Importance, Constant: m.Constant,
		Warnings:    caution.Constant(d, m.Constant),
		Diagnostics: algorithms.Diagnostics{Iterations: p.trees, Converged: true},
	}
	if o := m.OutOfBag; o != nil && !math.IsNaN(o.Score) {
		name := "out-of-bag accuracy"
		if d.Continuous() {
			name = "out-of-bag R²"
		}
		s.Diagnostics.Extra = []algorithms.Value{{Name: name, Value: algorithms.Number(o.Score)}}
		if err := d.SingleGroups(); err != nil {
			s.Warnings = append(s.Warnings, "out of the bag: "+err.Error())
		}
		s.Warnings = caution.AddChosen(s.Warnings, d, "the "+name+" is too high",
			"train the forest with all features")
	}
	if slices.Max(m.Importance) == 0 && len(m.Constant) < d.D() {
		s.Warnings = append(s.Warnings, "no tree has a split, so that all features score the "+
			"same; give a smaller min_leaf")
	}
	if p.importance == Impurity {
		return s, nil
	}
	s.Values = m.OutOfBag.Loss
	for _, j := range m.Constant { // a feature may lose less than 0
		s.Values[j] = math.Inf(-1)
	}
	return s, nil
}

func train(ctx context.Context, f learn.Forest, d *datasets.Dataset) (*learn.ForestModel, error) {
	if d.Continuous() {
		return f.TrainMeans(ctx, d.Matrix(), d.Target)
	}
	return f.Train(ctx, d.Matrix(), d.Y, len(d.Classes))
}
