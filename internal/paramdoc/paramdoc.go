// Package paramdoc describes parameters that several families of methods have in common.
package paramdoc

const (
	// Dimensions is a parameter of projections.
	Dimensions = "axes of the projection; 0 means 1"
	// ClassDimensions is Dimensions for projections that separate classes.
	ClassDimensions = "axes of the projection; 0 means one less than there are classes"
	// Restarts is a parameter of methods whose objective is not convex.
	Restarts = "random starts, drawn by the seed, in addition to the method's own; the lowest " +
		"objective is kept; 0 means none"
	// Targets is a parameter of methods that predict the eigenvectors of a similarity.
	Targets = "eigenvectors of the similarity that are predicted, the largest first; " +
		"0 means all with positive eigenvalues"
	// Radius is a parameter of convex problems that bound the norms of the rows.
	Radius = "bound of the sum of the norms of the rows; " +
		"0 means the smallest one found that leaves k of them"
	// RowNorms is a parameter of problems that penalize the norms of the rows.
	RowNorms = "weight of the norms of the rows in the objective; 0 means 1"
	// Smoothing is a parameter of problems whose norms are smoothed.
	Smoothing = "number added under the square roots, which makes them differentiable at 0; " +
		"0 means 1e-10"
	// Linear is a parameter of the searches by HSIC.
	Linear = "take the linear kernel, with which the order is that of hsic"
	// Uncentered is a parameter of the methods that preserve a similarity.
	Uncentered = "scale features to unit length without centering them"
)
