package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// variants are further tables of the kinds of caseFolder.
func variants() map[string]string {
	g := rand.New(rand.NewPCG(1, 2))
	const n = 20
	files := make(map[string]*strings.Builder)
	write := func(file, format string, args ...any) {
		if files[file] == nil {
			files[file] = new(strings.Builder)
		}
		fmt.Fprintf(files[file], format, args...)
	}
	write("thousands.arff", "@relation r\n@attribute a real\n@attribute y {u,v}\n@data\n")
	write("many_thousands.csv", "a;b;y\n")
	write("wavelengths.tsv", "450\t451\ty\n")
	write("beyond_target.csv", "x,z,y\n")
	write("zip.csv", "zip,num,y\n")
	write("ids.csv", "rec,a,b,c,y\n")
	for i := range 2 * n {
		class := "uv"[i%2 : i%2+1]
		write("thousands.arff", "'%d,%03d',%s\n", 1+i%9, i*37%1000, class)
		write("thousands.svm", "%d 1:%d,%03d\n", i%2, 1+i%9, i*37%1000)
		if i < 2 {
			write("many_thousands.csv", "%d;%d,5;%s\n", 950-i, i, class)
		} else {
			write("many_thousands.csv", "%d,%03d;%d,5;%s\n", 60+i, i*37%1000, i, class)
		}
		write("wavelengths.tsv", "%d.%03d\t%d.%03d\t%s\n", 1+i%9, 1+i*37%1000, 1+i%7,
			1+i*41%1000, class)
		beyond := 1<<53 + 1 + 2*i
		write("beyond_target.csv", "%d,%d,%d\n", i%5, i*i%7, beyond)
		write("zip.csv", "%05d,%.3f,%s\n", 1000+137*(i*7%9), g.NormFloat64(), class)
	}
	rows := make([]string, 0, 30)
	for i := range 30 {
		rows = append(rows, fmt.Sprintf("%.4f,%.4f,%.4f,%s", g.NormFloat64(), g.NormFloat64(),
			g.NormFloat64(), "uv"[i%2:i%2+1]))
	}
	for k := range 3 * len(rows) {
		write("ids.csv", "%d,%s\n", 9000+7*k, rows[k*7%len(rows)])
	}

	for _, file := range []string{"percent.csv", "money.csv", "dates.csv", "but_one.csv"} {
		write(file, "a,y\n")
	}
	write("euro.csv", "a;y\n")
	write("spelled.csv", "a;y\n")
	for i := range 400 {
		v := g.IntN(80)
		write("percent.csv", "%.3f,%d%%\n", g.NormFloat64(), v)
		write("money.csv", "%.3f,$%d\n", g.NormFloat64(), 10+v)
		write("dates.csv", "%.3f,2020-%02d-%02d\n", g.NormFloat64(), 1+v%12, 1+v/3)
		but := fmt.Sprint(v)
		if i%40 == 0 {
			but = "n.d."
		}
		write("but_one.csv", "%.3f,%s\n", g.NormFloat64(), but)
		write("euro.csv", "%s;%s\n", comma(g.NormFloat64()), comma(100*g.NormFloat64()))
		write("spelled.csv", "%s;%s\n", comma(g.NormFloat64()), []string{"1,5", "1,50", "2"}[i%3])
	}
	write("no_class.csv", "a,y\n")
	for i := range 3 * n {
		write("no_class.csv", "%.3f,%s\n", g.NormFloat64(), append([]string{"None", "unknown",
			"None"}, strings.Split("uvuvuvuvuv", "")...)[min(i, 3+i%10)])
	}
	write("few_targets.csv", "a,b,t\n")
	for range 12 {
		write("few_targets.csv", "%.3f,%.3f,%.4f\n", math.Abs(g.NormFloat64()),
			math.Abs(g.NormFloat64()), g.NormFloat64())
	}
	out := make(map[string]string, len(files))
	for name, text := range files {
		out[name] = text.String()
	}
	return out
}

// comma writes a number with a decimal comma.
func comma(v float64) string { return strings.Replace(fmt.Sprintf("%.2f", v), ".", ",", 1) }

// What holds for the tables of TestCases holds for others of their kinds.
func TestVariants(t *testing.T) {
	dir := t.TempDir()
	for name, text := range variants() {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	const target = "set Target to continuous, or to classes if they are"
	cases := []caseOf{
		{args: "datasets info thousands.arff", says: []string{
			`"1,000" has a thousands separator; write 1000`}, silent: []string{"ecimal", "set"}},
		{args: "datasets info thousands.svm", says: []string{
			`"1,000" has a thousands separator; write 1000`}, silent: []string{"ecimal", "set"}},
		{args: "datasets info many_thousands.csv", says: []string{
			`beside 950: ',' may stand between thousands`}},
		{args: "datasets info -header yes wavelengths.tsv", silent: []string{"thousands"}},
		{args: "datasets info -target continuous beyond_target.csv", says: []string{
			`the target has 40 whole numbers beyond 2\^53`}},

		{args: "datasets info zip.csv", says: []string{
			`column zip has whole numbers with leading zeros, the first 01000 in row 2`}},
		{args: "datasets info -id zip zip.csv", silent: []string{"leading zeros"}},
		{args: "datasets info -drop zip zip.csv", silent: []string{"leading zeros"}},

		{args: "datasets info percent.csv", says: []string{`classes .* written like "\d+%".*` +
			target}},
		{args: "datasets info money.csv", says: []string{`classes .* written like "\$\d+".*` +
			target}},
		{args: "datasets info dates.csv", says: []string{
			`classes .* written like "2020-\d\d-\d\d".*` + target}},
		{args: "datasets info -target classes dates.csv", silent: []string{target}},
		{args: "datasets info but_one.csv", says: []string{
			`numbers but for 1, such as "n.d.".*MissingCodes.*` + target}},
		{args: "datasets info euro.csv", says: []string{`looks like a regression target; ` +
			target}, silent: []string{"words", `\d,\d`}},
		{args: "datasets info spelled.csv", says: []string{`1\.5 \(267\), 2 \(133\)`}},

		{args: "datasets info ids.csv", says: []string{"90 of 90 samples equal another one in " +
			`every feature but rec \(30 different rows\).*leave rec out, and set GroupEqualRows`}},
		{args: "datasets info no_class.csv", says: []string{
			`"None" of 2 of 60 .* MissingCodes to None`, `"unknown" of 1 of 60`}},
		{args: "datasets info -missing-codes None,unknown -missing drop-rows no_class.csv",
			says: []string{"57 samples × 1 feature, 2 classes"}, silent: []string{"may mean"}},
	}
	for _, method := range []string{"kendall", "lasso", "t-score", "mutual-info", "f-regression",
		"anova-f", "stability-selection", "spearman"} {
		cases = append(cases, caseOf{args: "rank -method " + method + " few_targets.csv",
			says: []string{"12 classes for 12 samples: the label column looks like a regression " +
				"target; " + target}})
	}
	for _, c := range cases {
		c.folder = dir
		t.Run(c.args, c.run)
	}
}
