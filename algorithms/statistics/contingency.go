package statistics

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/suggest"
	"fsnb.example/internal/tails"
)

// Contingency tests whether the levels of a feature and the classes are independent. With O
// samples of a level and a class, and E = (samples of the level)(samples of the class)/n:
//
//	χ² = Σ (O - E)²/E,   G = 2 Σ O ln(O/E)
//
// over the r levels and C classes that have samples, without Yates' correction. The score is
// Cramér's V with Bergsma's correction of bias, since degrees of freedom differ:
//
//	score_j = √(φ²/min(r̃ - 1, C̃ - 1)),   φ² = max(0, χ²/n - (r - 1)(C - 1)/(n - 1)),
//	r̃ = r - (r - 1)²/(n - 1), C̃ likewise; 0 if either is 1
//
// Raw has χ² or G. Columns of codes (Dataset.Codes), and of up to Discrete values, are taken by
// value, others by Coding. p is the tail of χ², or Fisher's exact one for a 2×2 table with an E
// below 5. Constant columns rank last.
//
// Score returns an error for fewer than two classes, parameters out of range, and codes of more
// than 256 levels. The cost is O(nd) time and nd bytes, and B(n + d) of Permutations.
//
// Source: Pearson 1900; Bergsma 2013; Fisher 1935. See docs/methods-statistics.md.
type Contingency struct {
	// Statistic is PearsonChi2 or LikelihoodRatio; "" means PearsonChi2.
	Statistic Statistic
	// Coding is how columns of more than Discrete distinct values are coded: "levels", "width",
	// "frequency" or "values", as by information.InfoGain; "" means "levels".
	Coding TableCoding
	// Bins is the number of bins of width and frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
	// Discrete is the number of distinct values, 1 to 256, up to which a column of numbers is taken
	// by value; 0 means √n, but at least 10 and at most 256.
	Discrete int `range:"[1,256]"`
	// Permutations is the number B of permutations of the classes, which leave groups as Permuter
	// does, by which p is (1 + the number with at least the statistic)/(1 + B); 0 means none.
	Permutations int `range:"[0,10000000]"`
}

// Statistic is a measure of how far a table is from independence.
type Statistic string

const (
	// PearsonChi2 is Σ (O - E)²/E.
	PearsonChi2 Statistic = "chi2"
	// LikelihoodRatio is G = 2 Σ O ln(O/E).
	LikelihoodRatio Statistic = "g"
)

// Choices returns the statistics, the default first.
func (Statistic) Choices() []string {
	return []string{string(PearsonChi2), string(LikelihoodRatio)}
}

// TableCoding is an information.Coding that does not look at the classes, which would make p-values
// too small.
type TableCoding string

// Choices returns the codings, the default first.
func (TableCoding) Choices() []string {
	return []string{string(information.Levels), string(information.Width),
		string(information.Frequency), string(information.Values)}
}

const (
	// leastDiscrete and mostDiscrete bound the default of Contingency.Discrete.
	leastDiscrete = 10
	mostDiscrete  = 256
	// leastExpected is the expected count below which the tail of χ² is rough.
	leastExpected = 5
)

// Facts returns what is known of the method.
func (m Contingency) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "contingency",
			Family:  algorithms.Tests,
			Summary: "association of levels and classes by their contingency table: Cramér's V",
			Source:  "Pearson 1900; Bergsma 2013", Revision: 1,
			Params: map[string]string{
				"statistic": "chi2 is Pearson's, g the likelihood ratio",
				"coding": "of columns of many values: levels cuts at mean ± sd/2, width makes " +
					"bins of equal width, frequency bins of equal counts; values takes columns " +
					"of at most 256 distinct values as they are",
				"bins": "number of bins of coding=width and coding=frequency; 0 means 10",
				"discrete": "number of distinct values up to which a column is taken by value; 0 " +
					"means √n, 10 to 256",
				"permutations": "permutations of the classes, drawn with the seed, for p-values, " +
					"such as 999; 0 for the tail of χ²",
			},
		},
		Promises: algorithms.Promises{
			PValues: true, Nested: true, Targets: algorithms.Classes, Instead: "infogain",
			ByValue: true, Seeded: m.Permutations > 0, GroupedPValues: m.Permutations > 0,
			ColumnOrder: true, FewValues: m.Coding == TableCoding(information.Values),
		},
		Costs: algorithms.Costs{
			Cost: "nd; with permutations B(n + d) more", Storage: algorithms.AnyStorage,
		},
	}
}

