package datasets_test

import (
	"fmt"
	"os"
	"strings"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
)

func ExampleLoad() {
	d, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d samples, %d features\n", d.N(), d.D())
	for c, name := range d.Classes {
		fmt.Println(name, d.ClassCounts()[c])
	}
	// Output:
	// 150 samples, 4 features
	// setosa 50
	// versicolor 50
	// virginica 50
}

func ExampleLoad_misspelled() {
	_, err := datasets.Load("wdbk", datasets.Options{})
	fmt.Println(err)
	// Output: no data set "wdbk"; did you mean "wdbc"?
}

func ExampleReadCSV() {
	table := `patient;age;"weight; kg";diagnosis
1;52;71.5;ill
2;47;80;well
`
	d, err := datasets.ReadCSV(strings.NewReader(table), "patients.csv",
		datasets.Options{Label: "diagnosis"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q\n", d.Features)
	fmt.Println(d.Classes, d.Y)
	// Output:
	// ["patient" "age" "weight; kg"]
	// [ill well] [0 1]
}

// The visits of one patient stay together, and each sample keeps its name.
func ExampleReadCSV_groups() {
	table := `visit,patient,age,weight,diagnosis
v1,007,52,71.5,ill
v2,007,53,-9,ill
v3,12,47,80,well
`
	d, err := datasets.ReadCSV(strings.NewReader(table), "visits.csv", datasets.Options{
		Group: "patient", ID: "visit", MissingCodes: "-9", Missing: "median"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Features, d.Groups, d.Group, d.IDs)
	for _, h := range d.History {
		fmt.Println(h)
	}
	// Output:
	// [age weight] [7 12] [0 0 1] [v1 v2 v3]
	// put the median of the column for 1 missing value in 1 column
	// kept visit as identifiers of the samples
	// 2 groups by patient
}

func ExampleReadCSV_mistake() {
	_, err := datasets.ReadCSV(strings.NewReader("age,weight,diagnosis\n52,71.5,ill\n47,?,well\n"),
		"patients.csv", datasets.Options{})
	fmt.Println(err)
	// Output: patients.csv: row 3, column 1 (weight): the value is missing ("?"); fill it in, or set Missing (drop-rows, drop-columns, median or a number)
}

func ExampleNew() {
	x := mat.NewDense(3, 2, []float64{
		5.1, 3.5,
		7.0, 3.2,
		4.9, 3.0,
	})
	d, err := datasets.New("flowers", x, []string{"setosa", "versicolor", "setosa"},
		[]string{"length", "width"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Classes, d.ClassCounts())
	// Output: [setosa versicolor] [2 1]
}

func ExampleFromRows() {
	d, err := datasets.FromRows[int]("unlabeled", [][]float64{{1, 2}, {3, 4}}, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Features, d.Labeled())
	// Output: [f0 f1] false
}

func ExampleDataset_Take() {
	d, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	two, err := d.Take([]int{12, 6})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(two.Features, two.History)
	// Output: [proline flavanoids] [took 2 of 13 features]
}

func ExampleDataset_WriteCSV() {
	d, err := datasets.FromRows("", [][]float64{{0.1, 2}, {3, 4}}, []string{"a", "b"},
		[]string{"3'-UTR", "x, y"})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := d.WriteCSV(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 3'-UTR,"x, y",class
	// 0.1,2,a
	// 3,4,b
}

func ExampleDataset_Summarize() {
	s, err := datasets.LAPD1(datasets.DefaultSeed).Summarize()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.N, s.D, s.ClassCounts)
	fmt.Printf("%s: mean %.1f, sd %.1f\n", s.Columns[1].Name, s.Columns[1].Mean, s.Columns[1].SD)
	// Output:
	// 400 12 [200 200]
	// feature_2: mean 0.0, sd 1.0
}

func ExampleDataset_WithTarget() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := iris.WithTarget("petal width", mat.Col(nil, 3, iris.X))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.TargetText(), d.Target[:3], d.Labeled())
	// Output: continuous target petal width [0.2 0.2 0.2] false
}
