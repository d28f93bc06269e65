package display

import (
	"math"
	"strings"
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
	"fsnb.example/internal/terms"
)

// makeRegression is a result of made-up errors.
func makeRegression(methods int, counts []int, repeats, done int,
	label func(int) string) *evaluation.RegressionErrors {
	r := &evaluation.RegressionErrors{Splits: makeSplits(300, counts, repeats, done),
		Target: "continuous target dose"}
	r.Protocol.Regressor, r.Protocol.Ridge = terms.NearestMean, 1
	point := func(r2, sd float64) evaluation.RegressionPoint {
		if done < 2 {
			sd = 0
		}
		rmse := 20 * math.Sqrt(1-r2)
		return evaluation.RegressionPoint{R2: evaluation.Spread{Mean: r2, SD: sd},
			MAE:  evaluation.Spread{Mean: .75 * rmse, SD: 10 * sd},
			RMSE: evaluation.Spread{Mean: rmse, SD: 20 * sd}}
	}
	r.All, r.Guess = point(.64, .02), point(-.0201, .01)
	for m := range methods {
		c := evaluation.Curve[evaluation.RegressionPoint]{Label: label(m)}
		for _, k := range counts {
			c.Points = append(c.Points, point(.9-.5/math.Sqrt(float64(k))-.02*float64(m), .01))
		}
		r.Curves = append(r.Curves, c)
	}
	return r
}

func TestRegressionTable(t *testing.T) {
	r := makeRegression(2, []int{1, 4}, 10, 4, numbered("m"))
	r.Protocol.Seed, r.Protocol.Raw, r.Groups = 7, true, "2 groups"
	got := regressionTable(r)
	must.Is(t, got.Title, "R², MAE and RMSE of 1-NN, synthetic", "title")
	// 15√.6 = 11.62, 20√.6 = 15.49; 15√.62 = 11.81, 20√.62 = 15.75; and so on.
	want := [][]string{
		{"1", "m1", "0.400 ± 0.010", "11.62 ± 0.10", "15.49 ± 0.20"},
		{"1", "m2", "0.380 ± 0.010", "11.81 ± 0.10", "15.75 ± 0.20"},
		{"4", "m1", "0.650 ± 0.010", "8.87 ± 0.10", "11.83 ± 0.20"},
		{"4", "m2", "0.630 ± 0.010", "9.12 ± 0.10", "12.17 ± 0.20"},
	}
	must.Equal(t, got.Rows, want, "got.Rows")
	notes := []string{
		"All 300 features: R² 0.640 ± 0.020, MAE 9.00 ± 0.20, RMSE 12.00 ± 0.40. The mean of the " +
			"training part, without features: R² −0.020 ± 0.010, MAE 15.15 ± 0.10, RMSE 20.20 ± " +
			"0.20.",
		"Target: dose. R² is about the mean of the test part; the mean absolute error (MAE) and " +
			"the root mean squared error (RMSE) are in the unit of the target.",
		"Mean ± standard deviation over 4 splits balanced over the quantiles of the target, 50% " +
			"for training, selection on the training part only, features as they are, prediction " +
			"by the mean of 1 nearest neighbor, seed 7. The samples are in 2 groups: no split " +
			"parts a group.",
		"Stopped after 4 of 10 splits.",
	}
	must.Equal(t, got.Notes, notes, "notes")
	none := makeRegression(1, []int{1}, 5, 0, numbered("m"))
	if text := regressionTable(none).Text(); text != "R², MAE and RMSE of 1-NN, synthetic\n"+
		"Interrupted: 0 of 5 splits finished, so there is nothing to show yet.\n" {
		t.Errorf("no split:\n%s", text)
	}
	if regressionFigure(none) != nil {
		t.Error("no split made a figure")
	}
}

// Bold is the best of a number of features in its own measure: a smaller error, a larger R².
func TestRegressionBold(t *testing.T) {
	r := makeRegression(3, []int{1}, 4, 4, numbered("m"))
	set := func(m int, r2, rmse float64) {
		var a, b []float64
		for k := range 4 {
			a, b = append(a, r2+.001*float64(k)), append(b, rmse+.001*float64(k))
		}
		r.Curves[m].Points[0] = evaluation.RegressionPoint{R2: evaluation.NewSpread(a),
			MAE: evaluation.NewSpread(b), RMSE: evaluation.NewSpread(b)}
	}
	set(0, .9, 3)
	set(1, .5, 9)
	set(2, .4, 3)
	got := regressionTable(r)
	want := [][]bool{{false, false, true, true, true}, {false, false, false, false, false},
		{false, false, false, true, true}}
	must.Equal(t, got.Strong, want, "got.Strong")
}

func TestRegressionCSV(t *testing.T) {
	r := makeRegression(1, upTo(40), 1, 1, numbered("m"))
	rows := regressionCSV(r)
	if len(rows) != 43 {
		t.Fatalf("%d lines, want one for each of 40 numbers of features, and 3", len(rows))
	}
	must.Equal(t, rows[0],
		[]string{"features", "method", "R2", "R2 sd", "MAE", "MAE sd", "RMSE", "RMSE sd"},
		"rows[0]")
	must.Equal(t, rows[41], []string{"300", "all features", "0.64", "", "9", "", "12", ""},
		"rows[41]")
	if rows[42][0] != "0" || rows[42][1] != "mean of the training part" {
		t.Errorf("the last line is %q", rows[42])
	}
	write := must.Get(CSV(r))(t)
	var b strings.Builder
	must.Do(t, write(&b))
	must.Is(t, strings.Count(b.String(), "\n"), 43, "the file has lines")
}

func TestRegressionFigureSays(t *testing.T) {
	r := makeRegression(2, []int{1, 4, 25}, 10, 10, numbered("method "))
	f := regressionFigure(r)
	texts(t, f, "R² of 1-NN, synthetic", "RMSE of 1-NN, synthetic", "method 1", "method 2",
		"all 300 features", "R²", "RMSE in the unit of the target",
		"number of features (logarithmic)",
		"Target: dose. Bands: ± one standard deviation over 10 splits.")
	if want := "R² and RMSE of 1-NN, synthetic against the number of features: method 1 best R² " +
		"0.800, RMSE 8.94 at 25 features; method 2 best R² 0.780, RMSE 9.38 at 25 features; all " +
		"300 features R² 0.640, RMSE 12.00"; f.Alt != want {
		t.Errorf("it is described as %q", f.Alt)
	}
	r.Protocol.Regressor, r.Target = terms.RidgeRegression, "continuous target"
	texts(t, regressionFigure(r), "R² of ridge regression, synthetic",
		"Continuous target. Bands: ± one standard deviation over 10 splits.")
}
