package catalogue_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/embedded"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/fsir"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/projection"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// bySimilarity makes each method that has a similarity with another similarity, and names its
// default.
var bySimilarity = []struct {
	name, param, own string // own is the default
	rbf              string // the default width of RBF
	takes            string
	with             func(s graph.Similarity) algorithms.Selector
}{
	{"bahsic", "similarity", "class", "percentile=20", "class rbf neighbors precomputed target",
		func(s graph.Similarity) algorithms.Selector { return filter.BAHSIC{Similarity: s} }},
	{"fohsic", "similarity", "class", "percentile=20", "class rbf neighbors precomputed target",
		func(s graph.Similarity) algorithms.Selector { return filter.FOHSIC{Similarity: s} }},
	{"fsir2", "similarity", "class", "width=0", "class rbf neighbors precomputed target",
		func(s graph.Similarity) algorithms.Selector { return fsir.FSIR2{Similarity: s} }},
	{"fssl", "graph", "class", "percentile=20", "class rbf neighbors precomputed complete",
		func(s graph.Similarity) algorithms.Selector { return projection.FSSL{Graph: s} }},
	{"hsic", "similarity", "class", "percentile=20", "class rbf neighbors precomputed target",
		func(s graph.Similarity) algorithms.Selector { return filter.HSIC{Similarity: s} }},
	{"jelsr", "similarity", "neighbors", "percentile=20", "neighbors class rbf precomputed",
		func(s graph.Similarity) algorithms.Selector { return projection.JELSR{Similarity: s} }},
	{"laplacian", "similarity", "neighbors", "percentile=20", "neighbors class rbf precomputed",
		func(s graph.Similarity) algorithms.Selector { return filter.Laplacian{Similarity: s} }},
	{"lfda", "similarity", "neighbors", "percentile=20", "neighbors rbf precomputed",
		func(s graph.Similarity) algorithms.Selector {
			return projection.LFDAScore{Similarity: s}
		}},
	{"lpp", "similarity", "neighbors", "percentile=20", "neighbors class rbf precomputed",
		func(s graph.Similarity) algorithms.Selector {
			return projection.LPPScore{Similarity: s}
		}},
	{"mcfs", "similarity", "neighbors", "percentile=20", "neighbors class rbf precomputed",
		func(s graph.Similarity) algorithms.Selector { return embedded.MCFS{Similarity: s} }},
	{"mrsf", "similarity", "class", "width=0", "class rbf neighbors precomputed target",
		func(s graph.Similarity) algorithms.Selector { return embedded.MRSF{Similarity: s} }},
	{"ndfs", "similarity", "neighbors", "percentile=20", "neighbors class rbf precomputed",
		func(s graph.Similarity) algorithms.Selector { return projection.NDFS{Similarity: s} }},
	{"spec", "similarity", "rbf", "percentile=20", "rbf class neighbors precomputed target",
		func(s graph.Similarity) algorithms.Selector { return filter.SPEC{Similarity: s} }},
	{"spfs-lar", "similarity", "class", "percentile=20", "class rbf neighbors precomputed target",
		func(s graph.Similarity) algorithms.Selector { return spfs.LAR{Similarity: s} }},
	{"spfs-nes", "similarity", "class", "percentile=20", "class rbf neighbors precomputed target",
		func(s graph.Similarity) algorithms.Selector { return spfs.NES{Similarity: s} }},
	{"spfs-sfs", "similarity", "class", "percentile=20", "class rbf neighbors precomputed target",
		func(s graph.Similarity) algorithms.Selector { return spfs.SFS{Similarity: s} }},
	{"trace-ratio", "graph", "class", "percentile=20", "class rbf neighbors precomputed",
		func(s graph.Similarity) algorithms.Selector { return traceratio.TraceRatio{Graph: s} }},
}

