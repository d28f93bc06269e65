// Package catalogue lists every selection method in one explicit slice. The command line, the
// documentation and the front door range over it. The properties of a method are in its
// algorithms.Facts.
package catalogue

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/embedded"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/fsir"
	"fsnb.example/algorithms/grm"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/lap"
	"fsnb.example/algorithms/linear"
	"fsnb.example/algorithms/projection"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/algorithms/trees"
	"fsnb.example/algorithms/wrapper"
	"fsnb.example/internal/suggest"
)

// methods lists the methods, sorted by name, as zero values, which mean the papers' defaults. The
// names of package fsnb, and what else needs a list, are generated from it by
// go test ./internal/project -update. It is
// a function because a variable would be linked, with every method, by each importer of this
// package.
func methods() []algorithms.Selector {
	return []algorithms.Selector{
		statistics.AnovaF{},
		embedded.AROM{},
		wrapper.BackwardElimination{},
		filter.BAHSIC{},
		trees.Boruta{},
		information.CFS{},
		statistics.Chi2{},
		information.CIFE{},
		information.CMI{},
		information.CMIM{},
		information.CondRed{},
		statistics.Contingency{},
		information.DISR{},
		linear.ElasticNet{},
		filter.EVSC{},
		trees.ExtraTrees{},
		statistics.FRegression{},
		information.FCBF{},
		filter.Fisher{},
		filter.FOHSIC{},
		trees.Forest{},
		wrapper.ForwardSelection{},
		fsir.FSIR2{},
		projection.FSSL{},
		linear.FSV{},
		statistics.Gini{},
		grm.GRM{},
		projection.HSFS{},
		filter.HSIC{},
		linear.HSICLasso{},
		information.ICAP{},
		information.InfoGain{},
		projection.JELSR{},
		information.JIM{},
		information.JMI{},
		information.JMI3{},
		information.JMIM{},
		statistics.Kendall{},
		statistics.KruskalWallis{},
		filter.Laplacian{},
		linear.Lasso{},
		information.LCSI{},
		projection.LDAScore{},
		projection.LDFS{},
		projection.LFDAScore{},
		grm.LGD{},
		linear.LLL21{},
		linear.LogisticL1{},
		projection.LPPScore{},
		linear.LSL21{},
		embedded.MCFS{},
		information.MIFS{},
		information.MRMR{},
		embedded.MRSF{},
		filter.MultiSURF{},
		information.MutualInfo{},
		projection.NDFS{},
		information.NJMIM{},
		projection.PCAScore{},
		statistics.Pearson{},
		information.QPFS{},
		filter.Random{},
		filter.ReliefF{},
		wrapper.RFE{},
		embedded.RFS{},
		filter.RReliefF{},
		lap.SLAP{},
		embedded.SOGFS{},
		statistics.Spearman{},
		filter.SPEC{},
		spfs.LAR{},
		spfs.NES{},
		spfs.SFS{},
		wrapper.StabilitySelection{},
		filter.SURF{},
		statistics.TScore{},
		traceratio.TraceRatio{},
		embedded.UDFS{},
		lap.ULAP{},
		filter.Variance{},
	}
}

// Entry describes one method.
type Entry struct {
	Name   string              // in the command line and in Key
	Type   string              // its type, without the package
	Method algorithms.Selector // zero value: the paper's defaults
	Labels string              // "required", "unused", or the settings that need labels
	algorithms.Facts
}

func newEntry(m algorithms.Selector) Entry {
	facts, _ := algorithms.FactsOf(m)
	return Entry{
		Name: algorithms.Name(m), Type: typeName(m), Method: m, Labels: labels(m),
		Facts: facts,
	}
}

// typeName is the name of m's type: of information.JMI, which is Search[ofJMI], JMI.
func typeName(m algorithms.Selector) string {
	name := reflect.TypeOf(m).Name()
	if _, of, ok := strings.Cut(name, "["); ok {
		return strings.TrimSuffix(of[strings.LastIndex(of, ".of")+len(".of"):], "]")
	}
	return name
}

// spfsNames are what package fsnb calls the methods of package spfs, whose types have the names of
// the paper's algorithms: elsewhere SFS is sequential forward selection, and LAR a regression.
var spfsNames = map[string]string{"SFS": "SPFSForward", "NES": "SPFSConvex", "LAR": "SPFSPath"}

// FrontName is the name that package fsnb has for the method.
func (e Entry) FrontName() string {
	if path.Base(reflect.TypeOf(e.Method).PkgPath()) == "spfs" {
		return spfsNames[e.Type]
	}
	return e.Type
}

// InGo is the zero value of the method as a cell writes it, such as fsnb.Fisher{}.
func (e Entry) InGo() string { return "fsnb." + e.FrontName() + "{}" }

// All returns the methods, sorted by name.
func All() []Entry {
	var out []Entry
	for _, m := range methods() {
		out = append(out, newEntry(m))
	}
	slices.SortFunc(out, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Find returns the method of that name. It returns an error for an unknown name, with the nearest
// known one, or all.
func Find(name string) (Entry, error) {
	m, err := find(name)
	if err != nil {
		return Entry{}, err
	}
	return newEntry(m), nil
}

// find is Find without the facts.
func find(name string) (algorithms.Selector, error) {
	var known []string
	for _, m := range methods() {
		if algorithms.Name(m) == name {
			return m, nil
		}
		known = append(known, algorithms.Name(m))
	}
	if _, ok := suggest.Nearest(name, known); !ok {
		return nil, fmt.Errorf("no method %q; known: %s", name, strings.Join(known, ", "))
	}
	return nil, fmt.Errorf("%s", suggest.Unknown("method", name, known))
}

// New returns the method of that name with parameters set from text, each "key=value" with the key
// in snake_case, in any order. The value of a parameter that is a method is its name
// (scorer=fisher). The errors are those of Find and algorithms.SetParams.
func New(name string, params ...string) (algorithms.Selector, error) {
	m, err := find(name)
	if err != nil {
		return nil, err
	}
	set := make([]algorithms.Param, len(params))
	for i, p := range params {
		key, value, ok := strings.Cut(p, "=")
		if !ok {
			return nil, fmt.Errorf("parameter %q has no value; write it as key=value", p)
		}
		set[i] = algorithms.Param{Name: strings.TrimSpace(key), Value: strings.TrimSpace(value)}
	}
	return algorithms.SetParams(m, set, find)
}
