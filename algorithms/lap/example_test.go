package lap_test

import (
	"context"
	"fmt"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/lap"
	"fsnb.example/datasets"
)

// On feature 1 class a forms two clusters, with class b between them. No linear function separates
// the classes, but samples that are near within a class stay near along feature 1.
func ExampleSLAP() {
	p, err := lap.SLAP{}.Learn(context.Background(), datasets.LAPD1(datasets.DefaultSeed),
		algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	best := p.Scores.Order()[0]
	fmt.Printf("%s: %.3f of a direction of length 1\n", p.Scores.Names[best], p.Norms[best])
	fmt.Printf("%d pairs, converged: %v\n", len(p.S.Edges), p.Scores.Diagnostics.Converged)
	// Output:
	// feature_1: 0.999 of a direction of length 1
	// 1375 pairs, converged: true
}
