package lab_test

import (
	"fmt"

	"fsnb.example/fsnb"
	"fsnb.example/fsnb/lab"
)

// Two studies of one paper together; both kinds of columns, standardized and raw, count.
func ExampleOver() {
	o := lab.Over("accuracy", lab.View{}, stored("fsir2-2016-tables-4-5"),
		stored("fsir2-2016-tables-4-5-wide"))
	fmt.Println(len(o.Methods), "methods,", len(o.Sets), "data sets")
	best := fsnb.Must(fsnb.Must(o.Without("all features")).Best(3))
	means := fsnb.Must(o.Relative().Keep(best.Methods...)).Means()
	for m, name := range best.Methods {
		fmt.Printf("%s %+.3f\n", name, means[m])
	}
	for _, v := range fsnb.Must(best.Against(best.Methods[0])) {
		fmt.Printf("%s is better on %d and worse on %d, p = %.2f\n", v.Method, v.Won, v.Lost,
			v.Adjusted)
	}
	// Output:
	// 8 methods, 7 data sets
	// mrsf +0.016
	// qpfs +0.007
	// fsir2 -0.025
	// qpfs is better on 1 and worse on 6, p = 0.16
	// fsir2 is better on 1 and worse on 6, p = 0.16
}

func ExampleFront() {
	r := stored("fsir2-2016-tables-4-5")
	c := lab.Front(lab.Over("mean squared cosine", lab.View{}, r),
		lab.Over("accuracy, linear SVM, tuned", lab.View{}, r))
	fmt.Printf("%s: %s against %s\n", c.Title, c.Y, c.X)
	front := c.Series[1]
	for i, name := range front.Labels {
		fmt.Printf("%s %.3f %.3f\n", name, front.X[i], front.Y[i])
	}
	// Output:
	// 8 methods over 5 data sets: accuracy, linear SVM, tuned against mean squared cosine
	// fsir2 0.222 0.842
	// qpfs 0.345 0.880
	// mrsf 0.361 0.885
	// all features 0.397 0.896
}
