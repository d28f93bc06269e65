package datasets

import "fsnb.example/internal/checksum"

// uciPublic is the classic tree of the UCI repository. Where a mirror's file has a layout different
// from UCI's, UCI is its Origin and not an address of the file.
const (
	uciPublic  = "https://archive.ics.uci.edu/ml/machine-learning-databases/"
	arffPinned = "https://raw.githubusercontent.com/renatopp/arff-datasets/c59f172882592bb58982cc54d2d3c8a2b57e9b73/classification/"
)

// uciSets come from the UCI repository, as files of several mirrors.
var uciSets = []Entry{
	{
		Name: "australian", Aliases: []string{"Austra", "Statlog australian"},
		Title: "credit card applications, integer codes", Kind: kindCredit,
		N: 690, D: 14, C: 2, Counts: "0:383 1:307",
		Papers: []Use{{traceRatio, "australian",
			"the codes as they are; 30 of each class for training"}, {fsir, "Austra", ""}},
		Citation: "Quinlan 1987, International Journal of Man-Machine Studies 27; UCI Statlog",
		License:  uciLicense,
		Cautions: []string{
			"crx with nominal columns coded and missing values filled in",
			"three other mirrors are altered: LProcopi15/RWorkshop has 6 missing cells, " +
				"Krejnerw/MIW and dl155231/MIW-155231 have one label flipped",
		},
		File: File{
			Name: "australian.dat",
			Sum: checksum.Sum{Size: 28717,
				SHA256: "ec683991fd32b3ef1d9a4e50ac3ab5574067cc0eedec67b8d755e6c26c5508fe"},
			Pinned: "https://raw.githubusercontent.com/rajdeep-cse17/Class_Imbalance/5ef9e2bc47419dd7b20d0a9f6bb1c665dfebd3a4/data/australian.dat",
		},
		Recipe: Options{Header: HeaderYes, Comma: ' '},
		Origin: uciPublic + "statlog/australian/australian.dat (without the header line)",
	},
	{
		Name: "credit_g", Aliases: []string{"German", "german_credit", "Statlog german"},
		Title: "loans of a German bank, 20 mixed attributes", Kind: kindCredit,
		N: 1000, D: 20, C: 2, Counts: "bad:300 good:700",
		Papers: []Use{{traceRatio, "german", "1000×20: nominal attributes in integer codes; " +
			"30 of each class for training"}},
		Citation: "Hofmann 1994; UCI Statlog German Credit", License: uciLicense,
		Cautions: []string{"nominal attributes become integer codes in the order in which the " +
			"file declares their values; Code \"one-hot\" makes a column of each value"},
		File: File{
			Name: "credit.g.arff",
			Sum: checksum.Sum{Size: 163550,
				SHA256: "177171ed80cfc816ef10a76813fa8f97695a6f7abab4d8435eb6ce0a65a37501"},
			Pinned: arffPinned + "credit.g.arff",
		},
		Recipe: Options{Code: "ordinal"},
		Origin: uciPublic + "statlog/german/german.data",
	},
	{
		Name: "crx", Aliases: []string{"credit_a", "credit_approval", "credit_screening"},
		Title: "credit card applications, 15 mixed attributes", Kind: kindCredit,
		N: 690, D: 15, C: 2, Counts: "+:307 -:383",
		Papers: []Use{{traceRatio, "crx", "690×15: every sample, nominal attributes in one " +
			"column each; 30 of each class for training"}},
		Citation: "Quinlan 1987, International Journal of Man-Machine Studies 27; UCI Credit " +
			"Approval", License: uciLicense,
		Cautions: []string{"67 missing values become the median or the most frequent word of " +
			"their column; the paper keeps all samples and says nothing of them",
			"words become codes in alphabetical order"},
		File: File{
			Name: "crx.data", Sum: checksum.Sum{Size: 32218,
				SHA256: "fff49bc186cbddb3ace7371d40d9fbbb3af4f126019c13ff3f562249b1454f4d"},
			Pinned: "https://raw.githubusercontent.com/CodeProcessor/Credit-Screening/9095ed1ed9faa823093cda261e100d9afdd79f1b/data/crx.data",
			Public: uciPublic + "credit-screening/crx.data",
		},
		Recipe: Options{Header: HeaderNo, Comma: ',', Missing: "median", Code: "ordinal"},
	},
	{
		Name: "Ecoli_343", Aliases: []string{"Ecoli", "ecoli_uni"},
		Title: "sites of proteins in a bacterium, with their names as columns", Kind: kindProteins,
		N: 336, D: 343, C: 8, Counts: "1:143 2:77 3:2 4:2 5:35 6:20 7:5 8:52",
		Papers:   []Use{{lap, "Ecoli", "343 features: the names of the sequences one-hot"}},
		Citation: "Horton, Nakai 1996, ISMB; UCI Ecoli", License: uciLicense,
		Cautions: []string{"336 of the 343 columns are the one-hot name of each sequence, a row " +
			"number in effect; the 7 measurements are the last columns, and ecoli_7 has them " +
			"alone"},
		Warning: "336 of the 343 columns are a row number, one-hot; the 7 measurements are the " +
			"last ones (ecoli_7 has them alone)",
		File: File{
			Name: "ecoli_uni.mat",
			Sum: checksum.Sum{Size: 8411,
				SHA256: "4eea57acbeeda7be007b0d6445b94cb9ee9d128584468fe534252eddf3ab87d0"},
			Pinned: chenPinned + "ecoli_uni.mat",
		},
		Origin: uciPublic + "ecoli/ecoli.data",
	},
	{
		Name: "ecoli_7", Aliases: []string{"ecoli_arff"},
		Title: "sites of proteins in a bacterium, seven measurements", Kind: kindProteins,
		N: 336, D: 7, C: 8, Counts: "cp:143 im:77 imL:2 imS:2 imU:35 om:20 omL:5 pp:52",
		Papers:   []Use{{lap, "Ecoli (336×343), without the names", ""}},
		Citation: "Horton, Nakai 1996, ISMB; UCI Ecoli", License: uciLicense,
		File: File{
			Name: "ecoli.arff",
			Sum: checksum.Sum{Size: 16142,
				SHA256: "1628f2d06962f257949eb04cd0101a1ce8718d35da52122242f1778ffbaecc5f"},
			Pinned: arffPinned + "ecoli.arff",
		},
		Origin: uciPublic + "ecoli/ecoli.data",
	},
	{
		Name: "german_data", Aliases: []string{"german_codes"},
		Title: "loans of a German bank, UCI's codes A11, A12, …", Kind: kindCredit,
		N: 1000, D: 20, C: 2, Counts: "1:700 2:300",
		Papers:   []Use{{traceRatio, "german, another file of the same", ""}},
		Citation: "Hofmann 1994; UCI Statlog German Credit", License: uciLicense,
		Cautions: []string{"1 = good, 2 = bad; words become codes in alphabetical order"},
		File: File{
			Name: "german.csv",
			Sum: checksum.Sum{Size: 79793,
				SHA256: "ec12a88b9fc14d74ba646ea0410cf7ff4533bec2eb61652f8ad76796bbfec017"},
			Pinned: "https://raw.githubusercontent.com/jbrownlee/Datasets/d20fcb6402ae34e653d4513b00f39257bb37ed7f/german.csv",
		},
		Recipe: Options{Header: HeaderNo, Comma: ',', Code: "ordinal"},
		Origin: uciPublic + "statlog/german/german.data (blanks between the cells)",
	},
	{
		Name: "german_numeric", Aliases: []string{"german_24"},
		Title: "loans of a German bank, 24 numeric attributes", Kind: kindCredit,
		N: 1000, D: 24, C: 2, Counts: "1:700 2:300",
		Papers:   []Use{{traceRatio, "german (1000×20), the numeric version", ""}},
		Citation: "Hofmann 1994, coded at Strathclyde University; UCI Statlog German Credit",
		License:  uciLicense,
		Cautions: []string{"1 = good, 2 = bad"},
		File: File{
			Name: "german.data-numeric",
			Sum: checksum.Sum{Size: 102000,
				SHA256: "2752b044394958ab6dd193a0b56ca0f0b3a2d8bc7cb8c008e35a5e84bbec02f8"},
			Pinned: "https://raw.githubusercontent.com/KevinChittilapilly/Fairness-Research/586a031c8777efe33042cb60c3b84595e8964c7d/german.data-numeric.txt",
			Public: uciPublic + "statlog/german/german.data-numeric",
		},
		Recipe: Options{Header: HeaderNo, Comma: ' '},
	},
	{
		Name: "heart_statlog", Aliases: []string{"Heart", "Statlog heart"},
		Title: "heart disease, 13 measurements of patients", Kind: kindMedicine,
		N: 270, D: 13, C: 2, Counts: "absent:150 present:120",
		Papers: []Use{{traceRatio, "heart", "30 of each class for training"},
			{fsir, "Heart", ""}},
		Citation: "UCI Statlog Heart", License: uciLicense,
		File: File{
			Name: "heart.statlog.arff",
			Sum: checksum.Sum{Size: 13489,
				SHA256: "1f850f58512d989c5309c197afd576435faef177ae1b53a12437a9eecee058c9"},
			Pinned: arffPinned + "heart.statlog.arff",
		},
		Origin: uciPublic + "statlog/heart/heart.dat",
	},
	{
		Name: "Hill_Valley", Aliases: []string{"HV", "Hill_Valley_without_noise"},
		Title: "curves with a hill or a valley, 100 points", Kind: kindCurves,
		N: 606, D: 100, C: 2, Counts: "1:295 2:311", Papers: []Use{{lap, "HV, Hill-Valley", ""}},
		Citation: "Graham, Oppacher 2008; UCI Hill-Valley", License: uciLicense,
		Cautions: []string{"without noise; one of UCI's two files of 606 curves, not checked " +
			"which; the paper does not say which it took, and Hill_Valley_noise is the other"},
		File: File{
			Name: "Hill_Valley.mat",
			Sum: checksum.Sum{Size: 458202,
				SHA256: "3b7760431db07953d58c1d534aebc943b4be5edcb4d5708d51b28b45964bb13d"},
			Pinned: chenPinned + "Hill_Valley.mat",
		},
		Origin: uciPublic + "hill-valley/Hill_Valley_without_noise_Training.data",
	},
	{
		Name: "Hill_Valley_noise", Aliases: []string{"Hill_Valley_with_noise"},
		Title: "noisy curves with a hill or a valley, 100 points", Kind: kindCurves,
		N: 606, D: 100, C: 2, Counts: "1:299 2:307",
		Papers:   []Use{{lap, "perhaps HV, Hill-Valley", ""}},
		Citation: "Graham, Oppacher 2008; UCI Hill-Valley", License: uciLicense,
		Cautions: []string{"with noise; the paper does not say which it took"},
		File: File{
			Name: "Hill_Valley_noise.mat",
			Sum: checksum.Sum{Size: 239336,
				SHA256: "c64c23b9952920119a2815e6cc264eecd19ef8a35642230853fb95aa3250da19"},
			Pinned: chenPinned + "Hill_Valley_noise.mat",
		},
		Origin: uciPublic + "hill-valley/Hill_Valley_with_noise_Training.data",
	},
	{
		Name: "ionosphere", Title: "radar returns from the ionosphere, good or bad",
		Kind: kindRadar,
		N:    351, D: 34, C: 2, Counts: "b:126 g:225",
		Papers:   []Use{{traceRatio, "ionosphere", "30 of each class for training"}},
		Citation: "Sigillito et al. 1989, Johns Hopkins APL Technical Digest 10; UCI Ionosphere",
		License:  uciLicense,
		Cautions: []string{"a02 is constant", "1 sample repeats another"},
		File: File{
			Name: "ionosphere.arff",
			Sum: checksum.Sum{Size: 80843,
				SHA256: "ac7813d87dcbd3ea8ea5addf6204909a74d89c4724d0f6e02c39f3eed13604fe"},
			Pinned: arffPinned + "ionosphere.arff",
		},
		Origin: uciPublic + "ionosphere/ionosphere.data",
	},
	{
		Name: "Musk_v1", Aliases: []string{"Clean", "Clean1", "Musk", "Musk1", "musk_clean1"},
		Title: "molecules in 476 shapes, musk or not", Kind: kindChemistry,
		N: 476, D: 166, C: 2, Counts: "1:269 2:207",
		Papers: []Use{{fsir, "Clean", ""}, {lap, "Musk", ""}},
		Citation: "Dietterich, Lathrop, Lozano-Pérez 1997, Artificial Intelligence 89; UCI Musk " +
			"(Version 1)", License: uciLicense,
		Cautions: []string{"1 = no musk, 2 = musk; shapes of one molecule are in one class, so " +
			"that splits by rows leak"},
		File: File{
			Name: "Musk_clean1.mat",
			Sum: checksum.Sum{Size: 100277,
				SHA256: "ccf68c80fd8e53a7fcc620144a0182e1f44b4bd700d08f75cd55decdfb18c38d"},
			Pinned: chenPinned + "Musk_clean1.mat",
		},
		Origin: uciPublic + "musk/clean1.data.Z",
	},
	{
		Name: "Segment", Aliases: []string{"segment_uni", "Statlog segment"},
		Title: "patches of outdoor pictures, 19 measurements, z-scored", Kind: kindSilhouettes,
		N: 2310, D: 19, C: 7, Counts: "330 each",
		Papers:   []Use{{lap, "Segment", "z-scored, as the file is"}},
		Citation: "Vision Group, University of Massachusetts 1990; UCI Image Segmentation",
		License:  uciLicense,
		Cautions: []string{"z-scored, with n-1; f2 is constant; segment_arff has the raw values",
			"224 samples repeat others: a split may have one patch on both sides"},
		File: File{
			Name: "segment_uni.mat",
			Sum: checksum.Sum{Size: 181343,
				SHA256: "886f607429d75fd7637411ed71a0b701ccc025e2360f44dcb25b3b1cedcf51d3"},
			Pinned: chenPinned + "segment_uni.mat",
		},
		Origin: uciPublic + "statlog/segment/segment.dat",
	},
	{
		Name: "segment_arff", Aliases: []string{"segment_raw"},
		Title: "patches of outdoor pictures, 19 measurements", Kind: kindSilhouettes,
		N: 2310, D: 19, C: 7, Counts: "brickface:330 cement:330 foliage:330 grass:330 path:330 " +
			"sky:330 window:330", Papers: []Use{{lap, "Segment, before it is z-scored", ""}},
		Citation: "Vision Group, University of Massachusetts 1990; UCI Image Segmentation",
		License:  uciLicense,
		Cautions: []string{"region-pixel-count is constant", "224 samples repeat others: a " +
			"split may have one patch on both sides"},
		File: File{
			Name: "segment.arff",
			Sum: checksum.Sum{Size: 308420,
				SHA256: "fc99b13f74a51f0c2f94954bd3795dd023226f7b9dd18d5fb6d5c9944dec52e4"},
			Pinned: arffPinned + "segment.arff",
		},
		Origin: uciPublic + "statlog/segment/segment.dat",
	},
	{
		Name: "Vehicle", Aliases: []string{"vehicle_uni", "Statlog vehicle"},
		Title: "silhouettes of four vehicles, 18 measurements", Kind: kindSilhouettes,
		N: 846, D: 18, C: 4, Counts: "1:212 2:217 3:218 4:199",
		Papers: []Use{{traceRatio, "vehicle", "30 of each class for training"},
			{lap, "Vehicle", ""}},
		Citation: "Siebert 1987, Turing Institute TIRM-87-018; UCI Statlog Vehicle Silhouettes",
		License:  uciLicense,
		Cautions: []string{"1 = opel, 2 = saab, 3 = bus, 4 = van; vehicle_arff has the same " +
			"rows in another order, with names"},
		File: File{
			Name: "vehicle_uni.mat",
			Sum: checksum.Sum{Size: 16852,
				SHA256: "b5fcb2170321621ad343889a3cede446e88363fd560e86f9590c61ec1ce02cd9"},
			Pinned: chenPinned + "vehicle_uni.mat",
		},
		Origin: "https://archive.ics.uci.edu/static/public/149/statlog+vehicle+silhouettes.zip",
	},
	{
		Name: "vehicle_arff", Aliases: []string{"vehicle_named"},
		Title: "silhouettes of four vehicles, 18 measurements, with names", Kind: kindSilhouettes,
		N: 846, D: 18, C: 4, Counts: "bus:218 opel:212 saab:217 van:199",
		Papers:   []Use{{traceRatio, "vehicle", ""}, {lap, "Vehicle", ""}},
		Citation: "Siebert 1987, Turing Institute TIRM-87-018; UCI Statlog Vehicle Silhouettes",
		License:  uciLicense,
		File: File{
			Name: "vehicle.arff",
			Sum: checksum.Sum{Size: 64896,
				SHA256: "c815585534f9e8c51c6cbe535770891744f5883081709f3a36a58bd419ce0994"},
			Pinned: arffPinned + "vehicle.arff",
		},
		Origin: "https://archive.ics.uci.edu/static/public/149/statlog+vehicle+silhouettes.zip",
	},
	{
		Name: "vote", Aliases: []string{"house_votes_84", "congressional_voting_records"},
		Title: "votes of the US House in 1984, democrats and republicans", Kind: kindVotes,
		N: 435, D: 16, C: 2, Counts: "democrat:267 republican:168",
		Papers: []Use{{fsir, "Vote", "y = 1, n = 0, ? = .5: gives the printed .88 / .49 of " +
			"all features"}},
		Citation: "Schlimmer 1987; UCI Congressional Voting Records", License: uciLicense,
		Cautions: []string{"392 votes are neither yes nor no: .5",
			"93 samples repeat others: members who voted alike"},
		File: File{
			Name: "vote.arff",
			Sum: checksum.Sum{Size: 40912,
				SHA256: "d4317c3312a6dde5617b0b464ad6e02aef485b302625e5cb39c1e9eb01307fa4"},
			Pinned: arffPinned + "vote.arff",
		},
		Recipe: Options{Missing: "0.5", Code: "ordinal"},
		Origin: uciPublic + "voting-records/house-votes-84.data",
	},
	{
		Name: "Wine_mat", Title: "wines of three cultivars, 13 chemical measurements, as a file",
		Kind: kindChemistry,
		N:    178, D: 13, C: 3, Counts: "1:59 2:71 3:48", Papers: []Use{{lap, "Wine", ""}},
		Citation: "Forina et al. 1988, PARVUS; UCI Wine", License: uciLicense,
		Cautions: []string{"the values of the embedded wine, without names"},
		File: File{
			Name: "wine.mat", Sum: checksum.Sum{Size: 5417,
				SHA256: "e862bb70c3c16479c16c04d10b38839f950d0b46a6e9a7f4ce9c9011c37305b6"},
			Pinned: chenPinned + "wine.mat",
		},
		Origin: uciPublic + "wine/wine.data",
	},
}
