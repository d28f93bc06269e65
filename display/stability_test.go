package display

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/evaluation/stats"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/stability"
)

// makeStability is a report on methods that choose ever more at random.
func makeStability(methods int, counts []int, done int, label,
	name func(int) string) *evaluation.StabilityReport {
	const d = 300
	rng := rand.New(rand.NewPCG(1, uint64(methods)))
	r := &evaluation.StabilityReport{Splits: makeSplits(d, counts, 20, done)}
	for m := range methods {
		r.Labels = append(r.Labels, label(m))
	}
	for _, k := range counts {
		p := evaluation.StabilityPoint{K: k, Between: make([]float64, methods*methods)}
		hits := make([][]int, methods)
		for m := range methods {
			hits[m] = make([]int, d)
			var choices [][]int
			for range done {
				keep := k * (methods - m) / methods
				choice := upTo(d)[:keep]
				for i := range choice {
					choice[i]--
				}
				for len(choice) < k {
					if f := rng.IntN(d); !slices.Contains(choice, f) {
						choice = append(choice, f)
					}
				}
				for _, f := range choice {
					hits[m][f]++
				}
				choices = append(choices, choice)
			}
			s := evaluation.MethodStability{Ever: k + m, Always: k - m}
			if done > 1 {
				index, err := stability.Nogueira(choices, d)
				if err != nil {
					panic(err)
				}
				s.Nogueira, s.Kuncheva = *index, index.Value
				s.Jaccard, _ = stability.MeanJaccard(choices, d)
			}
			p.Methods = append(p.Methods, s)
		}
		for f := range min(d, 25) {
			row := evaluation.FeatureFrequency{Feature: f, Name: name(f)}
			for m := range methods {
				low, high, err := stats.Wilson(hits[m][f], max(done, 1), stats.Level)
				if err != nil {
					panic(err)
				}
				row.Methods = append(row.Methods, stability.Frequency{Hits: hits[m][f],
					Share: float64(hits[m][f]) / float64(max(done, 1)), Low: low, High: high})
			}
			p.Features = append(p.Features, row)
		}
		r.Points = append(r.Points, p)
	}
	return r
}

func stabilitySituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	method, f := numbered("method "), numbered("f")
	for name, counts := range map[string][]int{"one": {10}, "two": {1, 2}, "far": {1, 10, 100, 290},
		"many": upTo(40)} {
		for _, m := range []int{1, 2, 3, 7, 12, 15} {
			r := makeStability(m, counts, 20, method, f)
			out[fmt.Sprintf("stability, %s counts, %d methods", name, m)] = stabilityFigure(r)
			out[fmt.Sprintf("frequencies, %s counts, %d methods", name, m)] = frequencyFigure(r)
			if name == "one" || name == "far" {
				r = makeStability(m, counts, 20, long, long)
				out[fmt.Sprintf("stability, %s counts, %d long methods", name, m)] =
					stabilityFigure(r)
				out[fmt.Sprintf("frequencies, %s counts, %d long methods, heat map", name, m)] =
					frequencyFigure(r)
				out[fmt.Sprintf("frequencies, %s counts, %d uneven methods", name, m)] =
					frequencyFigure(makeStability(m, counts, 2, uneven, uneven))
			}
		}
	}
	few := makeStability(2, []int{3}, 1, method, f)
	few.Points[0].Features = few.Points[0].Features[:1]
	out["frequencies, one feature of one subsample"] = frequencyFigure(few)
	return out
}

func TestStabilityTable(t *testing.T) {
	r := makeStability(2, []int{1, 10}, 20, numbered("m"), numbered("f"))
	r.Points[1].Between = []float64{1, 0.25, 0.25, 1}
	r.Points[1].Methods[0].Nogueira = stability.Index{Value: 0.9876, Low: 0.951, High: 1}
	r.Points[1].Methods[0].Jaccard = 0.5
	table := stabilityTable(r)
	must.Equal(t, table.Rows[2],
		[]string{"10", "m1", "0.988", "0.95 to 1.00", "0.500", "10", "10", "–", "0.250"},
		"table.Rows[2]")
	if len(table.Rows) != 4 || table.Title != "Stability of the chosen features, synthetic" ||
		table.Columns[7].Name != "m1" {
		t.Errorf("%+v", table)
	}
	notes := strings.Join(table.Notes, "\n")
	must.ContainAll(t, notes, "Nogueira 2018", "20 subsamples of 50% of the samples each, seed 0.")
	r = makeStability(8, upTo(40), 1, numbered("m"), numbered("f"))
	r.Cached, r.Warnings = true, []string{"odd"}
	table = stabilityTable(r)
	notes = strings.Join(table.Notes, "\n")
	if len(table.Rows) != maxStability || len(table.Columns) != 7 || table.Groups != nil ||
		table.Rows[0][2] != "–" || table.Rows[0][3] != "–" {
		t.Errorf("%d rows, %d columns, first %q", len(table.Rows), len(table.Columns),
			table.Rows[0])
	}
	must.ContainAll(t, notes, "3 of the 40 numbers of features are listed.",
		"Stopped after 1 of 20 subsamples.", "Warning: odd.", cachedNote)
	empty := &evaluation.StabilityReport{Labels: []string{"m"},
		Splits: evaluation.Splits{Protocol: evaluation.Protocol{Counts: []int{1}, Repeats: 9}}}
	nothing := "Stability of the chosen features\nInterrupted: 0 of 9 subsamples finished, so " +
		"there is nothing to show yet.\n"
	if table := stabilityTable(empty); table.Text() != nothing || FrequencyTable(empty) != nil ||
		stabilityFigure(empty) != nil || frequencyFigure(empty) != nil {
		t.Errorf("no subsample: %+v", table)
	}
	if stabilityFigure(r) != nil {
		t.Error("one subsample made a figure of stability")
	}
}

