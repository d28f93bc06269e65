// Package learn holds the classifiers, projections and splits that evaluations
// need, on plain matrices (n×d, rows are samples).
//
// What was looked at for each: gonum's stat.PC computes principal components
// from a singular value decomposition of the whole n×d matrix and does not fix
// their signs, and its EigenSym finds all eigenvectors where two are wanted (16 s
// at 1,000 features, where the Krylov space here takes .4 s), so PCA uses it for
// small matrices only; github.com/sjwhitworth/golearn has k-NN and splits behind
// its own table type and a global random source, and is no longer kept up.
// Neither clusters hierarchically; github.com/knightjdr/hclust does, and rewrites
// and enlarges the caller's matrix to (2k-1)², answers branch lengths in place of
// heights, in the order found, and lets NaN pass.
package learn
