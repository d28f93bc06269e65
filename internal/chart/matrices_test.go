package chart

import (
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

// randomMatrix is an n×n matrix of random values.
func randomMatrix(name string, n int, scale float64) MatrixPanel {
	rng := rand.New(rand.NewPCG(uint64(n), 3))
	p := MatrixPanel{Name: name}
	for range n {
		row := make(nums, n)
		for j := range row {
			row[j] = scale * rng.NormFloat64()
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

func randomMatrices(panels, n int, name func(int) string) []MatrixPanel {
	out := make([]MatrixPanel, panels)
	for i := range out {
		out[i] = randomMatrix(name(i), n, 1)
	}
	return out
}

// groupsOf is n rows in groups of the given size.
func groupsOf(n, size int, name func(int) string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = name(i / size)
	}
	return out
}

func TestMatricesErrors(t *testing.T) {
	one := []MatrixPanel{{Rows: []nums{{1, 2}, {3, 4}}}}
	for _, test := range []struct {
		m    Matrices
		want string
	}{
		{Matrices{}, "matrices: there are no panels; give one at least, with Rows"},
		{Matrices{Title: "a\nb"},
			`matrices "a\\nb": there are no panels; give one at least, with Rows`},
		{Matrices{Panels: []MatrixPanel{one[0], {Name: "empty"}}},
			`matrices: panel 2 "empty" has no values; give Rows, or leave it out`},
		{Matrices{Panels: []MatrixPanel{{Rows: []nums{{}}}}},
			"matrices: panel 1 has no values; give Rows, or leave it out"},
		{Matrices{Panels: []MatrixPanel{{Rows: []nums{{1, 2}, {3}}}}},
			"matrices: panel 1: row 2 has 1 values and row 1 has 2; give as many in each"},
		{Matrices{Panels: one, Groups: []string{"a"}},
			"matrices: panel 1 is 2×2, and there are 1 groups; give one for each row of square " +
				"matrices, or none"},
		{Matrices{Panels: []MatrixPanel{{Rows: []nums{{1, 2}}}}, Groups: []string{"a"}},
			"matrices: panel 1 is 1×2, and there are 1 groups; give one for each row of square " +
				"matrices, or none"},
		{Matrices{Panels: one, Min: 1, Max: 1},
			"matrices: colors from 1 to 1; give a Min below Max, both finite, or neither"},
		{Matrices{Panels: one, Min: 2, Max: 1},
			"matrices: colors from 2 to 1; give a Min below Max, both finite, or neither"},
		{Matrices{Panels: one, Max: math.Inf(1)},
			"matrices: colors from 0 to +Inf; give a Min below Max, both finite, or neither"},
		{Matrices{Panels: one, Min: math.NaN(), Max: 1},
			"matrices: colors from NaN to 1; give a Min below Max, both finite, or neither"},
		{Matrices{Title: "t", Panels: []MatrixPanel{{Rows: []nums{{math.NaN(), math.Inf(1)}}}}},
			`matrices "t": none of the values is finite; give some that are`},
	} {
		must.Fail(MatricesFigure(&test.m))(t, test.want)
	}
}

func drawsMatrices(t testing.TB, m Matrices) *figure.Figure {
	t.Helper()
	return must.Get(MatricesFigure(&m))(t)
}

func TestMatricesSay(t *testing.T) {
	f := drawsMatrices(t, Matrices{
		Title: "Two", Values: "k-NN share", Min: -1, Max: 2, Note: "By hand.", Groups: []string{"a",
			"b", "b"},
		Panels: []MatrixPanel{
			{Name: "first", Rows: []nums{{1, 2, 3}, {0, -2, 0}, {math.NaN(), 0, math.Inf(1)}}},
			{Rows: []nums{{5, 5, 5}, {5, 5, 5}, {5, 5, 5}}},
		},
	})
	texts(t, f, "Two", "first", "matrix 2", "a", "b", "k-NN share", "−1.0", "2.0",
		"By hand. 11 values lie beyond the scale of colors. 2 values are not finite, and gray.")
	must.Is(t, f.Alt,
		"Two: heat maps of k-NN share; first, 3×3, −2 to 3; matrix 2, 3×3, all 5; in 2 groups",
		"it is described as, want")
	texts(t, drawsMatrices(t, Matrices{Panels: randomMatrices(2, 3, func(int) string {
		return "same"
	})}), "same #1", "same #2", "value")
	r := texts(t, drawsMatrices(t, Matrices{Panels: randomMatrices(14, 3, numbered("m"))}), "m12",
		"2 matrices more not drawn.")
	if r.Has("m13") {
		t.Error("there are more panels than there should be")
	}
	texts(t, drawsMatrices(t, Matrices{Panels: []MatrixPanel{randomMatrix("m", 3, 1e9)}}),
		"value in 1e9")
	texts(t, drawsMatrices(t, Matrices{Panels: []MatrixPanel{randomMatrix("m", 500, 1)}}),
		"A pixel is the mean of several values.")
	r = texts(t, drawsMatrices(t, Matrices{Panels: randomMatrices(1, 200, numbered("m")),
		Groups: groupsOf(200, 1, numbered("g"))}), "g1")
	if !strings.Contains(strings.Join(r.Words(), " "),
		"of 200 groups are not named, for want of room.") || r.Has("g2") {
		t.Errorf("the figure says %q", r.Words())
	}
}

// Cells have the colors of their values, from the dark end to the bright one, and
// a value of its own panel's picture stands where the matrix has it.
func TestMatricesColors(t *testing.T) {
	nan := math.NaN()
	rows := []nums{{0, 1, 2}, {4, 3, nan}}
	m := &matrices{Matrices: &Matrices{Panels: []MatrixPanel{{Rows: rows}}}, lo: 0, hi: 4}
	img := m.cells(rows, vg.Rectangle{}).image(12)
	for i, row := range rows {
		for j, v := range row {
			want := figure.GridInk
			if !math.IsNaN(v) {
				want = heat(v / 4)
			}
			for _, at := range [][2]int{{4 * j, 6 * i}, {4*j + 3, 6*i + 5}} {
				must.Is(t, img.At(at[0], at[1]), color.Color(want),
					"pixel %v of cell %d,%d, want %v", at, i, j, want)
			}
		}
	}
	// Several cells in a pixel: their mean, without what is not finite.
	got := m.cells([]nums{{0, 4}, {nan, 2}}, vg.Rectangle{}).image(1).At(0, 0)
	if got != color.Color(heat(0.5)) {
		t.Errorf("the mean is %v, want %v", got, heat(0.5))
	}
	m.lo, m.hi = -math.MaxFloat64, math.MaxFloat64
	for v, want := range map[float64]float64{-math.MaxFloat64: 0, 0: 0.5, math.MaxFloat64: 1} {
		must.Is(t, m.cells(rows, vg.Rectangle{}).share(v), want, "%g is at", v)
	}
	m.lo, m.hi = 3, 3
	must.Is(t, m.cells(rows, vg.Rectangle{}).share(3), 0.5, "the only value is at")
}

// Groups are divided where they end.
func TestMatricesGroups(t *testing.T) {
	lines := func(groups []string) (at []float64) {
		r := record(drawsMatrices(t, Matrices{Panels: randomMatrices(1, len(groups), numbered("m")),
			Groups: groups}))
		panel := r.Images[0]
		for _, b := range r.Shapes {
			if b.Stroked && b.Color == (color.NRGBA{0xff, 0xff, 0xff, 0xff}) &&
				b.MaxX-b.MinX > 100 {
				at = append(at, (panel.MaxY-(b.MinY+b.MaxY)/2)/(panel.MaxY-panel.MinY))
			}
		}
		return at
	}
	if diff := cmp.Diff([]float64{0.2, 0.9}, lines(strings.Split("aabbbbbbba", "")),
		cmpopts.EquateApprox(0, 1e-2)); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	for _, groups := range [][]string{groupsOf(9, 9, numbered("g")),
		groupsOf(90, 1, numbered("g"))} {
		if got := lines(groups); got != nil {
			t.Errorf("%d groups: lines at %v", len(groups), got)
		}
	}
}

func TestHostileMatrices(t *testing.T) {
	for _, name := range hostile {
		t.Run(fmt.Sprintf("%.20q", name), func(t *testing.T) {
			m := Matrices{Title: name, Values: name, Note: name, Groups: []string{name, name + name,
				"x"}, Panels: randomMatrices(2, 3, func(int) string { return name })}
			checkHarmless(t, drawsMatrices(t, m))
			m.Panels[1].Rows = nil
			if _, err := MatricesFigure(&m); err == nil ||
				strings.ContainsFunc(err.Error(), func(r rune) bool {
					return !unicode.IsGraphic(r)
				}) || len([]rune(err.Error())) > 300 {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

func matricesSituations() map[string]*figure.Figure {
	all := map[string]Matrices{
		"one value": {Panels: []MatrixPanel{{Rows: []nums{{3}}}}},
		"wide":      {Panels: []MatrixPanel{{Rows: []nums{{1, 2, 3, 4, 5, 6, 7}}}}},
		"long names": {Title: long(1), Values: long(2), Note: long(3),
			Panels: randomMatrices(4, 9, long), Groups: groupsOf(9, 3, long)},
		"uneven groups": {Panels: randomMatrices(2, 60, numbered("m")),
			Groups: append(groupsOf(57, 57, uneven), "a", "b", "c")},
		"many groups": {Panels: randomMatrices(4, 150, numbered("m")),
			Groups: groupsOf(150, 5, numbered("person "))},
		"500 groups": {Panels: randomMatrices(1, 500, numbered("m")),
			Groups: groupsOf(500, 1, numbered("person "))},
		"colors": {Title: "t", Min: -1e-3, Max: 1e3, Panels: randomMatrices(3, 5, numbered("m"))},
		"no title": {Panels: randomMatrices(3, 5, numbered("m")),
			Groups: groupsOf(5, 2, numbered("g"))},
	}
	for n := 1; n <= 13; n++ {
		all[fmt.Sprint(n, " panels")] = Matrices{Title: "t",
			Panels: randomMatrices(n, 7, numbered("m")), Groups: groupsOf(7, 2, numbered("g"))}
	}
	for _, scale := range []float64{1e-310, 1e-300, 1e-9, 0.02, 123, 1e5, 1e9, 1e300} {
		for _, zero := range []float64{0, 1, 1e12} {
			p := randomMatrix("m", 4, scale)
			for _, row := range p.Rows {
				for j := range row {
					row[j] += zero
				}
			}
			all[fmt.Sprintf("around %g from %g", scale, zero)] = Matrices{Values: "k-NN value in s",
				Panels: []MatrixPanel{p}}
		}
	}
	out := make(map[string]*figure.Figure)
	for name, m := range all {
		f, err := MatricesFigure(&m)
		if err != nil {
			panic(name + ": " + err.Error())
		}
		out["matrices, "+name] = f
	}
	return out
}
