package datasets

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"fsnb.example/internal/visible"
)

// Continuous reports whether the samples have a continuous target.
func (d *Dataset) Continuous() bool { return d.Target != nil }

// WithTarget returns d with the continuous target y, one number a sample, in place of its classes
// or its target. name says what it is, such as "survival"; it may be empty. y is copied. Warnings
// about the classes or the target before end; one about a column that nearly equals y begins. It
// returns an error when the numbers are not one a sample, or one is NaN or infinite. The cost is
// O(n log n + d).
func (d *Dataset) WithTarget(name string, y []float64) (*Dataset, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if y == nil {
		return nil, errors.New("no target: give a number for each sample")
	}
	out := *d
	out.Y, out.Classes = nil, nil
	out.Target, out.TargetName = slices.Clone(y), name
	if err := out.checkTarget(); err != nil {
		return nil, err
	}
	out.Warnings = out.retargeted()
	out.History = append(slices.Clone(d.History), out.TargetText())
	return &out, nil
}

// TargetText describes the continuous target in a few words, such as "continuous target age"; ""
// without one.
func (d *Dataset) TargetText() string {
	switch {
	case d.Target == nil:
		return ""
	case d.TargetName == "":
		return "continuous target"
	}
	return "continuous target " + visible.Name(d.TargetName)
}

// checkTarget verifies Target.
func (d *Dataset) checkTarget() error {
	if d.Target == nil {
		return nil
	}
	if d.Y != nil {
		return errors.New("the data set has classes and a continuous target; leave one of them out")
	}
	if n := d.N(); len(d.Target) != n {
		return fmt.Errorf("a target of %d numbers for %d samples; give one number per row",
			len(d.Target), n)
	}
	for i, v := range d.Target {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("the target of row %d is %g; give a finite number, or leave the "+
				"row out", i, v)
		}
	}
	return nil
}

// setTarget takes labels that are numbers for a continuous target; false for other labels.
func setTarget[L Label](d *Dataset, labels []L) bool {
	if reflect.TypeFor[L]().Kind() != reflect.Float64 || labels == nil {
		return false
	}
	d.Target = make([]float64, len(labels))
	for i, l := range labels {
		d.Target[i] = reflect.ValueOf(l).Float()
	}
	return true
}
