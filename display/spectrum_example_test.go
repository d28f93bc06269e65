package display_test

import (
	"log"

	"fsnb.example/display"
	"fsnb.example/evaluation"
)

// Fisher's scores of wdbc turn flat after ten features, variance after two.
func ExampleSpectrumFigure() {
	_, fisher, variance := best("wdbc", 0)
	s, err := evaluation.Spectrum(fisher, variance)
	if err != nil {
		log.Fatal(err)
	}
	save("spectrum.png", display.SpectrumFigure(s))
}
