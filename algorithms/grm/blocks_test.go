package grm

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/redundancy"
)

// parted multiplies blocks of width columns, each by itself, by columns or by kernels.
type parted struct {
	d        *datasets.Dataset
	width    int
	kernels  bool
	products int
	fail     error
}

func (p *parted) each(use func(s *redundancy.Squares, lo, hi int) error) error {
	for lo := 0; lo < p.d.D(); lo += p.width {
		hi := min(lo+p.width, p.d.D())
		s, err := redundancy.NewSquares(context.Background(), p.d.X, span(lo, hi), false, 1)
		if err != nil {
			return err
		}
		if err := use(s, lo, hi); err != nil {
			return err
		}
	}
	return p.fail
}

func span(lo, hi int) (out []int) {
	for j := lo; j < hi; j++ {
		out = append(out, j)
	}
	return out
}

// Keys sets the keys of all columns.
func (p *parted) Keys(ctx context.Context, keys []float64) error {
	return p.each(func(s *redundancy.Squares, lo, _ int) error {
		own, err := s.Keys(ctx, 1)
		copy(keys[lo:], own)
		return err
	})
}

// Product sets dst to Az.
func (p *parted) Product(ctx context.Context, dst []float64, columns []int, z []float64) error {
	p.products++
	if !p.kernels {
		chosen, err := redundancy.NewSquares(ctx, p.d.X, columns, false, 1)
		if err != nil {
			return err
		}
		return p.each(func(s *redundancy.Squares, lo, hi int) error {
			return s.Times(ctx, dst[lo:hi], chosen, z, 1)
		})
	}
	all := make([]float64, p.d.D())
	for a, j := range columns {
		all[j] = z[a]
	}
	sum := redundancy.NewKernel(p.d.N())
	if err := p.each(func(s *redundancy.Squares, lo, hi int) error {
		part := redundancy.NewKernel(p.d.N())
		if err := part.AddColumns(ctx, s, all[lo:hi], 1); err != nil {
			return err
		}
		var b bytes.Buffer
		if err := part.Write(&b); err != nil {
			return err
		}
		return sum.AddFrom(&b)
	}); err != nil {
		return err
	}
	return p.each(func(s *redundancy.Squares, lo, hi int) error {
		return s.Forms(ctx, dst[lo:hi], sum, 1)
	})
}

// noisy has columns of noise, some of a common factor, copies and a constant.
func noisy(t *testing.T, n, d int) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 9))
	y := make([]int, n)
	factor := make([]float64, n)
	for i := range y {
		y[i], factor[i] = i%2, rng.NormFloat64()
	}
	columns := make([][]float64, d)
	for j := range columns {
		columns[j] = make([]float64, n)
		for i := range columns[j] {
			columns[j][i] = rng.NormFloat64() + float64(j%7/6)*factor[i] +
				float64(y[i])*float64(j%5/4)
		}
	}
	for i := range y {
		columns[17][i] = 3
		columns[500][i] = 2 - 5*columns[40][i]
	}
	return methodtest.Classes(t, y, columns...)
}

// Blocks of columns give what all columns in one place do.
func TestFromBlocks(t *testing.T) {
	wine := methodtest.Load(t, "wine")
	wide := noisy(t, 60, 900)
	for _, c := range []struct {
		d      *datasets.Dataset
		m      GRM
		k      int
		width  int
		groups bool
	}{
		{wine, GRM{}, 0, 3, false},
		{wine, GRM{Scorer: filter.SPEC{}}, 5, 13, false},
		{wine, GRM{Groups: ByIndex([]int{0, 4}, []int{4, 7, 9})}, 0, 5, true},
		{wide, GRM{}, 0, 100, false},
		{wide, GRM{Scorer: filter.Variance{}, Top: 700}, 50, 899, false},
	} {
		opt := algorithms.Options{K: c.k}
		want := must.Get(c.m.Select(t.Context(), c.d, opt))(t)
		scores, err := algorithms.RunScore(t.Context(), algorithms.WithDefaults(c.m).Scorer, c.d,
			algorithms.Options{})
		must.Do(t, err)
		for _, kernels := range []bool{false, true} {
			b := &parted{d: c.d, width: c.width, kernels: kernels}
			got := must.Get(c.m.FromBlocks(t.Context(), c.d, scores, b, 0, opt))(t)
			if b.products == 0 {
				t.Fatal("no product of blocks")
			}
			got.Elapsed = want.Elapsed
			// Residuals are rounding.
			residual := cmpopts.IgnoreSliceElements(func(v algorithms.Value) bool {
				return strings.HasPrefix(v.Name, "residual")
			})
			certificate := cmp.FilterPath(func(p cmp.Path) bool {
				return strings.Contains(p.String(), "Certificate.Value")
			}, cmp.Ignore())
			near := cmp.Comparer(func(a, b algorithms.Number) bool {
				d := float64(a - b)
				return a == b || d*d <= 1e-24*(1+float64(a)*float64(a))
			})
			if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-11, 1e-13), near, residual,
				certificate); diff != "" {
				t.Errorf("%s of %s, kernels %t (-Select +FromBlocks):\n%s", want.Label, c.d.Name,
					kernels, diff)
			}
		}
	}
}

// An error of the blocks is that of the method.
func TestFromBlocksErrors(t *testing.T) {
	d := methodtest.Load(t, "wine")
	scores, err := algorithms.RunScore(t.Context(), filter.Fisher{}, d, algorithms.Options{})
	must.Do(t, err)
	b := &parted{d: d, width: 4, fail: errors.New("the folder is full")}
	_, err = GRM{}.FromBlocks(t.Context(), d, scores, b, 0, algorithms.Options{})
	if err == nil || err.Error() != "grm: the folder is full" {
		t.Errorf("%v", err)
	}
	_, err = GRM{Redundancy: d.X}.FromBlocks(t.Context(), d, scores, b, 0, algorithms.Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "grm: ") {
		t.Errorf("%v", err)
	}
	// Few values are read whole, and no block is asked.
	if _, err = (GRM{}).FromBlocks(t.Context(), d, scores, b, d.N()*d.D(),
		algorithms.Options{}); err != nil {
		t.Error(err)
	}
}
