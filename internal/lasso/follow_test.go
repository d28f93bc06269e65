package lasso

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/internal/must"
)

// knot is a copy of what Follow reports.
type knot struct {
	lambda float64
	a      []float64
}

func follow(t *testing.T, x [][]float64, y []float64, want int) (*Course, []knot) {
	t.Helper()
	var knots []knot
	c := must.Get(Follow(t.Context(), inMemory{x, 1}, y, want, nil,
		func(lambda float64, features []int, a []float64) bool {
			k := knot{lambda, make([]float64, len(x))}
			for i, j := range features {
				k.a[j] = a[i]
			}
			knots = append(knots, k)
			return true
		}))(t)
	return c, knots
}

// Every knot, and the middle between two, is the minimum by coordinate descent; entries are the λ
// of the knots after which a coefficient is first not 0.
func TestFollowEqualsCoordinateDescent(t *testing.T) {
	left := 0
	for seed := range uint64(12) {
		n, d := 8+int(seed%5), 4+int(seed*5%17)
		x, y := gaussian(seed, d, n, float64(seed%3))
		c, knots := follow(t, x, y, 0)
		if !c.Ended || !c.Converged || c.Gap > 1e-12 || knots[0].lambda != c.Start {
			t.Errorf("seed %d: %+v", seed, c)
		}
		left += c.Dropped
		seen := make([]bool, d)
		var entries []Entry
		for i, k := range knots[1:] {
			before := knots[i]
			if before.lambda < .02*c.Start {
				break // descent would take for ever
			}
			for j, v := range k.a {
				if v != 0 && !seen[j] {
					seen[j] = true
					entries = append(entries, Entry{j, before.lambda})
				}
			}
			at := (k.lambda + before.lambda) / 2
			middle := make([]float64, d)
			floats.AddScaledTo(middle, middle, .5, k.a)
			floats.AddScaled(middle, .5, before.a)
			if want := descend(x, y, at); !floats.EqualApprox(middle, want, 1e-8) {
				t.Errorf("seed %d, λ = %v: %v, by descent %v", seed, at, middle, want)
			}
		}
		for i, e := range entries {
			if got := c.Entries[i]; got.Column != e.Column ||
				math.Abs(got.Lambda-e.Lambda) > 1e-12 {
				t.Errorf("seed %d: entry %d is %v, want %v", seed, i, got, e)
			}
		}
	}
	if left < 5 {
		t.Errorf("%d columns left a path: too few to test that", left)
	}
}

// The first entries do not depend on how many are wanted, with equal columns and equal correlations
// too, and the lower column is first.
func TestFollowIsNested(t *testing.T) {
	x, y := gaussian(3, 12, 20, 1)
	copy(x[7], x[2])
	floats.ScaleTo(x[9], -1, x[4])
	whole, _ := follow(t, x, y, 0)
	for want := 1; want <= 12; want++ {
		c, _ := follow(t, x, y, want)
		if k := min(want, len(whole.Entries)); !slices.Equal(c.Entries[:k], whole.Entries[:k]) {
			t.Errorf("%d wanted: %v, of all %v", want, c.Entries, whole.Entries)
		}
	}
	for _, e := range whole.Entries {
		if e.Column == 7 || e.Column == 9 {
			t.Errorf("column %d, a duplicate, enters", e.Column)
		}
	}
	unit := [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	c, _ := follow(t, unit, []float64{2, -3, 3}, 0)
	if want := []Entry{{1, 3}, {2, 3}, {0, 2}}; !slices.Equal(c.Entries, want) {
		t.Errorf("entries %v, want %v", c.Entries, want)
	}
}

// A column that is nearly in the span of two others joins with the right coefficients.
func TestFollowNearlySpanned(t *testing.T) {
	for _, apart := range []float64{1e-3, 1e-5, 1e-6} {
		x, y := gaussian(5, 4, 30, 0)
		for i := range x[3] {
			x[3][i] = x[0][i] + x[1][i] + apart*x[3][i]
		}
		x = unit(x)
		c, _ := follow(t, x, y, 0)
		if len(c.Entries) != 4 || !c.Ended || c.Gap > 1e-10 {
			t.Errorf("%g apart: %+v", apart, c)
		}
	}
}

func TestFollowWorkersAndCancellation(t *testing.T) {
	x, y := gaussian(9, 300, 40, 1)
	one, err := Follow(t.Context(), inMemory{x, 1}, y, 0, nil, nil)
	must.Do(t, err)
	many, err := Follow(t.Context(), inMemory{x, 4}, y, 0, nil, nil)
	if err != nil || !slices.Equal(one.Entries, many.Entries) ||
		!slices.Equal(one.Correlations, many.Correlations) {
		t.Errorf("four workers: %v, one %v, error %v", many.Entries, one.Entries, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	entered := 0
	c, err := Follow(ctx, inMemory{x, 1}, y, 0, func() {
		if entered++; entered == 7 {
			cancel()
		}
	}, nil)
	if !errors.Is(err, context.Canceled) || !slices.Equal(c.Entries,
		one.Entries[:len(c.Entries)]) ||
		len(c.Entries) < 7 {
		t.Errorf("canceled: %+v, %v", c, err)
	}
}
