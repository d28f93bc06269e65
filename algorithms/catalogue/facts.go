package catalogue

import (
	"path"
	"reflect"
	"strings"

	"fsnb.example/algorithms"
)

// fact is what a cell asks of a method that it uses. The table stands apart from the
// entries, which hold the methods themselves: a program that asks no more does not link
// all of them, and a notebook's cell is linked anew each time.
type fact struct {
	kind     string // its type
	revision int
	nested   bool
}

var facts = map[string]fact{
	"arom-svm":    {"embedded.AROM", 2, true},
	"bahsic":      {"filter.BAHSIC", 3, true},
	"evsc":        {"filter.EVSC", 1, true},
	"fisher":      {"filter.Fisher", 1, true},
	"fohsic":      {"filter.FOHSIC", 3, true},
	"fsir2":       {"fsir.FSIR2", 3, false},
	"fssl":        {"projection.FSSL", 2, true},
	"grm":         {"grm.GRM", 2, true},
	"hsic":        {"filter.HSIC", 3, true},
	"infogain":    {"information.InfoGain", 2, true},
	"laplacian":   {"filter.Laplacian", 2, true},
	"lda":         {"projection.LDAScore", 2, true},
	"lfda":        {"projection.LFDAScore", 2, true},
	"lgd":         {"grm.LGD", 2, true},
	"lpp":         {"projection.LPPScore", 2, true},
	"mcfs":        {"embedded.MCFS", 2, true},
	"mrmr":        {"information.MRMR", 2, true},
	"mrsf":        {"embedded.MRSF", 2, false},
	"pca":         {"projection.PCAScore", 1, true},
	"qpfs":        {"information.QPFS", 2, true},
	"random":      {"filter.Random", 1, true},
	"relieff":     {"filter.ReliefF", 2, true},
	"rfs":         {"embedded.RFS", 1, true},
	"slap":        {"lap.SLAP", 2, true},
	"sogfs":       {"embedded.SOGFS", 3, true},
	"spec":        {"filter.SPEC", 3, true},
	"spfs-lar":    {"spfs.LAR", 3, true},
	"spfs-nes":    {"spfs.NES", 4, false},
	"spfs-sfs":    {"spfs.SFS", 3, true},
	"trace-ratio": {"traceratio.TraceRatio", 2, false},
	"udfs":        {"embedded.UDFS", 2, true},
	"ulap":        {"lap.ULAP", 2, true},
	"variance":    {"filter.Variance", 1, true},
}

// factOf returns what is known of a method of this library; ok is false for those of a
// user's own, also when they took a name of ours.
func factOf(m algorithms.Selector) (f fact, ok bool) {
	if m == nil {
		return fact{}, false
	}
	t := reflect.TypeOf(m)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	home := path.Dir(reflect.TypeFor[Entry]().PkgPath()) // of all methods
	if !strings.HasPrefix(t.PkgPath(), home+"/") {
		return fact{}, false
	}
	if f = facts[algorithms.Name(m)]; f.kind != t.String() {
		return fact{}, false
	}
	return f, true
}

// Nested reports whether the best k of a method are the first k of its best k+1, by the
// method's name. One that is not of the catalogue is taken not to be so.
func Nested(m algorithms.Selector) bool { return facts[algorithms.Name(m)].nested }
