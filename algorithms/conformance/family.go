package conformance

import (
	"path"
	"reflect"
	"slices"
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
		t.Run(e.Name, func(t *testing.T) { checkAll(t, f.subjectsOf(t, e)) })
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
		out = append(out, f.subjectsOf(t, e)...)
	}
	return out
}

// subjectsOf are the subjects of an entry but those that are Heavy.
func (f Family) subjectsOf(t *testing.T, e catalogue.Entry) []subject {
	t.Helper()
	all := subjects(e)
	heavy := func(v string) func(s subject) bool {
		return func(s subject) bool { return variant(s.method) == v }
	}
	for _, v := range f.Heavy[e.Name] {
		if !slices.ContainsFunc(all, heavy(v)) {
			t.Errorf("Heavy names %q of %s, which is no variant", v, e.Name)
		}
		all = slices.DeleteFunc(all, heavy(v))
	}
	return all
}
