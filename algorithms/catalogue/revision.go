package catalogue

import (
	"path"
	"reflect"
	"strconv"
	"strings"

	"fsnb.example/algorithms"
)

// Identity is the text under which a method's answers are cached: its Key and the revision of every
// method in it, with the package and type of user-defined ones. ok is false for a method that
// cannot be cached: it has no key, or it is or nests a selector without a revision in its Facts.
func Identity(m algorithms.Selector) (text string, ok bool) {
	key, err := algorithms.Key(m)
	if err != nil {
		return "", false
	}
	revisions, ok := revisionsOf(m)
	return key + " revisions [" + strings.Join(revisions, " ") + "]", ok
}

// revisionsOf lists the revisions of m and of all methods in it, those of user-defined ones as
// package.Type@revision.
func revisionsOf(m algorithms.Selector) ([]string, bool) {
	f, ok := algorithms.FactsOf(m)
	if !ok || f.Revision <= 0 {
		return nil, false
	}
	home, ok := origin(m)
	if !ok || home != "" && inherits(m, f) {
		return nil, false
	}
	out := []string{home + strconv.Itoa(f.Revision)}
	m = algorithms.WithDefaults(m)
	for _, nested := range nestedIn(reflect.ValueOf(m)) {
		inner, ok := revisionsOf(nested)
		if !ok {
			return nil, false
		}
		out = append(out, inner...)
	}
	return out, true
}

// origin is the package and type of a method followed by @, "" for methods of this library. ok is
// false for a type without a name.
func origin(m algorithms.Selector) (text string, ok bool) {
	t := reflect.TypeOf(m)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	home := path.Dir(reflect.TypeFor[Entry]().PkgPath()) // of all methods
	if strings.HasPrefix(t.PkgPath(), home+"/") && !strings.HasSuffix(t.PkgPath(), "_test") {
		return "", true
	}
	return strconv.Quote(t.PkgPath()+"."+t.Name()) + "@", t.Name() != ""
}

// inherits reports whether the facts of a user-defined selector may be those of a method that it
// embeds, whose revision does not rise if the user's code changes.
func inherits(m algorithms.Selector, facts algorithms.Facts) bool {
	v := reflect.Indirect(reflect.ValueOf(m))
	if v.Kind() != reflect.Struct {
		return false
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.Anonymous || !f.Type.Implements(reflect.TypeFor[algorithms.Knower]()) {
			continue
		}
		if !f.IsExported() {
			return true // its facts are not accessible
		}
		inner, ok := v.Field(i).Interface().(algorithms.Knower)
		if ok && reflect.DeepEqual(inner.Facts(), facts) {
			return true
		}
	}
	return false
}

// nestedIn returns the methods among the exported fields of a method, in order, with those in
// slices and arrays.
func nestedIn(v reflect.Value) (out []algorithms.Selector) {
	v = reflect.Indirect(v)
	if v.Kind() != reflect.Struct {
		return nil
	}
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			out = append(out, selectorsOf(v.Field(i))...)
		}
	}
	return out
}

func selectorsOf(v reflect.Value) (out []algorithms.Selector) {
	if m, ok := v.Interface().(algorithms.Selector); ok {
		return []algorithms.Selector{m}
	}
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Array {
		for i := range v.Len() {
			out = append(out, selectorsOf(v.Index(i))...)
		}
	}
	return out
}
