package conformance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/embedded"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/projection"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/internal/realdata"
)

// degree says, by name or label, with which power of a factor on all values the scores of a method
// change. Methods that are not listed do not see the factor.
var degree = map[string]float64{"variance": 2, "trace-ratio": 2, "lpp": -1}

// unitful are the methods, by name or label, that weigh values against a parameter in their unit,
// such as gamma, or that stop before they have converged: a factor changes what they answer.
var unitful = []string{"fssl", "rfs", "slap", "sogfs", "udfs", "ulap", "grm, solver=alm"}

// costly are the methods that take seconds on hundreds of samples.
var costly = []string{
	"arom-svm", "bahsic", "fohsic", "fssl", "mcfs", "mrsf", "rfs", "slap", "sogfs", "spfs-lar", "spfs-nes", "ulap",
}

// shipped loads a set that comes with the library; most samples of it.
func shipped(t *testing.T, name string, most int) *datasets.Dataset {
	t.Helper()
	d, err := datasets.Load(name, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d.N() <= most {
		return d
	}
	return rowsAt(d, rand.New(rand.NewPCG(1, 2)).Perm(d.N())[:most])
}

func (s subject) most() int {
	if slices.Contains(costly, s.entry.Name) {
		return 120
	}
	return 600
}

func (s subject) isOne(of []string) bool {
	return slices.Contains(of, s.entry.Name) || slices.Contains(of, algorithms.Label(s.method))
}

// half is the K of subset methods, and 0 for rankers.
func (s subject) half(d *datasets.Dataset) algorithms.Options {
	if s.entry.Nested {
		return algorithms.Options{}
	}
	return algorithms.Options{K: (d.D() + 1) / 2}
}

// sameByName reports features that one of two answers lacks, and those whose scores, the second
// answer's times factor, are not the same to the tolerance. Features that tie may have any order.
func sameByName(t reporter, what string, want, got *algorithms.Ranking, factor float64) {
	if want == nil || got == nil {
		return
	}
	scores, scale := make(map[string]float64), 0.0
	for i, name := range got.Names {
		scores[name] = got.Scores[i] * factor
	}
	for _, v := range want.Scores {
		if !math.IsInf(v, 0) {
			scale = max(scale, math.Abs(v))
		}
	}
	for i, v := range want.Scores {
		w, there := scores[want.Names[i]]
		if !there || v != w && !(math.Abs(v-w) <= tolerance*scale) {
			t.Errorf("%s: %s scores %v (there: %v), want %v", what, want.Names[i], w, there, v)
			return
		}
	}
}

// In centimeters or millimeters, as gray levels or as parts of 255: distances that are equal on
// paper are equal to every method, and so are values and the edges of bins.
func TestScoresDoNotSeeTheUnit(t *testing.T) {
	for _, e := range catalogue.All() {
		for _, s := range subjects(e) {
			if s.isOne(unitful) {
				continue
			}
			t.Run(algorithms.Label(s.method), func(t *testing.T) {
				for _, name := range []string{"iris", "digits", "wdbc"} {
					d := shipped(t, name, s.most())
					want := s.selected(t, name, d, s.half(d))
					for _, factor := range []float64{10, .1, 1. / 255} {
						x := mat.DenseCopyOf(d.X)
						x.Apply(func(_, _ int, v float64) float64 {
							if factor < .1 {
								return v / 255
							}
							return v * factor
						}, x)
						unit := s.selected(t, name, with(d, x, d.Features), s.half(d))
						back := math.Pow(factor, -degree[e.Name])
						sameByName(t, fmt.Sprintf("%s times %.3g", name, factor), want, unit, back)
					}
				}
			})
		}
	}
}

// coded returns d with the three levels -1, 0 and 1 in place of its values, times a unit: tables of
// genes are coded so, and are full of samples at one distance.
func coded(t *testing.T, d *datasets.Dataset, unit float64) *datasets.Dataset {
	t.Helper()
	c, err := information.Code(t.Context(), d, information.Levels, 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	columns := make(map[int]func(int) float64)
	for j := range d.D() {
		column := c.Column(j)
		columns[j] = func(i int) float64 { return unit * (float64(column[i]) - 1) }
	}
	return replaced(d, columns)
}

// unsettled are the methods, by name or label, whose steps end where rounding leads, 1e-8 to 1e-5 from
// the end.
var unsettled = []string{"arom-svm", "grm, solver=alm"}

// The samples of coded tables in another order have the same scores, or a warning says that the
// order of the rows decided between neighbors that tie. So have the columns.
func TestCodedTablesInAnotherOrder(t *testing.T) {
	sets := []*datasets.Dataset{
		shipped(t, "iris", 150), shipped(t, "digits", 120), shipped(t, "wdbc", 120),
	}
	t.Run("read genes", func(t *testing.T) {
		dir := realdata.Need(t, "ALLAML.mat")
		genes, err := datasets.Load(filepath.Join(dir, "ALLAML.mat"), datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, columnsAt(genes, rand.New(rand.NewPCG(7, 1)).Perm(genes.D())[:60]))
	})
	for _, e := range catalogue.All() {
		for _, s := range subjects(e) {
			if s.isOne(unsettled) {
				continue
			}
			t.Run(algorithms.Label(s.method), func(t *testing.T) {
				for _, d := range sets {
					for _, unit := range []float64{1, .1} {
						s.inAnotherOrder(t, coded(t, d, unit))
					}
				}
			})
		}
	}
}

func (s subject) inAnotherOrder(t *testing.T, d *datasets.Dataset) {
	rng := rand.New(rand.NewPCG(5, 5))
	want := s.selected(t, d.Name, d, s.half(d))
	if want == nil {
		return
	}
	if !slices.Contains(tied, algorithms.Label(s.method)) {
		columns := columnsAt(d, rng.Perm(d.D()))
		got := s.selected(t, d.Name, columns, s.half(d))
		sameByName(t, d.Name+", columns in another order", want, got, 1)
	}
	decided := slices.ContainsFunc(want.Warnings, func(w string) bool {
		return strings.Contains(w, "rows in another order change the scores")
	})
	if decided != (s.entry.Name == "udfs") {
		t.Errorf("%s: warnings %q", d.Name, want.Warnings)
	}
	if !decided {
		rows := rowsAt(d, rng.Perm(d.N()))
		got := s.selected(t, d.Name, rows, s.half(d))
		sameByName(t, d.Name+", samples in another order", want, got, 1)
	}
}

// Where more neighbors tie than are kept, every method that joins them says so. A graph that is
// given, and was cut when it was made, stands for one.
func TestCutNeighborsAreSaid(t *testing.T) {
	d := base()
	a, err := graph.HeatKernel(t.Context(), d.X, 5, 0, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	a.Cut = 7
	const want = "for 7 of 60 samples more neighbors tie"
	for _, m := range []algorithms.Selector{
		filter.Laplacian{Similarity: graph.Precomputed{Matrix: a}}, filter.SPEC{Similarity: graph.Precomputed{Matrix: a}},
		filter.HSIC{Similarity: graph.Precomputed{Matrix: a}}, filter.FOHSIC{Similarity: graph.Precomputed{Matrix: a}}, filter.BAHSIC{Similarity: graph.Precomputed{Matrix: a}},
		traceratio.TraceRatio{Graph: graph.Precomputed{Matrix: a}},
		spfs.SFS{Similarity: graph.Precomputed{Matrix: a}}, spfs.NES{Similarity: graph.Precomputed{Matrix: a}}, spfs.LAR{Similarity: graph.Precomputed{Matrix: a}},
		embedded.MRSF{Similarity: graph.Precomputed{Matrix: a}}, embedded.MCFS{Similarity: graph.Precomputed{Matrix: a}},
		projection.LPPScore{Similarity: graph.Precomputed{Matrix: a}}, projection.LFDAScore{Similarity: graph.Precomputed{Matrix: a}},
		projection.FSSL{Graph: graph.Precomputed{Matrix: a}},
	} {
		r, err := m.Select(t.Context(), d, algorithms.Options{K: 4})
		if err != nil {
			t.Errorf("%s: %v", algorithms.Label(m), err)
			continue
		}
		said := slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.HasPrefix(w, want) })
		if !said {
			t.Errorf("%s: warnings %q, want one that begins with %q", algorithms.Label(m), r.Warnings, want)
		}
	}
}