// Score returns the association of every feature.
func (m Contingency) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	m = algorithms.WithDefaults(m)
	if m.Discrete == 0 {
		m.Discrete = min(max(leastDiscrete, int(math.Sqrt(float64(d.N())))), mostDiscrete)
	}
	s := newTest(d, nil)
	s.Raw, s.Tie = make(algorithms.Numbers, d.D()), make(algorithms.Numbers, d.D())
	rough, margins := make([]bool, d.D()), make([][]int, d.D())
	pool := sync.Pool{New: func() any { return new(crosstab) }}
	constant, err := information.EachTable(ctx, d, information.Coding(m.Coding), m.Bins,
		m.Discrete, opt.Workers, func(j int, counts []uint32) {
			t := pool.Get().(*crosstab)
			defer pool.Put(t)
			t.take(counts, len(d.Classes), d.N())
			s.Raw[j] = t.statistic(m.Statistic)
			s.Tie[j], s.Values[j] = t.cramer()
			s.PValues[j], rough[j] = t.p(s.Raw[j])
			if m.Permutations > 0 && !d.Grouped() {
				margins[j] = slices.Clone(t.levels)
			}
		})
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s.Constant = constant
	s.Warnings = caution.Constant(d, constant)
	if m.Permutations > 0 {
		var p *Permuter
		if d.Grouped() {
			p, err = m.permuteGroups(ctx, d, s, opt)
		} else {
			p, err = m.permute(ctx, d, margins, s, opt)
		}
		if err != nil {
			return nil, algorithms.Wrap(ctx, m, err)
		}
		p.say(s, m.Permutations)
		return s, nil
	}
	s.Warnings = append(s.Warnings, roughWarning(d, rough)...)
	return s, nil
}

// Select ranks the features by their scores.
func (m Contingency) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// roughWarning is the warning of tables with few samples for their cells.
func roughWarning(d *datasets.Dataset, rough []bool) []string {
	var names []string
	for j, is := range rough {
		if is {
			names = append(names, d.Features[j])
		}
	}
	if names == nil {
		return nil
	}
	have := "columns have"
	if len(names) == 1 {
		have = "column has"
	}
	return []string{fmt.Sprintf("%d %s expected counts below %d in more than a fifth of the "+
		"table, so that the p-value is rough; set permutations=999: %s", len(names), have,
		leastExpected, suggest.List(names, 5))}
}

// crosstab is a contingency table without empty rows and columns.
type crosstab struct {
	n               float64
	counts          []float64 // levels × classes
	levels, classes []int     // the margins, which are above 0
	terms           []float64
}

// take makes t the table of counts by code and class, of n samples.
func (t *crosstab) take(counts []uint32, classes, n int) {
	sums := make([]int, classes)
	t.n, t.levels, t.classes, t.counts = float64(n), t.levels[:0], t.classes[:0], t.counts[:0]
	for row := counts; len(row) > 0; row = row[classes:] {
		level := 0
		for c, count := range row[:classes] {
			sums[c] += int(count)
			level += int(count)
		}
		if level > 0 {
			t.levels = append(t.levels, level)
		}
	}
	for _, sum := range sums {
		if sum > 0 {
			t.classes = append(t.classes, sum)
		}
	}
	for row := counts; len(row) > 0; row = row[classes:] {
		if slices.Max(row[:classes]) == 0 {
			continue
		}
		for c, count := range row[:classes] {
			if sums[c] > 0 {
				t.counts = append(t.counts, float64(count))
			}
		}
	}
}

