package datasets

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

type dose float64

func continuous(t *testing.T) *Dataset {
	t.Helper()
	x := mat.NewDense(4, 2, []float64{1, 2, 3, 4, 5, 6, 7, 8})
	return must.Get(New("doses", x, []dose{.5, -1, 2, 2}, nil))(t)
}

// A target of numbers goes with the samples, through every change of the values, and is part of
// the hash, which stays as it was for data without one.
func TestContinuousTarget(t *testing.T) {
	d := continuous(t)
	if !d.Continuous() || d.Labeled() || !slices.Equal(d.Target, []float64{.5, -1, 2, 2}) ||
		d.TargetText() != "continuous target" {
		t.Fatalf("target %v, classes %q, %q", d.Target, d.Classes, d.TargetText())
	}
	part := must.Get(d.Rows([]int{3, 1}))(t)
	must.Items(t, part.Target, []float64{2, -1}, "two rows have the target")
	for _, other := range []*Dataset{must.Get(d.Take([]int{1}))(t), must.Get(d.Standardize())(t)} {
		must.Items(t, other.Target, d.Target, "%q: target", other.History)
	}
	named := must.Get(d.WithTarget("dose", d.Target))(t)
	if named.TargetText() != "continuous target dose" || named.History[0] != named.TargetText() {
		t.Errorf("%q, %q", named.TargetText(), named.History)
	}
	changed := must.Get(d.WithTarget("", []float64{.5, -1, 2, 3}))(t)
	bare := *d
	bare.Target = nil
	classes := must.Get(New("doses", d.X, []string{"a", "b", "a", "b"}, nil))(t)
	seen := map[string]bool{}
	for _, other := range []*Dataset{d, named, changed, &bare, classes} {
		seen[other.Hash()] = true
	}
	must.Is(t, len(seen), 5, "5 data sets have hashes")
	if with := must.Get(
		classes.WithTarget("y", d.Target))(t); with.Labeled() || with.Classes != nil {
		t.Errorf("classes %q beside a target", with.Classes)
	}
}

var unlabeled []string

// The hash of data without a target is the one of the versions that had none.
func TestTargetKeepsHashes(t *testing.T) {
	d := must.Get(New("", mat.NewDense(1, 1, []float64{1}), unlabeled, nil))(t)
	const before = "2e5b33195f40b32b84fe60ffc89d8b0d4399dc0ace743beca8c14d816bdd1aa9"
	must.Is(t, d.Hash(), before, "hash")
}

func TestTargetMistakes(t *testing.T) {
	d := continuous(t)
	with := func(y ...float64) error {
		_, err := d.WithTarget("y", y)
		return err
	}
	both := *d
	both.Y, both.Classes = []int{0, 0, 1, 1}, []string{"a", "b"}
	read := func(text string, opt Options) error {
		opt.Target = cmp.Or(opt.Target, TargetContinuous)
		_, err := ReadCSV(strings.NewReader(text), "t.csv", opt)
		return err
	}
	label := Options{Label: "y", Transposed: true, Missing: "median"}
	for _, test := range []struct {
		err  error
		want string
	}{
		{with(1), "a target of 1 numbers for 4 samples; give one number per row"},
		{with(), "no target: give a number for each sample"},
		{with(1, math.NaN(), 1, 1), "the target of row 1 is NaN; give a finite number, or leave " +
			"the row out"},
		{both.Check(), "the data set has classes and a continuous target; leave one of them out"},
		{read("a,y\n1,2\n", Options{Target: "number"}), `t.csv: no target "number"; give ` +
			"classes or continuous"},
		{read("a,y\n1,2\n", Options{Label: NoLabel}), "t.csv: the target is continuous, and " +
			"there is no label column; name it in Label, or leave Target out"},
		{read("a,y\n1,2\n2,low\n", Options{}), `t.csv: row 3, column 1 (y): the target "low" ` +
			"is not a number; mend the cell, or set Target to classes"},
		{read("a,y\n1,2\n2,NA\n", Options{}), "t.csv: row 3, column 1 (y): the target is " +
			"missing; fill it in, drop the row, or set Missing to drop-rows"},
		{read("a,y\n1,2\n2,inf\n", Options{}), `t.csv: row 3, column 1 (y): the target "inf" ` +
			"is infinite; give a finite number, or drop the row or the column"},
		{read("gene,s1,s2,s3\na,1,2,3\ny,1,,2\n", label), "t.csv: row y: the target of sample " +
			"1 (counted from 0) is missing; fill it in, or set Missing to drop-rows"},
		{read("gene,s1,s2,s3\na,1,2,3\ny,1,4,2\n", Options{Transposed: true}), "t.csv: the row " +
			"of the continuous target is not known; set Label to its name or index"},
	} {
		must.Error(t, test.err, test.want)
	}
}

