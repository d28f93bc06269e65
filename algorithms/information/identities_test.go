package information

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
)

// The identities between the criteria hold beside any set S, and those of one s and of two.
func TestIdentitiesOfSearches(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 34))
	for trial := range 60 {
		p := 4 + rng.IntN(5)
		d := problem(rng, 10+rng.IntN(50), p, 5, 2+rng.IntN(3)).dataset(t)
		_, varying, err := newJoint(t.Context(), d, Values, 10, 1, onDiskLimits)
		must.Do(t, err)
		if len(varying) < 4 {
			continue
		}
		rng.Shuffle(len(varying), func(a, b int) {
			varying[a], varying[b] = varying[b], varying[a]
		})
		relevance := at(t, linear(0, 0).search(), d)
		for size := range 4 {
			s := varying[:size]
			of := func(x jointSearch) []float64 { return at(t, x, d, s...) }
			mifs, red := of(linear(1, 0).search()), of(linear(0, 1).search())
			agree(t, fmt.Sprint("problem ", trial, ", cife beside ", s), of(linear(1, 1).search()),
				perFeature(p, func(j int) float64 { return mifs[j] + red[j] - relevance[j] }))
			if size == 0 {
				continue
			}
			share := 1 / float64(size)
			mean, sum := of(linear(share, share).search()), 0.
			for _, f := range s {
				sum += relevance[f]
			}
			agree(t, fmt.Sprint("problem ", trial, ", jmi beside ", s), of(sumOfJoint.search()),
				perFeature(p, func(j int) float64 { return sum + float64(size)*mean[j] }))
		}
		whole := jointSearch{criterion: newJointly}
		s, u := varying[0], varying[1]
		of := func(x jointSearch) []float64 { return at(t, x, d, s) }
		given := of(whole)
		for name, x := range map[string][]float64{
			"cife is I(f; y | s)": of(linear(1, 1).search()),
			"jmi − I(s; y) is I(f; y | s)": perFeature(p, func(j int) float64 {
				return of(sumOfJoint.search())[j] - relevance[s]
			}),
			"jmim − I(s; y) is I(f; y | s)": perFeature(p, func(j int) float64 {
				return of(leastJoint.search())[j] - relevance[s]
			}),
			"jmi3 − I(s; y) is I(f; y | s)": perFeature(p, func(j int) float64 {
				return of(jointSearch{criterion: newTriples})[j] - relevance[s]
			}),
		} {
			agree(t, fmt.Sprint("problem ", trial, ", ", name), x, given)
		}
		agree(t, fmt.Sprint("problem ", trial, ": icap is cmim"), of(capped.search()),
			of(leastConditional.search()))
		agree(t, fmt.Sprint("problem ", trial, ": disr is njmim"), of(sumOfShares.search()),
			of(leastShare.search()))
		// I(f, s, u; y) = I(s; y) + I(u; y | s) + I(f; y | s, u).
		both := at(t, whole, d, s, u)
		agree(t, fmt.Sprint("problem ", trial, ": chain rule"),
			at(t, jointSearch{criterion: newTriples}, d, s, u), perFeature(p, func(j int) float64 {
				return relevance[s] + given[u] + both[j]
			}))
	}
}

// With one chosen feature mrmr is mifs, and jmi, jmim, cife and jmi3 take the same second feature.
func TestSecondStepsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 34))
	for range 60 {
		d := problem(rng, 10+rng.IntN(50), 6, 5, 2+rng.IntN(3)).dataset(t)
		two := func(m algorithms.Selector) *algorithms.Ranking {
			r, err := withCoding(t, m, Values).Select(t.Context(), d, algorithms.Options{K: 2})
			must.Do(t, err)
			return r
		}
		mifs, mrmr := two(MIFS{}), two(MRMR{})
		if !slices.Equal(mifs.Features, mrmr.Features) {
			t.Errorf("mifs %v, mrmr %v", mifs.Features, mrmr.Features)
		}
		agree(t, "mifs and mrmr", mifs.Raw, mrmr.Raw)
		want := two(CMI{}).Features
		for _, m := range []algorithms.Selector{JMI{}, JMIM{}, CIFE{}, JMI3{}} {
			if got := two(m).Features; !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v as cmi", algorithms.Name(m), got, want)
			}
		}
	}
}

// Without weights the order is that of infogain.
func TestLCSIWithoutWeights(t *testing.T) {
	d := random(t, 7, 60, 14)
	gain := must.Get(InfoGain{}.Select(t.Context(), d, algorithms.Options{}))(t)
	if r := ranked(t, LCSI{}, d); !slices.Equal(r.Features, gain.Features) {
		t.Errorf("lcsi %v, infogain %v", r.Features, gain.Features)
	} else {
		agree(t, "scores", r.Raw, gain.Scores)
	}
}

// perFeature is a function of every feature.
func perFeature(p int, of func(j int) float64) []float64 {
	out := make([]float64, p)
	for j := range out {
		out[j] = of(j)
	}
	return out
}

// agree compares criteria of all features.
func agree(t *testing.T, what string, got, want []float64) {
	t.Helper()
	agreeWithin(t, what, got, want, 1e-12)
}

func agreeWithin(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	for j, w := range want {
		if g := got[j]; math.IsNaN(g) != math.IsNaN(w) || math.Abs(g-w) > tolerance {
			t.Errorf("%s: feature %d has %v, want %v", what, j, g, w)
		}
	}
}

// Other names of codes and classes, and the samples in another order, change no bit.
func TestSearchesDoNotSeeTheNamesOfCodes(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 34))
	for trial := range 40 {
		a := problem(rng, 20+rng.IntN(60), 8, 6, 3)
		rows, names := rng.Perm(len(a.y)), rng.Perm(3)
		b := direct{x: make([][]int, len(a.x))}
		for _, i := range rows {
			b.y = append(b.y, names[a.y[i]])
		}
		for j, c := range a.x {
			codes := rng.Perm(8)
			for _, i := range rows {
				b.x[j] = append(b.x[j], codes[c[i]])
			}
		}
		for label, m := range searches() {
			m = withCoding(t, m, Values)
			want, got := ranked(t, m, a.dataset(t)), ranked(t, m, b.dataset(t))
			if !slices.Equal(got.Features, want.Features) || !slices.Equal(got.Raw, want.Raw) {
				t.Errorf("problem %d, %s: %v %v, want %v %v", trial, label, got.Features, got.Raw,
					want.Features, want.Raw)
			}
		}
	}
}
