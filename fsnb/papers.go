package fsnb

import (
	"fsnb.example/display"
	"fsnb.example/evaluation/papers"
)

// The papers' tables.
type (
	// PrintedTable is a table of a paper with the numbers as printed.
	PrintedTable = papers.Table
	// PaperResult is a number of ours that stands against a printed one.
	PaperResult = papers.Result
	// PaperComparison is a printed table with our results beside it.
	PaperComparison = papers.Comparison
)

// Papers lists the tables of the five papers.
func Papers() *Table { return display.PaperTables(papers.Tables()) }

// PaperTable returns a table of a paper with the numbers as printed, such as
// PaperTable("grm-2015", 2). Papers lists what there is.
func PaperTable(paper string, number int) *PrintedTable { return Must(papers.Find(paper, number)) }

// AgainstPaper sets results of ours beside a printed table: paper / ours /
// difference. See papers.Compare for which results are comparable.
func AgainstPaper(t *PrintedTable, ours ...PaperResult) *PaperComparison {
	return Must(papers.Compare(t, ours...))
}
