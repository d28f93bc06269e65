package trees_test

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/trees"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// literalBoruta counts hits in a loop that draws its own forests through learn.Shadows, with tails
// summed in rational numbers, and returns the decisions: 2 confirmed, 1 tentative, 0 rejected.
func literalBoruta(t *testing.T, d *datasets.Dataset, seeds []uint64, count int, level *big.Rat) (
	decided []int, raw [][]float64) {
	t.Helper()
	s := must.Get(learn.NewShadows(t.Context(), d.X, d.Y, len(d.Classes), 1))(t)
	p := d.D()
	hits, keep := make([]int, p), make([]bool, p)
	decided, raw = make([]int, p), make([][]float64, p)
	for j := range p {
		keep[j], decided[j] = true, 1
	}
	for r, seed := range seeds {
		z, shadows, err := s.Z(t.Context(), learn.Forest{Trees: count, Seed: seed}, keep, 5)
		must.Do(t, err)
		for j := range p {
			if !keep[j] {
				continue
			}
			raw[j] = append(raw[j], z[j])
			above := true
			for _, v := range shadows {
				above = above && z[j] > v
			}
			if above {
				hits[j]++
			}
		}
		for j := range p {
			if decided[j] != 1 {
				continue
			}
			if tail(r+1, hits[j], r+1, p).Cmp(level) < 0 {
				decided[j] = 2
			} else if tail(r+1, 0, hits[j], p).Cmp(level) < 0 {
				decided[j], keep[j] = 0, false
			}
		}
		if !slices.Contains(decided, 1) {
			break
		}
	}
	return decided, raw
}

// tail is d·P(from ≤ X ≤ to) for X binomial with n trials of probability 1/2.
func tail(n, from, to, d int) *big.Rat {
	sum := new(big.Int)
	for h := from; h <= to; h++ {
		sum.Add(sum, new(big.Int).Binomial(int64(n), int64(h)))
	}
	sum.Mul(sum, big.NewInt(int64(d)))
	return new(big.Rat).SetFrac(sum, new(big.Int).Lsh(big.NewInt(1), uint(n)))
}

// Decisions, medians and the number of rounds are those of a literal loop, for each level.
func TestBorutaAgainstLoop(t *testing.T) {
	for seed := range uint64(longtest.Or(3, 10)) {
		d := planted(t, seed, 60, 2, 5)
		for _, level := range []float64{.01, .2} {
			m := trees.Boruta{Trees: 12, Rounds: 20, Level: level}
			s := methodtest.Score(t, m, d, algorithms.Options{Seed: seed})
			rational := new(big.Rat).SetFrac64(int64(math.Round(level*100)), 100)
			var seeds []uint64
			for r := range 20 {
				seeds = append(seeds, trees.RoundSeed(seed, r))
			}
			decided, raw := literalBoruta(t, d, seeds, 12, rational)
			rounds := 0
			for j, want := range decided {
				if got := int(s.Values[j]); got != want {
					t.Errorf("seed %d, level %g: feature %d is %d, want %d", seed, level, j, got,
						want)
				}
				z := slices.Sorted(slices.Values(raw[j]))
				rounds = max(rounds, len(z))
				middle := (z[(len(z)-1)/2] + z[len(z)/2]) / 2
				if math.Abs(s.Raw[j]-middle) > 1e-12*math.Abs(middle) {
					t.Errorf("seed %d: median %v, want %v", seed, s.Raw[j], middle)
				}
			}
			if s.Diagnostics.Iterations != rounds {
				t.Errorf("%d rounds, want %d", s.Diagnostics.Iterations, rounds)
			}
		}
	}
}

// planted has n samples of two classes: the first columns are above their mean in one of them, the
// others are noise.
func planted(t *testing.T, seed uint64, n, relevant, noise int) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 35))
	x, y := mat.NewDense(n, relevant+noise, nil), make([]int, n)
	for i := range n {
		y[i] = i % 2
		for j := range relevant + noise {
			v := rng.NormFloat64()
			if j < relevant {
				v += 2 * float64(y[i])
			}
			x.Set(i, j, v)
		}
	}
	return must.Get(datasets.New("planted", x, y, nil))(t)
}

// The limits are those of the binomial distribution, summed in rational numbers: for all numbers
// of rounds and of features up to 20,000.
func TestBorutaLimits(t *testing.T) {
	level := big.NewRat(1, 100)
	for n := 1; n <= 99; n += longtest.Or(7, 1) {
		for _, d := range []int{1, 4, 60, 20000} {
			h := trees.HitsToConfirm(n, d, .01)
			if h <= n && tail(n, h, n, d).Cmp(level) >= 0 || tail(n, h-1, n, d).Cmp(level) < 0 {
				t.Errorf("%d rounds, %d features: %d hits", n, d, h)
			}
			if r := n - h; r >= 0 && tail(n, 0, r, d).Cmp(level) >= 0 ||
				tail(n, 0, r+1, d).Cmp(level) < 0 {
				t.Errorf("%d rounds, %d features: rejected at %d hits", n, d, r)
			}
		}
	}
	// By hand: 60/2^12 = .0146, 60/2^13 = .0073.
	if a, b := trees.HitsToConfirm(12, 60, .01), trees.HitsToConfirm(13, 60, .01); a != 13 ||
		b != 13 {
		t.Errorf("of 60 features, %d hits of 12 and %d of 13 confirm", a, b)
	}
}

