package rank

import (
	"context"
	"fmt"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/beam/pipeline"
	"fsnb.example/internal/redundancy"
)

// Play runs rounds from a state on the engine; the last state is in the file of the Run then.
type Play func(ctx context.Context, rounds []pipeline.Round, start any) error

// weights are those of a product, in a file that workers read.
type weights struct {
	Columns []int
	Z       []float64
}

// products are those of grm with all columns, each a play.
type products struct {
	run   *Run
	play  Play
	count int
}

// start is the state before rounds of the next play.
func (p *products) start(do ...phase) now {
	p.count++
	return now{Do: do, Play: p.count}
}

// values plays the rounds of s, of which the last one leaves a number of each column.
func (p *products) values(ctx context.Context, s now, dst []float64) error {
	if err := p.play(ctx, stages(len(s.Do)), s); err != nil {
		return err
	}
	var end now
	if err := pipeline.Read(ctx, p.run.file, &end); err != nil {
		return err
	}
	at := 0
	for _, name := range end.Files {
		var part []float64
		if err := get(ctx, name, &part); err != nil {
			return err
		}
		at += copy(dst[at:], part)
	}
	if at != len(dst) {
		return fmt.Errorf("%d numbers of %d features: a block was left out", at, len(dst))
	}
	// Only now: while the job runs, an engine may ask again for what reads them.
	done := slices.Concat(end.Files, end.Parts, []string{s.Weights, s.kernel(p.run.job.Folder)})
	return pipeline.Remove(ctx, done...)
}

// Keys sets those of all columns.
func (p *products) Keys(ctx context.Context, dst []float64) error {
	return p.values(ctx, p.start(keys), dst)
}

// Product sets dst to Az: one round by the columns with weights, or two by K.
func (p *products) Product(ctx context.Context, dst []float64, columns []int, z []float64) error {
	do := []phase{times}
	if n := p.run.table.d.N(); redundancy.ByKernel(n, len(dst), len(columns)) {
		do = []phase{kernel, quadratic}
	}
	s := p.start(do...)
	s.Weights = pipeline.Join(p.run.job.Folder, fmt.Sprintf("weights-%d", s.Play))
	if err := put(ctx, s.Weights, weights{columns, z}); err != nil {
		return err
	}
	return p.values(ctx, s, dst)
}

// kernel is the file of K.
func (s *now) kernel(folder string) string {
	if len(s.Do) < 2 {
		return ""
	}
	return pipeline.Join(folder, fmt.Sprintf("kernel-%d", s.Play))
}

// product is a worker's part of a play.
func (w *worker) product(ctx context.Context, s now, b span, opt algorithms.Options) (any, error) {
	what := s.Do[s.Round]
	out := said{File: w.file(fmt.Sprintf("%s-%d", productNames[what], s.Play), b)}
	var v weights
	if s.Weights != "" {
		if err := get(ctx, s.Weights, &v); err != nil {
			return nil, atHost(err)
		}
	}
	n := w.table.d.N()
	if what == kernel {
		k := redundancy.NewKernel(n)
		from, _ := slices.BinarySearch(v.Columns, b.Lo)
		to, _ := slices.BinarySearch(v.Columns, b.Hi)
		err := w.tiles(ctx, span{from, to}, v.Columns, opt,
			func(s *redundancy.Squares, lo, hi int) error {
				return k.AddColumns(ctx, s, v.Z[lo:hi], opt.Workers)
			})
		if err != nil {
			return nil, err
		}
		return out, pipeline.WriteFile(ctx, out.File, k.Write)
	}
	dst := make([]float64, b.Hi-b.Lo)
	use := func(s *redundancy.Squares, lo, hi int) error {
		part, err := s.Keys(ctx, opt.Workers)
		copy(dst[lo-b.Lo:hi-b.Lo], part)
		return err
	}
	switch what {
	case times:
		chosen, err := w.squares(ctx, v.Columns, opt)
		if err != nil {
			return nil, err
		}
		use = func(s *redundancy.Squares, lo, hi int) error {
			return s.Times(ctx, dst[lo-b.Lo:hi-b.Lo], chosen, v.Z, opt.Workers)
		}
	case quadratic:
		k := redundancy.NewKernel(n)
		if err := pipeline.ReadFile(ctx, s.kernel(w.job.Folder), k.AddFrom); err != nil {
			return nil, atHost(err)
		}
		use = func(s *redundancy.Squares, lo, hi int) error {
			return s.Forms(ctx, dst[lo-b.Lo:hi-b.Lo], k, opt.Workers)
		}
	}
	if err := w.tiles(ctx, b, nil, opt, use); err != nil {
		return nil, err
	}
	return out, put(ctx, out.File, dst)
}

var productNames = map[phase]string{keys: "keys", times: "times", kernel: "kernel-part",
	quadratic: "quadratic"}

// tileValues are the values of columns that a worker of a product holds at a time: 32 MB.
const tileValues = 4 << 20

// tiles calls use for some columns at a time: those of b, or the columns at the places of b.
func (w *worker) tiles(ctx context.Context, b span, columns []int, opt algorithms.Options,
	use func(s *redundancy.Squares, lo, hi int) error) error {
	width := max(64, tileValues/w.table.d.N())
	for lo := b.Lo; lo < b.Hi; lo += width {
		hi := min(lo+width, b.Hi)
		s, err := w.tile(ctx, lo, hi, columns, opt)
		if err != nil {
			return err
		}
		if err := use(s, lo, hi); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (w *worker) tile(ctx context.Context, lo, hi int, columns []int, opt algorithms.Options) (
	*redundancy.Squares, error) {
	if columns != nil {
		return w.squares(ctx, columns[lo:hi], opt)
	}
	d, err := w.table.block(lo, hi)
	if err != nil {
		return nil, atHost(err)
	}
	all := make([]int, hi-lo)
	for j := range all {
		all[j] = j
	}
	s, err := redundancy.NewSquares(ctx, d.Matrix(), all, false, opt.Workers)
	return s, hosted(ctx, err)
}

// squares are those of any columns.
func (w *worker) squares(ctx context.Context, columns []int, opt algorithms.Options) (
	*redundancy.Squares, error) {
	s, err := redundancy.NewSquares(ctx, w.table.d.Matrix(), columns, false, opt.Workers)
	return s, hosted(ctx, err)
}

// hosted is an error of a file, with the machine.
func hosted(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	return atHost(err)
}

// addKernels adds up those of all blocks, in their order.
func (j *Job) addKernels(ctx context.Context, s *now, all []said) error {
	sum := redundancy.NewKernel(j.Samples)
	for _, a := range all {
		if err := pipeline.ReadFile(ctx, a.File, sum.AddFrom); err != nil {
			return err
		}
		s.Parts = append(s.Parts, a.File)
	}
	return pipeline.WriteFile(ctx, s.kernel(j.Folder), sum.Write)
}
