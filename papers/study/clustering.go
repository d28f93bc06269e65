package study

import (
	"cmp"
	"context"
	"fmt"

	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
)

// Clustering measures how well k-means on the chosen features finds the classes of the training
// samples: the mean over several runs, each from one start, with as many clusters as classes. With
// Splits.Whole all samples are clustered.
type Clustering struct {
	// NMI uses the normalized mutual information (evaluation.NMI, by the larger entropy) instead of
	// the accuracy of the best matching of clusters and classes (evaluation.ClusteringAccuracy).
	NMI  bool
	Runs int  // 0 means 10; FSIR² has 100
	Raw  bool // do not standardize the features
}

func (c Clustering) runs() int { return cmp.Or(c.Runs, 10) }

// Key implements Measure.
func (c Clustering) Key() string {
	return fmt.Sprintf("clustering 1 nmi=%v runs=%d raw=%v", c.NMI, c.runs(), c.Raw)
}

// Label implements Measure.
func (c Clustering) Label() string {
	if c.NMI {
		return "normalized mutual information of k-means"
	}
	return "clustering accuracy of k-means"
}

// Better implements Measure.
func (Clustering) Better() int { return +1 }

// Value implements Measure. It returns an error for data without labels, negative
// Runs, and those of learn.KMeans.
func (c Clustering) Value(ctx context.Context, t *Trial) (float64, error) {
	if !t.Train.Labeled() {
		return 0, fmt.Errorf("clustering: %w", datasets.ErrNoLabels)
	}
	if c.Runs < 0 {
		return 0, fmt.Errorf("clustering: %d runs of k-means; give at least 1, or 0 for 10", c.Runs)
	}
	// Both measures use the same clusters: they are computed once per choice.
	runs, err := Once(t, fmt.Sprint("clusters ", c.runs(), c.Raw, t.Features),
		func() ([][]int, error) { return c.clusters(ctx, t) })
	if err != nil {
		return 0, err
	}
	var sum float64
	for _, labels := range runs {
		var v float64
		if c.NMI {
			v, err = evaluation.NMI(labels, t.Train.Y, evaluation.ByMax)
		} else {
			v, err = evaluation.ClusteringAccuracy(labels, t.Train.Y)
		}
		if err != nil {
			return 0, err
		}
		sum += v
	}
	return sum / float64(c.runs()), nil
}

func (c Clustering) clusters(ctx context.Context, t *Trial) ([][]int, error) {
	part, err := taken(t.Train, t.Features)
	if err != nil {
		return nil, err
	}
	x := part.X
	if !c.Raw {
		x = learn.FitScaling(x).Apply(x)
	}
	classes := 0
	for _, n := range t.Train.ClassCounts() {
		if n > 0 {
			classes++
		}
	}
	out := make([][]int, c.runs())
	for i := range out {
		// Seeds of starts are further apart than the number of splits.
		found, err := learn.KMeans{K: classes, Restarts: 1, Seed: t.Seed + uint64(i)<<32,
			Workers: 1}.Cluster(ctx, x)
		if err != nil {
			return nil, err
		}
		out[i] = found.Labels
	}
	return out, nil
}
