package graphs_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/graphs"
)

// The scatter of a feature between classes and within them, the two parts of the Fisher score: the
// first column separates the classes, the second does not.
func ExampleClassForms() {
	x := mat.NewDense(4, 2, []float64{
		1, 0,
		3, 2,
		7, 2,
		9, 0,
	})
	forms, err := graphs.ClassForms(context.Background(), x, []int{0, 0, 1, 1}, 2,
		[]string{"a", "b"}, 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("between", forms.Between)
	fmt.Println("within ", forms.Within)
	// Output:
	// between [36 0]
	// within  [4 4]
}
