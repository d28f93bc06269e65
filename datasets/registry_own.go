package datasets

// The papers, as tables name them.
const (
	traceRatio = "trace ratio 2008"
	grm        = "GRM 2015"
	spfs       = "SPFS 2013"
	fsir       = "FSIR²"
	lap        = "LAP 2018"
)

const (
	kindFlowers     = "measurements"
	kindChemistry   = "chemistry"
	kindMedicine    = "medicine"
	kindCredit      = "credit records"
	kindVotes       = "votes"
	kindSilhouettes = "image measurements"
	kindRadar       = "radar"
	kindProteins    = "proteins"
	kindCurves      = "curves"
	kindHandwriting = "handwriting"
	kindFaces       = "faces"
	kindObjects     = "objects"
	kindPalms       = "palms"
	kindGenes       = "gene expression"
	kindSpectra     = "mass spectra"
	kindWords       = "text"
	kindSynthetic   = "generated"
	uciLicense      = "CC BY 4.0 (UCI)"
	noLicense       = "none stated"
	asuLicense      = "none stated for the data (ASU benchmark: cite the original study)"
	publicDomain    = "public domain"
)

const (
	citeFriedman = "Friedman 1991, Annals of Statistics 19; Breiman 1996, Machine Learning 24"

	noCapacitance = "x4 is in the formula and has no visible effect: its term is at most .008"
)

// ownSets need no file: they are embedded or generated.
var ownSets = []Entry{
	{
		Name: "iris", Aliases: []string{"Fisher's iris"},
		Title: "flowers of three species, four measurements", Kind: kindFlowers,
		N: 150, D: 4, C: 3, Counts: "50 each", Citation: "Fisher 1936, Annals of Eugenics 7",
		License: publicDomain,
		Cautions: []string{"the values of R and scikit-learn; rows 35 and 38 of UCI's file differ",
			"1 sample repeats another"},
	},
	{
		Name: "wine", Title: "wines of three cultivars, 13 chemical measurements",
		Kind: kindChemistry,
		N:    178, D: 13, C: 3, Counts: "cultivar_1:59 cultivar_2:71 cultivar_3:48",
		Papers:   []Use{{lap, "Wine", ""}},
		Citation: "Forina et al. 1988, PARVUS; UCI Wine", License: uciLicense,
		Cautions: []string{"Wine and wine are this embedded set; Wine_mat is the file, with the " +
			"same values in the same order, classes 1 to 3 and no names of features"},
		Origin: "https://archive.ics.uci.edu/ml/machine-learning-databases/wine/wine.data",
	},
	{
		Name: "wdbc", Aliases: []string{"breast_cancer_wisconsin_diagnostic",
			"breast_cancer_wisconsin"},
		Title: "breast tumors, 30 measurements of cell nuclei; radius, perimeter and area are " +
			"redundant", Kind: kindMedicine,
		N: 569, D: 30, C: 2, Counts: "benign:357 malignant:212",
		Citation: "Street, Wolberg, Mangasarian 1993; UCI Breast Cancer Wisconsin (Diagnostic)",
		License:  uciLicense,
	},
	{
		Name: "digits", Aliases: []string{"optdigits"}, Title: "handwritten digits, 8×8 pixels",
		Kind: kindHandwriting,
		N:    1797, D: 64, C: 10, Counts: "174 to 183 each",
		Citation: "Alpaydin, Kaynak 1998; UCI " +
			"Optical Recognition of Handwritten Digits, test part", License: uciLicense,
		Cautions: []string{"not the DIGIT of GRM, which is MFEAT"},
	},
	{
		Name: "grm-blocks", Aliases: []string{"Synthetic"},
		Title: "ten groups of ten correlated features, two clusters", Kind: kindSynthetic,
		N: 400, D: 100, C: 2, Counts: "200 each", Papers: []Use{{grm, "Synthetic", "§4.1"}},
		License: publicDomain,
		Cautions: []string{"the paper gives neither the correlation nor the distance of the " +
			"clusters; .9 and 3.6 standard deviations here"},
	},
	{
		Name: "lap-d1", Aliases: []string{"D1"},
		Title: "three Gaussians in two classes, ten noise features", Kind: kindSynthetic,
		N: 400, D: 12, C: 2, Counts: "200 each", Papers: []Use{{lap, "D1", "Fig. 1"}},
		License: publicDomain,
	},
	{
		Name: "lap-d2", Aliases: []string{"D2"}, Title: "two clusters, twenty noise features",
		Kind: kindSynthetic,
		N:    200, D: 22, C: 2, Counts: "100 each", Papers: []Use{{lap, "D2", "Fig. 7"}},
		License: publicDomain,
	},
	{
		Name: "planted", Title: "known dependences: straight, of a pair, of a square; near " +
			"duplicates; 52 noise features", Kind: kindSynthetic,
		N: 500, D: 60, C: 2, Counts: "high:246 low:254", License: publicDomain,
	},
	{
		Name: "pairs", Title: "two pairs of features, each feature alone independent of the " +
			"class; 46 noise features", Kind: kindSynthetic,
		N: 500, D: 50, C: 2, Counts: "high:268 low:232", License: publicDomain,
	},
	{
		Name: "friedman1", Title: "Friedman #1: a sine of a product, a square, two straight " +
			"terms; 45 noise features", Kind: kindSynthetic,
		N: 500, D: 50, Target: "y", Citation: citeFriedman, License: publicDomain,
		Cautions: []string{"50 features; the papers have 10"},
	},
	{
		Name: "friedman2", Title: "Friedman #2: impedance of a circuit; 46 noise features",
		Kind: kindSynthetic,
		N:    500, D: 50, Target: "y", Citation: citeFriedman, License: publicDomain,
		Cautions: []string{"50 features; the papers have 4", noCapacitance,
			"the effect of x1 has a standard deviation of 9.5, the noise one of 125"},
	},
	{
		Name: "friedman3", Title: "Friedman #3: phase of a circuit; 46 noise features",
		Kind: kindSynthetic,
		N:    500, D: 50, Target: "y", Citation: citeFriedman, License: publicDomain,
		Cautions: []string{"50 features; the papers have 4", noCapacitance},
	},
	{
		Name: "target-blocks", Title: "ten blocks of five near duplicates, five of them with a " +
			"linear effect; 50 noise features", Kind: kindSynthetic,
		N: 400, D: 100, Target: "y", License: publicDomain,
	},
	{
		Name: "target-pairs", Title: "products of two pairs of features and a straight term; 55 " +
			"noise features", Kind: kindSynthetic,
		N: 500, D: 60, Target: "y", License: publicDomain,
	},
}
