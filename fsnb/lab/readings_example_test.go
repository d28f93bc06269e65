package lab_test

import (
	"fmt"

	"fsnb.example/fsnb"
	"fsnb.example/fsnb/lab"
)

func ExampleLeads() {
	for _, l := range lab.Leads(stored("fsir2-2016-figure-1"), "", "fsir2, similarity=rbf") {
		fmt.Printf("%s: the best at %d of %d numbers: %d\n", l.Set, len(l.Best), len(l.Counts),
			l.Best)
	}
	// Output:
	// vote: the best at 6 of 15 numbers: [8 9 11 12 13 14]
	// warpPIE10P: the best at 10 of 14 numbers: [60 80 100 120 140 160 180 200 220 240]
}

func ExampleAheadOfAll() {
	r := []*lab.Result{stored("lap-2018-tables-2-3"), stored("lap-2018-tables-2-3-genes")}
	fmt.Println(lab.AheadOfAll(r, "", "ulap", "laplacian", "mcfs"), "of 5 sets")
	fmt.Println(lab.AheadOfAll(r, "", "ulap", "laplacian", "mcfs", "sogfs"), "of 5 sets")
	// Output:
	// 3 of 5 sets
	// 0 of 5 sets
}

func ExampleStepsWithin() {
	r := fsnb.Select(fsnb.Load("digits"), fsnb.SLAP{Dimensions: 5}, 5)
	fmt.Println(lab.StepsWithin(r, .1), lab.StepsWithin(r, .001), len(r.Diagnostics.Trace))
	// Output:
	// 2 5 17
}

func ExampleMeanOf() {
	m := lab.MeanOf(lab.AgainstTable(2, stored("spfs-2013-table-2")), "mRMR")
	fmt.Printf("%.3f for %.3f, the best on %d of %d sets\n", m.Ours, m.Printed, m.BestOurs, m.N)
	// Output:
	// 0.875 for 0.779, the best on 1 of 7 sets
}

func ExampleNearestOfClass() {
	iris := fsnb.Load("iris")
	plot := fsnb.Scatter(iris, fsnb.Select(iris, fsnb.Fisher{}, 2), fsnb.Select(iris,
		fsnb.Random{}, 2))
	fmt.Printf("%.3f\n", lab.NearestOfClass(plot))
	// Output:
	// [0.967 0.913]
}
