package study

import (
	"cmp"
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/evaluation"
)

// Jaccard measures how well the chosen features preserve the nearest neighbors of the training
// samples: the mean Jaccard index of each sample's neighbors in the chosen and in all features.
type Jaccard struct {
	Neighbors int // 0 means 5
	// Gaussian takes the neighbors in all features by evaluation.GaussianSimilarity
	// and those in the chosen ones by the products of their centered columns, as SPFS
	// (2013, section 6) does; by default both are the nearest of the standardized
	// columns (evaluation.Neighborhoods).
	Gaussian bool
}

func (j Jaccard) neighbors() int { return cmp.Or(j.Neighbors, 5) }

// Key implements Measure.
func (j Jaccard) Key() string {
	return fmt.Sprintf("jaccard 2 neighbors=%d gaussian=%v", j.neighbors(), j.Gaussian)
}

// Label implements Measure.
func (j Jaccard) Label() string {
	of := "nearest neighbors"
	if j.Gaussian {
		of = "most similar samples"
	}
	if j.neighbors() == 1 {
		return "kept " + of[:len(of)-1] + " (Jaccard)"
	}
	return fmt.Sprintf("kept %d %s (Jaccard)", j.neighbors(), of)
}

// Better implements Measure.
func (Jaccard) Better() int { return +1 }

// Value implements Measure. It returns an error for a number of neighbors that is
// not between 1 and the training samples less one.
func (j Jaccard) Value(ctx context.Context, t *Trial) (float64, error) {
	values, err := j.values(ctx, t, []int{j.neighbors()})
	if err != nil {
		return 0, err
	}
	return values[0], nil
}

func (j Jaccard) values(ctx context.Context, t *Trial, ks []int) ([]float64, error) {
	if !j.Gaussian {
		near, err := Once(t, fmt.Sprint("neighborhoods ", ks[0]),
			func() (*evaluation.Neighborhoods, error) {
				return evaluation.NewNeighborhoods(ctx, t.Train,
					evaluation.NeighborhoodOptions{Neighbors: ks[0], Workers: 1})
			})
		if err != nil {
			return nil, err
		}
		return near.Jaccard(ctx, t.Features, ks, 1)
	}
	whole, err := t.gaussian(ctx)
	if err != nil {
		return nil, err
	}
	part, err := evaluation.ChosenProducts(t.Train, t.Features, false)
	if err != nil {
		return nil, err
	}
	return evaluation.SimilarityJaccard(ctx, part, whole, ks, 1)
}

// gaussian is the similarity of the training samples, once a split.
func (t *Trial) gaussian(ctx context.Context) (*mat.SymDense, error) {
	return Once(t, "gaussian", func() (*mat.SymDense, error) {
		return evaluation.GaussianSimilarity(ctx, t.Train, evaluation.GaussianOptions{Workers: 1})
	})
}

// Residue is the distance of the similarities of the training samples in the chosen features from
// given ones (evaluation.Residue): by the samples' distances in all features
// (evaluation.GaussianSimilarity), or by their classes.
type Residue struct {
	Classes bool
	Raw     bool // do not center and scale columns to unit length
}

// Key implements Measure.
func (r Residue) Key() string {
	return fmt.Sprintf("residue 1 classes=%v raw=%v", r.Classes, r.Raw)
}

// Label implements Measure.
func (r Residue) Label() string {
	if r.Classes {
		return "residue of the class similarities"
	}
	return "residue of the similarities"
}

// Better implements Measure.
func (Residue) Better() int { return -1 }

// Value implements Measure. It returns an error for unlabeled data when Classes
// is set.
func (r Residue) Value(ctx context.Context, t *Trial) (float64, error) {
	var k mat.Symmetric
	var err error
	switch {
	case !r.Classes:
		k, err = t.gaussian(ctx)
	case !t.Train.Labeled():
		err = fmt.Errorf("residue: %w", datasets.ErrNoLabels)
	default:
		k, err = evaluation.ClassSimilarity(t.Train)
	}
	if err != nil {
		return 0, err
	}
	return evaluation.Residue(ctx, t.Train, evaluation.ResidueOptions{From: k, Raw: r.Raw,
		Workers: 1}, t.Features)
}
