package algorithms

// Family is a group of methods that work alike. Its text is the heading under which they are
// listed.
type Family string

// The families, in the order in which they are listed.
const (
	// Tests look at one feature at a time, and at nothing but its values and the target.
	Tests Family = "tests of one feature"
	// Information counts how the codes of features occur together.
	Information Family = "information theory"
	// Similarity compares features with a graph, a kernel or the neighbors of the samples.
	Similarity Family = "similarity of samples"
	// Sets weigh all features against each other and choose a set.
	Sets Family = "sets chosen as a whole"
	// Linear are models with few coefficients.
	Linear Family = "sparse linear models"
	// Projections are maps to a few dimensions in which few features take part.
	Projections Family = "projections"
	// Trees and wrappers train a model and look at what it uses.
	Trees Family = "trees and wrappers"
	// Baselines are what any method has to beat.
	Baselines Family = "baselines"
)

// Families returns all families in order.
func Families() []Family {
	return []Family{
		Tests, Information, Similarity, Sets, Linear, Projections, Trees, Baselines,
	}
}
