package display_test

import (
	"context"
	"log"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
)

// fTest is the F test: of classes (n - C)/(C - 1) times the Fisher score, of a continuous target
// r²(n - 2)/(1 - r²), with their p-values.
type fTest struct{}

func (fTest) Name() string { return "f-test" }

func (fTest) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	s, among, within := new(algorithms.Scores), 1., float64(d.N()-2)
	if d.Continuous() {
		for j := range d.D() {
			r := stat.Correlation(mat.Col(nil, j, d.X), d.Target, nil)
			s.Values = append(s.Values, r*r/(1-r*r))
		}
	} else {
		var err error
		if s, err = (filter.Fisher{}).Score(ctx, d, opt); err != nil {
			return nil, err
		}
		among, within = float64(len(d.Classes)-1), float64(d.N()-len(d.Classes))
	}
	for j, ratio := range s.Values {
		s.Values[j] = ratio * within / among
		s.PValues = append(s.PValues, mathext.RegIncBeta(within/2, among/2, 1/(1+ratio)))
	}
	return s, nil
}

func (m fTest) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// volcanoOf is the volcano plot of all features by the F test.
func volcanoOf(d *datasets.Dataset) (*evaluation.VolcanoPlot, *algorithms.Ranking) {
	r, err := algorithms.Run(context.Background(), fTest{}, d, algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	v, err := evaluation.Volcano(context.Background(), d, 0, "", 0, r)
	if err != nil {
		log.Fatal(err)
	}
	return v, r
}

// The features of wdbc that differ most between the classes, and those that do not.
func Example_volcano() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	v, _ := volcanoOf(d)
	save("volcano.png", v)
}

// With a continuous target the effect is the correlation.
func Example_volcanoTarget() {
	d, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	proline := mat.Col(nil, 12, d.X)
	rest, err := d.Take([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
	if err != nil {
		log.Fatal(err)
	}
	numbers, err := rest.WithTarget("proline", proline)
	if err != nil {
		log.Fatal(err)
	}
	v, _ := volcanoOf(numbers)
	save("volcano_target.png", v)
}

// Most features of wdbc have an effect: few p-values are above .05.
func Example_pValues() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	_, r := volcanoOf(d)
	h, err := evaluation.PValues(r)
	if err != nil {
		log.Fatal(err)
	}
	save("p_values.png", h)
}
