package algorithms

import (
	"context"

	"fsnb.example/datasets"
)

// A Projector scores features by a linear projection x'W that it learns. The score of a feature is
// the norm of its row of W.
type Projector interface {
	Scorer
	// Project returns W, with the scores that Score returns.
	Project(ctx context.Context, d *datasets.Dataset, opt Options) (*Projection, error)
}

// Projection is a learned projection: plain data, safe for gob and JSON.
type Projection struct {
	Method  string    // name in the catalogue
	Label   string    // name with the parameters that differ from the defaults
	Dataset string    // name of the data set
	W       []Numbers // features × axes; zeros for a constant feature
	Values  Numbers   // eigenvalue of each axis; nil if there are none
	Scores  *Scores
	Cached  bool // read from disk instead of computed
}

// Axis returns column k of W, one number for each feature.
func (p *Projection) Axis(k int) []float64 {
	out := make([]float64, len(p.W))
	for j, row := range p.W {
		out[j] = row[k]
	}
	return out
}
