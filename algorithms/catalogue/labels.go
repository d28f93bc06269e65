package catalogue

import (
	"reflect"
	"strings"

	"fsnb.example/algorithms"
)

// labels describes when a method needs classes, by its facts in each choice of each of its
// parameters: "required" if always, "unused" if never, the kinds of target if it takes other kinds
// only, else the choices with which it does, of each parameter that decides, such as
// "similarity=class".
func labels(m algorithms.Selector) string {
	var when []string
	for _, p := range algorithms.Parameters(m) {
		var with []string
		asked := choices(p)
		for _, value := range asked {
			set := []algorithms.Param{{Name: p.Name, Value: value}}
			if other, err := algorithms.SetParams(m, set, find); err == nil && needsClasses(other) {
				with = append(with, p.Name+"="+value)
			}
		}
		switch decides := len(with) > 0 && len(with) < len(asked); {
		case decides && p.Choices == nil:
			// Only the default method is named; others may need classes as well.
			when = append(when, p.Name+"="+p.Value)
		case decides:
			when = append(when, with...)
		}
	}
	switch {
	case when != nil:
		return strings.Join(when, ", ")
	case needsClasses(m):
		return "required"
	}
	if f, _ := algorithms.FactsOf(m); f.Targets != algorithms.NoTarget {
		return f.Targets.String()
	}
	return "unused"
}

// choices are the values to try for a parameter: its choices, or, for a parameter that is a method,
// the methods that score features.
func choices(p algorithms.Parameter) []string {
	if p.Choices != nil || !p.Type.Implements(reflect.TypeFor[algorithms.Selector]()) {
		return p.Choices
	}
	var out []string
	for _, m := range methods() {
		if reflect.TypeOf(m).Implements(p.Type) {
			out = append(out, algorithms.Name(m))
		}
	}
	return out
}

// needsClasses reports whether the configured method needs classes.
func needsClasses(m algorithms.Selector) bool {
	f, _ := algorithms.FactsOf(m)
	return f.Targets.Has(algorithms.Classes)
}
