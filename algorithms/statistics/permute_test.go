package statistics_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// grouped are 24 samples in 9 groups of several sizes: a feature that follows the target, noise, a
// constant, and few levels. Within groups the target varies where paired says so.
func grouped(t *testing.T, continuous, paired, groups bool) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	const n = 24
	y, target, names := make([]int, n), make([]float64, n), make([]string, n)
	columns := make([][]float64, 4)
	for i := range n {
		g := min(i/2, 8)
		names[i] = string(rune('a' + g))
		y[i], target[i] = g%2, float64(g*g)
		if paired {
			y[i], target[i] = i%2, float64(i%7)
		}
		for j, v := range []float64{3*float64(y[i]) + rng.NormFloat64() + target[i]/9,
			rng.NormFloat64(), 7, float64(rng.IntN(3))} {
			if v < 0 {
				v = -v
			}
			columns[j] = append(columns[j], v)
		}
	}
	d := methodtest.Classes(t, y, columns...)
	if continuous {
		d = methodtest.Numbers(t, target, columns...)
	}
	if !groups {
		return d
	}
	d = must.Get(d.WithGroups("patient", names))(t)
	return d
}

// p is the share of permutations whose score is at least that of the data, here from the scores of
// data sets with the permuted target; it depends on the seed, and neither on Workers, nor on the
// order of the samples, nor on how values are stored.
func TestPermutations(t *testing.T) {
	const b = 99
	for _, c := range []struct {
		m, plain   algorithms.Scorer
		continuous bool
	}{
		{statistics.AnovaF{Permutations: b}, statistics.AnovaF{}, false},
		{statistics.Chi2{Permutations: b}, statistics.Chi2{}, false},
		{statistics.KruskalWallis{Permutations: b}, statistics.KruskalWallis{}, false},
		{statistics.TScore{Permutations: b}, statistics.TScore{}, false},
		{statistics.Pearson{Permutations: b}, statistics.Pearson{}, false},
		{statistics.Spearman{Permutations: b}, statistics.Spearman{}, false},
		{statistics.Pearson{Permutations: b}, statistics.Pearson{}, true},
		{statistics.Spearman{Permutations: b}, statistics.Spearman{}, true},
		{statistics.FRegression{Permutations: b}, statistics.FRegression{}, true},
	} {
		for _, design := range []struct{ paired, groups bool }{{}, {false, true}, {true, true}} {
			d := grouped(t, c.continuous, design.paired, design.groups)
			opt := algorithms.Options{Seed: 5, Workers: 1}
			s := methodtest.Score(t, c.m, d, opt)
			plain := methodtest.Score(t, c.plain, d, opt)
			if !slices.Equal(s.Values, plain.Values) {
				t.Errorf("%s: scores %v, want %v", algorithms.Name(c.m), s.Values, plain.Values)
			}
			p := must.Get(statistics.NewPermuter(t.Context(), d, opt))(t)
			from, large := make([]int, d.N()), make([]float64, d.D())
			for k := range b {
				p.Draw(k, from)
				other := *d
				other.Y, other.Target = slices.Clone(d.Y), slices.Clone(d.Target)
				for i, at := range from {
					if c.continuous {
						other.Target[i] = d.Target[at]
					} else {
						other.Y[i] = d.Y[at]
					}
				}
				for j, v := range methodtest.Score(t, c.plain, &other, opt).Values {
					if v >= plain.Values[j]*(1-1e-10)-1e-14 { // 0 on paper
						large[j]++
					}
				}
			}
			for j, count := range large {
				if want := (1 + count) / (1 + b); math.Abs(s.PValues[j]-want) > 1e-12 {
					t.Errorf("%s %+v, column %d: p = %v, want %v", algorithms.Name(c.m), design, j,
						s.PValues[j], want)
				}
			}
			moved := must.Get(d.Rows(rand.New(rand.NewPCG(2, 2)).Perm(d.N())))(t)
			for what, other := range map[string]*datasets.Dataset{
				"moved": moved, "sparse": methodtest.Stored(t, d, storage.Compress(d.X)),
				"float64": methodtest.Stored(t, d,
					methodtest.Mapped(t, d.X, storage.Float64, true)),
			} {
				o := methodtest.Score(t, c.m, other, algorithms.Options{Seed: 5, Workers: 3})
				if !slices.Equal(o.PValues, s.PValues) {
					t.Errorf("%s %+v, %s: p = %v, want %v", algorithms.Name(c.m), design, what,
						o.PValues, s.PValues)
				}
			}
			o := methodtest.Score(t, c.m, d, algorithms.Options{Seed: 6})
			if slices.Equal(o.PValues, s.PValues) {
				t.Errorf("%s %+v: another seed has the p-values %v", algorithms.Name(c.m), design,
					s.PValues)
			}
		}
	}
}

// Whole groups exchange the target where it is the same within each, else samples within groups.
func TestPermuterKeepsGroups(t *testing.T) {
	for _, paired := range []bool{false, true} {
		d := grouped(t, false, paired, true)
		p := must.Get(statistics.NewPermuter(t.Context(), d, algorithms.Options{}))(t)
		from, moved := make([]int, d.N()), false
		for b := range 20 {
			p.Draw(b, from)
			to := make(map[int]int) // the group whose target a group takes
			for i, k := range from {
				g, other := d.Group[i], d.Group[k]
				moved = moved || i != k
				if was, seen := to[g]; seen && was != other || paired && g != other {
					t.Fatalf("paired %v: sample %d of group %d takes the target of group %d",
						paired, i, g, other)
				}
				to[g] = other
			}
		}
		if !moved {
			t.Errorf("paired %v: nothing moves", paired)
		}
	}
}

// p-values of grouped samples warn, unless groups are permuted; so do too few permutations, and
// groups that take no part.
func TestPermutationsWarnings(t *testing.T) {
	d := grouped(t, false, false, true)
	mixed := *d
	mixed.Y = slices.Clone(d.Y)
	mixed.Y[0] = 1 - mixed.Y[1]
	for _, c := range []struct {
		m    algorithms.Scorer
		d    *datasets.Dataset
		want string
	}{
		{statistics.AnovaF{}, d, "whole groups (permutations=9999)"},
		{statistics.Kendall{}, d, "whole groups (Permutations of anova-f and other tests)"},
		{statistics.AnovaF{Permutations: 9}, d, "9 permutations are few for 4 features: p-values " +
			"are at least 0.1, so that one feature alone cannot be significant at 0.05 once " +
			"adjusted; set permutations to at least 79 (features / 0.05)"},
		{statistics.AnovaF{Permutations: 999}, &mixed, "the target varies within 1 groups only"},
		{statistics.AnovaF{Permutations: 999}, d, ""},
		{statistics.Contingency{Permutations: 9}, d, "9 permutations are few for 4 features"},
		{statistics.Contingency{Permutations: 999}, &mixed, "the target varies within 1 groups"},
		{statistics.Contingency{Permutations: 999}, d, ""},
	} {
		s := must.Get(algorithms.RunScore(t.Context(), c.m, c.d, algorithms.Options{}))(t)
		text := strings.Join(s.Warnings[1:], "\n") // after that of the constant column
		if !strings.Contains(text, c.want) || (c.want == "") != (text == "") {
			t.Errorf("%s: warnings %q, want %q", algorithms.Label(c.m), s.Warnings, c.want)
		}
	}
	_, err := statistics.AnovaF{Permutations: -1}.Score(t.Context(), d, algorithms.Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "anova-f: permutations = -1; give") {
		t.Errorf("error %v", err)
	}
}
