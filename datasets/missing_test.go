package datasets

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

const gappyCSV = `size,color,wet,age,class
1,red,no,3,x
,green,yes,5,x
2,?,no,5,y
9,green,?,7,y
NA,red,no,4,x
4,green,yes,4,y
`

// What was missing is remembered by column and row, and the policy says what fills it.
func TestMissingIsRemembered(t *testing.T) {
	size := Gap{Columns: []int{0}, Rows: []int32{1, 4}}
	for policy, want := range map[string]struct {
		size float64 // of 1 2 4 9
		text string
	}{
		"median": {3,
			"4 missing values in 3 columns by the median, words by the most frequent"},
		"mean": {4,
			"4 missing values in 3 columns by the mean, words by the most frequent"},
		"most-frequent": {1,
			"4 missing values in 3 columns by the most frequent value, words by the most frequent"},
	} {
		d := must.Get(readCSVText(gappyCSV, Options{Missing: MissingPolicy(policy),
			Code: CodeOrdinal}))(t)
		if diff := cmp.Diff(&MissingCells{policy, []Gap{size,
			{Columns: []int{1}, Rows: []int32{2}, Words: true},
			{Columns: []int{2}, Rows: []int32{3}, Words: true}}}, d.Missing); diff != "" {
			t.Errorf("%s: %s", policy, diff)
		}
		// green is most frequent, and no.
		if got := [3]float64{d.X.At(4, 0), d.X.At(2, 1), d.X.At(3, 2)}; got !=
			[3]float64{want.size, 0, 0} {
			t.Errorf("%s filled in %v, want %v 0 0", policy, got, want.size)
		}
		if got := d.Missing.Text(); got != want.text {
			t.Errorf("%s: %q", policy, got)
		}
		hot := must.Get(readCSVText(strings.Replace(gappyCSV, "1,red", "1,blue", 1),
			Options{Missing: MissingPolicy(policy), Code: "one-hot"}))(t)
		if diff := cmp.Diff([]Gap{size, {Columns: []int{1, 2, 3}, Rows: []int32{2}, Words: true},
			{Columns: []int{4}, Rows: []int32{3}, Words: true}}, hot.Missing.Gaps); diff != "" {
			t.Errorf("%s: %s", policy, diff)
		}
	}
	for _, policy := range []string{"0.5", "drop-rows", "drop-columns"} {
		if d := must.Get(readCSVText(gappyCSV, Options{Missing: MissingPolicy(policy),
			Code: "ordinal"}))(t); d.Missing != nil || d.Missing.Text() != "" ||
			d.Missing.Cells() != 0 {
			t.Errorf("%s: %+v", policy, d.Missing)
		}
	}
	only := must.Get(readCSVText("a,b,class\n1,2,x\n,3,y\n", Options{Missing: "mean"}))(t)
	if got := only.Missing.Text(); got != "1 missing value in 1 column by the mean" {
		t.Error(got)
	}
	x := must.Get(readTestMAT(matOf("X", []float64{1, math.NaN(), 4}, []float64{5, 6, math.NaN()}),
		Options{Missing: "mean", Label: NoLabel}))(t)
	if diff := cmp.Diff([]Gap{{Columns: []int{1}, Rows: []int32{0}},
		{Columns: []int{2}, Rows: []int32{1}}}, x.Missing.Gaps); diff != "" {
		t.Error(diff)
	}
}

// readTestMAT reads a .mat file of one variable.
func readTestMAT(v matVar, opt Options) (*Dataset, error) {
	return ReadMAT(bytes.NewReader(matFile(false, v)), "t.mat", opt)
}

// gaps is a random table of small numbers with NaN for missing ones, and its text.
func gaps(rng *rand.Rand, n, p int) (x [][]float64, text string) {
	var b strings.Builder
	for j := range p {
		fmt.Fprintf(&b, "f%d,", j)
	}
	b.WriteString("class\n")
	for i := range n {
		row := make([]float64, p)
		for j := range row {
			if row[j] = float64(rng.IntN(7)) - 3 + float64(rng.IntN(3))/8; rng.IntN(3) == 0 &&
				i > 0 {
				row[j] = math.NaN()
				b.WriteString(",")
				continue
			}
			fmt.Fprintf(&b, "%v,", row[j])
		}
		fmt.Fprintln(&b, "c"+strconv.Itoa(i%2))
		x = append(x, row)
	}
	return x, b.String()
}

