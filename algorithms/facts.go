package algorithms

import (
	"reflect"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
)

// Facts are the properties of a configured method that do not depend on the data. A property that
// holds only for some data is true.
type Facts struct {
	About
	Promises
	Costs
}

// About says what a method is.
type About struct {
	// Name is that in the catalogue, in keys and in labels.
	Name string
	// Summary describes the criterion in one line.
	Summary string
	// Criterion says what Ranking.Raw is, of a method that orders features without scoring them,
	// such as "HSIC of the features so far": the number that decides each step.
	Criterion string
	// Family is the group under which the method is listed.
	Family Family
	// Source is the publication, "" if there is none.
	Source string
	// Variants has a value of each kind that parameters of an interface of Variants take, the
	// default of each first. Facts that list them must not call WithDefaults, which reads them.
	Variants []Variant
	// Params describes each parameter, by its name.
	Params map[string]string
	// Revision rises whenever answers change. It is part of the key under which they are cached;
	// answers of a method with revision 0 are not cached.
	Revision int
}

// Promises are what a method takes and what its answers keep; the conformance checks hold it to
// them.
type Promises struct {
	// Targets are the kinds of target of which the method needs one; NoTarget for a method that
	// uses X only.
	Targets Targets
	// Instead names the methods to use for the other kinds of target, such as "f-regression"; ""
	// if there is no nearest one.
	Instead string
	// Nested: the best k features are the first k of the best k + 1. Other methods choose a subset
	// and need Options.K.
	Nested bool
	// Fewer: the method chooses how many features, possibly none and never a constant column, and
	// Options.K only cuts the answer. With K = 0 the answer has those that it chooses; with a
	// larger K too, and a warning says so. A method of the catalogue with it is Nested and no
	// Scorer.
	Fewer bool
	// Chooses: with K = 0 Select returns the features that the method chooses, possibly none, and
	// with a larger K the best K of all.
	Chooses bool
	// Redundancy: the method weighs what features have in common, so that a feature that nearly
	// equals a chosen one follows others of less relevance.
	Redundancy bool
	// PValues: the method is a test, whose answers have p-values (Scores.PValues).
	PValues bool
	// GroupedPValues: the p-values hold for samples in groups (Dataset.Group). Those of other tests
	// cause a warning there.
	GroupedPValues bool
	// ByValue: the method takes the columns of codes (datasets.Dataset.Codes) by value, whatever
	// the coding of others: neither the order nor the distances of codes count. Answers of other
	// methods warn where a column of codes has three levels or more.
	ByValue bool
	// NonNegative: values below 0 are an error.
	NonNegative bool
	// FewValues: a column, or a continuous target, of more than 256 distinct values is an error.
	FewValues bool
	// NeedsRelevance: it is an error if no feature has a relevance above 0.
	NeedsRelevance bool
	// Seeded: answers depend on Options.Seed for data of any size.
	Seeded bool
	// Anytime: if Score is stopped, it returns the scores of the last step, marked Partial.
	Anytime bool
	// Degree is the power of a common factor of all values with which scores change; 0 means that
	// they do not change.
	Degree float64
	// InUnit: answers depend on the common unit of all values, because a parameter, such as a
	// weight of norms against distances, or the end of the steps depends on it.
	InUnit bool
	// RoughSteps: the steps end 1e-8 to 1e-5 from the limit, and rounding decides where, so scores
	// depend by as much on the order of rows and columns.
	RoughSteps bool
	// RoughTarget: RoughSteps with a continuous target only, to 1e-4.
	RoughTarget bool
	// RowOrder: ties between neighbors go to the lower row. A warning counts the samples with such
	// ties.
	RowOrder bool
	// ColumnOrder: many features may tie, and ties go to the lower column.
	ColumnOrder bool
	// PerfectMayTrail: a feature with one value for each class need not rank first, because the
	// method uses linear functions of it, or weighs it against all other features.
	PerfectMayTrail bool
}

// Costs are the time and memory that a method takes, and of which values.
type Costs struct {
	// Cost is the time for n samples and d features, such as "nd" or "n²d; nd for classes".
	Cost string
	// Wide is why the method takes more than 60 s of a processor, or four copies of X, on 100
	// samples of 20,000 features; the zero value if it does not. A warning before a run, and
	// the pages of methods, say it.
	Wide Wide
	// Memory is what the configured method takes at its peak for data of a shape, in bytes beside
	// the data, within a factor of 2; nil for less than the memory of X. A method that would take
	// more than there is refuses (Check).
	Memory func(Shape) float64
	// MemoryAtMost: some data take much less than Memory, which warns then; the method itself
	// refuses when it knows how much the data take.
	MemoryAtMost bool
	// InPlace: the method makes no copy of X and no matrix of pairs of samples or features; its
	// allocations are a small part of the size of X.
	InPlace bool
	// Storage says which values the method takes beside those in memory.
	Storage Storage
	// StoredIf is the parameter with which a method takes more kinds of storage, such as
	// "similarity=neighbors"; "" if there is none.
	StoredIf string
}

// A Knower has Facts. Every method of this library is one. Answers of a user-defined selector are
// cached if it is one, with a Revision above 0 that is not that of a method that it embeds. The
// cache identifies it by the package and name of its type. A notebook cell is of package main, so
// two notebooks with different selectors of one name should use different revisions.
type Knower interface{ Facts() Facts }

// FactsOf returns the facts of m; ok is false if it has none.
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
	// Continuous is a number for each sample.
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

// Storage is a set of ways to hold the values of a data set, beside those in memory, which every
// method takes.
type Storage uint8

const (
	// InMemory is the empty set: values that are sparse or on disk are an error of one line.
	InMemory Storage = 0
	// SparseValues are those of a *storage.Sparse, in the time of the values other than 0.
	SparseValues Storage = 1 << (iota - 1)
	// OnDisk are those of a *storage.Mapped, by blocks of columns.
	OnDisk
	// AnyStorage is all of them.
	AnyStorage = SparseValues | OnDisk
)

// Has reports whether all of other are in s.
func (s Storage) Has(other Storage) bool { return s&other == other }

// String lists them: "dense", "dense or sparse", "dense, sparse or on disk".
func (s Storage) String() string {
	switch s & AnyStorage {
	case AnyStorage:
		return "dense, sparse or on disk"
	case SparseValues:
		return "dense or sparse"
	case OnDisk:
		return "dense or on disk"
	}
	return "dense"
}

// StorageOf returns how the values of d are held.
func StorageOf(d *datasets.Dataset) Storage {
	switch d.Matrix().(type) {
	case *storage.Sparse:
		return SparseValues
	case storage.Dense:
		return InMemory
	}
	return OnDisk
}

// StorageIf is s if the configured method has it, else InMemory.
func StorageIf(has bool, s Storage) Storage {
	if has {
		return s
	}
	return InMemory
}
