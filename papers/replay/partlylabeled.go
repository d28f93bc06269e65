package replay

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// partlyLabeled shows a method only a share of the samples of each class, at least one, drawn by
// the seed: the labeled ones.
type partlyLabeled struct {
	method algorithms.Selector
	share  float64
}

// Name implements algorithms.Namer.
func (m partlyLabeled) Name() string {
	return fmt.Sprintf("%s of %g%% labeled", algorithms.Label(m.method), 100*m.share)
}

// Select implements algorithms.Selector.
func (m partlyLabeled) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	if !d.Labeled() {
		return nil, datasets.ErrNoLabels
	}
	rng := rand.New(rand.NewPCG(opt.Seed, 20))
	byClass := make([][]int, len(d.Classes))
	for i, c := range d.Y {
		byClass[c] = append(byClass[c], i)
	}
	var labeled []int
	for _, rows := range byClass {
		rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		n := max(1, int(math.Round(m.share*float64(len(rows)))))
		labeled = append(labeled, rows[:min(n, len(rows))]...)
	}
	slices.Sort(labeled)
	part, err := d.Rows(labeled)
	if err != nil {
		return nil, err
	}
	return m.method.Select(ctx, part, opt)
}