// filledBy is what fills a column of some rows of x, from its definition; 0 without a value.
func filledBy(how string, x [][]float64, rows []int, j int) float64 {
	var values []float64
	for _, i := range rows {
		if !math.IsNaN(x[i][j]) {
			values = append(values, x[i][j])
		}
	}
	if values == nil {
		return 0
	}
	slices.Sort(values)
	switch n := len(values); how {
	case "mean":
		sum := 0.0
		for _, v := range values {
			sum += v
		}
		return sum / float64(n)
	case "median":
		return (values[(n-1)/2] + values[n/2]) / 2
	}
	best, most := 0.0, 0
	for _, v := range values {
		count := 0
		for _, w := range values {
			if v == w {
				count++
			}
		}
		if count > most {
			best, most = v, count
		}
	}
	return best
}

// Whatever samples and features were taken, in whatever order, the missing cells are those of the
// table that was read, and every one is filled from the training samples as the definition has it.
func TestFillFromIsBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	empty := 0
	for range 300 {
		n, p := 4+rng.IntN(12), 1+rng.IntN(6)
		x, text := gaps(rng, n, p)
		how := []string{"mean", "median", "most-frequent"}[rng.IntN(3)]
		d := must.Get(readCSVText(text, Options{Missing: MissingPolicy(how)}))(t)
		again := must.Get(d.FillFrom(d))(t)
		if again.Hash() != d.Hash() {
			t.Fatalf("%s: filling from all samples changed the values that were read\n%s",
				how, text)
		}
		if d.Missing != nil && again.X == d.X {
			t.Fatal("FillFrom gave the matrix of d")
		}
		columns := rng.Perm(p)[:1+rng.IntN(p)]
		rows := rng.Perm(n)
		cut := 1 + rng.IntN(n-1)
		if rng.IntN(4) == 0 {
			rows[0] = rows[cut-1] // a sample twice
		}
		part := must.Get(d.Take(columns))(t)
		train, test := must.Get(part.Rows(rows[:cut]))(t), must.Get(part.Rows(rows[cut:]))(t)
		before := mat.DenseCopyOf(test.X)
		filled := []*Dataset{must.Get(train.FillFrom(train))(t), must.Get(test.FillFrom(train))(t)}
		if !mat.Equal(before, test.X) {
			t.Fatal("FillFrom changed its receiver")
		}
		for k, of := range [][]int{rows[:cut], rows[cut:]} {
			must.Do(t, filled[k].Check())
			missing := 0
			for i, row := range of {
				for to, j := range columns {
					want := x[row][j]
					if math.IsNaN(want) {
						missing++
						want = filledBy(how, x, rows[:cut], j)
					}
					if got := filled[k].X.At(i, to); math.Abs(got-want) > 1e-12 {
						t.Fatalf("%s: row %d, column %d is %v, want %v\n%s", how, row, j, got, want,
							text)
					}
				}
			}
			if got := filled[k].Missing.Cells(); got != missing {
				t.Fatalf("%d missing cells, want %d", got, missing)
			}
		}
		var names []string
		for _, j := range columns {
			if !slices.ContainsFunc(rows[:cut], func(i int) bool { return !math.IsNaN(x[i][j]) }) {
				names = append(names, d.Features[j])
			}
		}
		inPart := make([]int, cut)
		copy(inPart, rows)
		if got := part.WithoutValues(inPart); !slices.Equal(got, names) {
			t.Fatalf("without values: %q, want %q", got, names)
		}
		empty += len(names)
	}
	if empty == 0 {
		t.Error("no training part was without a value: the test has nothing to see")
	}
}

// Of words the most frequent of the training samples fills in, in all columns of one-hot coding
// together: where blue is most frequent, blue is 1 and the others are 0.
func TestFillFromCodesWordsTogether(t *testing.T) {
	const text = "color,class\nred,x\nblue,x\ngreen,y\nblue,y\n?,x\nred,y\nred,x\n"
	d := must.Get(readCSVText(text, Options{Missing: "mean", Code: "one-hot"}))(t)
	if got := mat.Row(nil, 4, d.X); !slices.Equal(got, []float64{0, 0, 1}) {
		t.Fatalf("read %v for blue, green, red; want red", got)
	}
	for _, c := range []struct {
		train   []int
		columns []int
		want    []float64
	}{
		{[]int{1, 2, 3, 0}, []int{0, 1, 2}, []float64{1, 0, 0}}, // blue twice
		{[]int{0, 2}, []int{0, 1, 2}, []float64{0, 1, 0}},       // of green and red the first
		{[]int{0, 1, 3}, []int{2, 0}, []float64{0, 1}},
		{[]int{0, 1, 3}, []int{2}, []float64{0}}, // mostly not red
		{[]int{0, 5, 3}, []int{2}, []float64{1}},
	} {
		part := must.Get(d.Take(c.columns))(t)
		train := must.Get(part.Rows(append(c.train, 4)))(t)
		got := mat.Row(nil, len(c.train), must.Get(train.FillFrom(train))(t).X)
		if !slices.Equal(got, c.want) {
			t.Errorf("from %v: columns %v are %v, want %v", c.train, c.columns, got, c.want)
		}
	}
	scaled := must.Get(d.Standardize())(t) // codes are then other numbers
	train := must.Get(scaled.Rows([]int{1, 2, 3, 4}))(t)
	filled := must.Get(train.FillFrom(train))(t)
	if !slices.Equal(mat.Row(nil, 3, filled.X), mat.Row(nil, 0, train.X)) {
		t.Errorf("standardized: %v, want the row of blue", mat.Formatted(filled.X))
	}
}

