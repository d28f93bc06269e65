package papers_test

import (
	"log"
	"os"

	"fsnb.example/display"
	"fsnb.example/internal/displaytest"
	"fsnb.example/papers"
	"fsnb.example/papers/replay"
	"fsnb.example/papers/study"
)

// save writes a figure as a bitmap.
var save = displaytest.Save

// printed is a printed table of the SPFS paper with the stored results of its replay.
func printed() *papers.Comparison {
	f, err := os.Open("../notebooks/results/spfs-2013-table-2.csv")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	r, err := study.ReadCSV(f)
	if err != nil {
		log.Fatal(err)
	}
	all, err := replay.CompareResults(r)
	if err != nil {
		log.Fatal(err)
	}
	c, err := all.Table(2)
	if err != nil {
		log.Fatal(err)
	}
	return c.Comparison
}

func ExampleComparison_AgreementChart() {
	c, err := printed().AgreementChart()
	if err != nil {
		log.Fatal(err)
	}
	out, err := display.Render(c)
	if err != nil {
		log.Fatal(err)
	}
	save("paper_agreement.png", out[0].Figure.(*display.Figure))
}

func ExampleComparison_DifferencesFigure() {
	f, err := printed().DifferencesFigure()
	if err != nil {
		log.Fatal(err)
	}
	save("paper_differences.png", f)
}
