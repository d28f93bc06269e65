package papers

// library is in the order of the years.
var library = []Paper{
	{
		ID: "trace-ratio-2008", Authors: "F. Nie, S. Xiang, Y. Jia, C. Zhang, S. Yan",
		Title: "Trace Ratio Criterion for Feature Selection", Venue: "AAAI", Year: 2008,
		Without: map[int]string{1: "an algorithm", 2: "an algorithm"},
	},
	{
		ID: "spfs-2013", Authors: "Z. Zhao, L. Wang, H. Liu, J. Ye",
		Title: "On Similarity Preserving Feature Selection", Venue: "IEEE TKDE", Year: 2013,
	},
	{
		ID: "grm-2015", Authors: "D. Wang, F. Nie, H. Huang",
		Title: "Feature Selection via Global Redundancy Minimization", Venue: "IEEE TKDE",
		Year: 2015,
	},
	{
		ID: "fsir2-2016", Authors: "L. Xu, Q. Zhou, A. Huang, W. Ouyang, E. Chen",
		Title: "Feature Selection with Integrated Relevance and Redundancy Optimization",
	},
	{
		ID: "lap-2018", Authors: "X. Chen, G. Yuan, W. Wang, F. Nie, X. Chang, J. Z. Huang",
		Title: "Local Adaptive Projection Framework for Feature Selection of Labeled and " +
			"Unlabeled Data", Venue: "IEEE TNNLS", Year: 2018,
	},
}

// What several tables share.
const (
	counts = "counts of the data sets"

	boldTagged = "bold is the best of a row, as the text copy tags it"
	boldLost   = "the paper sets the best and what does not differ from it in bold; the text " +
		"copy does not show it"
	boldInCopy = "the text copy does not show what the paper sets in bold"
	boldSpaced = "bold is the best of a column, stars a significant win; the text copy shows " +
		"bold only by the blanks that it lost around ±, so that a baseline's would not be seen"

	grmSelection = "20 features, apparently chosen on all samples; 5-fold cross-validation"
	grmPercent   = "accuracy in %"
	grmDraws     = "Unlike the other columns, ReliefF with 20% of the labels is not in steps of 1/n " +
		"(PalmData, of 2,000 samples): apparently a mean over several draws of the labels."

	fsirClustering = "RBF similarities; k-means with the true number of clusters on 5% of " +
		"the features (UCI sets: as many as Weka chose), mean of 100 runs"
	fsirSVM = "similarities from the classes; 60% for training, 100 random " +
		"splits; apparently 5% of the features (UCI sets: as many as Weka chose)"

	spfsSplits = "20 random halves of the samples"
	spfsTopN   = ", as many features as samples"
	spfsWins   = "In parentheses the p-value of a paired t-test against the best of the column; " +
		"WIN counts those of at least 0.05."
	peiPrinted = "PIE10P is printed PEI10P"

	lapSVM = "LIBSVM, 10-fold cross-validation, the methods' parameters from 10⁻³ to 10³; mean " +
		"± standard deviation over the numbers of features, which the paper shows in figures only"
)

