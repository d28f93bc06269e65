package datasets

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fsnb.example/internal/must"
)

const (
	saidGrows = "column %s grows with every row: it looks like an identifier or a time; leave " +
		"it out of the features (Drop when a file is read)"
	saidFalls = "column %s falls with every row: it looks like an identifier or a time; leave " +
		"it out of the features (Drop when a file is read)"
	saidTies = "column %s grows with the rows: it looks like an identifier or a time; leave " +
		"it out of the features (Drop when a file is read)"
	saidOther = "column %s has another whole number in every row: it looks like an identifier; " +
		"leave it out of the features (Drop when a file is read)"
	saidLabels = "the %d classes of %d samples are all numbers: the label column looks like a " +
		"rounded regression target; methods take each value for a class of its own; set Target " +
		"to " +
		"continuous, or to classes if they are"
)

// withColumn makes 200 samples of two classes with a column of noise and another.
func withColumn(t *testing.T, name string, value func(i int) float64) *Dataset {
	t.Helper()
	const n = 200
	rng := rand.New(rand.NewPCG(7, 0))
	rows, labels := make([][]float64, n), make([]int, n)
	for i := range rows {
		rows[i], labels[i] = []float64{rng.NormFloat64(), value(i)}, i%2
	}
	return must.Get(FromRows("mine", rows, labels, []string{"noise", name}))(t)
}

func TestIdentifiersAreWarnedOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	shuffled, wide := rng.Perm(200), rng.Perm(1_000_000)
	at := func(i int) float64 { return float64(shuffled[i]) }
	for _, c := range []struct {
		name  string
		value func(i int) float64
		want  string
	}{
		{"patient", func(i int) float64 { return float64(1001 + i) }, saidGrows},
		{"down", func(i int) float64 { return float64(-i) }, saidFalls},
		{"seconds", func(i int) float64 { return 1.7e9 + float64(i*i) }, saidGrows},
		{"day", func(i int) float64 { return 43831.25 + float64(i)/3 }, saidGrows},
		{"tied time", func(i int) float64 { return float64(i - i/15) }, saidTies},
		{"drawn", func(i int) float64 { return 1001 + at(i) }, saidOther},
		{"gaps", func(i int) float64 { return 5 * at(i) }, saidOther},
		{"PatientID", func(i int) float64 { return float64(wide[i]) }, saidOther},
		{"sample no.", func(i int) float64 { return float64(wide[i]) }, saidOther},

		// Measurements, although whole numbers and perhaps all different.
		{"income", func(i int) float64 { return float64(wide[i]) }, ""},
		{"age", func(i int) float64 { return float64(20 + shuffled[i]%60) }, ""},
		{"count", func(i int) float64 { return math.Floor(at(i) / 2) }, ""},
		{"sorted by class", func(i int) float64 { return float64(i / 100) }, ""},
		{"batch", func(i int) float64 { return float64(i / 20) }, ""},
		{"share", func(i int) float64 { return at(i) / 200 }, ""},
		{"id", func(i int) float64 { return float64(shuffled[i] % 50) }, ""},
	} {
		d := withColumn(t, c.name, c.value)
		var want []string
		if c.want != "" {
			want = []string{fmt.Sprintf(c.want, c.name)}
		}
		if diff := cmp.Diff(want, d.Warnings); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// A column that is left out takes its warning along, whatever was done to it before.
func TestIdentifierWarningFollowsItsColumn(t *testing.T) {
	d := withColumn(t, "a patient", func(i int) float64 { return float64(i) })
	scaled := must.Get(d.Standardize())(t)
	if len(scaled.Warnings) != 1 {
		t.Fatalf("standardized: %q", scaled.Warnings)
	}
	if kept := must.Get(scaled.TakeFeatures("a patient"))(t); len(kept.Warnings) != 1 {
		t.Errorf("the column is there and its warning is not: %q", kept.Warnings)
	}
	if left := must.Get(scaled.TakeFeatures("noise"))(t); len(left.Warnings) != 0 {
		t.Errorf("the column is gone and its warning is there: %q", left.Warnings)
	}
	if len(d.Warnings) != 1 {
		t.Errorf("Take changed the warnings of its data set to %q", d.Warnings)
	}
}

// Many columns without repeated values are ranks, and many sorted ones a series.
func TestManyIdentifiersAreNone(t *testing.T) {
	const n, p = 60, 8
	rng := rand.New(rand.NewPCG(5, 0))
	ranks, series := make([][]float64, n), make([][]float64, n)
	for i := range n {
		ranks[i], series[i] = make([]float64, p), make([]float64, p)
	}
	for j := range p {
		for i, v := range rng.Perm(n) {
			ranks[i][j], series[i][j] = float64(v), float64((j+1)*i)
		}
	}
	if d := must.Get(FromRows[string]("ranks", ranks, nil, nil))(t); d.Warnings != nil {
		t.Errorf("ranks: %q", d.Warnings)
	}
	want := []string{
		"8 columns grow or fall with the rows: the samples look sorted, or like a series in time"}
	if diff := cmp.Diff(want, must.Get(FromRows[string]("series", series, nil, nil))(
		t).Warnings); diff != "" {
		t.Error(diff)
	}
}

func TestLabelsThatLookContinuous(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 0))
	label := func(n int, value func(i int) string) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = value(i)
		}
		return out
	}
	bell := label(200, func(int) string { return fmt.Sprint(math.Round(5 * rng.NormFloat64())) })
	flat := label(200, func(int) string { return fmt.Sprint(20 + rng.IntN(26)) })
	decimals := label(200,
		func(int) string { return fmt.Sprint(math.Round(20*rng.Float64()) / 10) })
	ages := label(5000,
		func(int) string { return fmt.Sprint(math.Round(40 + 9*rng.NormFloat64())) })
	faces := label(400, func(i int) string { return fmt.Sprint(1 + i/10) })
	uneven := label(600, func(i int) string { return fmt.Sprint(1 + (i*i)%30) })
	letters := label(200, func(i int) string { return "x" + flat[i] })
	for name, c := range map[string]struct {
		labels []string
		warns  bool
	}{
		"rounded normal": {bell, true}, "rounded uniform": {flat, true}, "decimals": {decimals,
			true}, "ages": {ages, true},
		"balanced numbers": {faces, false}, "numbers in arbitrary order": {uneven, false},
		"words": {letters, false},
	} {
		rows := make([][]float64, len(c.labels))
		for i := range rows {
			rows[i] = []float64{rng.NormFloat64()}
		}
		d := must.Get(FromRows("t", rows, c.labels, nil))(t)
		var want []string
		if c.warns {
			want = []string{fmt.Sprintf(saidLabels, len(d.Classes), d.N())}
		}
		if diff := cmp.Diff(want, d.Warnings); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// setsWithCopies are the sets of the registry that have pictures twice.
var setsWithCopies = []string{"BINALPHA", "pixraw10P", "UMIST"}

// No set of the registry has an identifier or a continuous label, and only few have copies.
func TestNoFalseDoubts(t *testing.T) {
	loaded := 0
	for _, e := range must.Get(List())(t) {
		if e.Where != Embedded && e.Where != Generated && e.Where != InMirror {
			continue
		}
		d := must.Get(Load(e.Name, Options{}))(t)
		loaded++
		doubts := d.doubts("")
		if slices.Contains(setsWithCopies, e.Name) {
			if left := withoutEqualRows(doubts); len(left) == len(doubts) {
				t.Errorf("%s has copies, which no warning says", e.Name)
			} else {
				doubts = left
			}
		}
		if len(doubts) > 0 {
			t.Errorf("%s (%d×%d): %q", e.Name, d.N(), d.D(), doubts)
		}
		for _, w := range d.Warnings {
			if strings.Contains(w, looksLikeIdentifier) {
				t.Errorf("%s: %q", e.Name, w)
			}
		}
	}
	if loaded < 7 {
		t.Errorf("%d sets were looked at; 7 come with the library", loaded)
	}
}

// Origin tells data apart, and what is made of a data set keeps it.
func TestOrigin(t *testing.T) {
	d := must.Get(Load("iris", Options{}))(t)
	if d.Origin == "" || d.Origin != d.Hash() {
		t.Fatalf("origin %q, hash %q", d.Origin, d.Hash())
	}
	for name, made := range map[string]*Dataset{
		"standardized": must.Get(d.Standardize())(t), "rows": must.Get(d.Subsample(30, 1))(t),
		"columns": must.Get(d.Take([]int{2, 0}))(t),
	} {
		if made.Origin != d.Origin || made.Hash() == d.Hash() {
			t.Errorf("%s: origin %q of %q", name, made.Origin, d.Origin)
		}
	}
	other := must.Get(FromRows("iris", [][]float64{{1, 2, 3, 4}, {2, 1, 3, 4}}, []string{"a", "b"},
		d.Features))(t)
	if other.Origin == d.Origin {
		t.Error("other data have the same origin")
	}
}

// A column that counts the rows is a number of the samples, also where rows are left
// out and whatever the other columns hold; one of few rows or dropped is none.
func TestWarnsOfColumnsThatCount(t *testing.T) {
	text := func(n int) string {
		var b strings.Builder
		b.WriteString("id,back,gap,even,same,class\n")
		for i := range n {
			gap, even := 1+i+i/9, fmt.Sprint(2*i)
			if i == 4 {
				even = "?"
			}
			fmt.Fprintf(&b, "%d,%d,%d,%s,7,c%d\n", 1001+i, -i, gap, even, i%2)
		}
		return b.String()
	}
	said := func(column string) string {
		how := "grows"
		if column == "back" {
			how = "falls"
		}
		return "column " + column + " " + how +
			" with every row: it looks like an identifier or a time; leave it out of the " +
			"features (Drop when a file is read)"
	}
	for _, c := range []struct {
		n    int
		drop []string
		want []string
	}{
		{12, nil, []string{said("id"), said("back"), said("gap"), said("even")}},
		{12, []string{"id", "gap", "even"}, []string{said("back")}},
		{9, nil, nil},
	} {
		d := must.Get(ReadCSV(strings.NewReader(text(c.n)), "t.csv",
			Options{Missing: "drop-rows", Drop: c.drop}))(t)
		if diff := cmp.Diff(c.want, d.Warnings); diff != "" {
			t.Errorf("%d rows without %v: %s", c.n, c.drop, diff)
		}
	}
}

// A first row of numbers with a word for its class is a sample that may be a header.
func TestWarnsOfAHeaderOfNumbers(t *testing.T) {
	d := must.Get(
		ReadCSV(strings.NewReader("400,410,class\n1,2,x\n3,4,y\n3,4,x"), "t.csv", Options{}))(
		t)
	want := []string{
		`row 1 is taken for a sample, and no other is of its class "class": it may be a ` +
			`header; set Header to yes, or to no`}
	if diff := cmp.Diff(want, d.Warnings); diff != "" || d.N() != 4 {
		t.Errorf("%d rows: %s", d.N(), diff)
	}
}

// One-hot coding gives no two columns one name.
func TestCodedNamesAreDistinct(t *testing.T) {
	_, err := ReadCSV(strings.NewReader("a=u,a,class\n1,u,x\n2,u,y\n"), "t.csv",
		Options{Code: "one-hot"})
	wantError(t, err, `t.csv: columns 0 and 1 are both named "a=u"; rename one`)
}

// The names in a hash are those of the verb %q, however many and of whatever characters.
func TestWriteQuoted(t *testing.T) {
	same := func(t interface{ Errorf(string, ...any) }, names []string) {
		var b strings.Builder
		writeQuoted(&b, names)
		if want := fmt.Sprintf("%q\n", names); b.String() != want {
			t.Errorf("%.200q, want %.200q", b.String(), want)
		}
	}
	for _, names := range [][]string{nil, {}, {""}, {"a"}, {"a", "b c"}, {`"`, `\`, "\x7f", "\n"},
		{"é", "\xff", "\u202e", "~", " "}, slices.Repeat([]string{"the", "é", `\`}, 20_000),
		{strings.Repeat("x", 1<<16), "y"}} {
		same(t, names)
	}
	rapid.Check(t, func(t *rapid.T) {
		same(t, rapid.SliceOf(rapid.String()).Draw(t, "names"))
	})
}

// The correlation of neighboring counts is exactly .7 in the first two, which is not above it
// however doubles round; one count more or less decides.
func TestPeakedAtTheEdge(t *testing.T) {
	for _, test := range []struct {
		counts []int
		want   bool
	}{
		{[]int{2, 2, 5, 5, 9, 11, 12, 9, 8, 5, 2, 2}, false},
		{[]int{1, 1, 2, 7, 9, 12, 10, 8, 3, 1, 1}, false},
		{[]int{1, 1, 3, 7, 9, 12, 10, 8, 3, 1, 1}, true},
		{[]int{1, 1, 2, 7, 9, 12, 10, 9, 3, 1, 1}, false},
	} {
		if got := peaked(test.counts); got != test.want {
			t.Errorf("%v: peaked %v, want %v", test.counts, got, test.want)
		}
	}
}
