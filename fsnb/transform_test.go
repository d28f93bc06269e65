package fsnb

import (
	"slices"
	"testing"

	"fsnb.example/fsnb/internal/cell/celltest"
)

// What a result is computed on stands in its history, step by step.
func TestTransformsLeaveATrace(t *testing.T) {
	d := Standardize(Downscale(TakeClasses(Load("digits"), "3", "8"), 4, 4))
	want := []string{"took 2 of 10 classes, 3, 8: 357 of 1797 samples",
		"scaled pictures down from 8×8 to 4×4 pixels by means of areas",
		"standardized to zero mean and unit variance"}
	if r := Select(d, Fisher{}, 3); !slices.Equal(r.History, want) {
		t.Errorf("history %q, want %q", r.History, want)
	}
	for want, got := range map[string]*Dataset{
		"centered to zero mean":                                     Center(d),
		"scaled each feature to the range from 0 to 1":              MinMax(d),
		"scaled each sample to unit norm":                           UnitNorm(d),
		"took 1 of 16 features by name: pixel_1_2":                  TakeFeatures(d, "pixel_1_2"),
		"drew 20 of 357 samples at random, class by class (seed 3)": Subsample(d, 20, 3),
		"drew 4 of 16 features at random (seed 3)":                  SubsampleFeatures(d, 4, 3),
	} {
		if last := got.History[len(got.History)-1]; len(got.History) != 4 || last != want {
			t.Errorf("history %q, want %q at its end", got.History, want)
		}
	}
}

func TestTransformMistakes(t *testing.T) {
	iris := Load("iris")
	for want, do := range map[string]func(){
		"fsnb: no data: the data set is empty; give at least one sample and one feature\n": func() {
			Standardize(nil)
		},
		"fsnb: no class \"setsoa\"; did you mean \"setosa\"?\n": func() {
			TakeClasses(iris, "setsoa")
		},
		"fsnb: no feature \"petal\"; known: petal_length_cm, petal_width_cm, sepal_length_cm, " +
			"sepal_width_cm\n": func() {
			TakeFeatures(iris, "petal")
		},
		"fsnb: 2 samples of 150 in 3 classes; give 3 to 150\n": func() {
			Subsample(iris, 2, 1)
		},
		"fsnb: 5 features of 4; give 1 to 4\n": func() {
			SubsampleFeatures(iris, 5, 1)
		},
		"fsnb: the samples are no pictures; set Image to the shape of theirs, such as " +
			"ImageShape{Height: 32, Width: 32}\n": func() {
			Downscale(iris, 2, 2)
		},
	} {
		if got, status := celltest.Caught(t, do); got != want || status != 1 {
			t.Errorf("exit %d, said %q\nwant %q", status, got, want)
		}
	}
}
