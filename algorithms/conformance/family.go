package conformance

import (
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms/catalogue"
)

// A Family is a package of methods below algorithms, whose conformance_test.go has a test for each
// of the methods of Family. Names and parameters are there, beside the methods.
type Family struct {
	// Package is its folder.
	Package string
	// Params are further parameters with golden rankings, beside all choices, by method:
	// "similarity=rbf,width=50".
	Params map[string][]string
	// Quick are parameters with which a method passes the checks, and has golden rankings, in place
	// of its defaults, which take seconds on any data.
	Quick map[string]string
	// Slow are methods that take minutes on 569 samples: they have golden rankings of smaller
	// sets.
	Slow []string
	// Long are configurations whose golden rankings of 569 samples take seconds, by method, "" for
	// the defaults: they are held where script/test --long asks for it. Those of the smaller sets
	// always are.
	Long map[string][]string
	// Heavy are configurations that train so many models that no check and no golden ranking is of
	// them, by method. Their package has tests of them on small data.
	Heavy map[string][]string
}

// Catalogue takes each method through all checks: its defaults, and each choice of each parameter
// that has choices. Every check is a subtest.
func (f Family) Catalogue(t *testing.T) {
	for _, e := range f.entries(t) {
		t.Run(e.Name, func(t *testing.T) { runAll(t, f.variants(t, e)) })
	}
}

// entries are the catalogue entries of the methods of the package.
func (f Family) entries(t *testing.T) (out []catalogue.Entry) {
	t.Helper()
	for _, e := range catalogue.All() {
		if path.Base(reflect.TypeOf(e.Method).PkgPath()) == f.Package {
			out = append(out, e)
		}
	}
	if out == nil {
		t.Fatalf("no method of the catalogue is of package %s", f.Package)
	}
	return out
}

// subjects are the subjects of all entries.
func (f Family) subjects(t *testing.T) (out []subject) {
	t.Helper()
	for _, e := range f.entries(t) {
		out = append(out, f.variants(t, e)...)
	}
	return out
}

// variants are the subjects of an entry, with the parameters of Quick, but those that are Heavy.
func (f Family) variants(t *testing.T, e catalogue.Entry) []subject {
	t.Helper()
	all := f.quickened(t, e)
	for _, v := range f.Heavy[e.Name] {
		heavy := func(s subject) bool { return variant(s.method) == v }
		if !slices.ContainsFunc(all, heavy) {
			t.Errorf("Heavy names %q of %s, which is no variant", v, e.Name)
		}
		all = slices.DeleteFunc(all, heavy)
	}
	return all
}

func (f Family) quickened(t *testing.T, e catalogue.Entry) []subject {
	t.Helper()
	params, quick := f.Quick[e.Name]
	if !quick {
		return subjects(e)
	}
	m, err := catalogue.New(e.Name, strings.Split(params, ",")...)
	if err != nil {
		t.Fatal(err)
	}
	return subjectsOf(e, m)
}
