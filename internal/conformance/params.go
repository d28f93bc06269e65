package conformance

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/internal/ties"
	"fsnb.example/internal/wording"
)

var methodName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// checkEntry compares an entry of the catalogue with its method.
func checkEntry(t reporter, s subject) {
	e := s.entry
	v := reflect.Indirect(reflect.ValueOf(e.Method))
	if e.Name != algorithms.Name(e.Method) || !methodName.MatchString(e.Name) {
		t.Errorf("the entry is called %q, its method %q", e.Name, algorithms.Name(e.Method))
	}
	if v.Kind() != reflect.Struct || !v.IsZero() || !strings.Contains(v.Type().Name(), e.Type) {
		t.Errorf("the method is %#v, want the zero value of a struct called %q", e.Method, e.Type)
	}
	if e.Summary == "" || strings.ContainsAny(e.Summary, "\r\n") ||
		strings.HasSuffix(e.Summary, ".") || e.Cost == "" {
		t.Errorf("summary %q, cost %q; want a line without a full stop, and a cost",
			e.Summary, e.Cost)
	}
	if !slices.Contains(algorithms.Families(), e.Family) {
		t.Errorf("family %q, want one of %q", e.Family, algorithms.Families())
	}
	if w := e.Wide; (w.Why == "") != (w == algorithms.Wide{}) ||
		w.Why != "" && (w.Instead == "" || w.Seconds.Factor <= 0 && e.Memory == nil) ||
		strings.ContainsAny(w.Why+w.Instead, "\r\n") || strings.HasSuffix(w.Instead, ".") {
		t.Errorf("wide %+v; want why, what instead, and a growth, in a line without a full stop, "+
			"or nothing", w)
	}
	if e.Revision < 1 {
		t.Errorf("revision %d, want 1 or more", e.Revision)
	}
	if f := s.facts; f.Revision != e.Revision || f.Nested != e.Nested || f.Summary != e.Summary {
		t.Errorf("configured, the revision is %d, nested %v, %q; by default %d, %v, %q",
			f.Revision, f.Nested, f.Summary, e.Revision, e.Nested, e.Summary)
	}
}

// checkKey: a configuration has one key, and different configurations have different keys.
func checkKey(t reporter, s subject) {
	key := s.key(t, s.method)
	if again := s.key(t, s.method); again != key {
		t.Errorf("two keys, %s and %s", key, again)
	}
	if !strings.HasPrefix(key, s.entry.Name) || strings.ContainsAny(key, "\r\n") {
		t.Errorf("key %q does not begin with %s, or is not one line", key, s.entry.Name)
	}
	written := algorithms.WithDefaults(s.method)
	for _, p := range algorithms.Params(s.method) {
		if m, err := set(written, p); err == nil {
			written = m
		}
	}
	if got := s.key(t, written); got != key {
		t.Errorf("with the defaults written out the key is %s, without %s", got, key)
	}
	d := base()
	resolved := newSubject(s.entry, written)
	resolved.continuous, resolved.two = s.continuous, s.two
	for _, k := range s.ks(d.D()) {
		sameBits(t, "defaults written out", s.onBase(t, k),
			resolved.selected(t, "defaults written out", d, algorithms.Options{K: k}))
	}

	keys := map[string]string{key: "the method"}
	for _, p := range algorithms.Parameters(s.method) {
		for _, value := range samples(p) {
			m, err := setWithNeeds(s.method, p, value)
			if err != nil || value == p.Value {
				continue
			}
			what := p.Name + "=" + value
			other := s.key(t, m)
			if same, ok := keys[other]; ok {
				t.Errorf("%s and %s have the same key, %s", same, what, other)
			}
			keys[other] = what
		}
	}
}

func (s subject) key(t reporter, m algorithms.Selector) string {
	key, err := algorithms.Key(m)
	if err != nil {
		t.Errorf("no key: %v", err)
	}
	return key
}

// checkParams: the facts describe each parameter and no other. Each can be set from text, which
// changes this parameter and the label, and nothing else.
func checkParams(t reporter, s subject) {
	params := algorithms.Parameters(s.method)
	var names []string
	for _, p := range params {
		names = append(names, p.Name)
		if doc := s.entry.Params[p.Name]; s.own && s.entry.Params == nil {
			continue
		} else if doc == "" || strings.ContainsAny(doc, "\r\n") {
			t.Errorf("parameter %s is described by %q, want one line", p.Name, doc)
		}
		if p.Name != wording.SnakeCase(p.Name) {
			t.Errorf("parameter %q is not in snake_case", p.Name)
		}
	}
	slices.Sort(names)
	if described := slices.Sorted(maps.Keys(s.entry.Params)); !slices.Equal(names, described) &&
		!(s.own && described == nil) {
		t.Errorf("the parameters are %q, and the catalogue describes %q", names, described)
	}
	for _, p := range params {
		s.checkParam(t, p)
	}
	if _, err := set(s.method, algorithms.Param{Name: "no_such_parameter",
		Value: "1"}); err == nil {
		t.Errorf("a parameter that does not exist was set")
	} else {
		for _, name := range names {
			if !strings.Contains(err.Error(), name) {
				t.Errorf("error %q does not list parameter %s", err, name)
			}
		}
	}
	for _, p := range params {
		if len(p.Choices) == 0 || p.Type.Kind() != reflect.String {
			continue
		}
		m := reflect.New(reflect.TypeOf(s.method)).Elem()
		m.Set(reflect.ValueOf(s.method))
		fieldOf(m, p.Name).SetString("nonsense")
		bad := s
		bad.known = newKnown()
		bad.method = m.Interface().(algorithms.Selector)
		for _, k := range s.ks(base().D()) {
			bad.refuses(t, p.Name+" is nonsense", base(), algorithms.Options{K: k}, p.Name,
				"nonsense")
		}
	}
}

