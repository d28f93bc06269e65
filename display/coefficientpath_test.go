package display

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

// makePath is a path of 2d points of d features, of which feature k enters at point 2k+1, with the
// least error two points before the end and the choice two before that.
func makePath(d int, label, name func(int) string) *evaluation.CoefficientPath {
	p := &evaluation.CoefficientPath{Label: label(0), Target: "dose", Folds: 5}
	p.About = evaluation.About{Dataset: "synthetic", N: 100, D: 3 * d}
	lambda := 1.0
	for i := range 2 * d {
		p.Points = append(p.Points, evaluation.PathPoint{Lambda: lambda, NonZero: (i + 1) / 2,
			Intercept: 2, Error: evaluation.Spread{Mean: 4, SD: .5, Values: make([]float64, 5)}})
		lambda /= 2
	}
	p.Best = max(0, 2*d-3)
	p.Chosen = max(0, p.Best-2)
	p.Points[p.Best].Error.Mean = 3
	for k := range d {
		l := evaluation.CoefficientLine{Feature: 2 * k, Name: name(k), Enters: 2*k + 1,
			Values: make(algorithms.Numbers, 2*d), Deviation: float64(1 + k%3)}
		for i := l.Enters; i < 2*d; i++ {
			l.Values[i] = float64(i-l.Enters+1) * float64(1-2*(k%2)) / 10
		}
		p.Lines = append(p.Lines, l)
	}
	return p
}

func pathSituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	for _, d := range []int{1, 2, 7, 8, 40} {
		out[fmt.Sprintf("path of %d", d)] =
			coefficientPathFigure(makePath(d, numbered("m"), numbered("f")))
		out[fmt.Sprintf("path of %d long names", d)] =
			coefficientPathFigure(makePath(d, long, long))
	}
	whole := makePath(9, numbered("m"), numbered("f"))
	whole.Folds, whole.Best, whole.Chosen = 0, -1, -1
	out["path without folds"] = coefficientPathFigure(whole)
	return out
}

func TestCoefficientPathTable(t *testing.T) {
	p := makePath(3, numbered("m"), numbered("f"))
	got := coefficientPathTable(p)
	want := [][]string{{"1", "f1", "0.5", "0.1", "0.3"}, {"2", "f2", "0.125", "–", "−0.1"},
		{"3", "f3", "0.0312", "–", "–"}}
	must.Equal(t, got.Rows, want, "rows")
	var heads []string
	for _, c := range got.Columns {
		heads = append(heads, c.Name)
	}
	if diff := cmp.Diff([]string{"#", "feature", "enters at λ", "one standard error",
		"least error"}, heads); diff != "" || got.Title != "Coefficients of m1, synthetic" {
		t.Errorf("%q, columns (-want +got):\n%s", got.Title, diff)
	}
	notes := []string{"Coefficients are in the units of the features and of the target: dose.",
		"Features with a coefficient, by λ: 0 at 1, 1 at 0.5, 1 at 0.25, 2 at 0.125, 2 at " +
			"0.0625, 3 at 0.0312.",
		"Mean squared error of 5 folds: least, 3 ± 0.224 (standard error), at λ = 0.125 with 2 " +
			"features; within one standard error of it, 4, at λ = 0.5 with 1 feature, the choice."}
	must.Equal(t, got.Notes, notes, "notes")
	p.Folds, p.Best, p.Chosen, p.Partial, p.Warnings = 5, -1, -1, true, []string{"odd"}
	got = coefficientPathTable(p)
	if got.Columns[3].Name != "last λ" || got.Rows[2][3] != "0.1" ||
		!slices.Contains(got.Notes, "Stopped before all folds were done: no λ is chosen.") ||
		!slices.Contains(got.Notes, "Warning: odd.") {
		t.Errorf("partial: %v, %v, %q", got.Columns, got.Rows, got.Notes)
	}
	many := coefficientPathTable(makePath(40, numbered("m"), numbered("f")))
	if len(many.Rows) != mostLines || many.Notes[0] != "10 features more on the path." {
		t.Errorf("%d rows, %q", len(many.Rows), many.Notes[0])
	}
}

func TestCoefficientPathFigureSays(t *testing.T) {
	p := makePath(9, numbered("m"), numbered("f"))
	f := coefficientPathFigure(p)
	texts(t, f, "Coefficients of m1, synthetic", "f1", "f6", "2 other features",
		"coefficient × standard deviation", "chosen: 7 features (x = 0.0001221)")
	words := strings.Join(record(f).Words(), " ")
	if strings.Contains(words, "f9 ") || !strings.Contains(words,
		"Named: the largest at the chosen λ.") {
		t.Errorf("the figure says %q", words)
	}
	p.Best, p.Chosen = -1, -1
	if words := strings.Join(record(coefficientPathFigure(p)).Words(),
		" "); !strings.Contains(words,
		"the largest at the last λ") || strings.Contains(words, "chosen") {
		t.Errorf("without folds it says %q", words)
	}
	p.Lines = nil
	if coefficientPathFigure(p) != nil {
		t.Error("a path without features made a figure")
	}
}
