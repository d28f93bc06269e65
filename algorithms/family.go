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

// About says in a sentence or two what the methods of the family are good for, and what they miss.
func (f Family) About() string {
	switch f {
	case Tests:
		return "Score each feature by itself: fast at any size, and some give p-values. They miss " +
			"features that matter only together, and do not avoid redundancy."
	case Information:
		return "Count how coded values occur together, so that they detect any dependence, linear " +
			"or not; the searches avoid redundancy. Numbers are coded first, and counts from few " +
			"samples are rough."
	case Similarity:
		return "Score features by the similarity of samples. Most need no labels; the Relief " +
			"methods detect features that act together. Time and memory often grow with the " +
			"square of the number of samples."
	case Sets:
		return "Choose a set of features that are not redundant, by a search or as a certified " +
			"optimum."
	case Linear:
		return "Fit linear models with few coefficients, with a certificate that they are " +
			"optimal. They detect linear effects only, and take one of several redundant features."
	case Projections:
		return "Score features by their part in a projection to a few dimensions, for clusters " +
			"and neighborhoods. Most need no labels."
	case Trees:
		return "Train models and score features by their use: they detect curves and features " +
			"that act together. They take the longest, and most depend on the seed."
	case Baselines:
		return "What every method has to beat."
	}
	return ""
}
