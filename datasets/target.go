package datasets

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"

	"fsnb.example/internal/rawfloat"
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

// hashTarget adds the target to a hash; that of data without one stays as it is.
func (d *Dataset) hashTarget(h io.Writer) {
	if d.Target == nil {
		return
	}
	io.WriteString(h, "target\n")
	writeQuoted(h, []string{d.TargetName})
	h.Write(rawfloat.Bytes(d.Target, nil))
}

// appendTarget adds the target to the words of a parsed copy: the length of its name and the name,
// then 0 or the number of samples, and as many numbers of 8 bytes.
func (d *Dataset) appendTarget(words []byte) []byte {
	words = binary.AppendUvarint(words, uint64(len(d.TargetName)))
	words = append(words, d.TargetName...)
	words = binary.AppendUvarint(words, uint64(len(d.Target)))
	return append(words, rawfloat.Bytes(d.Target, nil)...)
}

// readTarget reads what appendTarget wrote, at the beginning of text, and returns what follows.
func (d *Dataset) readTarget(text string) (rest string, err error) {
	cut := func(unit int) (string, bool) {
		v, size := binary.Uvarint([]byte(text[:min(binary.MaxVarintLen64, len(text))]))
		if size <= 0 || v > uint64(len(text)-size)/uint64(unit) {
			return "", false
		}
		end := size + int(v)*unit
		out := text[size:end]
		text = text[end:]
		return out, true
	}
	name, ok := cut(1)
	if !ok {
		return "", errCopy
	}
	numbers, ok := cut(8)
	if !ok || numbers != "" && len(numbers) != 8*d.N() {
		return "", errCopy
	}
	d.TargetName = name
	if numbers == "" {
		return text, nil
	}
	d.Target = make([]float64, d.N())
	if rawfloat.Read(strings.NewReader(numbers), d.Target) != nil || d.checkTarget() != nil {
		return "", errCopy
	}
	return text, nil
}
