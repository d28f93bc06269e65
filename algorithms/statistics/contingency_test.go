package statistics_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
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

// countsTable is a table with the numbers of SciPy 1.17.1 (χ², p, G, p, Fisher's p), and those of
// 50 digits.
type countsTable struct {
	Counts        [][]int
	Chi2, P, G, V float64
	GP            float64 `json:"g_p"`
	Fisher        *float64
	Peer          []float64
}

// data is the table as samples of one column, whose levels are codes.
func (c countsTable) data(t *testing.T) *datasets.Dataset {
	t.Helper()
	var column []float64
	var y []int
	levels := make([]string, len(c.Counts))
	for a, row := range c.Counts {
		levels[a] = fmt.Sprint("level ", a)
		for class, count := range row {
			for range count {
				column, y = append(column, float64(a)), append(y, class)
			}
		}
	}
	d := methodtest.Classes(t, y, column)
	d.Codes = []datasets.CodedColumn{{Levels: levels}}
	return d
}

// smallExpected reports whether a cell is expected to have fewer than five samples.
func (c countsTable) smallExpected() bool {
	var n, row, column int
	least := func(sums []int) int { return slices.Min(sums) }
	rows, columns := make([]int, len(c.Counts)), make([]int, len(c.Counts[0]))
	for a, counts := range c.Counts {
		for b, count := range counts {
			n, rows[a], columns[b] = n+count, rows[a]+count, columns[b]+count
		}
	}
	row, column = least(rows), least(columns)
	return row*column < 5*n
}

// Statistics, p-values and scores are those of SciPy to 1e-7, and of 50 digits to 1e-10.
func TestContingencyAgainstPeers(t *testing.T) {
	text := must.Get(os.ReadFile("testdata/contingency.json"))(t)
	var tables []countsTable
	must.Do(t, json.Unmarshal(text, &tables))
	fisher := 0
	for _, c := range tables {
		near := func(what string, got, want, tolerance float64) {
			t.Helper()
			if !(math.Abs(got-want) <= tolerance*max(math.Abs(want), 1e-300)+1e-13) {
				t.Errorf("%v: %s %v, want %v", c.Counts, what, got, want)
			}
		}
		d := c.data(t)
		s := methodtest.Score(t, statistics.Contingency{}, d, algorithms.Options{})
		g := methodtest.Score(t, statistics.Contingency{Statistic: statistics.LikelihoodRatio}, d,
			algorithms.Options{})
		near("χ²", s.Raw[0], c.Chi2, 1e-10)
		near("G", g.Raw[0], c.G, 1e-10)
		near("V", s.Values[0], c.V, 1e-10)
		near("χ² of SciPy", s.Raw[0], c.Peer[0], 1e-9)
		near("G of SciPy", g.Raw[0], c.Peer[2], 1e-7) // which loses digits
		p, gp, peer, peerG := c.P, c.GP, c.Peer[1], c.Peer[3]
		if c.Fisher != nil && c.smallExpected() {
			fisher++
			p, gp, peer, peerG = *c.Fisher, *c.Fisher, c.Peer[4], c.Peer[4]
		}
		near("p", s.PValues[0], p, 1e-10)
		near("p of G", g.PValues[0], gp, 1e-10)
		near("p of SciPy", s.PValues[0], peer, 1e-9)
		near("p of G of SciPy", g.PValues[0], peerG, 1e-7)
	}
	if len(tables) < 80 || fisher < 5 {
		t.Errorf("%d tables, %d of them exact", len(tables), fisher)
	}
}

