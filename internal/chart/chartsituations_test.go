package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/number"
)

type nums = number.Numbers

// many is n series of the given number of points, which cross one another.
func many(n, points int, name func(int) string) []Series {
	out := make([]Series, n)
	for i := range out {
		out[i].Name = name(i)
		for k := range points {
			x := float64(k+1) / float64(points)
			out[i].X, out[i].Y = append(out[i].X, x),
				append(out[i].Y, math.Sin(5*x+float64(i))+float64(i)/5)
		}
	}
	return out
}

// cloud is n points around the middle with labels.
func cloud(n int, label func(int) string) Series {
	rng := rand.New(rand.NewPCG(1, 2))
	s := Series{Name: "cloud", Points: true}
	for i := range n {
		s.X, s.Y = append(s.X, rng.NormFloat64()), append(s.Y, rng.NormFloat64())
		if label != nil {
			s.Labels = append(s.Labels, label(i))
		}
	}
	return s
}

func chartsToSurvive() map[string]Chart {
	inf, nan := math.Inf(1), math.NaN()
	rng := rand.New(rand.NewPCG(3, 4))
	out := map[string]Chart{
		"one point":          {Series: []Series{{Y: nums{3}}}},
		"one point, a label": {Series: []Series{{Y: nums{3}, Labels: []string{"the only one"}}}},
		"one point, a line":  {Series: []Series{{Y: nums{3}, Line: true}}},
		"one point, log": {LogX: true, LogY: true,
			Series: []Series{{X: nums{3}, Y: nums{5}, Points: true}}},
		"one point, diagonal": {Diagonal: true,
			Series: []Series{{X: nums{3}, Y: nums{3}, Points: true}}},
		"constant":      {Series: []Series{{Name: "flat", Y: nums{7, 7, 7, 7}}}},
		"constant, log": {LogY: true, Series: []Series{{Name: "flat", Y: nums{7, 7, 7, 7}}}},
		"zero":          {Series: []Series{{Name: "flat", Y: nums{0, 0, 0}}}},
		"vertical":      {Series: []Series{{X: nums{2, 2, 2}, Y: nums{1, 2, 3}}}},
		"gaps": {X: "round",
			Series: []Series{{Name: "a", Y: nums{1, nan, 3, inf, 5, 4, -inf}},
				{Name: "nothing", Y: nums{nan}}, {Name: "b", Line: true,
					Y: nums{2, nan, 3, 2, nan, 4, 5}}}},
		"not positive": {LogY: true, Series: []Series{{Name: "a", Y: nums{1, 0.1, 0.01, 0, -1}}}},
		"long title": {Diagonal: true, Series: []Series{cloud(30, nil)},
			Title: "a-2015, Table 8: how often two features of a group come closer in rank"},
		"20 series": {Title: "Twenty", X: "share", Y: "value in s",
			Series: many(20, 12, numbered("method "))},
		"20 lines": {Title: "Twenty", Series: many(20, 200, numbered("method "))},
		"20 long names": {Title: long(1), X: long(2), Y: long(3), Note: long(4),
			Series: many(20, 12, long)},
		"60 series":            {Series: many(60, 3, numbered("s"))},
		"the same name":        {Series: many(3, 3, func(int) string { return "same" })},
		"no names":             {Series: many(3, 3, func(int) string { return "" })},
		"10000 points":         {Title: "Many", Series: []Series{cloud(10000, nil)}},
		"10000 points, labels": {Title: "Many", Series: []Series{cloud(10000, numbered("p"))}},
		"labels":               {Title: "Some", Series: []Series{cloud(30, numbered("point "))}},
		"long labels": {Title: "Some", Series: []Series{cloud(12, func(i int) string {
			return fmt.Sprint(i, " is a very long label, of which the end is cut off")
		})}},
		"labels, diagonal": {Title: "Some", Diagonal: true,
			Series: []Series{cloud(30, numbered("point "))}},
		"coincide": {Series: []Series{{Name: "a", Points: true, X: nums{1, 1, 1, 2},
			Y: nums{1, 1, 1, 2}, Labels: []string{"first", "second", "third", "other"}},
			{Name: "b", Points: true, X: nums{1, 2}, Y: nums{1, 1}, Labels: []string{"of b"}}}},
		"all one place, labels": {Series: []Series{{Points: true, X: make(nums, 20),
			Y: make(nums, 20), Labels: strings.Fields(strings.Repeat("name ", 20))}}},
		"levels": {X: "λ", Y: "f", Series: []Series{{Name: "f", Y: nums{1, 4, 9}}}, Levels: []Level{
			{Name: "bound", Value: 10}, {Name: "start", Value: 0, Vertical: true}, {Value: 2},
			{Name: "a", Value: 2.5, Vertical: true}, {Name: "b", Value: 3},
			{Name: long(1), Value: -4},
		}},
		"60 levels": {Series: []Series{{Y: nums{1, 60}}}, Levels: manyLevels(60)},
		"a logarithm of x": {LogX: true, X: "features",
			Series: []Series{{Y: nums{.5, .7, .8, .85}, X: nums{1, 10, 100, 1000}}}},
		"diagonal, logarithms": {LogX: true, LogY: true, Diagonal: true,
			Series: []Series{{Points: true, Y: nums{.01, 3, 800}, X: nums{.02, 4, 500}}}},
		"whole": {X: "round", Y: "features", Series: []Series{{Y: nums{1, 2, 2, 3}}}},
		"range": {Series: []Series{{Y: nums{math.MaxFloat64, 0, -math.MaxFloat64}}}},
		"range of logarithms": {LogY: true, LogX: true,
			Series: []Series{{X: nums{1e-320, 1, 1e308},
				Y: nums{math.SmallestNonzeroFloat64, 1, math.MaxFloat64}}}},
		"a curve back": {Series: []Series{{X: nums{1, 3, 2, 2, 1}, Y: nums{1, 2, 3, 1, 2},
			Dashed: true}}},
	}
	for _, n := range []int{300, 3000, 100000} {
		noise := Series{Name: "noise", Line: n > 1000}
		for range n {
			noise.Y = append(noise.Y, rng.NormFloat64())
		}
		out[fmt.Sprintf("noise of %d", n)] = Chart{Series: []Series{noise}}
	}
	for _, scale := range []float64{1e-310, 1e-300, 1e-9, 1e-3, 0.02, 1, 123, 1e5, 1e9, 1e300} {
		for _, zero := range []float64{0, 1, 1e6, 1e12} {
			if math.IsInf(4*scale*zero, 0) {
				continue
			}
			var s Series
			for i := range 9 {
				s.X, s.Y = append(s.X, scale*(zero+float64(i+1)/4)),
					append(s.Y, scale*(zero+math.Exp(-float64(i))))
			}
			s.Labels = []string{"first", "", "third"}
			for k := range 3 {
				c := Chart{X: "input in s", Y: "k-NN error", Series: []Series{s}, LogX: k > 0,
					LogY: k > 0, Diagonal: k == 2}
				out[fmt.Sprintf("around %g from %g, %d", scale, zero, k)] = c
			}
		}
	}
	for _, decades := range []float64{0.001, 0.01, 0.1, 0.3, 0.5, 0.8, 1, 1.3, 1.9, 2.2, 3, 4, 6, 9,
		13, 30, 200} {
		s := Series{Name: "falls", X: nums{3, 3 * math.Pow(10, decades)},
			Y: nums{3 * math.Pow(10, -decades), 3}}
		out[fmt.Sprintf("%g decades", decades)] = Chart{LogX: true, LogY: true, X: "x",
			Series: []Series{s}}
	}
	return out
}

func manyLevels(n int) []Level {
	out := make([]Level, n)
	for i := range out {
		out[i] = Level{Name: fmt.Sprint("level ", i+1), Value: float64(i + 1)}
	}
	return out
}

func chartSituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	for name, c := range chartsToSurvive() {
		f, err := ChartFigure(&c)
		if err != nil {
			panic(name + ": " + err.Error())
		}
		out["chart, "+name] = f
	}
	return out
}
