package lab

import (
	"fmt"

	"fsnb.example/display"
	"fsnb.example/fsnb/internal/cell"

	"fsnb.example/internal/plainfile"
	"fsnb.example/papers"
	"fsnb.example/papers/replay"
	"fsnb.example/papers/study"
)

// The papers' tables.
type (
	// PrintedTable is a table of a paper with the numbers as printed.
	PrintedTable = papers.Table
	// PaperResult is a number of ours that corresponds to a printed one.
	PaperResult = papers.Result
	// PaperComparison is a printed table with our results beside it.
	PaperComparison = papers.Comparison
	// ReplayComparison is that of a paper's study, with its remarks.
	ReplayComparison = replay.Comparison
)

// PaperTables lists the tables of the five papers.
func PaperTables() *display.Table { return papers.List(papers.Tables()) }

// PaperTable returns a table of a paper with the numbers as printed, such as
// PaperTable("grm-2015", 2). PaperTables lists what there is.
func PaperTable(paper string, number int) *PrintedTable {
	return cell.Must(papers.Find(paper, number))
}

// AgainstPaper sets results of ours beside a printed table: paper / ours /
// difference. See papers.Compare for which results are comparable.
func AgainstPaper(t *PrintedTable, ours ...PaperResult) *PaperComparison {
	return cell.Must(papers.Compare(t, ours...))
}

// PaperStudy returns an experiment of a paper as "fsnb replay" runs it, such as
// PaperStudy("spfs-2013-table-2"), for Run. Its Remarks say what the paper leaves
// open and what we took.
func PaperStudy(name string) Study { return cell.Must(replay.FindExperiment(name, false)).Study }

// QuickPaperStudy is PaperStudy with fewer splits, data sets and numbers of
// features, which it names: what "fsnb replay -quick" runs, in seconds.
func QuickPaperStudy(name string) Study {
	return cell.Must(replay.FindExperiment(name, true)).Study
}

// AgainstPapers sets the results of papers' studies beside the printed tables: one
// comparison for each table that has a number of ours.
func AgainstPapers(results ...*Result) replay.Comparisons {
	return cell.Must(replay.CompareResults(results...))
}

// Read reads what Save writes of a study as .csv, and "fsnb replay -results". A
// damaged file is an error of one line: rows or values are missing, a mean is not that
// of its values, or the checksum does not fit.
func Read(file string) *Result { return cell.Must(read(file)) }

func read(file string) (*Result, error) {
	f, err := plainfile.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := study.ReadCSV(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}