// The p-values of permutations are those of the table under shuffled classes, here counted sample
// by sample, within five standard deviations; they do not depend on workers, the order of the
// samples or of the codes.
func TestContingencyPermutations(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	const n, b = 60, 499
	columns, y := make([][]float64, 4), make([]int, n)
	for i := range n {
		y[i] = i % 3
		for j := range columns {
			v := float64(rng.IntN(4))
			if j > 0 && rng.IntN(6) < j {
				v = float64(y[i])
			}
			columns[j] = append(columns[j], v)
		}
	}
	d := methodtest.Classes(t, y, columns...)
	for _, which := range []statistics.Statistic{statistics.PearsonChi2,
		statistics.LikelihoodRatio} {
		m := statistics.Contingency{Statistic: which, Permutations: b}
		s := methodtest.Score(t, m, d, algorithms.Options{Seed: 4, Workers: 1})
		larger := make([]float64, len(columns))
		for range b {
			other := *d
			other.Y = slices.Clone(d.Y)
			rng.Shuffle(n, func(i, k int) { other.Y[i], other.Y[k] = other.Y[k], other.Y[i] })
			m.Permutations = 0
			for j, v := range methodtest.Score(t, m, &other, algorithms.Options{}).Raw {
				if v >= s.Raw[j]*(1-1e-9) {
					larger[j]++
				}
			}
		}
		for j, p := range s.PValues {
			want := larger[j] / b
			if math.Abs(p-want) > 5*math.Sqrt(2*want*(1-want)/b)+2./b {
				t.Errorf("%s, column %d: p = %v, counted %v", which, j, p, want)
			}
		}
		moved := must.Get(d.Rows(rng.Perm(n)))(t)
		moved.X.Apply(func(_, _ int, v float64) float64 { return 3 - v }, moved.X)
		m.Permutations = b
		again := methodtest.Score(t, m, moved, algorithms.Options{Seed: 4, Workers: 3})
		if !slices.Equal(s.PValues, again.PValues) || !slices.Equal(s.Values, again.Values) {
			t.Errorf("%s: p %v in another order, want %v", which, again.PValues, s.PValues)
		}
	}
}

// In six pairs, of which one sample is ill and has level 1, the exchange within pairs gives the
// table again in 2 of 2⁶ ways; among all samples it would be 2 of 924.
func TestContingencyOfPairs(t *testing.T) {
	var column []float64
	var y []int
	var names []string
	for pair := range 6 {
		column, y = append(column, 1, 0), append(y, 1, 0)
		names = append(names, fmt.Sprint("pair ", pair), fmt.Sprint("pair ", pair))
	}
	d := must.Get(methodtest.Classes(t, y, column).WithGroups("pair", names))(t)
	m := statistics.Contingency{Permutations: 19999}
	// Four standard deviations of the share are .005.
	if p := methodtest.Score(t, m, d, algorithms.Options{}).PValues[0]; math.Abs(p-2./64) > .005 {
		t.Errorf("p = %g, want %g", p, 2./64)
	}
	r, err := algorithms.Run(t.Context(), m, d, algorithms.Options{})
	if err != nil || len(r.Warnings) > 0 {
		t.Errorf("warnings %q, %v", r.Warnings, err)
	}
}

// Columns of many numbers are cut, those of few are taken by value, codes always; in memory, sparse
// and in files.
func TestContingencyCodings(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	const n = 400
	columns, y := make([][]float64, 3), make([]int, n)
	for i := range n {
		y[i] = rng.IntN(2)
		for j, levels := range []int{1000, 18, 40} {
			v := rng.IntN(levels)
			if rng.IntN(2) == 0 { // even numbers are of class 0
				v = v/2*2 + y[i]
			}
			columns[j] = append(columns[j], float64(v))
		}
	}
	d := methodtest.Classes(t, y, columns...)
	s := methodtest.Score(t, statistics.Contingency{}, d, algorithms.Options{})
	if s.Values[0] > .2 || s.Values[1] < .3 || s.Values[2] > .2 {
		t.Errorf("scores %v: want the second, of few values", s.Values)
	}
	coded := *d
	coded.Codes = []datasets.CodedColumn{{Column: 2, Levels: make([]string, 41)}}
	s = methodtest.Score(t, statistics.Contingency{Discrete: 3}, &coded, algorithms.Options{})
	if s.Values[1] > .2 || s.Values[2] < .3 {
		t.Errorf("scores %v: want the third, of codes", s.Values)
	}
	for what, m := range map[string]storage.Matrix{
		"sparse":  storage.Compress(d.X),
		"float64": methodtest.Mapped(t, d.X, storage.Float64, true),
		"uint16":  methodtest.Mapped(t, d.X, storage.Uint16, false),
	} {
		other := methodtest.Stored(t, &coded, m)
		other.Codes = coded.Codes
		got := methodtest.Score(t, statistics.Contingency{Discrete: 3}, other,
			algorithms.Options{Workers: 3})
		if !slices.Equal(got.Values, s.Values) || !slices.Equal(got.PValues, s.PValues) {
			t.Errorf("%s: %v, want %v", what, got.Values, s.Values)
		}
	}
}

