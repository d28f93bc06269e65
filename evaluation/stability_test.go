package evaluation_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/stability"
	"fsnb.example/internal/terms"
)

// Every number follows from its definition on the choices from each subsample.
func TestStabilityAgainstTheProtocol(t *testing.T) {
	d := methodtest.Load(t, "wine")
	p := evaluation.Protocol{Counts: []int{2, 5}, Train: 0.4, Repeats: 6, Seed: 9}
	methods := []algorithms.Selector{filter.Fisher{}, traceratio.TraceRatio{}, filter.Random{}}
	got := must.Get(evaluation.Stability(t.Context(), d,
		p, algorithms.Options{Seed: 3},
		methods...))(t)
	splits := must.Get(learn.StratifiedSplits(d.Y, 0.4, 6, 9))(t)
	for i, k := range p.Counts {
		point := got.Points[i]
		sets := make([][][]int, len(methods))
		for s, split := range splits {
			train := must.Get(d.Rows(split.Train))(t)
			for m, method := range methods {
				r := must.Get(method.Select(t.Context(), train,
					algorithms.Options{K: k, Seed: 3 + uint64(s)}))(t)
				sets[m] = append(sets[m], r.Features[:k])
			}
		}
		total := make([]int, d.D())
		for m, of := range sets {
			index := must.Get(stability.Nogueira(of, d.D()))(t)
			kuncheva, _ := stability.Kuncheva(of, d.D())
			jaccard, _ := stability.MeanJaccard(of, d.D())
			ever, always := 0, 0
			for f := range d.D() {
				hits := 0
				for _, set := range of {
					if slices.Contains(set, f) {
						hits++
					}
				}
				total[f] += hits
				if hits > 0 {
					ever++
				}
				if hits == 6 {
					always++
				}
				at := slices.IndexFunc(point.Features,
					func(v evaluation.FeatureFrequency) bool { return v.Feature == f })
				if at < 0 {
					if hits > 0 {
						t.Errorf("k = %d: feature %d was chosen and is not listed", k, f)
					}
					continue
				}
				if v := point.Features[at]; v.Methods[m].Hits != hits ||
					v.Methods[m].Share != float64(hits)/6 || v.Name != d.Features[f] ||
					v.Methods[m].Low > v.Methods[m].Share ||
					v.Methods[m].High < v.Methods[m].Share {
					t.Errorf("k = %d, method %d, feature %d: %+v, want %d hits", k, m, f,
						v.Methods[m], hits)
				}
			}
			want := evaluation.MethodStability{Nogueira: *index, Kuncheva: kuncheva,
				Jaccard: jaccard, Ever: ever, Always: always}
			must.Equal(t, point.Methods[m], want, "k = %d, method %d", k, m)
			for o, other := range sets {
				var mean float64
				for s := range of {
					common := 0
					for _, f := range of[s] {
						if slices.Contains(other[s], f) {
							common++
						}
					}
					mean += float64(common) / float64(2*k-common) / 6
				}
				must.Near(t, point.Between[m*3+o], mean, 1e-12,
					"k = %d: methods %d and %d have Jaccard", k, m, o)
			}
		}
		for i := 1; i < len(point.Features); i++ {
			if a, b := point.Features[i-1].Feature,
				point.Features[i].Feature; total[a] < total[b] || total[a] == total[b] && a > b {
				t.Errorf("k = %d: feature %d stands before %d", k, a, b)
			}
		}
	}
	if got.Done != 6 || got.Partial || got.Labels[2] != "random" || got.Keys[0] == "" ||
		got.N != 178 || got.D != 13 || got.Dataset != "wine" {
		t.Errorf("%+v", got)
	}
}

