package graph

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
)

// Target makes samples alike by a continuous target y, which is needed. Without a percentile it is
//
//	K_ij = u_i u_j,  u = (y - mean y) / ‖y - mean y‖
//
// which two classes, as two values of y, share with SameClass once that is centered. n×n is not
// formed. With one it is the kernel exp(-(y_i - y_j)²/(2σ²)).
type Target struct {
	// Percentile of all n² squared differences of y, those of samples to themselves included, is
	// σ²: above 0, up to 100; 0 means the default of the method, which is uu' unless the method
	// needs entries of 0 or more. Where σ² would be 0, it is the smallest difference above 0.
	Percentile float64 `param:"target_percentile" range:"(0,100]"`
}

// Kind returns "target".
func (Target) Kind() string { return "target" }

// makeTarget computes a Target.
func (b *Built) makeTarget(ctx context.Context, d *datasets.Dataset, s Target,
	opt algorithms.Options) error {
	if !d.Continuous() {
		return fmt.Errorf("similarity by target: %w; set Target to continuous when a file is "+
			"read, or give numbers to WithTarget", algorithms.ErrNoTarget)
	}
	u, _ := graphs.CenteredTarget(d.Target)
	if s.Percentile == 0 {
		b.target = u
		return nil
	}
	width, err := b.makeKernel(ctx, mat.NewDense(len(u), 1, u), RBF{Percentile: s.Percentile}, opt)
	if err != nil {
		return err
	}
	// In the unit of y.
	scale := graphs.TargetNorm(d.Target)
	b.Extra = []algorithms.Value{{Name: "width", Value: algorithms.Number(width * scale * scale)}}
	return nil
}

// Target returns u where K = uu' (Target), else nil. Callers must not modify it.
func (b *Built) Target() []float64 { return b.target }

var errSigned = errors.New("the similarity uu' of the target has entries below 0, and the method " +
	"needs numbers of 0 or more; set target_percentile")