// Every method of the catalogue with a similarity is in the table above.
func TestMethodsWithASimilarity(t *testing.T) {
	var want, got []string
	for _, m := range bySimilarity {
		want = append(want, m.name)
	}
	for _, e := range catalogue.All() {
		if len(e.Variants) == 0 {
			continue
		}
		for _, f := range reflect.VisibleFields(reflect.TypeOf(e.Method)) {
			if f.Type == reflect.TypeFor[graph.Similarity]() {
				got = append(got, e.Name)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("methods (-want +got):\n%s", diff)
	}
}

// Parameters that have an effect, and no others, are in the key, in Params and, if they differ from
// the default of their kind, in the label.
func TestSimilarityInKeyAndLabel(t *testing.T) {
	k := mat.NewSymDense(2, []float64{1, 0.5, 0.5, 1})
	for _, m := range bySimilarity {
		t.Run(m.name, func(t *testing.T) {
			for _, test := range []struct {
				s          graph.Similarity
				key, label string // of the kind and of what comes with it
			}{
				{graph.SameClass{}, "class", ""},
				{&graph.SameClass{}, "class", ""},
				{graph.RBF{}, "rbf," + m.rbf, ""},
				{graph.RBF{Percentile: 30}, "rbf,percentile=30", "percentile=30"},
				{graph.RBF{Width: 2.5}, "rbf,width=2.5", "width=2.5"},
				{graph.Neighbors{}, "neighbors,neighbors=5,heat=0", ""},
				{graph.Neighbors{K: 7}, "neighbors,neighbors=7,heat=0", "neighbors=7"},
				{graph.Neighbors{K: 5, Heat: 3}, "neighbors,neighbors=5,heat=3", "heat=3"},
				{graph.Complete{}, "complete", ""},
				{graph.Precomputed{Matrix: k}, "precomputed,matrix=sha256:", "matrix=sha256:"},
			} {
				kind := test.s.Kind()
				if !slices.Contains(strings.Fields(m.takes), kind) {
					continue
				}
				key, err := algorithms.Key(m.with(test.s))
				want := m.param + "=" + test.key
				if at := strings.Index(key, want); err != nil || at < 0 || kind != "precomputed" &&
					!strings.ContainsAny(key[at+len(want):][:1], ",)") {
					t.Errorf("%#v: key %s, %v; want one with %s", test.s, key, err, want)
				}
				for _, name := range []string{"percentile", "width", "neighbors", "heat", "matrix",
					"given"} {
					if in := strings.Contains(key, ","+name+"="); in != strings.Contains(test.key,
						","+name+"=") {
						t.Errorf("%#v: key %s", test.s, key)
					}
				}
				label := m.name
				if kind != m.own {
					label += ", " + m.param + "=" + kind
				}
				if test.label != "" {
					label += ", " + test.label
				}
				if got := algorithms.Label(m.with(test.s)); got != label &&
					(kind != "precomputed" || !strings.HasPrefix(got, label)) || len(got) > 60 {
					t.Errorf("%#v: label %q, want %q", test.s, got, label)
				}
			}
			a, _ := algorithms.Key(m.with(nil))
			if b := algorithms.Label(m.with(nil)); b != m.name ||
				!strings.Contains(a, m.param+"="+m.own) {
				t.Errorf("default: %s, %s", a, b)
			}
		})
	}
}

// A similarity that a method does not take, and two widths of a kernel, are errors of one line.
func TestSimilarityMistakes(t *testing.T) {
	d := small(t)
	for _, m := range bySimilarity {
		takes := strings.Fields(m.takes)
		for _, s := range []graph.Similarity{graph.SameClass{}, graph.RBF{}, graph.Neighbors{},
			graph.Complete{}} {
			if slices.Contains(takes, s.Kind()) {
				continue
			}
			want := m.name + ": parameter " + m.param + `: "` + s.Kind() + `" is none of ` +
				strings.Join(takes, ", ")
			if _, err := m.with(s).Select(t.Context(), d, algorithms.Options{K: 1}); err == nil ||
				err.Error() != want {
				t.Errorf("%s: error %v, want %s", m.name, err, want)
			}
		}
		for _, test := range []struct {
			s    graph.Similarity
			want string
		}{
			{graph.RBF{Percentile: 20, Width: 2},
				"percentile = 20 and width = 2; give one of them"},
			{graph.RBF{Percentile: -1}, "percentile = -1; give a number above 0, up to 100"},
			{graph.RBF{Width: -1}, "width = -1; give a number above 0"},
			{graph.Neighbors{K: -1}, "neighbors = -1; give 1 to n − 1 = 11"},
			{graph.Precomputed{}, "the precomputed similarity has no matrix; set Matrix, from Go"},
			{graph.Precomputed{Matrix: mat.NewSymDense(2, nil)},
				"the precomputed similarity is 2×2, and the data set has 12 samples; give one " +
					"row and column for each sample"},
		} {
			if _, err := m.with(test.s).Select(t.Context(), d,
				algorithms.Options{K: 1}); err == nil || err.Error() != m.name+": "+test.want {
				t.Errorf("%s with %#v: error %v, want %s", m.name, test.s, err, test.want)
			}
		}
		unlabeled := *d
		unlabeled.Y, unlabeled.Classes = nil, nil
		_, err := m.with(graph.SameClass{}).Select(t.Context(), &unlabeled,
			algorithms.Options{K: 1})
		if slices.Contains(takes, "class") &&
			(err == nil || !strings.Contains(err.Error(), "no class labels")) {
			t.Errorf("%s without labels: %v", m.name, err)
		}
	}
}

// Parameters are set from text, in any order.
func TestNewWithASimilarity(t *testing.T) {
	for _, test := range []struct {
		name   string
		params []string
		want   algorithms.Selector
	}{
		{"spec", []string{"similarity=rbf", "percentile=30"},
			filter.SPEC{Similarity: graph.RBF{Percentile: 30}}},
		{"spec", []string{"percentile=30"}, filter.SPEC{Similarity: graph.RBF{Percentile: 30}}},
		{"hsic", []string{"percentile=30", "similarity=rbf"},
			filter.HSIC{Similarity: graph.RBF{Percentile: 30}}},
		{"hsic", []string{"similarity=class", "similarity=rbf", "width=2"},
			filter.HSIC{Similarity: graph.RBF{Width: 2}}},
		{"hsic", []string{"heat=2", "unscaled=true", "neighbors=3", "similarity=neighbors"},
			filter.HSIC{Similarity: graph.Neighbors{K: 3, Heat: 2}, Unscaled: true}},
		{"laplacian", []string{"neighbors=3", "heat=0"},
			filter.Laplacian{Similarity: graph.Neighbors{K: 3}}},
		{"laplacian", []string{"similarity=class"},
			filter.Laplacian{Similarity: graph.SameClass{}}},
		{"trace-ratio", []string{"neighbors=3", "graph=laplacian"},
			traceratio.TraceRatio{Graph: graph.Neighbors{K: 3}}},
		{"trace-ratio", []string{"graph=fisher"}, traceratio.TraceRatio{Graph: graph.SameClass{}}},
		{"fssl", []string{"graph=complete"}, projection.FSSL{Graph: graph.Complete{}}},
		{"fssl", []string{"graph=pca"}, projection.FSSL{Graph: graph.Complete{}}},
		{"fssl", []string{"graph=lpp", "heat=3"}, projection.FSSL{Graph: graph.Neighbors{Heat: 3}}},
		{"evsc", []string{"width=3", "eigenvalues=2"},
			filter.EVSC{Eigenvalues: 2, Similarity: graph.RBF{Width: 3}}},
		{"evsc", []string{"percentile=3"}, filter.EVSC{Similarity: graph.RBF{Percentile: 3}}},
	} {
		got, err := catalogue.New(test.name, test.params...)
		if err != nil {
			t.Errorf("%s %q: %v", test.name, test.params, err)
		} else if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s %q (-want +got):\n%s", test.name, test.params, diff)
		}
	}
	for _, test := range []struct {
		name   string
		params []string
		want   string
	}{
		{"hsic", []string{"percentile=30"},
			"parameter percentile needs similarity=rbf; similarity is class"},
		{"spfs-sfs", []string{"similarity=class", "percentile=30"},
			"parameter percentile needs similarity=rbf; similarity is class"},
		{"trace-ratio", []string{"neighbors=3"},
			"parameter neighbors needs graph=neighbors; graph is class"},
		{"spec", []string{"heat=3"},
			"parameter heat needs similarity=neighbors; similarity is rbf"},
		{"lfda", []string{"similarity=class"},
			`parameter similarity of lfda: "class" is none of neighbors, rbf, precomputed`},
		{"spec", []string{"matrix=k", "similarity=precomputed"},
			"parameter matrix of spec: it cannot be set from text"},
		{"spec", []string{"percentil=3"},
			`no parameter "percentil"; did you mean "percentile"? spec has criterion, ` +
				`similarity, percentile, width, neighbors, heat, matrix, ` +
				`target_percentile, power, eigenvectors`},
		{"evsc", []string{"similarity=rbf"},
			`no parameter "similarity"; evsc has eigenvalues, percentile, width`},
	} {
		if m, err := catalogue.New(test.name, test.params...); err == nil ||
			err.Error() != test.want || m != nil {
			t.Errorf("%s %q: %v, error %v; want %s", test.name, test.params, m, err, test.want)
		}
	}
}

// small is noise with two features that separate three classes.
func small(t *testing.T) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(15, 1))
	x, y := mat.NewDense(12, 5, nil), make([]int, 12)
	for i := range y {
		y[i] = i % 3
		for j := range 5 {
			x.Set(i, j, rng.NormFloat64()+float64(y[i]*max(0, 2-j)))
		}
	}
	return must.Get(datasets.New("small", x, y, nil))(t)
}

