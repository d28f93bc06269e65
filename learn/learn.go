// Package learn holds the classifiers, clusterings, projections and splits that
// evaluations need, on plain matrices (n×d, rows are samples).
//
// What was looked at for each: gonum's stat.PC computes principal components
// from a singular value decomposition of the whole n×d matrix and does not fix
// their signs, and its EigenSym finds all eigenvectors where two are wanted (16 s
// at 1,000 features, where the Krylov space here takes .4 s), so PCA uses it for
// small matrices only; github.com/sjwhitworth/golearn has k-NN and splits behind
// its own table type and a global random source, and is no longer kept up.
// LDA, LPP, LFDA and FSSL have no Go package that we found but stat.CC, canonical correlations of two
// whole matrices, which an indicator of the classes turns into LDA when d < n.
// Neither clusters hierarchically; github.com/knightjdr/hclust does, and rewrites
// and enlarges the caller's matrix to (2k-1)², answers branch lengths in place of
// heights, in the order found, and lets NaN pass.
//
// For support vector machines there are github.com/ewalker544/libsvm-go and its
// forks, a port of LIBSVM 3.18 of 2014 that takes maps of numbers, prints to the
// standard output, drops the error of a pair that fails and cannot be stopped;
// github.com/singularity-sg/liblinear-go, a port of LIBLINEAR from before modules,
// without a word of documentation; github.com/pa-m/sklearn (2020), whose SVC has an
// open report of other answers than scikit-learn's; and bindings to the C
// libraries (gosvm, golinear, lineargo), which need cgo. For k-means,
// github.com/monochromegane/kmeans (2025) draws from a global random source and
// moves the center of an empty cluster to the origin; biogo/cluster dates from 2015.
// For assignments, oddg/hungarian-algorithm takes square matrices of integers, and
// clyphub/munkres says that nobody maintains it.
package learn
