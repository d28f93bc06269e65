package datasets

// chenPinned is a folder with the files of the LAP paper's sizes.
const chenPinned = "https://raw.githubusercontent.com/haoqipaopao/feature_selection/90244637c3c4961f1503c80bfb74f8c83701bd21/data.sets/"

const attArchive = "AT&T Laboratories Cambridge, https://cam-orl.co.uk/facedatabase.html"

// imageSets are pictures, one feature a pixel; imageShapes has their shapes.
var imageSets = []Entry{
	{
		Name: "BINALPHA", Aliases: []string{"binary_alphadigits", "binaryalphadigs",
			"binalpha_uni"}, Title: "handwritten digits and capitals, 20×16 black and white pixels",
		Kind: kindHandwriting,
		N:    1404, D: 320, C: 36, Counts: "39 each", Papers: []Use{{grm, "BINALPHA", ""}},
		Citation: "S. Roweis, Binary Alphadigits", License: noLicense,
		Cautions: []string{"41 samples repeat others: the 39 pictures of class 25 (O) are those " +
			"of class 1 (0), so that nothing tells these classes apart"},
		Warning: "classes 1 (0) and 25 (O) are the same 39 pictures: nothing tells them apart",
		File: published("binalpha_uni.mat", 65510, chenPinned, "",
			"41fad6e55538477070fad5ae297e1c3c85342911fb28eacc74af64795bde7037"),
		Origin: "https://cs.nyu.edu/~roweis/data/binaryalphadigs.mat",
	},
	{
		Name: "COIL20", Title: "20 objects on a turntable, 32×32 pixels", Kind: kindObjects,
		N: 1440, D: 1024, C: 20, Counts: "72 each", Papers: []Use{{grm, "COIL20", ""}},
		Citation: "Nene, Nayar, Murase 1996, Columbia CUCS-005-96", License: asuLicense,
		Cautions: []string{"scaled to [0, 1]"},
		File: published("COIL20.mat", 3024549, asuPinned, asuPublic,
			"4595ebdda07f47b0eb014fcfaddc22b452f9aed9c1d9261a0d5bc336c1ee1344"),
	},
	{
		Name: "MFEAT", Aliases: []string{"DIGIT", "mfeat_mat", "multiple_features", "handwritten"},
		Title: "handwritten digits in six views: fac 216, fou 76, kar 64, mor 6, pix 240, zer 47",
		Kind:  kindHandwriting,
		N:     2000, D: 649, C: 10, Counts: "200 each",
		Papers: []Use{{grm, "DIGIT", "six types of features; §4.6 takes each for a group"}},
		Citation: "van Breukelen, Duin, Tax, den Hartog 1998, Kybernetika 34; UCI Multiple " +
			"Features", License: uciLicense,
		Cautions: []string{
			"the variable G of the file is an attribute of two groups, not the class",
			"not digits, the 8×8 pictures of UCI's optical recognition set",
			"6 samples repeat others"},
		File: published("mfeat.mat", 3482689,
			"https://raw.githubusercontent.com/jmd123611/AFMVC/0094449f5fdfffcda0d247c45e96e152b7a578cb/mfeat.mat",
			"", "dad01db7a21d124e96cf6157291188860d66a49b124b49b94c6029f963c040a9"),
		Recipe: Options{Label: "y"},
		Origin: "https://archive.ics.uci.edu/static/public/72/multiple+features.zip",
	},
	{
		Name: "ORL", Aliases: []string{"ORL_32x32"}, Title: "faces of 40 people, 32×32 pixels",
		Kind: kindFaces,
		N:    400, D: 1024, C: 40, Counts: "10 each",
		Papers:   []Use{{traceRatio, "AT&T, at another size", "28×23 pixels: see ORL_28x23"}},
		Citation: "Samaria, Harter 1994, IEEE Workshop on Applications of Computer Vision",
		License:  asuLicense,
		Cautions: []string{"the ORL in a column of SPFS is orlraws10P"},
		File: published("ORL.mat", 376584, asuPinned, asuPublic,
			"e257ec36002e48688ed7f3b9fda13f479f2fd98864fa0672d1353eda1912b189"),
	},
	{
		Name: "ORL_28x23", Aliases: []string{"AT&T", "ATT", "AT&T faces"},
		Title: "faces of 40 people, 28×23 pixels", Kind: kindFaces,
		N: 400, D: 644, C: 40, Counts: "10 each",
		Papers:   []Use{{traceRatio, "AT&T", "5 of each person for training"}},
		Citation: "Samaria, Harter 1994, IEEE Workshop on Applications of Computer Vision",
		License:  noLicense,
		Cautions: []string{"made smaller by a third party, not necessarily as the paper's " +
			"authors did"},
		File: published("ORL_28x23.mat", 237673, "", "",
			"15978cb6bbd8f19cd69de9c7d1a0d5d7f05cc47a5fc0dfabad70cdb3e1aaeda4"),
		Origin: attArchive,
		Obtain: "no address serves it at this size; fetch the 112×92 originals (" + attArchive +
			") and make them smaller, or take ORL",
	},
	{
		Name: "orlraws10P", Aliases: []string{"ORL10P"},
		Title: "faces of 10 of ORL's people, 112×92 pixels", Kind: kindFaces,
		N: 100, D: 10304, C: 10, Counts: "10 each",
		Papers:   []Use{{spfs, "ORL10P (100×10000); ORL in a column", ""}},
		Citation: "Samaria, Harter 1994, IEEE Workshop on Applications of Computer Vision",
		License:  asuLicense,
		Cautions: []string{"10304 = 112×92 features; papers print 10000"},
		File: published("orlraws10P.mat", 951783, asuPinned, asuPublic,
			"6ffa58759c5636f4ce311d23e44ef8de9f39bbb844902154c0cc5daac71226d6"),
	},
	{
		Name: "PalmData25", Aliases: []string{"PalmData", "Palm", "PalmData25_uni"},
		Title: "palms of 100 hands, 16×16 pixels", Kind: kindPalms,
		N: 2000, D: 256, C: 100, Counts: "20 each", Papers: []Use{{grm, "PalmData", ""}},
		Citation: "the paper gives no source", License: noLicense,
		Cautions: []string{"values from -11.1 to 270.8, beyond those of a picture",
			"how the pixels follow one another cannot be told by looking: down the columns, as " +
				"in the sets beside it"},
		File: published("PalmData25_uni.mat", 2679246, chenPinned, "",
			"3b47e9294036b9b31c9eb2a6e55173725548bdf3a058cde63307bb7c6f49a431"),
		Origin: "https://github.com/hyzhang98/AdaGAE/blob/master/data/Palm.mat (the same values)",
	},
	{
		Name: "pixraw10P", Aliases: []string{"PIX10P", "PIX"},
		Title: "faces of 10 people, 100×100 pixels", Kind: kindFaces,
		N: 100, D: 10000, C: 10, Counts: "10 each",
		Papers:   []Use{{spfs, "PIX10P; PIX in a column", ""}, {fsir, "PIX10P", ""}},
		Citation: "Manchester faces, Pilot European Image Processing Archive", License: asuLicense,
		Cautions: []string{"2 samples repeat others"},
		File: published("pixraw10P.mat", 520463, asuPinned, asuPublic,
			"aa4b474244ae847dc2efdc868c0ff58fc3748a830c2ffdf760a1697cf72088f8"),
	},
	{
		Name: "UMIST", Aliases: []string{"umist_28x23", "Sheffield faces"},
		Title: "faces of 20 people from profile to front, 28×23 pixels", Kind: kindFaces,
		N: 575, D: 644, C: 20, Counts: "19 to 48 each",
		Papers:   []Use{{traceRatio, "UMIST", "5 of each person for training"}},
		Citation: "Graham, Allinson 1998, NATO ASI Series F 163", License: noLicense,
		Cautions: []string{"10 samples repeat others: a split may have one picture on both sides"},
		File: published("umist_28x23.mat", 330829,
			"https://raw.githubusercontent.com/anony259106/icml2024/b3e3f2e6382b2640dff64f08f1332f3900c494d0/data/umist.mat",
			"", "b89f79abb84d5825cd3008f8ee7537582a5c0ab268781c26d7227b11286d4d11"),
		Origin: "https://cs.nyu.edu/~roweis/data/umist_cropped.mat (112×92 pixels)",
	},
	{
		Name: "warpAR10P", Aliases: []string{"AR10P", "AR"}, Title: "faces of 10 people with " +
			"scarves and glasses, 60×40 pixels", Kind: kindFaces,
		N: 130, D: 2400, C: 10, Counts: "13 each",
		Papers:   []Use{{spfs, "AR10P; AR in a column", ""}},
		Citation: "Martínez, Benavente 1998, CVC Technical Report 24 (AR Face Database)",
		License:  asuLicense,
		File: published("warpAR10P.mat", 279711, asuPinned, asuPublic,
			"92b5f7e72b5715ada8f2df16e6d8e5effd8e0034a53a656ed9ef76e3f727d413"),
	},
	{
		Name: "warpPIE10P", Aliases: []string{"PIE10P", "PEI10P", "PIE"},
		Title: "faces of 10 people in changing light, 55×44 pixels", Kind: kindFaces,
		N: 210, D: 2420, C: 10, Counts: "21 each",
		Papers: []Use{{spfs, "PIE10P (210×2400); PEI10P and PIE in columns", ""},
			{fsir, "PIE10P", "5% of the features"}},
		Citation: "Sim, Baker, Bsat 2002, CMU PIE, Automatic Face and Gesture Recognition",
		License:  asuLicense,
		Cautions: []string{"2420 = 55×44 features; SPFS prints 2400"},
		File: published("warpPIE10P.mat", 458267, asuPinned, asuPublic,
			"0d22b0e4fe224ea7347ae266370b6eb0d724d5fd0ad7da71261a58c24e08c3c2"),
	},
	{
		Name: "CALTECH-7", Aliases: []string{"CALTECH", "Caltech101-7"},
		Title: "objects of seven categories in six views of picture features", Kind: kindObjects,
		N: 0, D: 0, C: 7, Papers: []Use{{grm, "CALTECH (441×2218)",
			"LBP, HOG, GIST, SIFT, CENTRIST, each a group"}},
		Citation: "Fei-Fei, Fergus, Perona 2004, CVPR Workshop (Caltech 101)", License: noLicense,
		Cautions: []string{
			"Caltech101-7 as others share it is probably 1474×3766 (48+40+254+1984+512+928), " +
				"not the 441×2218 of the paper",
			"at least four different files go by this name; git blob sha1 " +
				"03362b775b379e3f17f6076df9cf73084da4f426 is that of the public address",
		},
		File:   File{Name: "Caltech101-7.mat"},
		Origin: "https://github.com/UeharaSetsuYu/Multi-view-Datasets",
		Obtain: "no address serves the paper's 441×2218; a Caltech101-7.mat of six views " +
			"(https://github.com/UeharaSetsuYu/Multi-view-Datasets) loads by its path, or by " +
			"name from the folder of FSNB_DATA",
	},
}
