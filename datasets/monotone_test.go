package datasets

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

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
		must.FailWith(t, must.Err(d.Log(c.names...)), c.want, c.names)
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