// The place of missing cells is part of the hash, and so is the policy; of data without any the
// hash is that of the values.
func TestHashHasMissing(t *testing.T) {
	read := func(policy string) *Dataset {
		return must.Get(readCSVText("a,b,class\n1,2,x\n3,2,x\n,2,y\n2,5,y\n",
			Options{Missing: MissingPolicy(policy)}))(t)
	}
	d, number := read("median"), read("2")
	if !mat.Equal(d.X, number.X) || d.Hash() == number.Hash() {
		t.Error("a median is as a number")
	}
	if mean := read("mean"); !mat.Equal(d.X, mean.X) || d.Hash() == mean.Hash() {
		t.Error("a median is as a mean")
	}
	bare := *d
	bare.Missing = nil
	if bare.Hash() != number.Hash() {
		t.Error("data without missing cells have another hash")
	}
	whole := must.Get(d.Rows([]int{0, 1, 3}))(t)
	if whole.Missing != nil {
		t.Errorf("samples without missing cells have %+v", whole.Missing)
	}
	if took := must.Get(d.TakeFeatures("b"))(t); took.Missing != nil {
		t.Errorf("a feature without missing cells has %+v", took.Missing)
	}
	if one := must.Get(d.Subsample(4, 1))(t); one.Missing.Cells() != 1 {
		t.Errorf("a subsample has %+v", one.Missing)
	}
	if y := must.Get(d.TakeClasses("y"))(t); y.Missing.Gaps[0].Rows[0] != 0 {
		t.Errorf("class y has %+v", y.Missing)
	}
}

// A table that is written has NA where cells were missing, so that reading it back gives the same
// data with the same policy, and an error without one. A blank line would be no sample.
func TestWriteCSVKeepsMissing(t *testing.T) {
	const text = "a,b,class\n1,2,x\n3,,x\n,2,y\n2,5,y\n"
	d := must.Get(readCSVText(text, Options{Missing: "mean"}))(t)
	var b strings.Builder
	must.Do(t, d.WriteCSV(&b))
	if want := "a,b,class\n1,2,x\n3,NA,x\nNA,2,y\n2,5,y\n"; b.String() != want {
		t.Errorf("wrote %q, want %q", b.String(), want)
	}
	again := must.Get(readCSVText(b.String(), Options{Missing: "mean"}))(t)
	if again.Hash() != d.Hash() {
		t.Error("reading back gave other data")
	}
	if _, err := readCSVText(b.String(), Options{}); err == nil {
		t.Error("reading back without Missing is no error")
	}
	filled := *d
	filled.Missing = nil
	b.Reset()
	if err := filled.WriteCSV(&b); err != nil || strings.Contains(b.String(), "NA") {
		t.Errorf("filled: %q, %v", b.String(), err)
	}
	b.Reset()
	single := must.Get(
		readCSVText("a\n1\n\"\"\n3\n", Options{Label: NoLabel, Missing: "median"}))(t)
	if err := single.WriteCSV(&b); err != nil || b.String() != "a\n1\nNA\n3\n" {
		t.Errorf("one column: %q, %v", b.String(), err)
	}
}

