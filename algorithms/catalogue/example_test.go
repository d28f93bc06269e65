package catalogue_test

import (
	"context"
	"fmt"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
)

// New makes a method from its name and parameters as text, such as those of a command line.
func ExampleNew() {
	m, err := catalogue.New("relieff", "neighbors=3")
	if err != nil {
		log.Fatal(err)
	}
	d, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := algorithms.Run(context.Background(), m, d, algorithms.Options{K: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Label, r.Names)
	// Output:
	// relieff, neighbors=3 [petal_width_cm petal_length_cm]
}

// A misspelled name is an error with the nearest one.
func ExampleNew_misspelled() {
	_, err := catalogue.New("fischer")
	fmt.Println(err)
	_, err = catalogue.New("relieff", "neighbor=3")
	fmt.Println(err)
	// Output:
	// no method "fischer"; did you mean "fisher"?
	// no parameter "neighbor"; did you mean "neighbors"? relieff has neighbors, difference
}

// Find returns the facts of a method.
func ExampleFind() {
	e, err := catalogue.Find("fisher")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(e.Type, "labels", e.Labels, "nested", e.Nested)
	fmt.Println(e.Summary)
	// Output:
	// Fisher labels required nested true
	// scatter between classes over scatter within classes
}

// All returns every method with its facts; the example prints three.
func ExampleAll() {
	for _, e := range catalogue.All() {
		switch e.Name {
		case "fisher", "pca", "trace-ratio":
			fmt.Printf("%s: labels %s, nested %v\n", e.Name, e.Labels, e.Nested)
		}
	}
	// Output:
	// fisher: labels required, nested true
	// pca: labels unused, nested true
	// trace-ratio: labels graph=class, nested false
}
