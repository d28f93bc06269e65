package main

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// caseFolder has small tables of practitioners' kinds that once were answered wrongly.
var caseFolder = filepath.Join("..", "..", "datasets", "testdata", "cases")

// A caseOf is a call on tables of caseFolder, or of folder. Words of args that end like a file are
// of this folder.
type caseOf struct {
	args   string
	folder string
	// says are regular expressions for what the call prints, silent for what it does not print.
	says, silent []string
	// Of rankings: the first features, the score and the p-value of the first, each checked if it
	// is not empty or 0, and the last criterion between two bounds.
	first []string
	score float64
	p     float64
	last  [2]float64
}

var ofCases = regexp.MustCompile(`^[a-z0-9_]+\.(csv|tsv|arff|txt|tab|svm|csv\.gz)$`)

func (c caseOf) words() []string {
	words := strings.Fields(strings.ReplaceAll(c.args, "characteristics: ", "characteristics:_"))
	for i, w := range words {
		if words[i] = strings.ReplaceAll(w, ":_", ": "); ofCases.MatchString(w) {
			words[i] = filepath.Join(cmp.Or(c.folder, caseFolder), w)
		}
	}
	return words
}

// grouped is a p-value's warning about groups, with both remedies.
const grouped = "take the .* samples for independent, .*Aggregate.*permutations"

// Every table of the folder gives what it must. The numbers are from the definitions, computed
// apart from this code: χ² and its p-values by SciPy 1.17 (chi2_contingency, correction=False),
// Fisher's score and means by hand.
func TestCases(t *testing.T) {
	for _, c := range []caseOf{
		{args: "rank -method anova-f -transposed -labels meta2.csv -label status -id sample " +
			"expr.csv",
			first: []string{"g1", "g2"}, score: math.Inf(1)},
		{args: "rank -method anova-f -transposed -labels meta2.csv -label status expr.csv",
			first: []string{"g1", "g2"}, score: math.Inf(1)},
		{args: "rank -method fisher -transposed -labels labels_other_order.csv -label type " +
			"-id sample expr_shuffled_labels.csv", first: []string{"g0"}, score: 4.581},
		{args: "rank -method fisher -transposed -labels labels_same_order.csv -label type " +
			"-id sample expr_shuffled_labels.csv", first: []string{"g0"}, score: 4.581},

		{args: "rank -method forward-selection -group pat groups.csv", last: [2]float64{.3, .6}},
		{args: "rank -method boruta -group pat groups.csv", says: []string{"chosen 0;"}},
		{args: "rank -method forest -group pat groups.csv",
			says: []string{`out-of-bag accuracy 0\.[1-6]`}},
		{args: "rank -method anova-f -group pat -significant .05 groups.csv",
			says: []string{grouped}},
		{args: "rank -method anova-f -group patient -significant .05 grouped_null.csv.gz",
			says: []string{"342 of 2000", grouped}},
		{args: "rank -method anova-f -group patient -significant .05 -aggregate mean " +
			"grouped_null.csv.gz", says: []string{"0 of 2000 features are significant"},
			silent: []string{"independent"}},
		{args: "rank -method anova-f -group patient -significant .05 -param permutations=1999 " +
			"grouped_null.csv.gz", says: []string{"0 of 2000 features are significant",
			"among 20 groups by patient"}, silent: []string{"independent"}},
		{args: "rank -method multisurf -group patient -k 3 multisurf_groups.csv.gz",
			first: []string{"g0"}},

		{args: "rank -method infogain -code ordinal words.csv", first: []string{"site"},
			score: .933},
		{args: "rank -method mrmr -code ordinal words.csv", first: []string{"site"}},
		{args: "rank -method jmi -code ordinal words.csv", first: []string{"site"}},
		{args: "rank -method cmim -code ordinal words.csv", first: []string{"site"}},
		{args: "rank -method cfs -code ordinal words.csv", first: []string{"site"}},
		{args: "rank -method fcbf -code ordinal words.csv", first: []string{"site"}},
		{args: "rank -method anova-f -code ordinal words.csv", says: []string{"site, color"}},
		{args: "rank -method contingency -code ordinal words.csv", first: []string{"site"},
			p: 1.336e-116},
		{args: "rank -method contingency snp.csv", first: []string{"snp0"}, p: 1.156e-47},
		{args: "rank -method contingency -code one-hot w1.csv", first: []string{"g=wild"},
			p: .3502},
		{args: "rank -method contingency -code ordinal w1.csv", first: []string{"g"}, p: .3502},
		{args: "rank -method contingency -code ordinal cat.csv", first: []string{"strong"},
			p: 1.809e-12, says: []string{"weak2? +0\\.0\\d+"}},

		{args: "rank -method forward-selection -param neighbors=1 -missing mean -k 144 leak.csv",
			last: [2]float64{.4, .6}},
		{args: "rank -method backward-elimination -param neighbors=1 -missing mean -k 144 leak.csv",
			last: [2]float64{.4, .6}},
		{args: "accuracy -method fisher -counts 10 duplicate_rows.csv",
			says: []string{`0\.940`, "90% of the samples in the test parts equal one in the"}},
		{args: "accuracy -method fisher -counts 10 -group-equal-rows duplicate_rows.csv",
			says: []string{`10  0\.5`}, silent: []string{"equal one"}},

		{args: "rank -method mrmr -target continuous clean_target.csv", first: []string{"x0"},
			silent: []string{"one code", "tenth of its range"}},
		{args: "rank -method mrmr -target continuous outlier_target.csv",
			says: []string{"299 of 300 values of the continuous target y are one code.*frequency"}},
		{args: "rank -method cfs -target continuous outlier_target.csv",
			says: []string{"299 of 300"}},
		{args: "rank -method jmi -target continuous outlier_target.csv",
			says: []string{"299 of 300"}},
		{args: "rank -method f-regression -target continuous outlier_target.csv",
			says: []string{"299 of 300"}},
		{args: "rank -method infogain -target continuous -param coding=frequency " +
			"outlier_target.csv",
			first: []string{"x0"}},

		{args: "datasets info thou.csv", says: []string{"thousands separator.*Thousands"},
			silent: []string{"ecimal"}},
		{args: "datasets info -thousands , thou.csv", says: []string{" a +880 +1332 +2300 "}},
		{args: "datasets info thousands.tsv", says: []string{"thousands separator.*Thousands"},
			silent: []string{"ecimal"}},
		{args: "datasets info -thousands , thousands.tsv", says: []string{" x +850 +1735 +3100 "}},
		{args: "rank -method fisher big53.csv",
			says: []string{`column code has 10 whole numbers beyond 2\^53`}},

		{args: "rank -method hsic-lasso -k 60 wide.csv", says: []string{"19 of the 60 features"}},
		{args: "rank -method logistic-l1 -k 60 wide.csv", says: []string{"14 of the 60 features"}},
		{args: "rank -method fsv -k 60 wide.csv", says: []string{"3 of the 60 features"}},
		{args: "rank -method qpfs -k 60 wide.csv", says: []string{"8 of the 60 features"}},
		{args: "rank -method slap tiny.csv", says: []string{"gamma alone decides"}},
		{args: "rank -method ulap tiny.csv", says: []string{"gamma alone decides"}},

		{args: "datasets info idnominal.arff", says: []string{"column name .*identifier"}},
		{args: "datasets info shuffled_index.csv", says: []string{"column column_0 .*identifier"}},
		{args: "datasets info id_repeated.csv", says: []string{"column Id .*identifier"}},
		{args: "datasets info label_first.csv",
			says: []string{"z, the last one.*Outcome.*Label"}},
		{args: "datasets info -drop dose label_case.csv",
			says: []string{`"Ill" and "ill", "WELL" and "well" differ in case or blanks only`}},
		{args: "datasets info header_depends.csv", says: []string{`row 1, column 1 .*"Gov"`}},
		{args: "datasets info -code ordinal header_depends.csv", says: []string{"10 samples"}},
		{args: "datasets info -drop 1,2,3 header_depends.csv", says: []string{"10 samples"}},
		{args: "rank -method fisher rtable.tsv", first: []string{"a", "b"}},
		{args: "rank -method fisher sep.csv", first: []string{"b", "a"}, score: math.Inf(1)},
		{args: "datasets info orange2.tab", says: []string{
			`10 samples × 2 features, 2 classes`, `no \(5\), yes \(5\)`, "Orange"}},
		{args: "rank -method fisher -label characteristics: tissue nl_series_matrix.txt",
			first: []string{"p2", "p1", "p0"}, score: 108.4},
		{args: "rank -method fisher -label characteristics: tissue nlcell_series_matrix.txt",
			first: []string{"p2", "p1", "p0"}, score: 108.4},
		{args: "datasets info double.arff",
			says: []string{"1 sample × 2 features", "as Weka does"}},
		{args: "datasets info trail.arff",
			says: []string{"2 samples × 2 features", "as Weka does"}},
		{args: "datasets info lead.arff",
			says: []string{"1 sample × 2 features", "as Weka does"}},
	} {
		t.Run(c.args, c.run)
	}
}