func TestBorutaRoughFix(t *testing.T) {
	d := planted(t, 1, 60, 2, 5)
	open := trees.Boruta{Trees: 10, Rounds: 4}
	s := methodtest.Score(t, open, d, algorithms.Options{})
	if s.Diagnostics.Get("tentative") != 7 || s.Diagnostics.Converged ||
		!warns(s, "7 features are tentative after 4 rounds") {
		t.Errorf("after 4 rounds: %+v, warnings %q", s.Diagnostics, s.Warnings)
	}
	open.RoughFix = true
	fixed := methodtest.Score(t, open, d, algorithms.Options{})
	if fixed.Diagnostics.Get("tentative") != 0 || fixed.Diagnostics.Converged ||
		!warns(fixed, "7 features were tentative after 4 rounds") ||
		fixed.Diagnostics.Get("chosen") < 2 || fixed.Values[0] < 2 || fixed.Values[1] < 2 {
		t.Errorf("fixed: %+v, %v, warnings %q", fixed.Diagnostics, fixed.Values, fixed.Warnings)
	}
	if !slices.Equal(s.Raw, fixed.Raw) {
		t.Errorf("medians %v, fixed %v", s.Raw, fixed.Raw)
	}
}

func warns(s *algorithms.Scores, with string) bool {
	return slices.ContainsFunc(s.Warnings, func(w string) bool {
		return strings.HasPrefix(w, with)
	})
}

// Stopped after some rounds, it returns the scores so far.
func TestBorutaStopped(t *testing.T) {
	d := planted(t, 2, 60, 2, 5)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	opt := algorithms.Options{Progress: func(p algorithms.Progress) {
		if p.Done == 3 {
			cancel()
		}
	}}
	s, err := trees.Boruta{Trees: 10}.Score(ctx, d, opt)
	if err != context.Canceled || s == nil || !s.Partial || s.Diagnostics.Iterations != 3 ||
		s.Diagnostics.Get("tentative") != 7 || len(s.Warnings) > 0 {
		t.Fatalf("%+v, error %v", s, err)
	}
	whole := methodtest.Score(t, trees.Boruta{Trees: 10, Rounds: 3}, d, algorithms.Options{})
	if !slices.Equal(s.Values, whole.Values) {
		t.Errorf("stopped after 3 rounds: %v, of 3 rounds: %v", s.Values, whole.Values)
	}
}

func TestBorutaParameters(t *testing.T) {
	d := xor(t, 20)
	for want, m := range map[string]trees.Boruta{
		"boruta: trees = -1; give":  {Trees: -1},
		"boruta: rounds = -2; give": {Rounds: -2},
		"boruta: level = 0.5; give": {Level: .5},
		"boruta: level = -1; give":  {Level: -1},
	} {
		if _, err := m.Score(t.Context(), d, algorithms.Options{}); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Of 8 relevant features of 60 those with an effect of their own are confirmed, copies of a line
// too, and no noise. With the defaults a line with more noise and the pair that only matters
// together are, too.
func TestBorutaPlanted(t *testing.T) {
	d := must.Get(datasets.Load("planted", datasets.Options{}))(t)
	m := trees.Boruta{Trees: longtest.Or(30, 500), Rounds: longtest.Or(30, 99)}
	s := methodtest.Score(t, m, d, algorithms.Options{})
	var found []string
	for _, j := range s.Order()[:int(s.Diagnostics.Get("chosen"))] {
		found = append(found, d.Features[j])
	}
	slices.Sort(found)
	want := append([]string{"bowl", "line_1", "line_1_again", "line_1_copy", "line_2"},
		longtest.Or(nil, []string{"line_3", "pair_a", "pair_b"})...)
	if !slices.Equal(found, want) {
		t.Errorf("%v are confirmed, want %v; %v", found, want, s.Diagnostics.Extra)
	}
}

// No column of a set of noise is confirmed with any of 20 seeds.
func TestBorutaNoise(t *testing.T) {
	d := methodtest.Unrelated(40, 8, 2)
	for seed := range uint64(20) {
		m := trees.Boruta{Trees: longtest.Or(20, 100), Rounds: longtest.Or(20, 99)}
		if s := methodtest.Score(t, m, d, algorithms.Options{Seed: seed}); s.Diagnostics.Get(
			"chosen") > 0 {
			t.Errorf("seed %d: %v of 8 columns of noise are confirmed", seed,
				s.Diagnostics.Get("chosen"))
		}
	}
}

// In other sets of noise columns may look like the target by chance, which shadows, permuted in
// each round, cannot tell: of d like columns and d shadows a column is above the largest shadow in
// more than half of the rounds with probability 1 - 2^(-1/d). So a set has at most log 2 confirmed
// ones in the mean.
func TestBorutaNoiseOfManySets(t *testing.T) {
	const sets = 20
	confirmed := 0.0
	for seed := range uint64(sets) {
		d := planted(t, seed, 40, 0, 8)
		m := trees.Boruta{Trees: longtest.Or(20, 100), Rounds: longtest.Or(20, 99)}
		s := methodtest.Score(t, m, d, algorithms.Options{Seed: seed})
		confirmed += s.Diagnostics.Get("chosen")
	}
	if limit := sets * math.Ln2; confirmed > limit {
		t.Errorf("%v columns of %d sets of noise are confirmed, want at most %.0f", confirmed,
			sets, limit)
	}
}
