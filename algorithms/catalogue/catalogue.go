// Package catalogue lists every selection method in one explicit slice. The
// command line, the documentation, the conformance tests and the sweeps of the
// front door all range over it.
package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/internal/suggest"
)

// Entry describes one method.
type Entry struct {
	Name     string              // as the command line and Key spell it
	Type     string              // as the front door spells it
	Method   algorithms.Selector // zero value: the paper's defaults
	Summary  string              // one line for a reader who does not know it
	Source   string              // where it was published
	Labels   string              // "required", "unused", or when which
	Nested   bool                // the best k are the first k of the best k+1
	Cost     string              // time in n samples, d features
	Params   map[string]string   // what each parameter means
	Revision int                 // raised whenever results change
}

const (
	neighborsDoc  = "nearest samples that each sample is joined to; 0 means 5"
	heatDoc       = "width t of the kernel exp(-‖x-y‖²/t); 0 means the mean squared neighbour distance"
	similarityDoc = "class compares classes, rbf distances over all columns, neighbors distances to the nearest samples"
	percentileDoc = "percentile of the squared distances that is the squared width of similarity=rbf; 0 means 20"
	givenDoc      = "a similarity matrix, n×n, in place of similarity; from Go only"
	uncenteredDoc = "bring features to unit length without centring them"
)

var entries = []Entry{
	{
		Name: "fisher", Type: "Fisher", Method: filter.Fisher{},
		Summary: "scatter between classes over scatter within classes",
		Source:  "Duda, Hart, Stork 2001", Labels: "required", Nested: true, Cost: "nd", Revision: 1,
	},
	{
		Name: "laplacian", Type: "Laplacian", Method: filter.Laplacian{},
		Summary: "how smoothly a feature varies over the graph of nearest samples",
		Source:  "He, Cai, Niyogi 2005", Labels: "unused", Nested: true, Cost: "n²d", Revision: 1,
		Params: map[string]string{"neighbors": neighborsDoc, "heat": heatDoc},
	},
	{
		Name: "random", Type: "Random", Method: filter.Random{},
		Summary: "a random order, the baseline to beat",
		Source:  "", Labels: "unused", Nested: true, Cost: "nd", Revision: 1,
	},
	{
		Name: "spfs-sfs", Type: "SFS", Method: spfs.SFS{},
		Summary: "forward search for features that together preserve the similarity of the samples, without repeating each other",
		Source:  "Zhao, Wang, Liu, Ye 2013", Labels: "similarity=class", Nested: true, Cost: "ndk; n²d + ndk without classes", Revision: 1,
		Params: map[string]string{
			"similarity": similarityDoc, "percentile": percentileDoc, "neighbors": neighborsDoc + " (similarity=neighbors)",
			"heat": heatDoc + " (similarity=neighbors)", "given": givenDoc, "uncentered": uncenteredDoc,
			"early_stop": "stop, as Algorithm 1 is printed, when no feature lowers the residue: fewer than k features may come back",
		},
	},
	{
		Name: "trace-ratio", Type: "TraceRatio", Method: traceratio.TraceRatio{},
		Summary: "the subset with the globally largest ratio of traces, not a ranking of single features",
		Source:  "Nie et al. 2008", Labels: "graph=fisher", Nested: false, Cost: "nd; n²d for graph=laplacian", Revision: 1,
		Params: map[string]string{
			"graph":     "fisher compares classes, laplacian neighbourhoods",
			"neighbors": neighborsDoc + " (graph=laplacian)", "heat": heatDoc + " (graph=laplacian)",
		},
	},
	{
		Name: "variance", Type: "Variance", Method: filter.Variance{},
		Summary: "variance of the feature",
		Source:  "He, Cai, Niyogi 2005", Labels: "unused", Nested: true, Cost: "nd", Revision: 1,
	},
}

// planned are the names that are kept for methods which are not there yet.
var planned = strings.Fields(`spec relieff hsic mrmr arom-svm spfs-nes spfs-lar
	grm lgd infogain mcfs fsir2 evsc mrsf qpfs slap ulap rfs udfs sogfs pca lda lpp lfda fssl`)

// All returns the methods, sorted by name.
func All() []Entry { return slices.Clone(entries) }

// Find returns the method of that name. A name that is kept for a method to
// come, and one that nobody knows, are errors that say so.
func Find(name string) (Entry, error) {
	known := make([]string, len(entries))
	for i, e := range entries {
		if e.Name == name {
			return e, nil
		}
		known[i] = e.Name
	}
	if slices.Contains(planned, name) {
		return Entry{}, fmt.Errorf("method %q is not implemented in this version; available: %s", name, strings.Join(known, ", "))
	}
	if _, ok := suggest.Nearest(name, known); !ok {
		if c, ok := suggest.Nearest(name, planned); ok {
			return Entry{}, fmt.Errorf("no method %q; %q would be one, but it is not implemented in this version; available: %s", name, c, strings.Join(known, ", "))
		}
	}
	return Entry{}, fmt.Errorf("%s", suggest.Unknown("method", name, known))
}

// New returns the method of that name with parameters set from text, each
// "key=value" with the key in snake_case. A parameter that takes a method
// (scorer=fisher) takes its name.
func New(name string, params ...string) (algorithms.Selector, error) {
	e, err := Find(name)
	if err != nil {
		return nil, err
	}
	m := e.Method
	nested := func(name string) (algorithms.Selector, error) {
		e, err := Find(name)
		return e.Method, err
	}
	for _, p := range params {
		key, value, ok := strings.Cut(p, "=")
		if !ok {
			return nil, fmt.Errorf("parameter %q has no value; write it as key=value", p)
		}
		if m, err = algorithms.SetParam(m, strings.TrimSpace(key), strings.TrimSpace(value), nested); err != nil {
			return nil, err
		}
	}
	return m, nil
}