// The matrix of a similarity as Precomputed gives the answer of that similarity: up to rounding if
// scores are sums, up to the tolerance of the iteration otherwise.
func TestPrecomputedIsTheSimilarityItself(t *testing.T) {
	d := small(t)
	iterated := strings.Fields("fsir2 fssl lfda lpp mcfs mrsf spfs-lar spfs-nes trace-ratio")
	for _, m := range bySimilarity {
		// With SameClass, MCFS uses the indicators of the three classes only.
		if m.name == "mcfs" {
			m.with = func(s graph.Similarity) algorithms.Selector {
				return embedded.MCFS{Similarity: s, Eigenvectors: 2}
			}
		}
		t.Run(m.name, func(t *testing.T) {
			for _, s := range []graph.Similarity{
				graph.SameClass{}, graph.RBF{Percentile: 30}, graph.RBF{Width: 3},
				graph.Neighbors{K: 3}, graph.Neighbors{K: 4, Heat: 2}, graph.Complete{},
			} {
				if !slices.Contains(strings.Fields(m.takes), s.Kind()) {
					continue
				}
				built := must.Get(graph.Make(t.Context(), d, s, algorithms.Options{}))(t)
				k := must.Get(built.Dense())(t)
				opt := algorithms.Options{K: 3}
				want := must.Get(m.with(s).Select(t.Context(), d, opt))(t)
				got := must.Get(m.with(graph.Precomputed{Matrix: k}).Select(t.Context(), d, opt))(t)
				tolerance := 1e-12
				if slices.Contains(iterated, m.name) {
					tolerance = 1e-7
				}
				if !slices.Equal(want.Features, got.Features) ||
					!floats.EqualApprox(want.Scores, got.Scores, tolerance) {
					t.Errorf("%#v: features %v, scores %v; precomputed %v, %v", s, want.Features,
						want.Scores, got.Features, got.Scores)
				}
			}
		})
	}
}

