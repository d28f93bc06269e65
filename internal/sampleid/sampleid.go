// Package sampleid numbers samples by what they hold rather than by their row, so that random
// numbers that are drawn for them do not depend on the order of rows and columns, the unit of the
// values or the names of the classes.
package sampleid

import (
	"cmp"
	"context"
	"hash/fnv"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

const (
	// Target is the number of the target, beside those of columns.
	Target = 0x7461726765740000
	// columnsAtOnce is the number of columns that tell samples apart, and of those added at a time
	// where they do not.
	columnsAtOnce = 64
)

// Labels are the target of the samples: a number each, or if Target is nil a class below Count
// each.
type Labels struct {
	Target []float64
	Y      []int
	Count  int
}

// Names numbers columns by their names.
func Names(features []string) []uint64 {
	out := make([]uint64, len(features))
	for j, name := range features {
		h := fnv.New64a()
		h.Write([]byte(name))
		out[j] = Mix(h.Sum64())
	}
	return out
}

// Of returns a number for each row of x (n×d), from some of the given columns, or as many as are
// needed to tell the samples apart, and the target. names are those of Names, for all columns.
// Samples that are equal in everything have numbers of their own, which may be exchanged. It
// returns ctx.Err().
func Of(ctx context.Context, x mat.Matrix, among []int, names []uint64, l Labels, workers int) (
	[]uint64, error) {
	n, _ := x.Dims()
	out, order := make([]uint64, n), slices.Clone(among)
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(names[a], names[b]) })
	for lo := 0; lo < len(order) && !apart(out); lo += columnsAtOnce {
		columns := order[lo:min(lo+columnsAtOnce, len(order))]
		of := make([][]uint64, len(columns))
		err := parallel.For(ctx, workers, len(columns), 1, func(a, _ int) {
			of[a] = denseRanks(mat.Col(nil, columns[a], x))
		})
		if err != nil {
			return nil, err
		}
		for a, ranks := range of {
			for i, r := range ranks {
				out[i] += Mix(names[columns[a]] + r)
			}
		}
	}
	l.add(out)
	seen := make(map[uint64]uint64, n)
	for i, s := range out {
		out[i] = Mix(s + seen[s])
		seen[s]++
	}
	return out, nil
}

// add takes in the target, classes by the samples that they have.
func (l Labels) add(samples []uint64) {
	if l.Target != nil {
		for i, r := range denseRanks(slices.Clone(l.Target)) {
			samples[i] += Mix(Target + r)
		}
		return
	}
	classes := make([]uint64, l.Count)
	for i, c := range l.Y {
		classes[c] += Mix(samples[i])
	}
	for i, c := range l.Y {
		samples[i] += Mix(classes[c])
	}
}

// denseRanks are the places of values among the different ones, from 0.
func denseRanks(values []float64) []uint64 {
	different := slices.Compact(slices.Sorted(slices.Values(values)))
	out := make([]uint64, len(values))
	for i, v := range values {
		at, _ := slices.BinarySearch(different, v)
		out[i] = uint64(at)
	}
	return out
}

// apart reports whether all are different.
func apart(samples []uint64) bool {
	seen := make(map[uint64]bool, len(samples))
	for _, s := range samples {
		if seen[s] {
			return false
		}
		seen[s] = true
	}
	return true
}

// Mix spreads the bits of v: the last step of SplitMix64 (Steele, Lea, Flood 2014).
func Mix(v uint64) uint64 {
	v = (v ^ v>>30) * 0xBF58476D1CE4E5B9
	v = (v ^ v>>27) * 0x94D049BB133111EB
	return v ^ v>>31
}
