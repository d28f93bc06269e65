package algorithms

import (
	"context"

	"fsnb.example/datasets"
)

// A Projector scores features by a linear projection that it learns: x'W for a sample x. The score
// of a feature is the norm of its row of W.
type Projector interface {
	Scorer
	// Project returns W, with the scores that Score returns.
	Project(ctx context.Context, d *datasets.Dataset, opt Options) (*Projection, error)
}

// Projection is a learned projection: plain data, safe for gob and JSON.
type Projection struct {
	Method  string    // name in the catalogue
	Label   string    // name with the parameters that are not the defaults
	Dataset string    // what it was learned from
	W       []Numbers // one row a feature, of one number an axis; zeros for a constant feature
	Values  Numbers   // what the method calls the eigenvalue of each axis; nil when there is none
	Scores  *Scores
	Cached  bool // read from disk instead of computed
}

// Axis returns column k of W, one number a feature.
func (p *Projection) Axis(k int) []float64 {
	out := make([]float64, len(p.W))
	for j, row := range p.W {
		out[j] = row[k]
	}
	return out
}
