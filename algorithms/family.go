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
		return "The first look: fast at any size, and some give p-values. They see neither what " +
			"features do together nor that one repeats another."
	case Information:
		return "They count codes, so that any dependence is seen, straight or not, and the " +
			"searches " +
			"avoid what is known already. Numbers are coded first, and few samples make counts " +
			"rough."
	case Similarity:
		return "What near samples have in common. Most need no labels; the reliefs see features " +
			"that act together. Time and memory often grow with the square of the samples."
	case Sets:
		return "Few features that do not repeat each other, by a search or an optimum that is " +
			"proven."
	case Linear:
		return "Models of few coefficients, with proof that they are optimal. They see straight " +
			"lines, and of features that repeat each other they take one."
	case Projections:
		return "Features of a picture in few dimensions, most without labels: for clusters and " +
			"neighborhoods."
	case Trees:
		return "What a trained model uses: curves and features that act together. They take the " +
			"longest, and answer differently for each seed."
	case Baselines:
		return "What any method has to beat."
	}
	return ""
}
