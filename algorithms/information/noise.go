package information

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"fsnb.example/datasets"
	"fsnb.example/internal/sampleid"
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
	ofTarget = sampleid.Target
)

// newTieNoise finds what tells the samples of d apart.
func newTieNoise(ctx context.Context, d *datasets.Dataset, seed uint64, workers int) (
	*tieNoise, error) {
	names := sampleid.Names(d.Features)
	labels := sampleid.Labels{Target: d.Target, Y: d.Y, Count: len(d.Classes)}
	all := make([]int, d.D())
	for j := range all {
		all[j] = j
	}
	samples, err := sampleid.Of(ctx, d.X, all, names, labels, workers)
	if err != nil {
		return nil, err
	}
	return &tieNoise{seed: sampleid.Mix(seed), samples: samples, names: names}, nil
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

// splitMix is a source of random numbers that takes no time to begin.
type splitMix uint64

// Uint64 implements rand.Source.
func (s *splitMix) Uint64() uint64 {
	*s += 0x9E3779B97F4A7C15
	return sampleid.Mix(uint64(*s))
}
