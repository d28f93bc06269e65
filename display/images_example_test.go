package display_test

import (
	"context"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/display"
	"fsnb.example/evaluation"
)

// Six handwritten digits of each class.
func Example_images() {
	digits, _, _ := best("digits", 1)
	g, err := evaluation.Images(digits, 6)
	if err != nil {
		log.Fatal(err)
	}
	save("images.png", g)
}

// Where the digits differ: three methods and their ten pixels.
func ExampleChosenPixelsFigure() {
	digits, fisher, variance := best("digits", 10)
	subset, err := traceratio.TraceRatio{}.Select(context.Background(), digits,
		algorithms.Options{K: 10})
	if err != nil {
		log.Fatal(err)
	}
	m, err := evaluation.ChosenPixels(digits, fisher, subset, variance)
	if err != nil {
		log.Fatal(err)
	}
	save("chosen_pixels.png", display.ChosenPixelsFigure(m))
}
