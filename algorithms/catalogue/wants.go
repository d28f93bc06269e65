package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/internal/suggest"
)

// Wants is what a user has and wants of a method; the zero value is any method.
type Wants struct {
	// Family is that of the methods; "" means all.
	Family algorithms.Family
	// Target is what the data have: Classes, TwoClasses, Continuous, or, with Unlabeled, nothing.
	Target    algorithms.Targets
	Unlabeled bool
	// Storage has the ways in which values are held that the method must take.
	Storage algorithms.Storage
	// Redundancy: the method weighs what features have in common.
	Redundancy bool
	// PValues: the method is a test with p-values.
	PValues bool
	// OwnCount: the method chooses how many features.
	OwnCount bool
}

// words are what a user writes, and what each of them asks for.
func words() map[string]func(w *Wants) {
	out := map[string]func(w *Wants){
		"classes":     func(w *Wants) { w.Target |= algorithms.Classes },
		"two classes": func(w *Wants) { w.Target |= algorithms.TwoClasses },
		"continuous":  func(w *Wants) { w.Target |= algorithms.Continuous },
		"unlabeled":   func(w *Wants) { w.Unlabeled = true },
		"sparse":      func(w *Wants) { w.Storage |= algorithms.SparseValues },
		"on disk":     func(w *Wants) { w.Storage |= algorithms.OnDisk },
		"redundancy":  func(w *Wants) { w.Redundancy = true },
		"p-values":    func(w *Wants) { w.PValues = true },
		"own count":   func(w *Wants) { w.OwnCount = true },
	}
	for _, f := range algorithms.Families() {
		out[string(f)] = func(w *Wants) { w.Family = f }
	}
	return out
}

// Words are the words that ParseWants understands, in the order in which a text lists them.
func Words() []string {
	out := []string{"classes", "two classes", "continuous", "unlabeled", "sparse", "on disk",
		"redundancy", "p-values", "own count"}
	for _, f := range algorithms.Families() {
		out = append(out, string(f))
	}
	return out
}

// ParseWants reads wants from words, each one of Words: the target that the data have ("classes",
// "two classes", "continuous", "unlabeled"), how they are held ("sparse", "on disk"), what the
// method is to do ("redundancy", "p-values", "own count"), or a family. A family may be cut to its
// beginning. It returns an error of one line for any other word, with the nearest one.
func ParseWants(given ...string) (Wants, error) {
	var w Wants
	known := words()
	for _, word := range given {
		name := strings.ToLower(strings.Join(strings.Fields(word), " "))
		ask, ok := known[name]
		if !ok {
			var begin []string
			for _, f := range algorithms.Families() {
				if name != "" && strings.HasPrefix(string(f), name) {
					begin = append(begin, string(f))
				}
			}
			if len(begin) != 1 {
				return Wants{}, fmt.Errorf("%s",
					suggest.Unknown("property of methods", word, Words()))
			}
			ask = known[begin[0]]
		}
		ask(&w)
	}
	if w.Unlabeled && w.Target != algorithms.NoTarget {
		return Wants{}, fmt.Errorf("data that are unlabeled have no %s; leave one of them out",
			w.Target)
	}
	return w, nil
}

// Match reports whether the method is one of those, by its defaults; of data that are unlabeled,
// also if a choice of its parameters (Labels) needs no target.
func (w Wants) Match(e Entry) bool {
	targets := e.Targets
	if targets.Has(algorithms.Classes) {
		targets |= algorithms.TwoClasses
	}
	switch {
	case w.Family != "" && e.Family != w.Family:
	case w.Target != algorithms.NoTarget && targets != algorithms.NoTarget &&
		!targets.Has(w.Target):
	case w.Unlabeled && targets != algorithms.NoTarget && !strings.Contains(e.Labels, "="):
	case !e.Storage.Has(w.Storage):
	case w.Redundancy && !e.Redundancy:
	case w.PValues && !e.PValues:
	case w.OwnCount && !e.Fewer && !e.Chooses:
	default:
		return true
	}
	return false
}

// ByFamily returns the methods that match, by family and then by name.
func ByFamily(w Wants) []Entry {
	var out []Entry
	for _, e := range All() {
		if w.Match(e) {
			out = append(out, e)
		}
	}
	order := algorithms.Families()
	slices.SortStableFunc(out, func(a, b Entry) int {
		return slices.Index(order, a.Family) - slices.Index(order, b.Family)
	})
	return out
}
