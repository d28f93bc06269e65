package replay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
	"fsnb.example/papers"
	"fsnb.example/papers/study"
)

// resultOf is a result of one measure of methods, with two features of nine on each data set: 1 of
// the first method, 2 of the second, and so on.
func resultOf(sets []study.Set, labels ...string) *study.Result {
	r := &study.Result{Sets: sets, Measures: make([]study.MeasureInfo, 1), Splits: 1}
	for _, label := range labels {
		r.Methods = append(r.Methods, study.Method{Label: label})
	}
	for s := range sets {
		sets[s].D, sets[s].Counts = 9, []int{2}
		for m := range labels {
			r.Cells = append(r.Cells, study.Cell{Set: s, Method: m, K: 2, Splits: []int{0},
				Spread: evaluation.NewSpread([]float64{float64(m + 1)})})
		}
	}
	return r
}

// Every experiment is a study that can be run, has a name of its own, and stands
// against tables that are there and know its data sets.
func TestReplaysAreStudies(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, p := range papers.All() {
		r := must.Get(Find(p.ID))(t)
		for _, quick := range []bool{false, true} {
			names := map[string]bool{}
			for _, e := range r.Experiments(quick) {
				s := e.Study
				if names[s.Name] || !strings.HasPrefix(s.Name, r.Paper) || s.Title == "" ||
					len(s.Remarks) == 0 {
					t.Errorf("%s: a study called %q, %q", r.Paper, s.Name, s.Title)
				}
				names[s.Name] = true
				if _, err := study.Run(stopped, s, "", algorithms.Options{}); !errors.Is(err,
					context.Canceled) {
					t.Errorf("%s: %v", s.Name, err)
				}
				if said := strings.Contains(strings.Join(s.Remarks, " "),
					"Quick: "); said != quick {
					t.Errorf("%s: quick %v, and it says %q", s.Name, quick, s.Remarks)
				}
				for _, a := range e.Against {
					table, err := papers.Find(r.Paper, a.Table)
					if err != nil {
						t.Error(err)
						continue
					}
					if a.Measure >= len(s.Measures) {
						t.Errorf("%s has no measure %d", s.Name, a.Measure)
					}
					for _, d := range s.Data {
						original := standsFor(r.Paper, d.Name)
						if strings.Contains(strings.Join(s.Remarks, " "), d.Name) {
							continue // the study says that it is beside the table
						}
						if !slices.ContainsFunc(table.Entries, func(e papers.Entry) bool {
							return e.Dataset == original && (a.Entry == "" || e.Measure == a.Entry)
						}) {
							t.Errorf("%s: %s has no number for %s", s.Name, table.Name(), d.Name)
						}
					}
					if better := map[string]int{"higher": 1,
						"lower": -1}[table.Better]; !a.Counts && better != 0 &&
						better != s.Measures[a.Measure].Better() {
						t.Errorf("%s: in %s %s is better, of %s not so", s.Name, table.Name(),
							table.Better, s.Measures[a.Measure].Label())
					}
				}
			}
		}
	}
	if _, err := Find("lap-2019"); err == nil ||
		err.Error() != `no paper "lap-2019"; did you mean "lap-2018"?` {
		t.Error(err)
	}
}

// SPFS's text sets have studies of their own, which say that they have fewer splits:
// each printed table has every data set from one study.
func TestSPFSTextSets(t *testing.T) {
	sets, from := map[int][]string{}, map[int][]string{}
	for _, e := range spfs.Experiments(false) {
		var names []string
		for _, d := range e.Study.Data {
			names = append(names, d.Name)
		}
		isText := slices.Contains(names, "RELATHE") && !slices.Contains(names, "TOX_171")
		if strings.HasSuffix(e.Study.Name, "-text") != isText {
			t.Errorf("%s has %q", e.Study.Name, names)
		}
		if said := fmt.Sprintf("%d splits in place of 20",
			e.Study.Splits.Repeats); e.Study.Splits.Repeats < 20 &&
			!strings.Contains(strings.Join(e.Study.Remarks, " "), said) {
			t.Errorf("%s has %d splits, and says %q", e.Study.Name, e.Study.Splits.Repeats,
				e.Study.Remarks)
		}
		seen := map[int]bool{}
		for _, a := range e.Against {
			if !seen[a.Table] {
				seen[a.Table] = true
				sets[a.Table] = append(sets[a.Table], names...)
				from[a.Table] = append(from[a.Table], e.Study.Name)
			}
		}
	}
	for table, names := range sets {
		slices.Sort(names)
		if len(names) != 8 || len(slices.Compact(names)) != 8 {
			t.Errorf("Table %d has %q from %q", table, names, from[table])
		}
	}
}