// Two or three repeats have no interval: one of no width is no knowledge. Ten have one.
func TestStabilityOfFewRepeats(t *testing.T) {
	for repeats, want := range map[int]string{2: "too few repeats", 3: "too few repeats",
		9: "too few repeats", 10: "-0.05 to 0.20"} {
		r := makeStability(1, []int{4}, repeats, numbered("m"), numbered("f"))
		r.Partial = false
		r.Points[0].Methods[0].Nogueira = stability.Index{Value: 0.07, Low: -0.05,
			High: 0.2}
		if got := stabilityTable(r).Rows[0][3]; strings.ReplaceAll(got, "−", "-") != want {
			t.Errorf("%d repeats have the interval %q, want %q", repeats, got, want)
		}
		note := fmt.Sprintf("%d subsamples: too few repeats for an interval. 1: the same "+
			"features from every subsample; 0: as at random.", repeats)
		if repeats == 10 {
			note = "Bars: 95% intervals over 10 subsamples. 1: the same features from every " +
				"subsample; 0: as at random."
		}
		texts(t, stabilityFigure(r), note)
	}
}

func TestFrequencyTable(t *testing.T) {
	r := makeStability(2, []int{1, 9, 11, 100}, 20, numbered("m"), numbered("f"))
	table := FrequencyTable(r) // 9 and 11 are as near: the lower
	if table.Title != "How often features are among the best 9, synthetic" ||
		len(table.Rows) != 20 {
		t.Errorf("%q with %d rows", table.Title, len(table.Rows))
	}
	must.Equal(t, table.Rows[0], []string{"f1", "100% (84% to 100%)", "100% (84% to 100%)"},
		"table.Rows[0]")
	must.Is(t, table.Rows[15][1], "0%", "a feature that was never chosen")
	one := FrequencyTable(makeStability(1, []int{1}, 20, numbered("m"), numbered("f")))
	must.Is(t, one.Title, "How often features are the best, synthetic", "the best alone")
}

// The bars are as long as the shares, and the whiskers end where the intervals do.
func TestFrequencyBars(t *testing.T) {
	r := makeStability(1, []int{10}, 20, numbered("m"), numbered("f"))
	f := r.Points[0].Features
	for i := range f {
		f[i].Methods[0].Share = float64(i%5) / 4
		f[i].Methods[0].Low, f[i].Methods[0].High = f[i].Methods[0].Share/2,
			(1+f[i].Methods[0].Share)/2
		f[i].Methods[0].Hits = i % 5
	}
	rec := record(frequencyFigure(r))
	var bars, lines []box
	for _, b := range rec.Shapes {
		switch {
		case !b.Stroked && b.Color == figure.Faded(figure.Palette[0], 0.55):
			bars = append(bars, b)
		case b.Stroked && b.Color == figure.Ink && b.MaxX-b.MinX > 3:
			lines = append(lines, b)
		}
	}
	if len(bars) != 16 || len(lines) != 16 {
		t.Fatalf("%d bars and %d whiskers for 16 features of 20", len(bars), len(lines))
	}
	whole := bars[3].MaxX - bars[3].MinX
	for i := range bars {
		share := float64(i%4+1) / 4
		must.Near(t, (bars[i].MaxX-bars[i].MinX)/whole, share, 1e-6, "bar %d of the whole", i)
		// The line is one point wide all around.
		lo, hi := (lines[i].MinX+0.5-bars[i].MinX)/whole, (lines[i].MaxX-0.5-bars[i].MinX)/whole
		if math.Abs(lo-share/2) > 1e-6 || math.Abs(hi-(1+share)/2) > 1e-6 {
			t.Errorf("whisker %d goes from %.3f to %.3f", i, lo, hi)
		}
	}
}

func TestStabilitySays(t *testing.T) {
	r := makeStability(2, []int{2, 40}, 12, numbered("m"), numbered("f"))
	f := stabilityFigure(r)
	texts(t, f, "m1", "m2", "stability", "Stability of the chosen features, synthetic",
		"Bands: 95% intervals over 12 subsamples. 1: the same features from every subsample; 0: "+
			"as at random. Stopped after 12 of 20", "subsamples.")
	if !strings.HasPrefix(f.Alt,
		"Stability of the chosen features, synthetic against their number: m1 1.00 with 2 "+
			"features, 1.00 with 40; m2 ") {
		t.Errorf("it is described as %q", f.Alt)
	}
	f = frequencyFigure(r)
	texts(t, f, "How often features are among the best 2, synthetic", "f1", "f20", "0%",
		"50%", "100%")
	must.Contain(t, f.Alt, "m1 most often f1 (100%), 2 always, 2 ever")
	texts(t, frequencyFigure(makeStability(14, []int{2}, 20, numbered("m"), numbered("f"))), "m12",
		"Share of 20 subsamples with 95% intervals. The 20 most often chosen by all methods "+
			"together. 2 methods more in the table.")
}
