package learn

import (
	"fmt"

	"fsnb.example/internal/processor"
)

// checkScores returns an error if so many tables of a number for each sample and class take more
// memory than this process may take.
func checkScores(tables, samples, classes int) error {
	return processor.CheckMemory(8*float64(tables)*float64(samples)*float64(classes),
		fmt.Sprintf("the scores of %d samples for %d classes", samples, classes),
		"take fewer classes or samples")
}

// checkWeights is checkScores of a number for each class and feature.
func checkWeights(tables, classes, d int) error {
	return processor.CheckMemory(8*float64(tables)*float64(classes)*float64(d),
		fmt.Sprintf("the weights of %d features for %d classes", d, classes),
		"take fewer classes, or the best features of a method")
}
