package display

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"

	"fsnb.example/evaluation"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/longtest"
)

// makeScatter is n samples in classes on a circle, unlabeled for classes = 0.
func makeScatter(panels, classes, n int, label, class func(int) string,
	scale float64) *evaluation.ScatterPlot {
	rng := rand.New(rand.NewPCG(1, 2))
	s := &evaluation.ScatterPlot{About: evaluation.About{Dataset: "synthetic"}, Standardized: true}
	for c := range classes {
		s.Classes = append(s.Classes, class(c))
	}
	for i := range n {
		if classes > 0 {
			s.Y = append(s.Y, i%classes)
		}
	}
	for p := range panels {
		panel := evaluation.Panel{Label: label(p), K: 10, Explained: [2]float64{.5, .003}}
		for i := range n {
			angle := 0.0
			if classes > 0 {
				angle = 1.1 * float64(s.Y[i])
			}
			panel.X = append(panel.X, scale*(5*math.Cos(angle)+rng.NormFloat64()))
			panel.Y = append(panel.Y, scale*(5*math.Sin(angle+float64(p))+rng.NormFloat64()))
		}
		s.Panels = append(s.Panels, panel)
	}
	return s
}

// oneLine takes the second component away.
func oneLine(s *evaluation.ScatterPlot) *evaluation.ScatterPlot {
	for i := range s.Panels {
		s.Panels[i].Explained = [2]float64{1, 0}
		clear(s.Panels[i].Y)
	}
	return s
}

// makeRow is k features in blocks of five.
func makeRow(label string, k int, name func(int) string) evaluation.RedundancyRow {
	rng := rand.New(rand.NewPCG(uint64(k), 2))
	r := evaluation.RedundancyRow{Label: label, K: k, Squared: make([]float64, k*k), Alike: -0.9}
	for i := range k {
		r.Names = append(r.Names, name(i))
		r.Squared[i*k+i] = 1
		for j := range i {
			v := rng.Float64() * math.Exp(-math.Abs(float64(i/5-j/5)))
			if i/5 == j/5 {
				v = math.Sqrt(v)
			}
			r.Squared[i*k+j], r.Squared[j*k+i] = v, v
			r.SqCosCentered += v / float64(k*(k-1)/2)
		}
	}
	r.MostAlike = [2]string{name(0), name(k - 1)}
	return r
}

func makeReport(rows ...evaluation.RedundancyRow) *evaluation.RedundancyReport {
	return &evaluation.RedundancyReport{About: evaluation.About{Dataset: "synthetic", N: 50},
		Rows: rows}
}

// makeSplits describes a result on d features, of done splits.
func makeSplits(d int, counts []int, repeats, done int) evaluation.Splits {
	return evaluation.Splits{
		Run: evaluation.Run{About: evaluation.About{Dataset: "synthetic", N: 100, D: d},
			Partial: done < repeats},
		Protocol: evaluation.Protocol{Counts: counts, Neighbors: 1, Train: .5, Repeats: repeats},
		Training: 50, Done: done,
	}
}

// makeCurves is accuracy that rises with the number of features.
func makeCurves(methods int, counts []int, repeats, done int,
	label func(int) string) *evaluation.AccuracyCurves {
	a := &evaluation.AccuracyCurves{Splits: makeSplits(300, counts, repeats, done), Chance: .2,
		All: evaluation.Spread{Mean: .83, SD: .02}}
	for m := range methods {
		c := evaluation.Curve[evaluation.Spread]{Label: label(m)}
		for i, k := range counts {
			s := evaluation.Spread{Mean: .9 - .5/math.Sqrt(float64(k)) - .02*float64(m)}
			if done > 1 {
				s.SD = .01 + .01*float64((i+m)%3)
			}
			c.Points = append(c.Points, s)
		}
		a.Curves = append(a.Curves, c)
	}
	return a
}

func flat(a *evaluation.AccuracyCurves, mean float64) *evaluation.AccuracyCurves {
	a.All = evaluation.Spread{Mean: mean}
	for _, c := range a.Curves {
		for i := range c.Points {
			c.Points[i] = evaluation.Spread{Mean: mean}
		}
	}
	return a
}