// What is selected whatever the samples has stability 1; noise by chance, 0.
func TestStabilityWhereTheAnswerIsKnown(t *testing.T) {
	d := methodtest.Noise(40, 200, 1)
	for i, c := range d.Y {
		d.X.Set(i, 5, float64(9*c)+d.X.At(i, 5))
	}
	got := stabilityOf(t, d, evaluation.Protocol{Counts: []int{1, 20}, Repeats: 20},
		filter.Fisher{}, filter.Random{})
	if s := got.Points[0].Methods[0]; s.Nogueira.Value != 1 || s.Jaccard != 1 || s.Ever != 1 ||
		s.Always != 1 {
		t.Errorf("the one feature that tells: %+v", s)
	}
	if f := got.Points[0].Features[0]; f.Feature != 5 || f.Methods[0].Share != 1 ||
		f.Methods[0].High != 1 || f.Methods[0].Low < 0.8 {
		t.Errorf("it is listed as %+v", f)
	}
	if s := got.Points[1].Methods[1]; math.Abs(s.Nogueira.Value) > 0.03 ||
		s.Nogueira.Value != s.Kuncheva && math.Abs(s.Nogueira.Value-s.Kuncheva) > 1e-12 {
		t.Errorf("choices by chance: %+v", s)
	}
	if n := len(got.Points[1].Features); n < terms.MaxFrequent ||
		n > 2*terms.MaxFrequent {
		t.Errorf("%d features are listed", n)
	}
	want := evaluation.Protocol{Counts: []int{1, 20}, Neighbors: 1, Train: 0.5, Repeats: 20}
	must.Equal(t, got.Protocol, want, "got.Protocol")
	all, err := evaluation.Stability(t.Context(), methodtest.Load(t, "iris"),
		evaluation.Protocol{}, algorithms.Options{}, filter.Fisher{})
	if err != nil || !slices.Equal(all.Protocol.Counts, []int{1, 2, 3}) || all.Done != 10 {
		t.Errorf("by default: %+v, %v", all, err)
	}
}

func TestStabilityUnlabeled(t *testing.T) {
	d := methodtest.Noise(30, 6, 2)
	d.Y, d.Classes = nil, nil
	calls := &calls{}
	got := stabilityOf(t, d, evaluation.Protocol{Counts: []int{2}, Repeats: 3, Train: 0.3},
		spy{calls: calls})
	if len(calls.rows) != 3 || len(calls.rows[0]) != 9 ||
		got.Points[0].Methods[0].Nogueira.Value != 1 {
		t.Errorf("%d calls on %d samples: %+v", len(calls.rows), len(calls.rows[0]), got)
	}
	if diff := cmp.Diff(
		[]string{"too few repeats for an interval of the stability: 3; give at least 10",
			"watched"}, got.Warnings); diff != "" {
		t.Error(diff)
	}
}

// Two choices have an interval of no width, whatever they are: by symmetry their φ are
// equal. Ten repeats, the default, are enough for no warning.
func TestTooFewRepeatsForAnInterval(t *testing.T) {
	for _, pair := range [][][]int{{{0, 1}, {1, 2}}, {{0, 1}, {2, 3}}, {{0, 1, 5}, {1, 5, 2}}} {
		index, err := stability.Nogueira(pair, 7)
		if err != nil || math.Abs(index.High-index.Low) > 1e-12 {
			t.Errorf("%v: %+v, %v", pair, index, err)
		}
	}
	for repeats, few := range map[int]bool{2: true, 3: true, 9: true, 10: false} {
		got := stabilityOf(t, methodtest.Load(t, "iris"),
			evaluation.Protocol{Counts: []int{2}, Repeats: repeats}, filter.Random{})
		said := slices.ContainsFunc(got.Warnings,
			func(w string) bool { return strings.HasPrefix(w, "too few repeats") })
		if said != few {
			t.Errorf("%d repeats: warnings %q", repeats, got.Warnings)
		}
	}
}

func TestStabilityIsDeterministic(t *testing.T) {
	d := methodtest.Load(t, "wdbc")
	var first *evaluation.StabilityReport
	for _, workers := range []int{1, 2, 8} {
		got := must.Get(evaluation.Stability(t.Context(), d,
			evaluation.Protocol{Repeats: 5,
				Counts: []int{1, 3, 10}}, algorithms.Options{Workers: workers, Seed: 4},
			filter.Random{}, filter.Laplacian{}, filter.Fisher{}))(t)
		if first == nil {
			first = got
		}
		if diff := cmp.Diff(first, got, cmpopts.IgnoreFields(evaluation.StabilityReport{},
			"Elapsed")); diff != "" {
			t.Errorf("%d workers:\n%s", workers, diff)
		}
	}
}