func (c caseOf) run(t *testing.T) {
	t.Parallel()
	words := c.words()
	_, out, errOut := fsnb(t.Context(), words...)
	text := out + errOut
	for _, want := range c.says {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
	for _, not := range c.silent {
		if regexp.MustCompile(not).MatchString(text) {
			t.Errorf("it says %q:\n%s", not, text)
		}
	}
	if words[0] != "rank" || c.first == nil && c.last[1] == 0 {
		return
	}
	r := rankedJSON(t, words[1:]...)
	if c.first != nil && !slices.Equal(r.Names[:min(len(c.first), len(r.Names))], c.first) {
		t.Errorf("it ranks %v, want %v first", r.Names, c.first)
	}
	// To the printed digits of the origin; equal covers infinite scores.
	if s := r.Scores[0]; c.score != 0 && s != c.score && !(math.Abs(s/c.score-1) < 1e-3) {
		t.Errorf("score %v, want %v", s, c.score)
	}
	if c.p != 0 && !(math.Abs(r.PValues[0]/c.p-1) < 1e-3) {
		t.Errorf("p-value %v, want %v", r.PValues[0], c.p)
	}
	if c.last[1] != 0 {
		if v := r.Raw[len(r.Raw)-1]; v < c.last[0] || v > c.last[1] {
			t.Errorf("criterion of all features %v, want %v", v, c.last)
		}
	}
}

// What convert writes beside the names of the samples is theirs.
func TestConvertJoinedLabels(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.csv")
	good(t, "convert", "-transposed", "-labels", filepath.Join(caseFolder, "meta2.csv"), "-label",
		"status", filepath.Join(caseFolder, "expr.csv"), out)
	text, err := os.ReadFile(out)
	if err != nil || !strings.HasPrefix(string(text), "sample,g1,g2,status\ns1,1,5,ill\n"+
		"s2,9,6,well\ns3,1,7,ill\n") {
		t.Errorf("written: %s, %v", text, err)
	}
}