// situations are figures in every state that they should survive.
func situations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	method, class, f := numbered("method "), numbered("class "), numbered("f")
	for _, p := range longtest.And([]int{1, 2, 3, 4, 6, 13}, 5, 9) {
		out[fmt.Sprintf("scatter, %d panels", p)] =
			scatterFigure(makeScatter(p, 3, 60, method, class, 1))
		out[fmt.Sprintf("scatter, %d panels with long names", p)] =
			scatterFigure(makeScatter(p, 3, 60, long, long, 1))
		out[fmt.Sprintf("strip, %d panels", p)] =
			scatterFigure(oneLine(makeScatter(p, 3, 60, method, class, 1)))
	}
	for _, c := range longtest.And([]int{0, 1, 2, 10, 36, 41, 100}, 20, 40) {
		out[fmt.Sprintf("scatter, %d classes", c)] =
			scatterFigure(makeScatter(2, c, 300, method, class, 1))
		out[fmt.Sprintf("scatter, one panel, %d classes", c)] =
			scatterFigure(makeScatter(1, c, 300, method, class, 1))
		out[fmt.Sprintf("scatter, %d classes with long names", c)] =
			scatterFigure(makeScatter(2, c, 100, method, long, 1))
		out[fmt.Sprintf("strip, %d classes", c)] =
			scatterFigure(oneLine(makeScatter(3, c, 300, method, class, 1)))
	}
	for _, scale := range []float64{1e-300, 1e-9, 1e-3, 0.012, 123, 1e5, 1e9, 1e300} {
		for _, p := range []int{1, 2, 3} {
			out[fmt.Sprintf("scatter, %d panels of values around %g", p, scale)] =
				scatterFigure(makeScatter(p, 3, 60, method, class, scale))
		}
	}
	for _, k := range longtest.And([]int{2, 3, 10, 14, 15, 20, 21, 40, 41, 301, 1000}, 5, 30, 100,
		300) {
		other := max(2, k-1)
		out[fmt.Sprintf("heat map, %d features", k)] = redundancyFigure(
			makeReport(makeRow("fisher", k, numbered("feature ")), makeRow("laplacian", other, f)))
		out[fmt.Sprintf("heat map alone, %d features", k)] =
			redundancyFigure(makeReport(makeRow("fisher", k, f)))
		out[fmt.Sprintf("heat map, %d long names", k)] =
			redundancyFigure(makeReport(makeRow(long(1), k, long), makeRow(long(2), other, f)))
		out[fmt.Sprintf("heat map, %d uneven names", k)] = redundancyFigure(
			makeReport(makeRow("a", k, uneven), makeRow("b", k, uneven), makeRow("c", k, f)))
	}
	out["heat map, mixed"] = redundancyFigure(makeReport(makeRow("a", 10, f),
		makeRow("a", 30, uneven), makeRow("a", 60, f), makeRow("b", 5, f)))
	for name, counts := range map[string][]int{
		"one": {10}, "the first": {1}, "two": {1, 2}, "far": {1, 10, 100, 1000, 10000, 20000},
		"many": upTo(200), "some": {1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 64}, "close": {97, 98, 99},
	} {
		for _, m := range longtest.And([]int{1, 8, 12}, 3) {
			out[fmt.Sprintf("accuracy, %s counts, %d methods", name, m)] =
				accuracyFigure(makeCurves(m, counts, 10, 10, method))
			out[fmt.Sprintf("accuracy, %s counts, %d long methods", name, m)] =
				accuracyFigure(makeCurves(m, counts, 10, 10, long))
		}
		out[fmt.Sprintf("accuracy, %s counts, one split", name)] =
			accuracyFigure(makeCurves(2, counts, 1, 1, method))
		out[fmt.Sprintf("accuracy, %s counts, partial", name)] =
			accuracyFigure(makeCurves(2, counts, 10, 4, method))
		for _, mean := range longtest.And([]float64{0, 1}, 0.5) {
			out[fmt.Sprintf("accuracy, %s counts, all %g", name, mean)] =
				accuracyFigure(flat(makeCurves(2, counts, 10, 10, method), mean))
		}
	}
	maps.Copy(out, spectrumSituations())
	maps.Copy(out, pathSituations())
	maps.Copy(out, byClassSituations())
	maps.Copy(out, stabilitySituations())
	maps.Copy(out, rankSituations())
	maps.Copy(out, redundancySituations())
	maps.Copy(out, clusterSituations())
	maps.Copy(out, imageSituations())
	maps.Copy(out, pValueSituations())
	for name, value := range map[string]func(int) float64{
		"values":        func(i int) float64 { return float64(i) },
		"tiny values":   func(i int) float64 { return 1e-300 * float64(i) },
		"close values":  func(i int) float64 { return 1e9 + 1e-3*float64(i) },
		"equal values":  func(int) float64 { return -7 },
		"all numbers":   func(i int) float64 { return 1.7e308 * math.Sin(float64(i)) },
		"skewed values": func(i int) float64 { return math.Exp(float64(i) / 5) },
	} {
		for _, panels := range []int{1, 2, 7} {
			out[fmt.Sprintf("scatter, %d panels, %s", panels, name)] =
				scatterFigure(byValue(panels, 60, value))
		}
	}
	hidden := byValue(1, 60, func(i int) float64 { return float64(i) })
	hidden.TargetName = long(1)
	out["scatter, long name of values"] = scatterFigure(hidden)
	for _, counts := range [][]int{{3}, {1, 2, 5}, upTo(200)} {
		for _, label := range []func(int) string{numbered("m"), long} {
			out[fmt.Sprintf("regression, %d counts, %s", len(counts), label(1))] =
				regressionFigure(makeRegression(4, counts, 9, 9, label))
		}
	}
	bad := makeRegression(2, []int{1, 2}, 9, 9, numbered("m"))
	bad.Curves[0].Points[0].R2.Mean, bad.Curves[0].Points[0].RMSE.Mean = -1e12, 1e12
	out["regression, huge errors"] = regressionFigure(bad)
	return out
}
