package stats_test

import (
	"fmt"

	"fsnb.example/evaluation/stats"
)

// Ten splits of one data set, 70 samples for training and 30 for the test: what looks
// certain is not, since the training parts overlap.
func ExampleCorrectedPairedT() {
	plain, err := stats.PairedT(a, b)
	if err != nil {
		fmt.Println(err)
		return
	}
	corrected, err := stats.CorrectedPairedT(a, b, 70, 30)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("difference %.3f: p = %.3f, corrected %.3f\n", plain.Difference, plain.P,
		corrected.P)
	// Output: difference 0.020: p = 0.004, corrected 0.126
}

// Four variants of a classifier on 14 data sets.
func ExampleFriedman() {
	f, err := stats.Friedman(demsar)
	if err != nil {
		fmt.Println(err)
		return
	}
	cd, err := stats.NemenyiDifference(4, 14, 0.05)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("average ranks %.2f, p = %.3f, critical difference %.2f\n", f.Average, f.PF, cd)
	// Output: average ranks [3.14 2.00 2.89 1.96], p = 0.012, critical difference 1.25
}
