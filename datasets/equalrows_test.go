package datasets

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// firstEqualRows compares all pairs.
func firstEqualRows(rows [][]float64) []int {
	of := make([]int, len(rows))
	for i, row := range rows {
		of[i] = slices.IndexFunc(rows, func(other []float64) bool {
			return slices.Equal(row, other)
		})
	}
	return of
}

// Rows that are equal but for one column, which may not be among those compared first, values of
// either sign of 0, and three kinds of storage.
func TestEqualRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, size := range [][2]int{{2, 2}, {60, 3}, {200, 40}, {90, 700}} {
		n, p := size[0], size[1]
		rows := make([][]float64, n)
		for i := range rows {
			rows[i] = make([]float64, p)
			for j := range rows[i] {
				if rows[i][j] = 0; rng.IntN(3) > 0 {
					rows[i][j] = rng.NormFloat64()
				}
			}
			if k := rng.IntN(i + 1); i > 0 && rng.IntN(3) > 0 {
				copy(rows[i], rows[min(k, i-1)])
				if j := rng.IntN(p); rng.IntN(3) == 0 {
					rows[i][j] = rng.NormFloat64()
				} else if rows[i][j] == 0 {
					rows[i][j] *= -1
				}
			}
		}
		want := firstEqualRows(rows)
		if n > 2 && len(slices.Compact(slices.Sorted(slices.Values(want)))) == n {
			t.Fatal("no equal rows")
		}
		d := must.Get(FromRows[string]("rows", rows, nil, nil))(t)
		path := put(t, t.TempDir(), "x.npy", npyFile(int64(n), p, slices.Concat(rows...)...))
		mapped := must.Get(Load(path, Options{Label: NoLabel, Storage: "disk"}))(t)
		sparse := &Dataset{Stored: storage.Compress(d.X), Features: d.Features}
		for kind, d := range map[string]*Dataset{"dense": d, "sparse": sparse, "mapped": mapped} {
			got := must.Get(d.equalRows())(t)
			if n > 2 && got == nil || got != nil && !slices.Equal(got, want) {
				t.Errorf("%d×%d, %s: %s", n, p, kind, cmp.Diff(want, got))
			}
		}
	}
}

// tableOf makes a data set of n rows from a function.
func tableOf(t *testing.T, n, p int, value func(i, j int) float64) *Dataset {
	x := mat.NewDense(n, p, nil)
	y := make([]int, n)
	for i := range n {
		for j := range p {
			x.Set(i, j, value(i, j))
		}
		y[i] = i % 2
	}
	return must.Get(New("table", x, y, nil))(t)
}

// Copies are found in measurements, counts, pictures of few levels and tables of two levels. In
// small tables of few levels, coded as one-hot too, in rounded measurements and in correlated
// votes, equal rows come by chance.
func TestWarningOfEqualRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	noise := func(int, int) float64 { return rng.NormFloat64() }
	levels := func(k int) func(i, j int) float64 {
		return func(int, int) float64 { return float64(rng.IntN(k)) }
	}
	copies := func(n, p, times int, value func(i, j int) float64) *Dataset {
		once := tableOf(t, n, p, value)
		return tableOf(t, n*times, p, func(i, j int) float64 { return once.X.At(i%n, j) })
	}
	some := func(n, p, equal int, value func(i, j int) float64) *Dataset {
		once := tableOf(t, n, p, value)
		return tableOf(t, n+equal, p, func(i, j int) float64 { return once.X.At(i%n, j) })
	}
	party := make([]float64, 435)
	for i := range party {
		party[i] = float64(rng.IntN(2))
	}
	oneHot := make([][2]int, 200)
	for i := range oneHot {
		oneHot[i] = [2]int{rng.IntN(3), rng.IntN(3)}
	}
	for name, c := range map[string]struct {
		d    *Dataset
		want string
	}{
		"measurements four times": {copies(30, 50, 4, noise), "120 of 120"},
		"some measurements":       {some(100, 5, 5, noise), "10 of 105"},
		"one pair of 50":          {some(49, 2000, 1, noise), "2 of 50"},
		"SNPs":                    {some(300, 200, 30, levels(3)), "60 of 330"},
		"binary, twice":           {copies(30, 12, 2, levels(2)), "60 of 60"},
		"two measurements, twice": {copies(40, 2, 2, noise), "80 of 80"},
		"one column, twice":       {copies(40, 1, 2, noise), ""},
		"few copies":              {some(1000, 5, 4, noise), ""},
		"five binary columns":     {tableOf(t, 200, 5, levels(2)), ""},
		"eight binary columns":    {tableOf(t, 100, 8, levels(2)), ""},
		"whole numbers":           {tableOf(t, 500, 3, levels(12)), ""},
		"rounded": {tableOf(t, 150, 4, func(int, int) float64 {
			return float64(int(10 + 4*rng.NormFloat64()))
		}), ""},
		"votes": {tableOf(t, 435, 16, func(i, _ int) float64 {
			if rng.IntN(20) == 0 {
				return 1 - party[i]
			}
			return party[i]
		}), ""},
		"one-hot": {tableOf(t, 200, 6, func(i, j int) float64 {
			if oneHot[i][j/3] == j%3 {
				return 1
			}
			return 0
		}), ""},
	} {
		var got []string
		for _, w := range c.d.Warnings {
			if strings.Contains(w, equalText) {
				got = append(got, w)
			}
		}
		if c.want == "" && got != nil || c.want != "" && (len(got) != 1 ||
			!strings.HasPrefix(got[0], c.want+equalText)) {
			t.Errorf("%s: warnings %q, want %q", name, got, c.want)
		}
	}
}

