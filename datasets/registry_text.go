package datasets

// asuPinned and asuPublic are the folders of the benchmark data of Arizona State
// University, which four of the five papers draw on.
const (
	asuPinned = "https://raw.githubusercontent.com/jundongl/scikit-feature/a611fa225bfd18428d3c72039ff0a464964598e2/files/datasets/"
	asuPublic = "https://jundongl.github.io/scikit-feature/files/datasets/"
)

// textSets are counts of words in messages to the 20 newsgroups.
var textSets = []Entry{
	{
		Name: "PCMAC", Title: "messages on PC or Mac hardware, counts of words", Kind: kindWords,
		N: 1943, D: 3289, C: 2, Counts: "1:982 2:961",
		Papers:   []Use{{spfs, "PCMAC", "processed with the TMG package"}},
		Citation: "Lang 1995, NewsWeeder, ICML (20 Newsgroups)", License: asuLicense,
		File: published("PCMAC.mat", 191131, asuPinned, asuPublic,
			"9999dfccf97ab88f87127dd3457da436acb75cda9f0af4750e7cae5fe1a31b25"),
	},
	{
		Name: "RELATHE", Title: "messages on religion or atheism, counts of words", Kind: kindWords,
		N: 1427, D: 4322, C: 2, Counts: "1:779 2:648",
		Papers:   []Use{{spfs, "RELATHE", "processed with the TMG package"}},
		Citation: "Lang 1995, NewsWeeder, ICML (20 Newsgroups)", License: asuLicense,
		Cautions: []string{"SPFS says BASEBALL vs. HOCKEY, which is another set (BASEHOCK); the " +
			"sizes it prints are those of RELATHE", "2 samples repeat others"},
		File: published("RELATHE.mat", 226918, asuPinned, asuPublic,
			"1091fe26c721aa69ddc5ce3ebcef54e03565809cae07e1769cef45ad23ab28d0"),
	},
}
