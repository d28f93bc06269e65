// Package paramdoc describes parameters that several families of methods have in common.
package paramdoc

const (
	// Dimensions is that of projections.
	Dimensions = "axes of the projection; 0 means 1"
	// Restarts is that of methods that minimize an objective which is not convex.
	Restarts = "starts drawn by the seed that are tried beside the method's own, " +
		"the lowest objective kept; 0 means none"
	// Targets is that of methods that predict the eigenvectors of a similarity.
	Targets = "eigenvectors of the similarity that are predicted, the largest first; " +
		"0 means all with positive eigenvalues"
	// Radius is that of convex problems with rows of bounded norms.
	Radius = "bound of the sum of the norms of the rows; " +
		"0 means the least found that leaves k of them"
)
