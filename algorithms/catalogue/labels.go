package catalogue

import (
	"reflect"
	"strings"

	"fsnb.example/algorithms"
)

// labels says when a method needs classes, by asking its facts in each choice of each of its
// parameters: "required" when it always does, "unused" when it never does, the kinds of target when
// it takes other kinds only, else the choices with which it does, of each parameter that decides,
// such as "similarity=class".
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
			// A method is named by default; others may need classes as well.
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

// choices are the values of a parameter that may decide: its choices, or the methods that score
// features for one that takes a method.
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

// needsClasses asks the method as it is configured.
func needsClasses(m algorithms.Selector) bool {
	f, _ := algorithms.FactsOf(m)
	return f.Targets.Has(algorithms.Classes)
}
