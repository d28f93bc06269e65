package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Labels that name the samples are joined to them by name, whatever their order, and accuracies on
// copies of noise warn, or are those of guessing.
func TestJoinedLabelsAndEqualRows(t *testing.T) {
	dir := filepath.Join("..", "..", "datasets", "testdata", "cases")
	for _, c := range []struct{ args, want, not string }{
		{"rank -o csv -method anova-f -transposed -labels @meta2.csv -label status -id sample " +
			"@expr.csv", "\n1,0,g1,inf,", ""},
		{"rank -o csv -method fisher -transposed -labels @labels_other_order.csv -label type -id " +
			"sample @expr_shuffled_labels.csv", "\n1,0,g0,4.58", ""},
		{"rank -o csv -method fisher -transposed -labels @labels_same_order.csv -label type -id " +
			"sample @expr_shuffled_labels.csv", "\n1,0,g0,4.58", ""},
		{"accuracy -method fisher -counts 10 @duplicate_rows.csv", "Warning: 90% of the samples " +
			"in the test parts equal one in the training part in every feature", ""},
		{"accuracy -method fisher -counts 10 -group-equal-rows @duplicate_rows.csv",
			"10  0.560 ± 0.100", "Warning"},
	} {
		args := strings.Fields(strings.ReplaceAll(c.args, "@", dir+string(filepath.Separator)))
		status, out, errOut := fsnb(t.Context(), args...)
		if status != 0 || !strings.Contains(out, c.want) || c.not != "" &&
			strings.Contains(out, c.not) {
			t.Errorf("fsnb %s: %d, %s%s, want %q", c.args, status, out, errOut, c.want)
		}
	}
	out := filepath.Join(t.TempDir(), "out.csv")
	good(t, "convert", "-transposed", "-labels", filepath.Join(dir, "meta2.csv"), "-label",
		"status", filepath.Join(dir, "expr.csv"), out)
	text, err := os.ReadFile(out)
	if err != nil || !strings.HasPrefix(string(text), "sample,g1,g2,status\ns1,1,5,ill\n"+
		"s2,9,6,well\ns3,1,7,ill\n") {
		t.Errorf("written: %s, %v", text, err)
	}
}