func TestStabilityStops(t *testing.T) {
	for _, after := range []int{0, 1, 2} {
		ctx, cancel := context.WithCancel(t.Context())
		c := &calls{}
		c.then = func(context.Context) error {
			if len(c.k) > after {
				cancel()
				return ctx.Err()
			}
			return nil
		}
		var steps []int
		opt := algorithms.Options{Workers: 1,
			Progress: func(p algorithms.Progress) { steps = append(steps, p.Done) }}
		got, err := evaluation.Stability(ctx, methodtest.Noise(20, 5, 1),
			evaluation.Protocol{Counts: []int{2}, Repeats: 9}, opt, spy{calls: c})
		if !errors.Is(err, context.Canceled) || got == nil || !got.Partial || got.Done != after {
			t.Fatalf("stopped after %d: %+v, %v", after, got, err)
		}
		switch {
		case after == 0 && got.Points != nil, after > 0 && len(got.Points) != 1:
			t.Errorf("%d subsamples make %d points", after, len(got.Points))
		case after == 1 && (got.Points[0].Methods[0].Nogueira.Value != 0 ||
			got.Points[0].Features[0].Methods[0].Hits != 1):
			t.Errorf("one subsample: %+v", got.Points[0])
		case after == 2 && got.Points[0].Methods[0].Nogueira.Value != 1:
			t.Errorf("two subsamples: %+v", got.Points[0])
		}
		if len(steps) < after || after > 0 && steps[0] != 1 {
			t.Errorf("progress %v", steps)
		}
		cancel()
	}
}

func TestStabilityErrors(t *testing.T) {
	d, single, one, bad := methodtest.Noise(20, 5, 1), methodtest.Noise(20, 5, 1),
		methodtest.Noise(20, 1, 1), methodtest.Noise(20, 5, 1)
	for i := range single.Y {
		single.Y[i] = 0
	}
	single.Y[3] = 1
	bad.X.Set(2, 1, math.NaN())
	lonely := methodtest.Noise(1, 3, 1)
	lonely.Y, lonely.Classes = nil, nil
	p := evaluation.Protocol{Counts: []int{2}, Repeats: 3}
	fisher := []algorithms.Selector{filter.Fisher{}}
	for _, test := range []struct {
		want    string
		d       *datasets.Dataset
		p       evaluation.Protocol
		methods []algorithms.Selector
	}{
		{"no data", nil, p, fisher},
		{"no method given", d, p, nil},
		{"noise has one feature, and there is nothing to choose", one, p, fisher},
		{"all 5 features are the same choice from any samples; give counts from 1 to 4", d,
			evaluation.Protocol{Counts: []int{2, 5}}, fisher},
		{"give counts from 1 to 4", d, evaluation.Protocol{Counts: []int{6}}, fisher},
		{"give at least 2 repeats", d, evaluation.Protocol{Repeats: 1}, fisher},
		{"training fraction 2", d, evaluation.Protocol{Train: 2}, fisher},
		{`class "b" has a single sample (row 3)`, single, p, fisher},
		{"row 2, column 1 (noise 1)", bad, p, fisher},
		{"noise has a single sample", lonely, p, fisher},
		{"returned neither a ranking nor an error", d, p, []algorithms.Selector{nothing{}}},
		{"spy returned a wrong ranking: feature 1 is listed twice; name each feature once", d, p,
			[]algorithms.Selector{spy{Features: []int{1, 1}, calls: &calls{}}}},
	} {
		got, err := evaluation.Stability(t.Context(), test.d,
			test.p, algorithms.Options{}, test.methods...)
		if err == nil || !strings.Contains(err.Error(), test.want) || got != nil ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v, %v; want %q", got, err, test.want)
		}
	}
}

// The interval holds the stability of a known population the less often, the fewer
// choices there are: the shares that FewRepeats rests on, from 600 samples of noisy
// scores of 50 features, of which the best 10 are chosen.
func TestIntervalOfFewChoices(t *testing.T) {
	const d, k = 50, 10
	rng := rand.New(rand.NewPCG(1, 2))
	var center, scores [d]float64
	for j := range center {
		center[j] = rng.NormFloat64()
	}
	draw := func(times int) [][]int {
		out := make([][]int, times)
		for i := range out {
			order := make([]int, d)
			for j := range order {
				order[j], scores[j] = j, center[j]+rng.NormFloat64()
			}
			sort.Slice(order, func(a, b int) bool { return scores[order[a]] > scores[order[b]] })
			out[i] = order[:k]
		}
		return out
	}
	index := func(choices [][]int) *stability.Index {
		return must.Get(stability.Nogueira(choices, d))(t)
	}
	truth := index(draw(6000)).Value
	for _, c := range []struct {
		choices     int
		least, most float64
	}{{2, 0, 0.01}, {3, 0.4, 0.6}, {5, 0.7, 0.82}, {10, 0.84, 0.93}, {50, 0.92, 0.97}} {
		held := 0
		for range 600 {
			if s := index(draw(c.choices)); s.Low <= truth && truth <= s.High {
				held++
			}
		}
		if share := float64(held) / 600; share < c.least || share > c.most {
			t.Errorf("of %d choices %g hold %.3f", c.choices, share, truth)
		}
	}
}