// checkParam sets one parameter to some values.
func (s subject) checkParam(t reporter, p algorithms.Parameter) {
	values := samples(p)
	if len(values) == 0 {
		if _, err := setWithNeeds(s.method, p, "1"); err == nil {
			t.Errorf("parameter %s was set from text, which no sample was known for", p.Name)
		}
	}
	name, kind, _ := strings.Cut(p.Needs, "=")
	met := p.Needs == "" || slices.Contains(algorithms.Params(s.method),
		algorithms.Param{Name: name, Value: kind})
	for _, value := range values {
		param := algorithms.Param{Name: p.Name, Value: value}
		if _, err := set(s.method, param); (err == nil) != met || err != nil &&
			!strings.Contains(err.Error(), p.Needs) {
			t.Errorf("%s=%s, which needs %q: %v", p.Name, value, p.Needs, err)
		}
		m, err := setWithNeeds(s.method, p, value)
		if err != nil {
			t.Errorf("%s=%s: %v", p.Name, value, err)
			continue
		}
		s.checkSet(t, p, m, param)
		defaults := algorithms.Params(s.entry.Method)
		label := algorithms.Label(m) + ","
		isDefault := slices.Contains(defaults, param) || p.Needs != "" && value == p.Value
		if shown := strings.Contains(label, ", "+p.Name+"="+value+","); shown == isDefault {
			t.Errorf("%s=%s: label %q; the defaults are %v", p.Name, value, label, defaults)
		}
	}
}

// checkSet compares the parameters of m, in which param was set, with those of s: they differ in
// this one and in those of another kind. A parameter without effect before may replace another.
func (s subject) checkSet(t reporter, p algorithms.Parameter, m algorithms.Selector,
	param algorithms.Param) {
	got := algorithms.Params(m)
	if !slices.Contains(got, param) {
		t.Errorf("%s=%s: parameters %v", param.Name, param.Value, got)
	}
	before := algorithms.Params(s.method)
	if !slices.Contains(before, p.Param) {
		return
	}
	for _, old := range algorithms.Parameters(s.method) {
		if old.Needs == "" && slices.Contains(before, old.Param) && old.Name != p.Name &&
			!strings.HasPrefix(p.Needs, old.Name+"=") && !slices.Contains(got, old.Param) {
			t.Errorf("%s=%s: parameters %v, want %s=%s as before", param.Name, param.Value, got,
				old.Name, old.Value)
		}
	}
}

// set is SetParams for one parameter.
func set(m algorithms.Selector, p algorithms.Param) (algorithms.Selector, error) {
	return algorithms.SetParams(m, []algorithms.Param{p}, find)
}

// setWithNeeds sets a parameter and, after it, the setting that it needs.
func setWithNeeds(m algorithms.Selector, p algorithms.Parameter, value string) (
	algorithms.Selector, error) {
	params := []algorithms.Param{{Name: p.Name, Value: value}}
	if name, kind, ok := strings.Cut(p.Needs, "="); ok {
		params = append(params, algorithms.Param{Name: name, Value: kind})
	}
	return algorithms.SetParams(m, params, find)
}

// find finds a method of the catalogue, for SetParams.
func find(name string) (algorithms.Selector, error) {
	e, err := catalogue.Find(name)
	return e.Method, err
}

