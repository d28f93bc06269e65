package algorithms

import (
	"reflect"
	"strings"
)

// Facts is what is known of a method as it is configured, without data. A field that holds for
// some data or parameters only is true where it may hold.
type Facts struct {
	// Summary says in one line what the method looks for.
	Summary string
	// Source is the publication, "" if there is none.
	Source string
	// Cost is the time for n samples and d features, such as "nd" or "n²d; nd for classes".
	Cost string
	// Params says what each parameter means, by its name.
	Params map[string]string
	// Revision rises whenever answers change. It is part of the key under which they are cached;
	// answers of a method with revision 0 are not.
	Revision int
	// Nested says that the best k features are the first k of the best k + 1. Other methods
	// choose a subset, and need Options.K.
	Nested bool
	// Targets are the kinds of target of which the method needs one; NoTarget for a method that
	// looks at X only.
	Targets Targets
	// Instead names the methods to use for the other kinds of target, such as "f-regression"; ""
	// if there is no nearest one.
	Instead string

	// Seeded says that answers depend on Options.Seed for data of any size.
	Seeded bool
	// InPlace says that the method makes no copy of X, nor a matrix of pairs of samples or
	// features: it allocates a small part of the size of X.
	InPlace bool
	// Anytime says that Score, when it is stopped, returns the scores that its steps have reached
	// by then, marked Partial.
	Anytime bool

	// Degree is the power of a factor on all values with which scores change; 0 means not at all.
	Degree float64
	// InUnit says that answers depend on the unit of all values: a parameter is in that unit,
	// such as a weight of norms against distances, or the steps stop by it.
	InUnit bool
	// RoughSteps says that the steps end where rounding leads, 1e-8 to 1e-5 from where they
	// converge: scores depend by as much on the order of rows and columns.
	RoughSteps bool
	// RowOrder says that neighbors which tie are taken in the order of the rows. A warning counts
	// the samples where that matters.
	RowOrder bool
	// ColumnOrder says that many features may tie, which are taken in the order of the columns.
	ColumnOrder bool
	// PerfectMayTrail says that a feature with one value a class need not rank first: the method
	// sees linear functions of it, or weighs it against all other features.
	PerfectMayTrail bool
	// NeedsRelevance says that it is an error when no feature has a relevance above 0.
	NeedsRelevance bool
}

// A Knower knows its Facts. Every method of this library is one. Answers of a selector of a user's
// own are cached when it is one, with a Revision above 0 that is not that of a method which it
// embeds. They are found by the type's package and name: a cell is of package main, so two
// notebooks that mean different things by one name should differ in the revision.
type Knower interface{ Facts() Facts }

// FactsOf returns the facts of m; ok is false for a selector without any.
func FactsOf(m Selector) (f Facts, ok bool) {
	k, ok := m.(Knower)
	if !ok || isNil(reflect.ValueOf(m)) {
		return Facts{}, false
	}
	return k.Facts(), true
}

// Targets is a set of kinds of target.
type Targets uint8

// NoTarget is the empty set.
const NoTarget Targets = 0

const (
	// Classes are the labels of the samples, of at least two classes.
	Classes Targets = 1 << iota
	// Continuous is a number a sample.
	Continuous
	// TwoClasses are the labels of samples of exactly two classes.
	TwoClasses
)

// Has reports whether all kinds of other are in t.
func (t Targets) Has(other Targets) bool { return t&other == other }

// String lists the kinds: "none", "classes", "continuous", or several, as in "two classes or
// continuous".
func (t Targets) String() string {
	var kinds []string
	if t.Has(Classes) {
		kinds = append(kinds, "classes")
	} else if t.Has(TwoClasses) {
		kinds = append(kinds, "two classes")
	}
	if t.Has(Continuous) {
		kinds = append(kinds, "continuous")
	}
	if kinds == nil {
		return "none"
	}
	return strings.Join(kinds, " or ")
}

// ClassesIf is Classes, or NoTarget when the method does not look at them as it is configured.
func ClassesIf(used bool) Targets {
	if used {
		return Classes
	}
	return NoTarget
}
