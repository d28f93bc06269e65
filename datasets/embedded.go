package datasets

import (
	"embed"
	"fmt"
	"strconv"
)

//go:embed embedded/*.csv embedded/*.csv.gz
var embeddedFiles embed.FS

// builtin makes a data set without a file of the user's.
type builtin struct {
	name string
	make func(Options) (*Dataset, error)
}

// builtins constructs the sets of ownSets.
var builtins = []builtin{
	{"iris", embedded("iris.csv")},
	{"wine", embedded("wine.csv")},
	{"wdbc", embedded("wdbc.csv")},
	{"digits", embedded("digits.csv.gz")},
	{"grm-blocks", generated(GRMBlocks)},
	{"lap-d1", generated(LAPD1)},
	{"lap-d2", generated(LAPD2)},
	{"planted", generated(Planted)},
	{"pairs", generated(Pairs)},
	{"friedman1", generated(Friedman1)},
	{"friedman2", generated(Friedman2)},
	{"friedman3", generated(Friedman3)},
	{"target-blocks", generated(TargetBlocks)},
	{"target-pairs", generated(TargetPairs)},
}

func findBuiltin(name string) *builtin {
	for i := range builtins {
		if builtins[i].name == name {
			return &builtins[i]
		}
	}
	return nil
}

func embedded(file string) func(Options) (*Dataset, error) {
	return func(opt Options) (*Dataset, error) {
		f, err := embeddedFiles.Open("embedded/" + file)
		if err != nil {
			return nil, fmt.Errorf("embedded file %s: %w", file, err)
		}
		defer f.Close()
		opt.Header, opt.Comma = HeaderYes, ','
		return withoutLabels(opt,
			func(opt Options) (*Dataset, error) { return ReadCSV(f, file, opt) })
	}
}

// withoutLabels reads named data, whose last column is known to be the label: NoLabel drops it and
// does not make it a feature.
func withoutLabels(opt Options, read func(Options) (*Dataset, error)) (*Dataset, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	none := opt.Label == NoLabel
	if none {
		opt.Label = ""
	}
	d, err := read(opt)
	if err == nil && none {
		d.Y, d.Classes, d.LabelName = nil, nil, ""
	}
	return d, err
}

// generated places the labels of generated data as in a file: in a last column called class, or by
// the name of a continuous target.
func generated(g func(seed uint64) *Dataset) func(Options) (*Dataset, error) {
	return func(opt Options) (*Dataset, error) {
		d := g(DefaultSeed)
		if err := opt.noRoles("generated data"); err != nil {
			return nil, err
		}
		if opt.Drop != nil || opt.Transposed || opt.View != "" || opt.Names != "" {
			return nil, fmt.Errorf("%s is generated; Drop, Transposed, View and Names are for "+
				"files, so leave them out", d.Name)
		}
		label, what := "class", TargetClasses
		if d.Continuous() {
			label, what = d.TargetName, "a continuous target"
		}
		if opt.Target != "" && opt.continuous() != d.Continuous() {
			return nil, fmt.Errorf("%s is generated with %s; leave Target out", d.Name, what)
		}
		switch opt.Label {
		case "", label, strconv.Itoa(d.D()):
			return d.held(opt)
		case NoLabel:
			d.Y, d.Classes, d.Target, d.TargetName = nil, nil, nil, ""
			return d.held(opt)
		}
		return nil, fmt.Errorf("%s is generated with its labels in column %s; leave the "+
			"label out, or say %q for none", d.Name, label, NoLabel)
	}
}
