package information

import (
	"cmp"
	"context"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
)

// tieNoise tells equal values of a column apart. That of a value depends on the seed, the name of
// the column, and the sample: on what the sample holds rather than on its row, so that the order of
// rows and columns, the unit of the values and the names of the classes have no effect. Samples
// that are equal in everything are numbered, and may be exchanged.
type tieNoise struct {
	seed    uint64
	samples []uint64
	names   []uint64
}

const (
	noiseSize = 1e-10
	// ofTarget is the name of the target, beside those of columns.
	ofTarget = 0x7461726765740000
	// noiseColumns is the number of columns that tell samples apart, and of those added at a time
	// where they do not.
	noiseColumns = 64
)

// newTieNoise finds what tells the samples of d apart, by some columns, by as many as are needed.
func newTieNoise(ctx context.Context, d *datasets.Dataset, seed uint64, workers int) (
	*tieNoise, error) {
	z := &tieNoise{seed: mixed(seed), names: make([]uint64, d.D()), samples: make([]uint64, d.N())}
	order := make([]int, d.D())
	for j, name := range d.Features {
		h := fnv.New64a()
		h.Write([]byte(name))
		z.names[j], order[j] = mixed(h.Sum64()), j
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(z.names[a], z.names[b]) })
	for lo := 0; lo < len(order) && !apart(z.samples); lo += noiseColumns {
		columns := order[lo:min(lo+noiseColumns, len(order))]
		of := make([][]uint64, len(columns))
		err := parallel.For(ctx, workers, len(columns), 1, func(a, _ int) {
			of[a] = denseRanks(mat.Col(nil, columns[a], d.X))
		})
		if err != nil {
			return nil, err
		}
		for a, ranks := range of {
			for i, r := range ranks {
				z.samples[i] += mixed(z.names[columns[a]] + r)
			}
		}
	}
	z.addTarget(d)
	seen := make(map[uint64]uint64, d.N())
	for i, s := range z.samples {
		z.samples[i] = mixed(s + seen[s])
		seen[s]++
	}
	return z, nil
}

// addTarget takes in the target, classes by the samples that they have.
func (z *tieNoise) addTarget(d *datasets.Dataset) {
	if d.Continuous() {
		for i, r := range denseRanks(slices.Clone(d.Target)) {
			z.samples[i] += mixed(ofTarget + r)
		}
		return
	}
	classes := make([]uint64, len(d.Classes))
	for i, c := range d.Y {
		classes[c] += mixed(z.samples[i])
	}
	for i, c := range d.Y {
		z.samples[i] += mixed(classes[c])
	}
}

// add adds noise to the values of a column of unit variance.
func (z *tieNoise) add(values []float64, name uint64) {
	var state splitMix
	draw := rand.New(&state)
	for i := range values {
		state = splitMix(z.samples[i] ^ (z.seed + name))
		values[i] += float64(noiseSize * draw.NormFloat64())
	}
}

// order is that of the samples by what they hold.
func (z *tieNoise) order() []int {
	out := make([]int, len(z.samples))
	for i := range out {
		out[i] = i
	}
	slices.SortFunc(out, func(a, b int) int { return cmp.Compare(z.samples[a], z.samples[b]) })
	return out
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

// splitMix is a source of random numbers that takes no time to begin.
type splitMix uint64

// Uint64 implements rand.Source.
func (s *splitMix) Uint64() uint64 {
	*s += 0x9E3779B97F4A7C15
	return mixed(uint64(*s))
}

// mixed spreads the bits of v: the last step of SplitMix64 (Steele, Lea, Flood 2014).
func mixed(v uint64) uint64 {
	v = (v ^ v>>30) * 0xBF58476D1CE4E5B9
	v = (v ^ v>>27) * 0x94D049BB133111EB
	return v ^ v>>31
}