// The methods of a table are those of the catalogue, as the paper sets them; the
// others say that they are missing.
func TestMethodsOfATable(t *testing.T) {
	methods := methodsOf("spfs-2013", 4)
	if algorithms.Label(methods[0]) != "laplacian" || methods[1] == nil {
		t.Errorf("methods %v", methods)
	}
	labels := make([]string, len(methods))
	for i, m := range methods {
		labels[i] = algorithms.Label(m)
	}
	if !slices.Contains(labels, "trace-ratio, graph=neighbors") {
		t.Errorf("methods %q", labels)
	}
	all := methodsOf("lap-2018", 2)
	if len(all) != 10 || all[9] != (study.AllFeatures{}) {
		t.Errorf("methods of the LAP paper: %v", all)
	}
	must.Fail((missing{"x"}).Select(t.Context(), nil, algorithms.Options{}))(t,
		"the method is not in this version")
	if m := methodOf("grm, scorer=nothing"); m != (missing{"grm, scorer=nothing"}) {
		t.Errorf("%v", m)
	}
}

// A table's name may stand for other parameters, and the result still stands
// against that name.
func TestMethodsByAnotherName(t *testing.T) {
	methods, printed := methodsAs("spfs-2013", 4,
		map[string]string{"laplacian": "laplacian, neighbors=7", "hsic": "no-such-method"})
	if algorithms.Label(methods[0]) != "laplacian, neighbors=7" ||
		printed["laplacian, neighbors=7"] != "laplacian" || printed["no-such-method"] != "hsic" {
		t.Errorf("%v, %v", methods, printed)
	}
	r := resultOf([]study.Set{{Name: "TOX_171"}}, "laplacian, neighbors=7")
	table := must.Get(papers.Find("spfs-2013", 4))(t)
	got := against{Table: 4, Printed: printed}.results(table, r)
	if len(got) != 1 || got[0].Method != "laplacian" || got[0].Value != 1 {
		t.Errorf("%+v", got)
	}
	// Without labels no method sees any.
	data := unlabeled(study.Named("iris"))
	d, err := data[0].Load()
	if err != nil || d.Labeled() || d.N() != 150 {
		t.Errorf("%v, %v", d, err)
	}
}

func TestOnly(t *testing.T) {
	r := must.Get(Find("lap-2018"))(t)
	for _, name := range []string{"Musk", "musk_v1"} {
		kept, err := r.Only(r.Experiments(false), name)
		if err != nil || len(kept) != 4 || len(kept[0].Study.Data) != 1 ||
			kept[0].Study.Data[0].Name != "Musk_v1" {
			t.Errorf("%s: %v, %v", name, kept, err)
		}
	}
	if kept, err := r.Only(r.Experiments(true), "Wine", "Vehicle"); err != nil ||
		len(kept[0].Study.Data) != 2 {
		t.Errorf("%v, %v", kept, err)
	}
	if _, err := r.Only(r.Experiments(true), "wdbk"); err == nil ||
		!strings.HasPrefix(err.Error(), `no data set of lap-2018 "wdbk"; known: `) {
		t.Error(err)
	}
}

// Numbers of several studies stand in one comparison, those without a place in the
// table are left out, and the ± is over the numbers of features where the paper's is.
func TestCompare(t *testing.T) {
	r := must.Get(Find("lap-2018"))(t)
	result := func(set string, means ...float64) *study.Result {
		out := &study.Result{
			Sets: []study.Set{{Name: set, N: 178, D: 13, Classes: 3, Counts: []int{2, 4}},
				{Name: "Vehicle", Note: "it is not here"}},
			Methods: []study.Method{{Label: "fisher"}, {Label: "all features", All: true},
				{Label: "variance"}},
			Measures: []study.MeasureInfo{{Label: "accuracy", Better: 1}}, Splits: 1,
			Protocol: "folds", Remarks: []string{"a remark"}, Warnings: []string{"a warning"},
		}
		for i, at := range [][2]int{{0, 2}, {0, 4}, {1, 0}, {2, 2}, {2, 4}} {
			out.Cells = append(out.Cells, study.Cell{Method: at[0], K: at[1], Splits: []int{0},
				Spread: evaluation.NewSpread([]float64{append(means, 1, 1)[i]})})
		}
		return out
	}
	e := Experiment{Against: []against{{Table: 2, OverCounts: true}, {Table: 1, Counts: true}}}
	second := result("Segment", .5, .6, .7)
	second.Partial = true
	got, err := r.Compare([]Experiment{e, e}, []*study.Result{result("Wine", .4, .6, .45), second})
	if err != nil || len(got) != 2 {
		t.Fatalf("%v, %v", got, err)
	}
	found := map[string]float64{}
	for _, row := range got[1].Rows {
		if row.Found {
			found[row.Entry.Row+" "+row.Entry.Column] = row.Ours
			if row.Entry.Row == "Fisher score" && row.Entry.Column == "Wine" &&
				math.Abs(row.SD-math.Sqrt(.02)) > 1e-12 {
				t.Errorf("± %g", row.SD)
			}
		}
	}
	for at, want := range map[string]float64{"Fisher score Wine": .5, "Baseline Wine": .45,
		"Fisher score Segment": .55, "Baseline Segment": .7} {
		if math.Abs(found[at]-want) > 1e-12 {
			t.Errorf("%s is %g, want %g", at, found[at], want)
		}
	}
	if len(found) != 4 || !slices.Equal(got[1].Remarks, []string{"a remark", "a warning"}) ||
		!got[1].Partial || !slices.Equal(got[1].Protocols, []string{"folds"}) {
		t.Errorf("%v, %+v", found, got[1].Remarks)
	}
	if got[0].Table != "I" || got[0].Rows[0].Ours != 178 {
		t.Errorf("%+v", got[0].Rows[0])
	}
}

