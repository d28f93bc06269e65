package conformance

import (
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/internal/longtest"
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
	// FewSteps are methods that train a model of each feature left in each step, or count all
	// pairs of features before it: on the wide data they are asked for 40 features instead of all.
	FewSteps []string
	// Narrow are methods that take seconds on the wide data: without --long these have few columns.
	Narrow []string
	// Heavy are configurations that train so many models that only script/test --long takes them
	// through the checks, with two trees a forest and few columns, and that no golden ranking is of
	// them, by method. Their package has tests of them on small data.
	Heavy map[string][]string
}

// Catalogue takes each method through all checks: its defaults, and each choice of each parameter
// that has choices. Every check is a subtest.
func (f Family) Catalogue(t *testing.T) {
	for _, e := range f.entries(t) {
		t.Run(e.Name, func(t *testing.T) {
			runAll(t, longtest.Or(f.variants(t, e), f.all(t, e)))
		})
	}
}

// entries are the catalogue entries of the methods of the package.
func (f Family) entries(t testing.TB) (out []catalogue.Entry) {
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
func (f Family) subjects(t testing.TB) (out []subject) {
	t.Helper()
	for _, e := range f.entries(t) {
		out = append(out, f.variants(t, e)...)
	}
	return out
}

// variants are the subjects of an entry, with the parameters of Quick, but those that are Heavy.
func (f Family) variants(t testing.TB, e catalogue.Entry) []subject {
	t.Helper()
	return slices.DeleteFunc(f.all(t, e), func(s subject) bool { return s.heavy })
}

// all are the subjects of an entry. The Heavy ones have two trees a forest, and narrow data.
func (f Family) all(t testing.TB, e catalogue.Entry) []subject {
	t.Helper()
	all := subjects(e)
	if params, quick := f.Quick[e.Name]; quick {
		m, err := catalogue.New(e.Name, strings.Split(params, ",")...)
		if err != nil {
			t.Fatal(err)
		}
		all = subjectsOf(e, m)
	}
	missing := slices.Clone(f.Heavy[e.Name])
	for i, s := range all {
		all[i].fewSteps = slices.Contains(f.FewSteps, e.Name)
		all[i].narrow = slices.Contains(f.Narrow, e.Name) && !longtest.Asked()
		name := variant(s.method)
		if !slices.Contains(f.Heavy[e.Name], name) {
			continue
		}
		all[i].heavy, all[i].narrow = true, true
		missing = slices.DeleteFunc(missing, func(v string) bool { return v == name })
		if m, err := set(s.method, algorithms.Param{Name: "trees", Value: "2"}); err == nil {
			all[i].method = m
		}
	}
	for _, v := range missing {
		t.Errorf("Heavy names %q of %s, which is no variant", v, e.Name)
	}
	return all
}
