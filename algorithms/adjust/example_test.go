package adjust_test

import (
	"fmt"

	"fsnb.example/algorithms/adjust"
)

// Four tests, one of which would be significant alone and is not among four.
var four = []float64{.001, .012, .03, .4}

func ExampleBonferroni() {
	fmt.Println(adjust.Bonferroni(four))
	// Output: [0.004 0.048 0.12 1] <nil>
}

func ExampleHolm() {
	p, _ := adjust.Holm(four)
	fmt.Printf("%.3f\n", p)
	// Output: [0.004 0.036 0.060 0.400]
}

func ExampleBenjaminiHochberg() {
	p, _ := adjust.BenjaminiHochberg(four)
	fmt.Printf("%.3f\n", p)
	// Output: [0.004 0.024 0.040 0.400]
}

func ExampleBenjaminiYekutieli() {
	p, _ := adjust.BenjaminiYekutieli(four)
	fmt.Printf("%.4f\n", p)
	// Output: [0.0083 0.0500 0.0833 0.8333]
}

func ExampleParseKind() {
	k, _ := adjust.ParseKind("bh")
	fmt.Println(k.Title())
	_, err := adjust.ParseKind("homl")
	fmt.Println(err)
	// Output:
	// Benjamini–Hochberg
	// no adjustment of p-values "homl"; did you mean "holm"?
}

func ExampleKind_Adjust() {
	for _, k := range adjust.Kinds() {
		p, _ := k.Adjust(four)
		fmt.Printf("%-10s %.3f\n", k, p[2])
	}
	// Output:
	// none       0.030
	// bonferroni 0.120
	// holm       0.060
	// bh         0.040
	// by         0.083
}

func ExampleKind_Threshold() {
	at, _ := adjust.KindBH.Threshold(four, .05)
	fmt.Printf("p up to %.4f\n", at) // three of four are significant
	// Output: p up to 0.0375
}
