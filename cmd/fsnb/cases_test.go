package main

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fsnb.example/internal/must"
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
	// Of rankings: the first features and the score of the first, if not empty or 0.
	first []string
	score float64
}

var ofCases = regexp.MustCompile(`^[a-z0-9_]+\.(csv|tsv|arff|txt|tab|svm|csv\.gz)$`)

func (c caseOf) words() []string {
	words := strings.Fields(c.args)
	for i, w := range words {
		if ofCases.MatchString(w) {
			words[i] = filepath.Join(cmp.Or(c.folder, caseFolder), w)
		}
	}
	return words
}

// grouped is a p-value's warning about groups, with both remedies.
const grouped = "take the .* samples for independent, .*Aggregate.*permutations"

// Tables of the folder give what they must, where flags decide or several packages have a part; the
// others are in the tests of datasets and of the methods. Fisher's score and means are by hand.
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
		{args: "datasets info header_depends.csv", says: []string{`row 1, column 1 .*"Gov"`}},
		{args: "datasets info -code ordinal header_depends.csv", says: []string{"10 samples"}},
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
	if words[0] != "rank" || c.first == nil {
		return
	}
	r := rankedJSON(t, words[1:]...)
	must.Items(t, r.Names[:min(len(c.first), len(r.Names))], c.first, "it ranks %v first", r.Names)
	// To the printed digits of the origin; equal covers infinite scores.
	if s := r.Scores[0]; c.score != 0 && s != c.score && !(math.Abs(s/c.score-1) < 1e-3) {
		t.Errorf("score %v, want %v", s, c.score)
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