// Changes of each feature keep the missing cells; changes that mix features end them, with a
// warning.
func TestTransformsOfMissing(t *testing.T) {
	d := must.Get(
		readCSVText("a,b,class\n1,2,x\n3,,x\n5,2,y\n2,5,y\n", Options{Missing: "median"}))(t)
	for _, f := range []func(*Dataset) (*Dataset, error){(*Dataset).Standardize, (*Dataset).Center,
		(*Dataset).MinMax} {
		if out := must.Get(f(d))(t); out.Missing.Cells() != 1 || len(out.Warnings) != 0 {
			t.Errorf("%q: %+v, warnings %q", out.History, out.Missing, out.Warnings)
		}
	}
	const want = "1 missing value was filled in before samples were scaled to unit norm: " +
		"evaluations cannot fill it from the training part of each split; fill in a number, or " +
		"leave the step out"
	out := must.Get(d.UnitNorm())(t)
	if out.Missing != nil || !slices.Equal(out.Warnings, []string{want}) || d.Missing == nil {
		t.Errorf("unit norm: %+v, %q", out.Missing, out.Warnings)
	}
	d.Image = ImageShape{Height: 1, Width: 2}
	if out := must.Get(d.Downscale(1, 1))(t); out.Missing != nil || len(out.Warnings) != 1 {
		t.Errorf("scaled down: %+v, %q", out.Missing, out.Warnings)
	}
}

func TestMissingRefused(t *testing.T) {
	d := must.Get(readCSVText("a,b,class\n1,2,x\n3,,x\n5,2,y\n", Options{Missing: "median"}))(t)
	for want, m := range map[string]*MissingCells{
		`missing cells cannot be filled by "guess"; give median, mean or most-frequent`: {
			Fill: "guess"},
		"missing cells are in no column; name at least one": {"mean", []Gap{{}}},
		"missing cells are in column 2 of 2, or twice; name each column once, counted from 0": {
			"mean", []Gap{{Columns: []int{2}}}},
		"missing cells are in column 1 of 2, or twice; name each column once, counted from 0": {
			"mean", []Gap{{Columns: []int{1}}, {Columns: []int{0, 1}}}},
		"column 0 has a missing cell in row 3 of 3, or out of order; list each row once, " +
			"ascending, from 0": {"mean", []Gap{{Columns: []int{0}, Rows: []int32{3}}}},
		"column 0 has a missing cell in row 1 of 3, or out of order; list each row once, " +
			"ascending, from 0": {"mean", []Gap{{Columns: []int{0}, Rows: []int32{1, 1}}}},
	} {
		bad := *d
		bad.Missing = m
		wantError(t, bad.Check(), want)
	}
	_, err := d.FillFrom(must.Get(d.Take([]int{0}))(t))
	wantError(t, err, "missing values cannot be filled from data with other features; take both "+
		"from the same data set")
	for policy, what := range map[string]string{"mean": "mean",
		"most-frequent": "most frequent value"} {
		_, err = readCSVText("a,b,class\n1,,x\n3,,x\n", Options{Missing: MissingPolicy(policy)})
		wantError(t, err, "t: column b has no value at all, and so no "+what+
			"; set Drop for it, or "+
			"Missing to drop-columns or a number")
	}
}

// The largest numbers have a mean, and equal ones have theirs exactly.
func TestFillOfExtremes(t *testing.T) {
	d := must.Get(readCSVText("a,b,c,class\n1e308,.1,-0,x\n1.7e308,.1,0,x\n,,,y\n1.7e308,.1,0,y\n",
		Options{Missing: "mean"}))(t)
	want := 1e308/3 + 1.7e308/3 + 1.7e308/3
	if got := d.X.At(2, 0); math.Abs(got/want-1) > 1e-12 {
		t.Errorf("mean %v, want %v", got, want)
	}
	if got := d.X.At(2, 1); got != .1 {
		t.Errorf("mean of equal numbers %v", got)
	}
}

// A parsed copy has the missing cells of the file; one with damaged ones is none.
func TestCopyKeepsMissing(t *testing.T) {
	cacheHere(t)
	path := writeFile(t, "gaps.csv", []byte("a,b,w,class\n"+
		strings.Repeat("1,?,red,x\n2,3,blue,y\n4,6,green,y\n7,7,?,x\n", 3_000)))
	opt := Options{Missing: "mean", Code: "one-hot"}
	first, second := must.Get(Load(path, opt))(t), must.Get(Load(path, opt))(t)
	if diff := cmp.Diff(first.Missing, second.Missing); diff != "" ||
		second.Missing.Cells() != 6_000 {
		t.Errorf("%d missing cells (-read +recalled): %s", second.Missing.Cells(), diff)
	}
	var words copyWords
	first.writeMissing(&words)
	for cut := range 40 {
		bad := *first
		if err := bad.readMissing(&copyReader{rest: string(words[:cut])}); err == nil {
			t.Errorf("%d bytes of the missing cells are taken for all", cut)
		}
	}
}