// described is the description of each table, without its cells.
var described = []*Table{
	{
		Paper: "trace-ratio-2008", Number: 3, Corner: "data set",
		Caption: "the data sets", Units: counts,
		Protocol: "30 training samples a class, 5 a class for the faces (AT&T, UMIST)",
	},

	{
		Paper: "spfs-2013", Number: 1, Corner: "Data Set",
		Caption: "the data sets", Units: counts,
		Misprints: []string{
			"PIE10P has 2420 features in the published file, ORL10P 10304, not 2400 and 10000"},
	},
	{
		Paper: "spfs-2013", Number: 2, Corner: "Algorithm",
		Caption: "accuracy with supervised selection",
		Units:   "accuracy, share; mean over the best 10, 20, …, 200 features", Better: "higher",
		Protocol: "linear SVM, parameters by cross-validation on the training half; " + spfsSplits,
		Marks:    boldLost,
		Misprints: []string{"SPFS is printed SPSF in the three rows of the paper's own methods",
			peiPrinted},
		Notes: []string{spfsWins,
			"Fisher Score and Trace-ratio have equal rows: with columns of unit variance both " +
				"choose the same."},
	},
	{
		Paper: "spfs-2013", Number: 3, Corner: "Algorithm",
		Caption: "redundancy with supervised selection", Units: "mean Pearson correlation of pairs",
		Better:   "lower",
		Protocol: spfsSplits + spfsTopN, Marks: boldLost,
		Misprints: []string{peiPrinted,
			"equation (6.1) sums over i > j and divides by m(m-1); the numbers are means over " +
				"pairs"},
		Notes: []string{
			spfsWins,
			"The text copy has lost the column of algorithms: its order is that of Table 2, " +
				"as the text's remarks on rows 3, 5, 6 and 8 confirm.",
		},
	},
	{
		Paper: "spfs-2013", Number: 4, Corner: "Algorithm",
		Caption: "how far the similarities of the chosen features are from those given, " +
			"unsupervised", Units: "residue, in a scale that the paper does not give",
		Better:   "lower",
		Protocol: "RBF similarities; " + spfsSplits + spfsTopN, Marks: boldLost,
		Misprints: []string{
			"the caption says supervised; the methods and the text are unsupervised", peiPrinted},
		Notes: []string{spfsWins, "Compare the order of the methods, not the values."},
	},
	{
		Paper: "spfs-2013", Number: 5, Corner: "Algorithm",
		Caption: "how many nearest neighbors (1, then 5) the chosen features keep, unsupervised",
		Units:   "Jaccard index", Better: "higher",
		Protocol: "RBF similarities; " + spfsSplits + spfsTopN, Marks: boldLost,
		Misprints: []string{peiPrinted + ", in the upper half"},
		Notes:     []string{spfsWins},
	},
	{
		Paper: "spfs-2013", Number: 6, Corner: "Algorithm",
		Caption:  "residue and kept neighbors when the features of SPFS-LAR are weighted by its W",
		Units:    "residue and Jaccard index, means over the eight data sets",
		Protocol: "as Tables 4 and 5",
		Notes: []string{
			"Lower residue and higher Jaccard index are better. The row of SPFS-SFS " +
				"repeats the means of Tables 4 and 5."},
	},
	{
		Paper: "spfs-2013", Number: 7, Corner: "Algorithm",
		Caption: "redundancy with unsupervised selection",
		Units:   "mean Pearson correlation of pairs", Better: "lower",
		Protocol: "RBF similarities; " + spfsSplits + spfsTopN, Marks: boldLost,
		Misprints: []string{peiPrinted,
			"WIN of SPFS-NES is printed 4; 5 of its p-values are at least 0.05"},
		Notes: []string{spfsWins},
	},

	{
		Paper: "grm-2015", Number: 1, Corner: "",
		Caption: "the data sets", Units: counts,
		Misprints: []string{"BINALPHA is printed with 3,20 features instead of 320",
			"AMLALL has 7,129 features in the published file, not 7,219"},
	},
	{
		Paper: "grm-2015", Number: 2, Corner: "",
		Caption: "accuracy of a linear SVM with unsupervised selection", Units: grmPercent,
		Better: "higher", Percent: true,
		Protocol: "linear SVM; " + grmSelection, Marks: boldTagged,
		Misprints: []string{"the text averages six data sets where the table has twelve"},
		Notes:     []string{grmDraws},
	},
	{
		Paper: "grm-2015", Number: 3, Corner: "",
		Caption: "accuracy of nearest neighbors with unsupervised selection", Units: grmPercent,
		Better: "higher", Percent: true,
		Protocol: "k-NN, k not given; " + grmSelection, Marks: boldTagged,
		Notes: []string{"The caption is that of Table 2; the classifier is in a footnote.",
			grmDraws},
	},
	{
		Paper: "grm-2015", Number: 4, Corner: "",
		Caption: "redundancy with unsupervised selection",
		Units:   "mean squared correlation of pairs", Better: "lower",
		Protocol: "20 features",
	},
	{
		Paper: "grm-2015", Number: 5, Corner: "",
		Caption: "accuracy of a linear SVM with supervised selection", Units: grmPercent,
		Better: "higher", Percent: true,
		Protocol: "linear SVM; " + grmSelection, Marks: boldTagged,
		Misprints: []string{"LUNG: GFscore 95.17 is bold, GIG 95.64 is larger"},
	},
	{
		Paper: "grm-2015", Number: 6, Corner: "",
		Caption: "accuracy of nearest neighbors with supervised selection", Units: grmPercent,
		Better: "higher", Percent: true,
		Protocol: "k-NN, k not given; " + grmSelection, Marks: boldTagged,
		Misprints: []string{
			"the text says that GRM improves every accuracy; LEU with Fscore (95.89) and " +
				"ProCancer with IG (94.44) are unchanged"},
		Notes: []string{"The caption is that of Table 5; the classifier is in a footnote."},
	},
	{
		Paper: "grm-2015", Number: 7, Corner: "",
		Caption: "redundancy with supervised selection", Units: "mean squared correlation of pairs",
		Better:   "lower",
		Protocol: "20 features",
		Misprints: []string{
			"the text says that mRMR is more redundant than GRF, GFscore and GIG; it is " +
				"less redundant than GFscore on ProCancer (0.261, mRMR 0.232), and than GRF " +
				"(0.161) and GFscore (0.149) on COIL20 (mRMR 0.110)"},
	},
	{
		Paper: "grm-2015", Number: 8, Corner: "",
		Caption: "how often two features of a group come closer in rank when GRM knows the groups",
		Units:   "correct move rate, share", Better: "higher",
		Protocol: "the best 200 features by each score; 50 random groups of 2 among them",
	},

	{
		Paper: "fsir2-2016", Number: 1, Printed: "I", Corner: "Data set",
		Caption: "the data sets", Units: counts,
	},
	{
		Paper: "fsir2-2016", Number: 2, Printed: "II", Corner: "Data set",
		Caption: "clustering accuracy with unsupervised selection",
		Units:   "clustering accuracy, share", Better: "higher", Protocol: fsirClustering,
		Marks: boldInCopy,
		Misprints: []string{
			"the average of MCFS is printed 0.51; the mean of its column is 0.523, which " +
				"rounding does not explain"},
	},
	{
		Paper: "fsir2-2016", Number: 3, Printed: "III", Corner: "Data set",
		Caption: "normalized mutual information with unsupervised selection",
		Units:   "normalized mutual information", Better: "higher", Protocol: fsirClustering,
		Marks: boldInCopy,
		Misprints: []string{
			"the averages of six of the seven methods are too high: printed 0.25 0.19 0.20 0.17 " +
				"0.21 0.20 for FSIR², SPEC, LScore, EVSC, MCFS, MRSF, means of the columns " +
				"0.213 0.170 0.170 0.146 0.179 0.175; the average of All is right"},
	},
	{
		Paper: "fsir2-2016", Number: 4, Printed: "IV", Corner: "Data set",
		Caption: "accuracy with supervised selection", Units: "accuracy, share", Better: "higher",
		Protocol: "linear SVM, parameters by cross-validation; " + fsirSVM, Marks: boldInCopy,
		Misprints: []string{
			"the averages of SPEC and LScore are printed 0.82; the means of their columns are " +
				"0.837 and 0.836",
			"the text averages 11 data sets where the table has 10, which may be why averages " +
				"here and in Tables II and III are off",
		},
	},
	{
		Paper: "fsir2-2016", Number: 5, Printed: "V", Corner: "Data set",
		Caption: "redundancy with supervised selection",
		Units:   "mean squared cosine of pairs, not centered", Better: "lower",
		Protocol: fsirSVM, Marks: boldInCopy,
		Misprints: []string{"TOX-171 is printed TOX171"},
	},

	{
		Paper: "lap-2018", Number: 1, Printed: "I", Corner: "Name",
		Caption: "the data sets and the projected dimensions that were tried", Units: counts,
		Misprints: []string{"the heading of the samples is printed #Objecyts"},
		Notes:     []string{"Hill-Valley is called HV here."},
	},
	{
		Paper: "lap-2018", Number: 2, Printed: "II", Corner: "Name",
		Caption: "accuracy with supervised selection", Units: "accuracy, share", Better: "higher",
		Protocol: lapSVM, Marks: boldSpaced,
		Misprints: []string{
			"the text has FSSL-LDA second best on Wine and Vehicle; the table has HSFS (0.914 " +
				"and 0.474, FSSL-LDA 0.912 and 0.472)",
			"Ecoli: SLAP alone is bold, and RFS, HSIclasso and FSV have 0.453 too",
		},
		Notes: []string{
			"LDfs and FSSL-LDA have equal numbers on six of the eight data sets. Baseline is a " +
				"C-SVC with LIBSVM's defaults on all features as the files have them."},
	},
	{
		Paper: "lap-2018", Number: 3, Printed: "III", Corner: "Name",
		Caption: "accuracy with unsupervised selection", Units: "accuracy, share", Better: "higher",
		Protocol: lapSVM, Marks: boldSpaced,
		Misprints: []string{
			"the caption says supervised; the methods are unsupervised",
			"Ecoli: ULAP alone is bold, and Laplacian score, UDFS, MCFs and SOGFS have 0.453 too",
			"AUFS is called ADFS once in the text",
		},
	},
}