// eachCell calls use with the expected count of each cell, and how much more is observed, which is
// a quotient of whole numbers.
func (t *crosstab) eachCell(use func(e, more float64)) {
	at := 0
	for _, level := range t.levels {
		for _, class := range t.classes {
			product := int64(level) * int64(class)
			more := int64(t.counts[at])*int64(t.n) - product
			use(float64(product)/t.n, float64(more)/t.n)
			at++
		}
	}
}

// statistic is χ² or G. The terms are added in ascending order, so that the order of levels and
// classes changes no bit.
func (t *crosstab) statistic(which Statistic) float64 {
	t.terms = t.terms[:0]
	t.eachCell(func(e, more float64) {
		if which == PearsonChi2 {
			t.terms = append(t.terms, more*more/e)
			return
		}
		// 2 O ln(O/E) - 2(O - E), of which the second has the sum 0, is at least 0.
		t.terms = append(t.terms, 2*e*divergence(more/e))
	})
	slices.Sort(t.terms)
	return floats.Sum(t.terms)
}

// divergence is (1 + x) ln(1 + x) - x for x of at least -1, by its series where x is small.
func divergence(x float64) float64 {
	switch {
	case x <= -1:
		return 1
	case math.Abs(x) > .1:
		return (1+x)*math.Log1p(x) - x
	}
	var sum float64
	power := x * x
	for k := 2.; k < 20; k++ {
		sum += power / (k * (k - 1))
		power *= -x
	}
	return sum
}

// cramer returns χ²/n less its expectation under independence, and Bergsma's V.
func (t *crosstab) cramer() (phi, v float64) {
	r, c := float64(len(t.levels)-1), float64(len(t.classes)-1)
	if r == 0 {
		return 0, 0
	}
	phi = t.statistic(PearsonChi2)/t.n - r*c/(t.n-1)
	least := min(r-r*r/(t.n-1), c-c*c/(t.n-1))
	if phi <= 0 || least <= 0 {
		return phi, 0
	}
	return phi, min(1, math.Sqrt(phi/least))
}

// p is the p-value of a statistic: rough says that it is the tail of χ² for expected counts that
// are below 5 in more than a fifth of the cells (Cochran 1954).
func (t *crosstab) p(statistic float64) (p float64, rough bool) {
	r, c := len(t.levels)-1, len(t.classes)-1
	if r == 0 {
		return 1, false
	}
	small := 0
	t.eachCell(func(e, _ float64) {
		if e < leastExpected {
			small++
		}
	})
	if r == 1 && c == 1 && small > 0 {
		return fisherExact(int(t.counts[0]), t.levels[0], t.classes[0], int(t.n)), false
	}
	return tails.ChiSquared(statistic, float64(r*c)), 5*small > len(t.counts)
}

// atLeast reports whether the statistic is at least v, but for rounding.
func (t *crosstab) atLeast(v float64, which Statistic) bool {
	return t.statistic(which) >= v*(1-1e-9)
}

// fisherExact is the two-sided p-value of a 2×2 table of n samples with x in its first cell, whose
// row and column have the given sums. Its probabilities are relative to the largest, from one to
// the next, so that none overflows.
func fisherExact(x, row, column, n int) float64 {
	lo, hi := max(0, row+column-n), min(row, column)
	mode := min(max(lo, int(float64(row+1)*float64(column+1)/float64(n+2))), hi)
	weights := make([]float64, hi-lo+1)
	weights[mode-lo] = 1
	for k := mode; k < hi; k++ {
		weights[k+1-lo] = weights[k-lo] * (float64(row-k) / float64(k+1)) *
			(float64(column-k) / float64(n-row-column+k+1))
	}
	for k := mode; k > lo; k-- {
		weights[k-1-lo] = weights[k-lo] * (float64(k) / float64(row-k+1)) *
			(float64(n-row-column+k) / float64(column-k+1))
	}
	const equal = 1 + 1e-7
	most := weights[x-lo] * equal
	slices.Sort(weights)
	var sum, all float64
	for _, w := range weights {
		if w <= most {
			sum += w
		}
		all += w
	}
	return min(1, sum/all)
}