// Every reader of text and the one of MATLAB files read the same target.
func TestReadTarget(t *testing.T) {
	want := []float64{.5, -1, 2e3}
	opt := Options{Target: TargetContinuous}
	csv := func(text string, opt Options) (*Dataset, error) {
		opt.Target = TargetContinuous
		return ReadCSV(strings.NewReader(text), "t.csv", opt)
	}
	for name, read := range map[string]func() (*Dataset, error){
		"csv": func() (*Dataset, error) { return csv("a,y\n1,.5\n4,-1\n1,2000\n", Options{}) },
		"decimal": func() (*Dataset, error) {
			return csv("a;y\n1,5;0,5\n4;-1\n1;2e3\n", Options{})
		},
		"named": func() (*Dataset, error) {
			return csv("y,a\n.5,1\n-1,4\n2000,1\n", Options{Label: "y"})
		},
		"drop rows": func() (*Dataset, error) {
			return csv("a,y\n1,.5\n7,\n4,-1\n,8\n1,2000\n", Options{Missing: "drop-rows"})
		},
		"transposed": func() (*Dataset, error) {
			return csv("gene,s1,s2,s3\na,1,4,1\ny,.5,-1,2000\n",
				Options{Transposed: true, Label: "y"})
		},
		"arff": func() (*Dataset, error) {
			return ReadARFF(strings.NewReader("@relation r\n@attribute a real\n"+
				"@attribute y real\n@data\n1,.5\n4,-1\n1,2000\n"), "t.arff", opt)
		},
		"libsvm": func() (*Dataset, error) {
			return ReadLIBSVM(strings.NewReader(".5 1:1\n-1 1:4\n2e3 1:1\n"), "t.svm", opt)
		},
		"mat": func() (*Dataset, error) {
			return ReadMAT(strings.NewReader(string(matFile(false, matColumn("X", 1, 4, 1),
				matColumn("y", .5, -1, 2e3)))), "t.mat", opt)
		},
		"mat, drop rows": func() (*Dataset, error) {
			return ReadMAT(strings.NewReader(string(matFile(false,
				matColumn("X", 1, math.NaN(), 4, 1), matColumn("y", .5, 3, -1, 2e3)))), "t.mat",
				Options{Target: TargetContinuous, Missing: "drop-rows"})
		},
	} {
		d, err := read()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		title := "y"
		if name == "libsvm" {
			title = ""
		}
		if !slices.Equal(d.Target, want) || d.TargetName != title || d.Labeled() ||
			d.Classes != nil || d.X.At(1, 0) != 4 {
			t.Errorf("%s: target %v called %q, classes %q, x %v", name, d.Target, d.TargetName,
				d.Classes, d.X.RawMatrix().Data)
		}
	}
}

// A warning about labels that look like numbers ends when Target says what they are.
func TestTargetEndsDoubt(t *testing.T) {
	var text strings.Builder
	text.WriteString("a,y\n")
	for i := range 20 {
		fmt.Fprintf(&text, "%d,%g\n", i*i%7, float64(i)+.25)
	}
	for target, want := range map[TargetKind]int{"": 1, TargetClasses: 0, TargetContinuous: 0} {
		d := must.Get(
			ReadCSV(strings.NewReader(text.String()), "t.csv", Options{Target: target}))(t)
		if len(d.Warnings) != want || d.Continuous() != (target == TargetContinuous) {
			t.Errorf("target %q: warnings %q", target, d.Warnings)
		}
	}
}

// What WriteCSV writes of a target is read back to the same bits, and a parsed copy holds it.
func TestTargetSurvives(t *testing.T) {
	cacheHere(t)
	n := 9000
	x, y := mat.NewDense(n, 1, nil), make([]float64, n)
	for i := range n {
		x.Set(i, 0, float64(i%7))
		y[i] = 1 / float64(i+3)
	}
	d := must.Get(
		must.Get(New("", x, unlabeled, []string{"f"}))(t).WithTarget("1/x, exactly", y))(t)
	path := filepath.Join(t.TempDir(), "t.csv")
	must.Do(t, d.SaveCSV(path))
	for _, time := range []string{"parsed", "copied"} {
		again := must.Get(Load(path, Options{Target: TargetContinuous}))(t)
		if !slices.Equal(again.Target, y) || again.TargetName != d.TargetName ||
			again.Hash() != d.Hash() {
			t.Fatalf("%s: another target, called %q", time, again.TargetName)
		}
	}

}

