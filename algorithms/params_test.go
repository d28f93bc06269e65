package algorithms_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
	"fsnb.example/internal/wording"
)

func TestSnakeCase(t *testing.T) {
	for in, want := range map[string]string{
		"K": "k", "EarlyStop": "early_stop", "HTTPServer": "http_server", "Neighbors": "neighbors",
		"QPFS": "qpfs", "MaxK": "max_k", "Phi2": "phi2", "L2Norm": "l2_norm", "": "",
	} {
		if got := wording.SnakeCase(in); got != want {
			t.Errorf("SnakeCase(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestKey(t *testing.T) {
	const bare = "tuned(mode=slow,early_stop=false,top=3,seed=0,heat=0,note=\"\",scorer=none,weights=none,redundant=none,bins=[])"
	with := func(change string) string {
		key, _, _ := strings.Cut(change, "=")
		at := strings.IndexAny(bare, "(,") + 1
		for !strings.HasPrefix(bare[at:], key+"=") {
			at += strings.Index(bare[at:], ",") + 1
		}
		end := at + strings.IndexAny(bare[at:], ",)")
		return bare[:at] + change + bare[end:]
	}
	// { printf '2 1\n'; printf '\0\0\0\0\0\0\360\077\0\0\0\0\0\0\0\100'; } | sha256sum
	const column12 = "sha256:43d23662a24755574435098d57fcdd98683ebbc3fc824ab9f75e9821ce16618d"
	var noDense *mat.Dense
	var noScorer *plain
	for _, test := range []struct {
		m    algorithms.Selector
		want string
	}{
		{plain{}, "plain"},
		{tuned{}, bare},
		{tuned{Mode: "slow", Top: 3}, bare},
		{&tuned{hidden: 4}, bare},
		{tuned{Weights: noDense, Scorer: noScorer}, bare},
		{tuned{Mode: "fast"}, with("mode=fast")},
		{tuned{EarlyStop: true}, with("early_stop=true")},
		{tuned{Top: -1}, with("top=-1")},
		{tuned{Seed: math.MaxUint64}, with("seed=18446744073709551615")},
		{tuned{Heat: 0.1}, with("heat=0.1")},
		{tuned{Heat: inf}, with("heat=+Inf")},
		{tuned{Note: `a,b="c"`}, with(`note="a,b=\"c\""`)},
		{tuned{Scorer: plain{}}, with("scorer=plain")},
		{tuned{Bins: []float64{1, 2.5}}, with("bins=[1 2.5]")},
		{tuned{Weights: mat.NewDense(2, 1, []float64{1, 2})}, with("weights=" + column12)},
		{tuned{Redundant: mat.NewDense(2, 1, []float64{1, 2})}, with("redundant=" + column12)},
		{&byPointer{Size: 2}, "algorithms_test.byPointer(size=2)"},
	} {
		if got, err := algorithms.Key(test.m); err != nil || got != test.want {
			t.Errorf("%+v:\n got %s, %v\nwant %s", test.m, got, err, test.want)
		}
	}
}

func TestKeyHashesMatricesByShapeAndValue(t *testing.T) {
	values := []float64{1, 2, 3, 4}
	keys := map[string]string{}
	for what, m := range map[string]mat.Matrix{
		"4×1": mat.NewDense(4, 1, values), "1×4": mat.NewDense(1, 4, values), "2×2": mat.NewDense(2,
			2, values),
		"transposed": mat.NewDense(2, 2, values).T(), "changed": mat.NewDense(2, 2,
			[]float64{1, 2, 3, math.Nextafter(4, 5)}),
	} {
		key := must.Get(algorithms.Key(tuned{Weights: m}))(t)
		if other, dup := keys[key]; dup {
			t.Errorf("%s and %s have one key", what, other)
		}
		keys[key] = what
	}
	a, _ := algorithms.Key(tuned{Weights: mat.NewDense(2, 2, []float64{1, 3, 2, 4})})
	if keys[a] != "transposed" {
		t.Errorf("a transposed view and a matrix of the same values have different keys")
	}
	long := make([]float64, 500)
	a, _ = algorithms.Key(tuned{Bins: long})
	long[499] = 1
	b, _ := algorithms.Key(tuned{Bins: long})
	if a == b || len(a) > 300 {
		t.Errorf("long lists: keys of %d characters, equal: %v", len(a), a == b)
	}
}

func TestKeyErrors(t *testing.T) {
	var none *tuned
	for _, test := range []struct {
		m    algorithms.Selector
		want string
	}{
		{nil, "no method given"},
		{none, "no method given"},
		{unkeyable{},
			"unkeyable: field Distance: a func([]float64, []float64) float64 has no canonical " +
				"text"},
		{tuned{Scorer: unkeyable{}},
			"tuned: field Scorer: unkeyable: field Distance: a func([]float64, []float64) " +
				"float64 has no canonical text"},
	} {
		if key, err := algorithms.Key(test.m); err == nil || err.Error() != test.want {
			t.Errorf("%T: key %q, error %v; want %s", test.m, key, err, test.want)
		}
	}
}

func TestLabel(t *testing.T) {
	for _, test := range []struct {
		m    algorithms.Selector
		want string
	}{
		{plain{}, "plain"},
		{tuned{}, "tuned"},
		{tuned{Mode: "slow", Top: 3}, "tuned"},
		{tuned{Mode: "fast", Heat: 2}, "tuned, mode=fast, heat=2"},
		{&tuned{Top: 4}, "tuned, top=4"},
		{tuned{Scorer: tuned{Top: 1}}.Scorer, "tuned, top=1"},
		{tuned{Scorer: plain{}, Top: 4}, "tuned, top=4, scorer=plain"},
		{tuned{Scorer: tuned{Top: 1, Scorer: &plain{}}}, "tuned, scorer=tuned(top=1,scorer=plain)"},
		{&byPointer{Size: 2}, "algorithms_test.byPointer"},
	} {
		if got := algorithms.Label(test.m); got != test.want {
			t.Errorf("label %q, want %q", got, test.want)
		}
	}
}

func TestSetParams(t *testing.T) {
	find := func(name string) (algorithms.Selector, error) {
		switch name {
		case "plain":
			return plain{}, nil
		case "pointer":
			return &byPointer{}, nil
		}
		return nil, fmt.Errorf("no method %q", name)
	}
	for _, test := range []struct {
		name, value string
		want        algorithms.Selector
	}{
		{"mode", "fast", tuned{Mode: "fast"}},
		{"early_stop", "true", tuned{EarlyStop: true}},
		{"top", "-7", tuned{Top: -7}},
		{"heat", "1e-3", tuned{Heat: 1e-3}},
		{"heat", "inf", tuned{Heat: inf}},
		{"note", "two words", tuned{Note: "two words"}},
		{"scorer", "plain", tuned{Scorer: plain{}}},
	} {
		got, err := set(tuned{}, test.name, test.value, find)
		if err != nil {
			t.Errorf("%s=%s: %v", test.name, test.value, err)
			continue
		}
		if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(tuned{}, plain{})); diff != "" {
			t.Errorf("%s=%s (-want +got):\n%s", test.name, test.value, diff)
		}
	}

	old := &byPointer{Size: 1}
	got, err := set(old, "size", "5", nil)
	if p, ok := got.(*byPointer); err != nil || !ok || p.Size != 5 || old.Size != 1 {
		t.Errorf("pointer: got %+v, %v from %+v; want a changed copy", got, err, old)
	}

	const all = "tuned has mode, early_stop, top, seed, heat, note, scorer, weights, redundant, " +
		"bins"
	for _, test := range []struct {
		m                 algorithms.Selector
		name, value, want string
	}{
		{plain{}, "top", "1", `no parameter "top": plain has none`},
		{tuned{}, "Top", "1", `no parameter "Top"; did you mean "top"? ` + all},
		{tuned{}, "color", "red", `no parameter "color"; ` + all},
		{tuned{}, "hidden", "1", `no parameter "hidden"; ` + all},
		{tuned{}, "mode", "", `parameter mode of tuned: "" is none of slow, fast`},
		{tuned{}, "mode", "quick", `parameter mode of tuned: "quick" is none of slow, fast`},
		{tuned{}, "early_stop", "maybe",
			`parameter early_stop of tuned: "maybe" is not true or false`},
		{tuned{}, "top", "1.5", `parameter top of tuned: "1.5" is not a whole number`},
		{tuned{}, "heat", "warm", `parameter heat of tuned: "warm" is not a number`},
		{tuned{}, "heat", "NaN", `parameter heat of tuned: "NaN" is not a number`},
		{tuned{}, "scorer", "unknown", `parameter scorer of tuned: no method "unknown"`},
		{tuned{}, "scorer", "pointer",
			`parameter scorer of tuned: pointer does not score single features; name a method ` +
				`that does`},
		{tuned{}, "weights", "plain", `parameter weights of tuned: it cannot be set from text`},
		{tuned{}, "bins", "1", `parameter bins of tuned: it cannot be set from text`},
	} {
		got, err := set(test.m, test.name, test.value, find)
		if err == nil || err.Error() != test.want || got != nil {
			t.Errorf("%s=%s: got %+v, error %v; want %s", test.name, test.value, got, err,
				test.want)
		}
	}
	if _, err := set(tuned{}, "scorer", "plain", nil); err == nil {
		t.Error("a nested method was set without a way to find one")
	}
}

// set is SetParams for one parameter.
func set(m algorithms.Selector, name, value string,
	method func(string) (algorithms.Selector, error)) (algorithms.Selector, error) {
	return algorithms.SetParams(m, []algorithms.Param{{Name: name, Value: value}}, method)
}
