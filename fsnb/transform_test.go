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
	celltest.RefusesAll(t, map[string]func(){
		"no data: the data set is empty; give at least one sample and one feature": func() {
			Standardize(nil)
		},
		"no class \"setsoa\"; did you mean \"setosa\"?": func() {
			TakeClasses(iris, "setsoa")
		},
		"no feature \"petal\"; known: petal_length_cm, petal_width_cm, sepal_length_cm, " +
			"sepal_width_cm": func() {
			TakeFeatures(iris, "petal")
		},
		"2 samples of 150 in 3 classes; give 3 to 150": func() {
			Subsample(iris, 2, 1)
		},
		"5 features of 4; give 1 to 4": func() {
			SubsampleFeatures(iris, 5, 1)
		},
		"the samples are no pictures; set Image to the shape of theirs, such as " +
			"ImageShape{Height: 32, Width: 32}": func() {
			Downscale(iris, 2, 2)
		},
	})
}