// The score of a subset is the ratio of the traces of the paper's matrices, and for
// the subset of trace ratio it is the objective that it reports; no other is above.
func TestSubsetScore(t *testing.T) {
	d := must.Get(datasets.Load("wdbc", datasets.Options{}))(t)
	for _, laplacian := range []bool{false, true} {
		g := map[bool]graph.Similarity{false: graph.SameClass{}, true: graph.Neighbors{}}[laplacian]
		methods := []algorithms.Selector{traceratio.TraceRatio{Graph: g}, filter.Fisher{},
			filter.Laplacian{}, filter.Random{}}
		r := must.Get(study.Run(t.Context(), study.Study{
			Name: "score", Data: study.Of(d), Methods: methods, Counts: []int{3, 10},
			Splits: study.Splits{Whole: true}, Measures: []study.Measure{subsetScore{laplacian}},
		}, "", algorithms.Options{}))(t)
		for _, k := range []int{3, 10} {
			best := r.Cell(0, 0, k, 0).Mean
			ranking := must.Get(methods[0].Select(t.Context(), d, algorithms.Options{K: k}))(t)
			if want := float64(*ranking.Diagnostics.Objective); math.Abs(best-want) > 1e-9*want {
				t.Errorf("%s, %d features: score %g, trace ratio says %g", g.Kind(), k, best, want)
			}
			for m := range methods {
				if v := r.Cell(0, m, k, 0).Mean; v > best*(1+1e-12) {
					t.Errorf("%s, %d features: %s has %g, above the optimum %g", g.Kind(), k,
						r.Methods[m].Label, v, best)
				}
			}
		}
	}
	// By definition, with L = D - A written out for the class graph.
	features := []int{0, 7, 21}
	n := d.N()
	counts := d.ClassCounts()
	var between, within float64
	for i := range n {
		for j := range n {
			w, b := 0.0, 1/float64(n)
			if d.Y[i] == d.Y[j] {
				w = 1 / float64(counts[d.Y[i]])
				b -= w
			}
			for _, f := range features {
				v := d.X.At(i, f) - d.X.At(j, f)
				within += v * v * w
				between += v * v * b
			}
		}
	}
	r := must.Get(study.Run(t.Context(), study.Study{
		Name: "score", Data: study.Of(d), Methods: []algorithms.Selector{fixed(features)},
		Counts: []int{3}, Splits: study.Splits{Whole: true},
		Measures: []study.Measure{subsetScore{}},
	}, "", algorithms.Options{}))(t)
	if got, want := r.Cell(0, 0, 3, 0).Mean, between/within; math.Abs(got-want) > 1e-9*want {
		t.Errorf("score %g, by definition %g", got, want)
	}
	// Features that are the same inside each class.
	x := mat.NewDense(4, 1, []float64{0, 0, 1, 1})
	perfect := must.Get(datasets.New("perfect", x, []int{0, 0, 1, 1}, nil))(t)
	r = must.Get(study.Run(t.Context(), study.Study{
		Name: "score", Data: study.Of(perfect), Methods: []algorithms.Selector{filter.Variance{}},
		Counts: []int{1}, Splits: study.Splits{Whole: true},
		Measures: []study.Measure{subsetScore{}},
	}, "", algorithms.Options{}))(t)
	if c := r.Cell(0, 0, 1,
		0); c.Failed != "the score is infinite: no chosen feature varies inside the graph" {
		t.Errorf("%+v", c)
	}
}

