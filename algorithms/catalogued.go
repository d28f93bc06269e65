package algorithms

// catalogued are the names of the methods of package catalogue, which this package cannot import. A
// user's function cannot have them: its results would look like theirs.
var catalogued = []string{
	"anova-f", "arom-svm", "bahsic", "chi2", "evsc", "f-regression", "fisher", "fohsic",
	"fsir2", "fssl", "grm", "hsic", "infogain", "laplacian", "lda", "lfda", "lgd", "lpp",
	"mcfs", "mrmr", "mrsf", "mutual-info", "pca", "pearson", "qpfs", "random", "relieff",
	"rfs", "rrelieff", "slap", "sogfs", "spearman", "spec", "spfs-lar", "spfs-nes",
	"spfs-sfs", "trace-ratio", "udfs", "ulap", "variance",
}