// A width has the same effect whether it is set or a percentile.
func TestWidthAgainstPercentile(t *testing.T) {
	d := small(t)
	byPercentile, err := filter.SPEC{Similarity: graph.RBF{Percentile: 30}}.Score(t.Context(), d,
		algorithms.Options{})
	must.Do(t, err)
	width := byPercentile.Diagnostics.Get("width")
	byWidth, err := filter.SPEC{Similarity: graph.RBF{Width: width}}.Score(t.Context(), d,
		algorithms.Options{})
	if err != nil || byWidth.Diagnostics.Get("width") != width ||
		!slices.Equal(byWidth.Values, byPercentile.Values) {
		t.Errorf("width %v: scores %v, %v; of the percentile %v", width, byWidth, err,
			byPercentile.Values)
	}
}

// No method has a field for a parameter of a similarity; Neighbors is a count in methods without a
// choice of the graph.
func TestFieldsOfASimilarity(t *testing.T) {
	counts := strings.Fields("lgd mutual-info relieff rrelieff slap sogfs udfs ulap")
	for _, e := range catalogue.All() {
		v := reflect.TypeOf(e.Method)
		for _, name := range []string{"Percentile", "Width", "Heat", "Given", "Neighbors"} {
			_, has := v.FieldByName(name)
			if want := name == "Neighbors" && slices.Contains(counts, e.Name); has != want {
				t.Errorf("%s: a field %s: %v", e.Name, name, has)
			}
		}
	}
}