// fixed selects always the same.
type fixed []int

func (f fixed) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	return &algorithms.Ranking{Features: f}, nil
}

// The baseline row of the LAP paper's Table II, by the replay itself.
func TestLAPBaseline(t *testing.T) {
	realdata.Need(t, "Musk_clean1.mat", "vehicle_uni.mat", "ecoli_uni.mat",
		"segment_uni.mat", "Hill_Valley.mat", "Hill_Valley_noise.mat", "leukemia_38x3051.mat")
	r := must.Get(Find("lap-2018"))(t)
	experiments := r.Experiments(false)[:3]
	var results []*study.Result
	for i := range experiments {
		s := &experiments[i].Study
		s.Methods = []algorithms.Selector{study.AllFeatures{}}
		result := must.Get(study.Run(t.Context(), *s, "", algorithms.Options{}))(t)
		results = append(results, result)
	}
	got := must.Get(r.Compare(experiments, results))(t)
	seen := 0
	for _, row := range got[1].Rows {
		if row.Found {
			seen++
			// 38 of 38 here, 36 printed
			if math.Abs(row.Difference) > 0.02 && row.Entry.Dataset != "Leukemia_Golub38" {
				t.Errorf("%s: %.3f, printed %s", row.Entry.Column, row.Ours, row.Entry.Printed)
			}
		}
	}
	if seen != 8 {
		t.Errorf("%d numbers of the baseline row", seen)
	}
}

// Table 3 of the trace ratio paper describes the data that we have, and on UMIST
// the subset-level score of its method lies above that of the Fisher score and
// falls with the number of features, as Figure 4 shows.
func TestTraceRatioFigure4(t *testing.T) {
	realdata.Need(t, "umist_28x23.mat")
	r := must.Get(Find("trace-ratio-2008"))(t)
	for _, e := range r.Experiments(true)[2:] {
		result := must.Get(study.Run(t.Context(), e.Study, "", algorithms.Options{}))(t)
		if result.Sets[0].Note != "" {
			t.Fatal(result.Sets[0].Note)
		}
		before := math.Inf(1)
		for _, k := range result.Sets[0].Counts {
			feature, subset := result.Cell(0, 0, k, 0).Mean, result.Cell(0, 1, k, 0).Mean
			if subset < feature*(1-1e-12) || subset > before*(1+1e-12) {
				t.Errorf("%s, %d features: %g by features, %g by subsets, %g before", e.Study.Name,
					k, feature, subset, before)
			}
			before = subset
		}
	}
}

// Results are told by their names, in any order, also when they come from files.
func TestCompareResults(t *testing.T) {
	r := must.Get(Find("lap-2018"))(t)
	experiments := must.Get(r.Only(r.Experiments(true), "wine"))(t)
	var results, read []*study.Result
	for i := range experiments {
		e := &experiments[i]
		e.Study.Splits.Folds = 2 // the names and the tables are what is compared
		result := must.Get(study.Run(t.Context(), e.Study, "", algorithms.Options{}))(t)
		var b bytes.Buffer
		must.Do(t, result.WriteCSV(&b, ""))
		back := must.Get(study.ReadCSV(&b))(t)
		results, read = append(results, result), slices.Insert(read, 0, back)
	}
	want, err := r.Compare(experiments, results)
	if err != nil || len(want) != 3 {
		t.Fatalf("%d comparisons, %v", len(want), err)
	}
	got, err := CompareResults(read...)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	must.Fail(CompareResults(&study.Result{Name: "lap-2018-tables-2"}))(t,
		`no experiment "lap-2018-tables-2"; did you mean "lap-2018-tables-2-3"?`)
	must.Fail(CompareResults(nil))(t, "no result to compare; run a study of a paper first")
}

// One table of a paper is found by its number, however it is printed.
func TestTableOfComparisons(t *testing.T) {
	all := Comparisons{
		{Comparison: &papers.Comparison{Paper: "p", Table: "II"}},
		{Comparison: &papers.Comparison{Paper: "p", Table: "3"}},
		{Comparison: &papers.Comparison{Paper: "q", Table: "3"}},
	}
	if c, err := all.Table(2); err != nil || c != all[0] {
		t.Errorf("%v, %v", c, err)
	}
	for number, want := range map[int]string{
		3: "2 papers have a table 3 with numbers of these studies; give studies of one paper",
		4: "these studies have no number of a table 4; they have numbers of p, Table II; p, " +
			"Table 3; q, Table 3",
	} {
		must.Fail(all.Table(number))(t, want)
	}
}
