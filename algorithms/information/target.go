package information

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// targets are those that a method with this coding takes.
func targets(used bool, coding Coding) algorithms.Targets {
	switch {
	case !used:
		return algorithms.NoTarget
	case coding == MDL: // which cuts where the classes change
		return algorithms.Classes
	}
	return algorithms.Classes | algorithms.Continuous
}

// codedTarget returns d with the codes of its continuous target as classes, coded as the features
// are; d itself without one.
func codedTarget(ctx context.Context, d *datasets.Dataset, coding Coding, bins int) (
	*datasets.Dataset, error) {
	if !d.Continuous() || coding == MDL {
		return d, nil
	}
	if coding == Values && distinct(d.Target, mostCodes) == nil {
		return nil, fmt.Errorf("the target has more than %d distinct values, and coding=values "+
			"takes it as it is; round it, or choose another coding, such as width", mostCodes)
	}
	y := &datasets.Dataset{
		X: mat.NewDense(d.N(), 1, slices.Clone(d.Target)), Features: []string{"the target"},
	}
	c, err := Code(ctx, y, coding, bins, 1)
	if err != nil {
		return nil, err
	}
	out := *d
	out.Target, out.Y, out.Classes = nil, make([]int, d.N()), make([]string, c.Count[0])
	for i, code := range c.Column(0) {
		out.Y[i] = int(code)
	}
	for k := range out.Classes {
		out.Classes[k] = fmt.Sprint("code ", k)
	}
	return &out, nil
}
