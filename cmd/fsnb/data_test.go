package main

import (
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/internal/must"
)

func writeFile(path, text string) error { return os.WriteFile(path, []byte(text), 0o644) }

// By hand: a and b fall and rise together, (1·3+2·2+3·1)²/(14·14) = 100/196; c is
// a copy of a.
func TestRedundancy(t *testing.T) {
	path := file(t, "t.csv", []byte("a,b,c,class\n1,3,1,x\n2,2,2,x\n3,1,3,y\n"))
	for features, want := range map[string][4]float64{
		"0,1":     {-1, 1, 1, 100. / 196},
		" 0 , 2 ": {1, 1, 1, 1},
		"2,1,0":   {-1. / 3, 1, 1, (1 + 2*100./196) / 3},
	} {
		for _, args := range [][]string{{"-features", features, path},
			{path, "-features", features}, {"-label", "class", path, "--features=" + features}} {
			names, v := members(t,
				good(t, append([]string{"redundancy", "-o", "json"}, args...)...))
			must.Items(t, names, []string{"pearson", "abs_pearson", "sqcos_centered", "sqcos"},
				"members")
			for i, name := range names {
				must.Near(t, decode[float64](t, v[name]), want[i], 1e-15, "features %s: %s",
					features, name)
			}
		}
	}
	const table = "measure         mean over pairs\n" + "───────────────────────────────\n" +
		"pearson                 -1.0000\nabs_pearson              1.0000\nsqcos_centered       " +
		"    1.0000\nsqcos                    0.5102\n"
	must.Is(t, good(t, "redundancy", "-features", "0,1", path), table, "table want")
	// Without labels the class would be text; the last column is a feature then.
	numbers := file(t, "n.csv", []byte("a,b,c\n1,3,1\n2,2,2\n3,1,3\n"))
	if _, v := members(t, good(t, "redundancy", "-features", "0,2", "-label", "none", "-o", "json",
		numbers)); math.Abs(decode[float64](t, v["pearson"])-1) > 1e-15 {
		t.Errorf("a and its copy correlate %s", v["pearson"])
	}
}

func TestMethods(t *testing.T) {
	type param struct {
		Name, About, Needs, Range string
		Default                   any
	}
	type method struct {
		Name, Go, About, Family, Source, Labels, Cost string
		Nested, Redundancy                            bool
		PValues                                       bool `json:"p_values"`
		OwnCount                                      bool `json:"own_count"`
		Params                                        []param
		Revision                                      int
	}
	methods := decode[[]method](t, []byte(good(t, "methods", "-o", "json")))
	entries := catalogue.All()
	if len(methods) != len(entries) {
		t.Fatalf("%d methods, want %d", len(methods), len(entries))
	}
	table := good(t, "methods")
	for i, e := range entries {
		m := methods[i]
		want := method{e.Name, e.InGo(), e.Summary, string(e.Family), e.Source, e.Labels, e.Cost,
			e.Nested, e.Redundancy, e.PValues, e.Fewer || e.Chooses, nil, e.Revision}
		got := m
		got.Params = nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("method %+v, want %+v", got, want)
		}
		params := algorithms.Parameters(e.Method)
		if len(m.Params) != len(params) {
			t.Errorf("%s has parameters %v, want %v", e.Name, m.Params, params)
			continue
		}
		for k, p := range params {
			if m.Params[k].Name != p.Name || m.Params[k].About != e.Params[p.Name] ||
				m.Params[k].Default == nil || m.Params[k].Needs != p.Needs ||
				m.Params[k].Range != p.Range.String() {
				t.Errorf("%s: parameter %+v, want %+v", e.Name, m.Params[k], p)
			}
		}
		must.Contain(t, table, "  "+e.Name+" ", e.Name)
		one := good(t, "methods", e.Name)
		for _, p := range params {
			if !strings.Contains(one, "\n"+p.Name+" ") || !strings.Contains(one, e.Params[p.Name]) {
				t.Errorf("fsnb methods %s does not tell of %s:\n%s", e.Name, p.Name, one)
			}
		}
		if i%20 > 0 {
			continue
		}
		if alone := decode[[]method](t, []byte(good(t, "methods", "-o", "json", e.Name))); len(
			alone) != 1 || !reflect.DeepEqual(alone[0], m) {
			t.Errorf("fsnb methods -o json %s: %+v, want %+v", e.Name, alone, m)
		}
	}
	few := decode[[]method](t, []byte(good(t, "methods", "-o", "json", "-for",
		"redundancy,on disk,continuous")))
	for _, m := range few {
		if e, err := catalogue.Find(m.Name); err != nil || !e.Redundancy ||
			!e.Storage.Has(algorithms.OnDisk) || !e.Targets.Has(algorithms.Continuous) {
			t.Errorf("%+v is not for that, %v", e, err)
		}
	}
	if !slices.ContainsFunc(few, func(m method) bool { return m.Name == "mrmr" }) {
		t.Errorf("mrmr is not among %+v", few)
	}
	if !slices.ContainsFunc(methods, func(m method) bool {
		return m.Name == "laplacian" && len(m.Params) == 6 && m.Params[1].Default == 5. &&
			m.Params[3].Needs == "similarity=rbf"
	}) {
		t.Error("laplacian's neighbors are not 5 by default")
	}
}

// Keys that hold capital letters would not match the struct's members exactly.
func TestJSONNamesAreLowerCase(t *testing.T) {
	for _, args := range [][]string{
		{"rank", "-method", "laplacian", "-o", "json", "iris"}, {"datasets", "info", "-o", "json",
			"iris"}, {"redundancy", "-features", "0,1", "-o", "json", "iris"},
	} {
		names, _ := members(t, good(t, args...))
		for _, name := range names {
			must.Is(t, name, strings.ToLower(name), "fsnb %q: member", args)
		}
	}
}
