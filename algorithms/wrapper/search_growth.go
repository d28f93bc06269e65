package wrapper

import "fsnb.example/algorithms"

// forwardGrowth is the growth of a forward search by a model; KNN has none, and nil means KNN.
func forwardGrowth(m Model) algorithms.Growth {
	g := algorithms.Growth{N: 1, D: 1, K: 1, Left: true}
	switch m.(type) {
	case Ridge:
		g.Factor = 3.5e-8
	case SVM:
		g.Factor = 3.7e-6
	case Logistic:
		g.Factor = 1.2e-5
	case Forest:
		g.Factor = 1e-4
	default:
		return algorithms.Growth{}
	}
	return g
}

// backwardGrowth is that of a backward search, whatever k is; KNN has none.
func backwardGrowth(m Model) algorithms.Growth {
	g := algorithms.Growth{N: 1, D: 2}
	switch m.(type) {
	case Ridge:
		g.Factor = 4.4e-8
	case SVM:
		g.Factor, g.D = 2.8e-7, 3
	case Logistic:
		g.Factor, g.D = 5.5e-7, 3
	case Forest:
		g.Factor = 6.4e-5
	default:
		return algorithms.Growth{}
	}
	return g
}