// numbersOf makes a data set of one column 1 … n and the target y.
func numbersOf(t *testing.T, y []float64) *Dataset {
	t.Helper()
	rows := make([][]float64, len(y))
	for i := range rows {
		rows[i] = []float64{float64((i*7)%len(y)) + 1, float64(i % 3)}
	}
	return must.Get(FromRows("numbers", rows, y, []string{"a", "b"}))(t)
}

func TestLogAndRanks(t *testing.T) {
	d := numbersOf(t, []float64{1, math.E, 1, 5, 2})
	logged := must.Get(d.Log())(t)
	must.Items(t, logged.Target[:3], []float64{0, 1, 0}, "Log")
	ranked := must.Get(d.Ranks())(t)
	must.Items(t, ranked.Target, []float64{1.5, 4, 1.5, 5, 3}, "Ranks")
	if d.Target[0] != 1 || ranked.Origin != d.Origin ||
		ranked.History[len(ranked.History)-1] != "took the ranks of the continuous target" {
		t.Errorf("history %q", ranked.History)
	}
	column := must.Get(d.Ranks("b"))(t)
	for i, want := range []float64{1.5, 3.5, 5, 1.5, 3.5} {
		if column.X.At(i, 1) != want || column.X.At(i, 0) != d.X.At(i, 0) {
			t.Errorf("row %d: %v, want rank %g", i, column.X.RawRowView(i), want)
		}
	}
	for _, c := range []struct {
		names []string
		want  string
	}{{[]string{"b"}, "row 0 of feature b is 0"}, {[]string{"c"}, `feature`}} {
		must.FailWith(d.Log(c.names...))(t, c.want, c.names)
	}
	d.Target = nil
	if _, err := d.Log(); err == nil {
		t.Error("no error without a target")
	}
}

// A few far values warn; a Gaussian, two lumps and counts of zeros do not; ranks end the warning.
func TestTargetOutliers(t *testing.T) {
	const n = 100
	even, lumps, zeros := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		even[i], lumps[i] = float64((i*37)%n), float64(i%2)*1000+float64(i)
		zeros[i] = max(0, float64(i)-96)
	}
	far, low := slices.Clone(even), slices.Clone(even)
	far[3], low[5] = 1e6, -1e6
	for _, c := range []struct {
		what  string
		y     []float64
		warns bool
	}{{"even", even, false}, {"lumps", lumps, false}, {"zeros", zeros, false},
		{"one large", far, true}, {"one small", low, true}} {
		d := numbersOf(t, c.y)
		said := func(d *Dataset) bool {
			return slices.ContainsFunc(d.Warnings, func(w string) bool {
				return strings.HasPrefix(w, "99 of 100 values of the continuous target ") &&
					strings.HasSuffix(w, sayUnit)
			})
		}
		must.Is(t, said(d), c.warns, "%s: warnings %q", c.what, d.Warnings)
		ranked := must.Get(d.Ranks())(t)
		if said(ranked) {
			t.Errorf("%s: ranks still warn: %q", c.what, ranked.Warnings)
		}
	}
}

func TestDeclaredNumbersAsClasses(t *testing.T) {
	read := func(kind string, values int, opt Options) *Dataset {
		var b strings.Builder
		b.WriteString("@relation r\n@attribute x numeric\n@attribute grade " + kind + "\n@data\n")
		for i := range 60 {
			b.WriteString(strings.Repeat("1", 1+i%4) + "," + string(rune('0'+(i*i)%values)) + "\n")
		}
		return must.Get(ReadARFF(strings.NewReader(b.String()), "r.arff", opt))(t)
	}
	const declared = "the label column grade is declared as a number, and its 4 values are taken " +
		"as classes" + sayTarget
	must.Is(t, read("real", 7, Options{}).TargetDoubt(), declared, "declared number")
	must.Is(t, read("integer", 2, Options{}).TargetDoubt(), "", "two values")
	must.Is(t, read("{0,1,2,3,4,5,6}", 7, Options{}).TargetDoubt(), "", "nominal")
	must.Is(t, read("real", 7, Options{Target: "classes"}).TargetDoubt(), "", "said to be classes")
}