func TestContingencyMistakes(t *testing.T) {
	column, y := make([]float64, 300), make([]int, 300)
	for i := range column {
		column[i], y[i] = float64(i), i%2
	}
	d := methodtest.Classes(t, y, column)
	coded := *d
	coded.Codes = []datasets.CodedColumn{{Levels: make([]string, 300)}}
	for _, c := range []struct {
		m    statistics.Contingency
		d    *datasets.Dataset
		want string
	}{
		{statistics.Contingency{Discrete: 257}, d, "discrete = 257; give 1 to 256"},
		{statistics.Contingency{Bins: 1}, d, "bins = 1; give 2 to 256"},
		{statistics.Contingency{Permutations: -1}, d,
			"permutations = -1; give 0 to 1e7"},
		{statistics.Contingency{}, &coded,
			"column 0 (f0) is of codes with more than 256 levels; drop it, or merge its levels"},
		{statistics.Contingency{Coding: "values"}, d, "column 0 (f0) has more than 256 distinct " +
			"values, and coding=values takes columns as they are; round it, or choose another " +
			"coding, such as width"},
	} {
		_, err := c.m.Score(t.Context(), c.d, algorithms.Options{})
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

// The answers for the files, whatever the coding and the names of the levels.
func TestContingencyOfFiles(t *testing.T) {
	for _, c := range []struct {
		file, code, column string
		chi2, p            float64
	}{
		{"words.csv", "ordinal", "site", 576.7137, 1.336e-116},
		{"snp.csv", "", "snp0", 216.1531, 1.156e-47},
		{"w1.csv", "one-hot", "g=wild", .872776, .350188},
		{"w1.csv", "ordinal", "g", .872776, .350188},
		{"cat.csv", "ordinal", "strong", 0, 1.809e-12},
		{"cat.csv", "ordinal", "weak", 0, .6556},
	} {
		d := must.Get(datasets.Load("../../datasets/testdata/cases/"+c.file,
			datasets.Options{Code: datasets.WordCoding(c.code)}))(t)
		r := must.Get(statistics.Contingency{}.Select(t.Context(), d, algorithms.Options{}))(t)
		at := slices.Index(r.Names, c.column)
		if c.column != "weak" && at != 0 {
			t.Errorf("%s: ranked %v, want %s first", c.file, r.Names, c.column)
		}
		if p := r.PValues[at]; math.Abs(p-c.p) > 4e-3*c.p ||
			c.chi2 > 0 && math.Abs(float64(r.Raw[at])-c.chi2) > 1e-4 {
			t.Errorf("%s, %s: χ² %v, p %v, want %v, %v", c.file, c.column, r.Raw[at], p, c.chi2,
				c.p)
		}
	}
}

// In 20 groups of five samples, whose class and levels are those of the group, the p-values of
// permutations are uniform, whereas those of χ² are small.
func TestContingencyOfGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	const groups, size, d = 20, 5, 400
	columns, y := make([][]float64, d), make([]int, groups*size)
	names := make([]string, len(y))
	for i := range y {
		y[i], names[i] = i/size%2, fmt.Sprint("patient ", i/size)
	}
	for j := range columns {
		for range groups {
			columns[j] = append(columns[j], slices.Repeat([]float64{float64(rng.IntN(3))},
				size)...)
		}
	}
	table := must.Get(methodtest.Classes(t, y, columns...).WithGroups("patient", names))(t)
	small := func(m statistics.Contingency) (count int) {
		for _, p := range methodtest.Score(t, m, table, algorithms.Options{}).PValues {
			if p <= .05 {
				count++
			}
		}
		return count
	}
	if plain := small(statistics.Contingency{}); plain < 100 {
		t.Errorf("%d of %d p-values of χ² are at most .05", plain, d)
	}
	if honest := small(statistics.Contingency{Permutations: 199}); honest > 42 {
		t.Errorf("%d of %d p-values of permutations are at most .05", honest, d)
	}
}