// Documents of some words: two of 12 words are equal only as copies, some of 2 of 30 words by
// chance.
func TestEqualRowsOfSparseData(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	for _, c := range []struct {
		words, vocabulary, copies int
		want                      bool
	}{{12, 5000, 20, true}, {12, 5000, 0, false}, {2, 30, 0, false}} {
		const n = 400
		x := mat.NewDense(n, c.vocabulary, nil)
		for i := range n {
			for range c.words {
				x.Set(i, rng.IntN(c.vocabulary), 1)
			}
			if k := i - c.copies; 0 <= k && k < c.copies {
				x.SetRow(i, slices.Clone(x.RawRowView(k)))
			}
		}
		d := &Dataset{X: x, Features: make([]string, c.vocabulary)}
		sparse := &Dataset{Stored: storage.Compress(x), Features: d.Features}
		got := sparse.EqualRows()
		if (got != nil) != c.want || !slices.Equal(got, d.EqualRows()) {
			t.Errorf("%d of %d words: %v", c.words, c.vocabulary, got)
		}
		if all := must.Get(sparse.equalRows())(t); c.words == 2 && all == nil {
			t.Error("no equal rows by chance")
		}
	}
}

func TestGroupEqualRows(t *testing.T) {
	rows := make([][]float64, 24)
	labels := make([]string, len(rows))
	patients := make([]string, len(rows))
	for i := range rows { // 12 different rows; row 0 and 12 are of two patients
		rows[i] = []float64{float64(i % 12), float64(i % 12 * i % 12), .5}
		labels[i] = []string{"a", "b"}[i/12]
		patients[i] = fmt.Sprint("p", i/2)
	}
	d := must.Get(FromRows("rows", rows, labels, nil))(t)
	text := "24 of 24 samples equal another one in every feature (12 different rows), but the " +
		"label differs in 12 sets of them: if they are copies, splits put one into the training " +
		"and one into the test part; set GroupEqualRows (-group-equal-rows) to keep them together"
	if !slices.Contains(d.Warnings, text) {
		t.Errorf("warnings %q", d.Warnings)
	}
	g := must.Get(d.GroupEqualRows())(t)
	for i := range rows {
		if g.Group[i] != g.Group[i%12] || len(g.Groups) != 12 {
			t.Errorf("row %d in group %d of %d, row %d in %d", i, g.Group[i], len(g.Groups), i%12,
				g.Group[i%12])
		}
	}
	if slices.Contains(g.Warnings, text) || g.GroupText() != "12 groups by equal rows" {
		t.Errorf("%s, warnings %q", g.GroupText(), g.Warnings)
	}
	// Patient k has rows 2k and 2k+1, which equal those of patient k+6.
	p := must.Get(d.WithGroups("patient", patients))(t)
	p = must.Get(p.GroupEqualRows())(t)
	for i := range rows {
		if p.Group[i] != p.Group[i%12/2*2] || len(p.Groups) != 6 {
			t.Errorf("row %d in group %d of %d", i, p.Group[i], len(p.Groups))
		}
	}
	if p.GroupText() != "6 groups by patient and equal rows" || p.Groups[p.Group[13]] != "p0" {
		t.Errorf("%s, row 13 in %s", p.GroupText(), p.Groups[p.Group[13]])
	}
	if got := must.Get(p.GroupEqualRows())(t); !slices.Equal(got.Group, p.Group) {
		t.Errorf("again: %v", got.Group)
	}
	single := must.Get(FromRows("one", [][]float64{{1, 2}, {1, 2}, {1, 2}}, []int{0, 1, 0}, nil))(t)
	_, err := single.GroupEqualRows()
	wantError(t, err, "equal rows put all samples into one group; remove the copies, or leave "+
		"GroupEqualRows out")
	iris := must.Get(Load("wine", Options{GroupEqualRows: true}))(t)
	if iris.Group != nil {
		t.Errorf("wine has %s", iris.GroupText())
	}
}

// The option works for what Load and Read read, with groups of a file beside the data.
func TestGroupEqualRowsOption(t *testing.T) {
	d := must.Get(Load(filepath.Join("testdata", "cases", "duplicate_rows.csv"),
		Options{GroupEqualRows: true}))(t)
	if d.GroupText() != "30 groups by equal rows" || len(d.Warnings) > 0 {
		t.Errorf("%s, warnings %q", d.GroupText(), d.Warnings)
	}
	dir := t.TempDir()
	labels := put(t, dir, "y.csv", []byte("p,y\n1,a\n1,b\n2,a\n2,b\n3,a\n3,b\n"))
	d = must.Get(Read(strings.NewReader("1,2\n3,4\n3,4\n5,6\n7,8\n9,0\n"), "stdin", "csv",
		Options{Labels: labels, Group: "p", GroupEqualRows: true}))(t)
	must.Equal(t, d.Group, []int{0, 0, 0, 0, 1, 1}, "d.Group")
	_, err := Read(strings.NewReader("1,2,a\n1,2,b\n"), "stdin", "csv",
		Options{GroupEqualRows: true})
	wantError(t, err, "stdin: equal rows put all samples into one group; remove the copies, or "+
		"leave GroupEqualRows out")
}
