package fsnb

import (
	"testing"

	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/must"
)

func TestByClassAndSpectrum(t *testing.T) {
	iris := Load("iris")
	all := Select(iris, Fisher{}, 0)
	got := ByClass(iris, all, 2)
	if len(got.Features) != 2 || got.Features[0].Name != "petal_length_cm" ||
		got.Features[0].Groups[0].Median != 1.5 {
		t.Errorf("the best two: %+v", got)
	}
	must.Is(t, len(ByClass(iris, all, 0).Features), 4, "k = 0 of four features describes")
	wdbc := Load("wdbc")
	s := Spectrum(Select(wdbc, Fisher{}, 0), Select(wdbc, TraceRatio{}, 5))
	if len(s.Curves) != 2 || s.Curves[0].Knee.Rank != 11 || len(s.Curves[1].Scores) != 5 {
		t.Errorf("spectrum: %+v", s)
	}
	celltest.Shows(t, func() { Show(got, s) },
		"Best 2 features by fisher in each class, iris\n",
		"setosa           50  1.000           1.400   1.500           1.575  1.900\n",
		"Best 2 features by fisher in each class, iris: petal_length_cm median setosa 1.500",
		"Score spectrum, wdbc\n",
		"Score spectrum, wdbc: fisher knee at rank 11, score 0.5524; trace-ratio ")
	celltest.Saves(t, func(file string) { Save(file, got) }, map[string]string{
		"byclass.csv": "rank,feature,class,samples,min,lower quartile,median,upper " +
			"quartile,max\n1,petal_length_cm,setosa,50,1.000,1.400,1.500,1.575,1.900\n",
		"byclass.png": "\x89PNG", "byclass.json": "{\n  \"dataset\": \"iris\"",
	})
	celltest.Saves(t, func(file string) { Save(file, s) }, map[string]string{
		"spectrum.svg": "<?xml", "spectrum.md": "**Score spectrum, wdbc**"})
	celltest.RefusesAll(t, map[string]func(){
		"k = 5 of a ranking of 4 features; give 1 to 4, or 0 for the best 4": func() {
			ByClass(iris, all, 5)
		},
		"ranking 1 (fisher) is of 4 features, wdbc has 30; rank the same data": func() {
			ByClass(wdbc, all, 1)
		},
		"no ranking given; give at least one": func() {
			Spectrum()
		},
	})
}
