package datasets

// geneSets are microarrays and mass spectra: few samples, many features.
var geneSets = []Entry{
	{
		Name: "ALLAML", Aliases: []string{"AMLALL"}, Title: "leukaemia, lymphoblastic or myeloid",
		Kind: kindGenes,
		N:    72, D: 7129, C: 2, Counts: "1:47 2:25", Papers: []Use{{grm, "AMLALL (72×7219)", ""}},
		Citation: "Golub et al. 1999, Science 286", License: asuLicense,
		Cautions: []string{"7129 genes; the 7219 of GRM is a misprint", "1 = ALL, 2 = AML; the " +
			"patients are those of LEU_3571, 38 of them those of Leukemia_Golub38"},
		File: published("ALLAML.mat", 3639219, asuPinned, asuPublic,
			"068afe0fe1021932e1e7d801294c267de8aeaa9d41899acfac024e72b0d44c1e"),
	},
	{
		Name: "Breast2", Aliases: []string{"breast.2.class", "van 't Veer"},
		Title: "breast cancer, with metastases within five years or without", Kind: kindGenes,
		N: 77, D: 4869, C: 2, Counts: "1:33 2:44", Papers: []Use{{lap, "Breast2", ""}},
		Citation: "van 't Veer et al. 2002, Nature 415, as in Díaz-Uriarte, Alvarez de Andrés " +
			"2006, BMC Bioinformatics 7", License: noLicense,
		Cautions: []string{"clipped to [-2, 2] at the source"},
		File: published("breast2.mat", 1082785, chenPinned, "",
			"40b86d62c3d492651aabb0922a1e0a9d2365f1c40cbd754ccff25564b9544f1e"),
		Origin: "https://github.com/rdiaz02/varSelRF-suppl-mat (data.sets.zip: " +
			"breast.2.class.data.txt)",
	},
	{
		Name: "CLL_SUB_111", Aliases: []string{"CLL-SUB"},
		Title: "chronic lymphocytic leukaemia, three kinds", Kind: kindGenes,
		N: 111, D: 11340, C: 3, Counts: "11, 49 and 51",
		Papers:   []Use{{spfs, "CLL-SUB", "GEO GDS968"}, {fsir, "CLL-SUB-111", ""}},
		Citation: "Haslinger et al. 2004, Journal of Clinical Oncology 22", License: asuLicense,
		Cautions: []string{"never read by the makers of this library: sizes as published"},
		File:     blob("CLL_SUB_111.mat", "6f14fa8d02fbe7fca3e73f4c97da3f1e7003a648", asuPublic),
	},
	{
		Name: "GLI_85", Title: "glioma, grade III or IV", Kind: kindGenes,
		N: 85, D: 22283, C: 2, Counts: "26 and 59",
		Papers:   []Use{{fsir, "GLI-85", "5% of the features"}},
		Citation: "Freije et al. 2004, Cancer Research 64", License: asuLicense,
		Cautions: []string{"never read by the makers of this library: sizes as published; about " +
			"8.7 MB"},
		File: blob("GLI_85.mat", "5e6f7b529254a8460ff8ad96a5675cd95304e10a", asuPublic),
	},
	{
		Name: "GLIOMA", Title: "glioblastomas and oligodendrogliomas, classic or not",
		Kind: kindGenes,
		N:    50, D: 4434, C: 4, Counts: "1:14 2:7 3:14 4:15", Papers: []Use{{grm, "GLIOMA", ""}},
		Citation: "Nutt et al. 2003, Cancer Research 63", License: asuLicense,
		File: published("GLIOMA.mat", 1462087, asuPinned, asuPublic,
			"c31cd32edd770c7a102729839e670e588bc959a591e0eae5a0676c9ca11d4c4f"),
	},
	{
		Name: "LEU_3571", Aliases: []string{"LEU", "LEU_3571_csv"},
		Title: "leukaemia, lymphoblastic or myeloid, 3571 genes", Kind: kindGenes,
		N: 72, D: 3571, C: 2, Counts: "0:47 1:25", Papers: []Use{{grm, "LEU", ""}},
		Citation: "Golub et al. 1999, Science 286, with the preprocessing of Dettling 2004, " +
			"Bioinformatics 20", License: "GPL-3.0 (varbvs)",
		Cautions: []string{"0 = ALL, 1 = AML; preprocessed as in Friedman et al. 2010, which " +
			"GRM may not have done"},
		File: published("leukemia_3571.csv.gz", 2327312, "", "",
			"8f4526bb1f1fd1a965a6b7ef475b8c8eef8639c658d75083cc2e377e074e517a"),
		Recipe: Options{Header: HeaderNo, Comma: ','},
		Original: published("leukemia_3571.RData", 2028353,
			"https://raw.githubusercontent.com/pcarbo/varbvs/c7073421634c3b7c1e8225c1fb68baaece18674c/varbvs-R/data/leukemia.RData",
			"", "c4c8e6842a2fd4206f1634a757fed6d995454012e8069d8579e4837169902439"),
		Convert: `Rscript -e 'load("leukemia_3571.RData"); ` +
			`write.table(formatC(cbind(leukemia$x, leukemia$y), digits=17, format="g"), ` +
			`gzfile("leukemia_3571.csv.gz"), sep=",", quote=FALSE, row.names=FALSE, ` +
			`col.names=FALSE)'`,
		Origin: "https://web.stanford.edu/~hastie/CASI_files/DATA/leukemia_small.csv",
	},
	{
		Name:    "Leukemia_Golub38",
		Aliases: []string{"Leukemia", "Golub", "Golub38", "leukemia_38x3051"},
		Title:   "leukaemia, lymphoblastic or myeloid, 38 patients", Kind: kindGenes,
		N: 38, D: 3051, C: 2, Counts: "1:27 2:11", Papers: []Use{{lap, "Leukemia", ""}},
		Citation: "Golub et al. 1999, Science 286, with the preprocessing of Dudoit, Fridlyand, " +
			"Speed 2002, JASA 97", License: noLicense,
		Cautions: []string{"1 = ALL, 2 = AML; the 38 training patients of ALLAML"},
		File: published("leukemia_38x3051.mat", 685894, chenPinned+"leukemia.mat", "",
			"af8f0760458be3f3dc9d61300eabe29768dc570a79abd7d7a5ddf281f2fb865f"),
		Origin: "https://bioconductor.org/packages/multtest (data(golub))",
	},
	{
		Name: "LUNG", Title: "lung cancer of four kinds, and normal lung", Kind: kindGenes,
		N: 203, D: 3312, C: 5, Counts: "17, 6, 20, 21 and 139", Papers: []Use{{grm, "LUNG", ""}},
		Citation: "Bhattacharjee et al. 2001, PNAS 98", License: asuLicense,
		Cautions: []string{"never read by the makers of this library: sizes and class counts " +
			"are the paper's"},
		File: blob("lung.mat", "becb82c675f788b040d5ced741955e19b94ce9b8", asuPublic),
	},
	{
		Name: "LUNG_1543_substitute", Aliases: []string{"LUNG_1543", "Bhattacharjee"},
		Title: "lung cancer of four kinds, and normal lung, 1543 genes", Kind: kindGenes,
		N: 203, D: 1543, C: 5, Counts: "AD:139 COID:20 NL:17 SCLC:6 SQ:21",
		Papers: []Use{{grm, "stands in for LUNG (203×3312)", ""}},
		Citation: "Bhattacharjee et al. 2001, PNAS 98, as in de Souto et al. 2008, BMC " +
			"Bioinformatics 9", License: "none stated for the data (de Souto et al. 2008); " +
			"repository GPL-3.0",
		Cautions: []string{"the 203 samples and five classes of LUNG with 1543 genes of another " +
			"filter: not the paper's 3312"},
		Warning: "these are 1543 genes of LUNG's 203 samples, not the 3312 of the GRM paper",
		File: published("bhattacharjee-2001_database.txt", 1866871,
			"https://raw.githubusercontent.com/padilha/biclustlib/bfadbd6944cc3b5b297e4018dd1437ddfb1f589f/biclustlib/datasets/data/cancer_benchmark/bhattacharjee-2001_database.txt",
			"", "6a3e1028c841aa451fa85f8f730f565a99b23632d40df06b5d84c6defdfd15be"),
		Recipe: Options{Transposed: true, Comma: '\t'},
		Origin: "https://schlieplab.org/Static/Supplements/CompCancer/datasets.htm",
	},
	{
		Name: "ProCancer", Aliases: []string{"ProstateCancer", "JNCI prostate"},
		Title: "blood serum of men with prostate cancer or without", Kind: kindSpectra,
		N: 89, D: 15154, C: 2, Papers: []Use{{grm, "ProCancer", ""}},
		Citation: "Petricoin et al. 2002, Journal of the National Cancer Institute 94",
		License:  noLicense,
		Cautions: []string{"presumably 63 spectra without evidence of disease and 26 with " +
			"cancer, of the set's 322: an inference from the counts",
			"the paper calls the mass spectra gene expression"},
		File: File{Name: "ProCancer.csv"},
		Origin: "NCI-FDA Clinical Proteomics Program, JNCI prostate SELDI set " +
			"(home.ccr.cancer.gov/ncifdaproteomics, perhaps dead)",
		Obtain: "no address serves it; if you have the NCI-FDA prostate spectra (JNCI 2002, " +
			"SELDI), save 89 samples with their class in the last column as ProCancer.csv in " +
			"the folder of FSNB_DATA",
	},
	{
		Name: "SMK_CAN_187", Title: "smokers with lung cancer or without", Kind: kindGenes,
		N: 187, D: 19993, C: 2, Counts: "90 and 97",
		Papers:   []Use{{fsir, "SMK-CAN-187", "5% of the features"}},
		Citation: "Spira et al. 2007, Nature Medicine 13", License: asuLicense,
		Cautions: []string{
			"never read by the makers of this library: sizes as published; about 11.9 MB",
			"a third party gives sha256 " +
				"96ff62a9dad001b4bb28a5c31f69e9c41fb1f42d02e4b39c31e4a57b46238aa7",
		},
		File: blob("SMK_CAN_187.mat", "af38a120b93d5701e48e1ae679b5305c2ad2c791", asuPublic),
	},
	{
		Name: "SRBCT", Aliases: []string{"SRBCT_csv", "Khan"},
		Title: "small round blue cell tumors of four kinds", Kind: kindGenes,
		N: 83, D: 2308, C: 4, Counts: "1:29 2:11 3:18 4:25", Papers: []Use{{grm, "SRBCT", ""}},
		Citation: "Khan et al. 2001, Nature Medicine 7", License: "GPL ≥ 2 (plsgenomics)",
		Cautions: []string{"1 = Ewing sarcoma, 2 = Burkitt lymphoma, 3 = neuroblastoma, 4 = " +
			"rhabdomyosarcoma", "63 samples for training and 20 for testing; the 25 of GRM is a " +
			"misprint"},
		File: published("SRBCT.csv.gz", 476265, "", "",
			"7f43bac1119bb93662bc52bd9d02a4ac47af227d5c5c9aee40381b8542256c11"),
		Recipe: Options{Header: HeaderNo, Comma: ','},
		Original: published("SRBCT.rda", 439848,
			"https://raw.githubusercontent.com/cran/plsgenomics/8c770daf139b94f6dd073529a53863d6db902a98/data/SRBCT.rda",
			"", "6d67227b09da8bf0654078fd5b14c4add06e7006c15f5d82932eb256d85fbd44"),
		Convert: `Rscript -e 'load("SRBCT.rda"); write.table(formatC(cbind(SRBCT$X, SRBCT$Y), ` +
			`digits=17, format="g"), gzfile("SRBCT.csv.gz"), sep=",", quote=FALSE, ` +
			`row.names=FALSE, col.names=FALSE)'`,
		Origin: "https://cran.r-project.org/package=plsgenomics",
	},
	{
		Name: "TOX_171", Aliases: []string{"TOX"}, Title: "toxicology, four classes",
		Kind: kindGenes,
		N:    171, D: 5748, C: 4, Counts: "1:45 2:45 3:39 4:42",
		Papers: []Use{{spfs, "TOX", "GEO GDS1454"},
			{fsir, "TOX-171, TOX171", "5% of the features"}},
		Citation: "Gene Expression Omnibus, GDS1454 as SPFS says", License: asuLicense,
		File: published("TOX_171.mat", 3470586, asuPinned, asuPublic,
			"f52f57e61775b7830c84750456d7fadfd220d1cc8eed26419c3390eb9216cc84"),
	},
}
