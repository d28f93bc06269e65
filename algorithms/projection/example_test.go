package projection_test

import (
	"context"
	"fmt"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/projection"
	"fsnb.example/datasets"
)

// show prints the three best features of a method, and whether its certificate holds.
func show(name string, m algorithms.Selector) {
	d, err := datasets.Load(name, datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if d, err = d.Standardize(); err != nil {
		log.Fatal(err)
	}
	r, err := m.Select(context.Background(), d, algorithms.Options{K: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Println("certified:", r.Diagnostics.Certificate.Holds())
}

func ExamplePCAScore() {
	show("wine", projection.PCAScore{})
	// Output:
	// pca: 3 of 13, wine: flavanoids, total_phenols, od280_od315_of_diluted_wines
	// certified: true
}

func ExampleLDAScore() {
	show("wine", projection.LDAScore{})
	// Output:
	// lda: 3 of 13, wine: flavanoids, proline, color_intensity
	// certified: true
}

func ExampleLPPScore() {
	show("wine", projection.LPPScore{})
	// Output:
	// lpp: 3 of 13, wine: flavanoids, color_intensity, proline
	// certified: true
}

// Class a of these data lies in two clusters on feature 1, class b between them.
func ExampleLFDAScore() {
	show("lap-d1", projection.LFDAScore{})
	// Output:
	// lfda: 3 of 12, lap-d1: feature_1, noise_8, noise_3
	// certified: true
}

func ExampleFSSL() {
	show("wine", projection.FSSL{})
	// Output:
	// fssl: 3 of 13, wine: flavanoids, od280_od315_of_diluted_wines, proline
	// certified: true
}

func ExampleNDFS() {
	show("wine", projection.NDFS{Clusters: 3, Gamma: 10})
	// Output:
	// ndfs, clusters=3, gamma=10: 3 of 13, wine: proline, color_intensity, flavanoids
	// certified: true
}

func ExampleJELSR() {
	show("wine", projection.JELSR{Clusters: 3})
	// Output:
	// jelsr, clusters=3: 3 of 13, wine: magnesium, flavanoids, color_intensity
	// certified: true
}

func ExampleLDFS() {
	show("wine", projection.LDFS{})
	// Output:
	// ldfs: 3 of 13, wine: flavanoids, proline, color_intensity
	// certified: true
}

func ExampleHSFS() {
	show("wine", projection.HSFS{})
	// Output:
	// hsfs: 3 of 13, wine: alcohol, proline, color_intensity
	// certified: true
}