// fieldOf returns the field of a struct by its parameter's name.
func fieldOf(v reflect.Value, name string) reflect.Value {
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && wording.SnakeCase(f.Name) == name {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}

// choices are the values of a parameter with a fixed list, except kinds with a parameter without
// text.
func choices(m algorithms.Selector, p algorithms.Parameter) []string {
	var out []string
	for _, choice := range p.Choices {
		settable := func(inner algorithms.Parameter) bool {
			return inner.Needs != p.Name+"="+choice || len(samples(inner)) > 0
		}
		if !slices.ContainsFunc(algorithms.Parameters(m),
			func(inner algorithms.Parameter) bool { return !settable(inner) }) {
			out = append(out, choice)
		}
	}
	return out
}

// samples are values of a parameter as text; none for one that has no text.
func samples(p algorithms.Parameter) []string {
	if p.Choices != nil {
		return p.Choices
	}
	switch p.Type.Kind() {
	case reflect.Bool:
		return []string{"true", "false"}
	case reflect.Int, reflect.Int64:
		return []string{"3", "4", "-1"}
	case reflect.Float64:
		return []string{"0.25", "1e+10", "+Inf", "-2"}
	case reflect.Interface:
		if p.Type.Implements(reflect.TypeFor[algorithms.Selector]()) {
			return []string{"fisher", "variance"}
		}
	}
	return nil
}

// checkScorer: Select of a Scorer is the order of its scores.
func checkScorer(t reporter, s subject) {
	scorer, ok := s.method.(algorithms.Scorer)
	if !ok {
		return
	}
	if !s.facts.Nested {
		t.Errorf("the method scores single features, and the catalogue does not call it nested")
		return
	}
	d := base()
	for _, k := range []int{0, 1, (d.D() + 1) / 2} {
		opt := algorithms.Options{K: k, Seed: 5}
		scores, err := scorer.Score(context.Background(), s.data(d), opt)
		if err != nil {
			t.Errorf("K = %d: %v", k, err)
			return
		}
		if len(scores.Values) != d.D() || scores.Raw != nil &&
			len(scores.Raw) != d.D() {
			t.Errorf("K = %d: %d scores, %d criteria; want %d, whatever K is", k,
				len(scores.Values), len(scores.Raw), d.D())
			return
		}
		if !slices.Equal(scores.Names, d.Features) || scores.Cached {
			t.Errorf("K = %d: scores of %q, cached %v; want those of %q", k, scores.Names,
				scores.Cached, d.Features)
		}
		r := s.selected(t, "base", d, opt)
		if r == nil {
			return
		}
		if order := scores.Order(); !slices.Equal(r.Features, order[:r.K]) {
			t.Errorf("K = %d: features %v, the scores' order is %v", k, r.Features, order)
		}
		for i, j := range r.Features {
			v := scores.Values[j] // features that tie have the largest of theirs
			if !ties.Follows(r.Scores[i], v, 1e-12, 1e-14) ||
				r.Raw != nil && r.Raw[i] != scores.Raw[j] {
				t.Errorf("K = %d: column %d has score %v in the ranking, %v by itself", k, j,
					r.Scores[i], v)
			}
		}
		r.Warnings = slices.DeleteFunc(slices.Clone(r.Warnings), func(w string) bool {
			return strings.Contains(w, "features tie at the cut")
		})
		if diff := cmp.Diff(scores.Diagnostics, r.Diagnostics, bits) + cmp.Diff(scores.Warnings,
			r.Warnings, bits); diff != "" {
			t.Errorf("K = %d: diagnostics or warnings (-Score +Select):\n%s", k, diff)
		}
	}
}

// sameScores are data in which no feature depends on the class.
const sameScores = "classes that do not differ"

// checkEncoding encodes and decodes answers with gob, which loses nothing, and with JSON, which has
// null for NaN.
func checkEncoding(t reporter, s subject) {
	d := base()
	full := replaced(d, map[int]func(int) float64{
		2: func(i int) float64 { return float64(d.Y[i]) }, // perfect: infinite scores
		7: func(int) float64 { return 3 },                 // constant
	})
	plain := replaced(d, nil)
	plain.X.Apply(func(i, j int, _ float64) float64 {
		return float64((i/2)%3*(j+1)) + float64(i%2)
	}, plain.X)
	plain.Y = make([]int, d.N())
	for i := range plain.Y {
		plain.Y[i] = i % 2 // every column has the same values in both: scores of 0 + 1
	}
	for what, d := range map[string]*onPaper{"perfect and constant columns": newOnPaper(full),
		sameScores: newOnPaper(plain)} {
		for _, k := range s.ks(d.D()) {
			if what == sameScores && s.facts.NeedsRelevance {
				s.answersOrRefuses(t, what, d.Dataset)
				continue
			}
			r := s.selected(t, what, d.Dataset, algorithms.Options{K: k})
			if r == nil {
				continue
			}
			var buf bytes.Buffer
			var fromGob algorithms.Ranking
			if err := gob.NewEncoder(&buf).Encode(r); err != nil {
				t.Errorf("%s: gob: %v", what, err)
			} else if err := gob.NewDecoder(&buf).Decode(&fromGob); err != nil {
				t.Errorf("%s: gob: %v", what, err)
			}
			sameBits(t, what+" by way of gob", r, &fromGob)

			text, err := json.Marshal(r)
			if err != nil {
				t.Errorf("%s: JSON: %v", what, err)
				continue
			}
			var fromJSON algorithms.Ranking
			if err := json.Unmarshal(text, &fromJSON); err != nil {
				t.Errorf("%s: JSON: %v in %s", what, err, text)
				continue
			}
			if diff := difference(r, &fromJSON); diff != "" {
				t.Errorf("%s by way of JSON (-want +got):\n%s", what, diff)
			}
		}
	}
}
