package evaluation

import (
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/origin"
)

// About is what a result says of its data.
type About struct {
	Dataset string `plain:",first"`
	N, D    int    // samples and features; 0 of several data sets
	// Warnings are those of the result, such as a ranking of other data, DataWarnings those of the
	// data set.
	Warnings     []string `plain:",last"`
	DataWarnings []string `plain:",last"`
}

// Cautions returns the warnings that the table of a result does not show: its own, and those of its
// data.
func (a *About) Cautions() (own, data []string) { return a.Warnings, a.DataWarnings }

// Run is About, of a result that takes long.
type Run struct {
	About
	Partial bool          `plain:",last"` // interrupted before all was done
	Cached  bool          `plain:",last"` // read from disk instead of computed
	Elapsed time.Duration `plain:",last"`
	// Filled is the missing values that are filled from each training part; "" for none.
	Filled string `plain:",omitempty,last"`
}

// Cautions returns the warnings of the data; the others are in the table.
func (r *Run) Cautions() (own, data []string) { return nil, r.DataWarnings }

// Splits is Run, of a result that is measured on repeated splits.
type Splits struct {
	Run
	Protocol Protocol // defaults written out
	Training int      // mean number of training samples
	Groups   string   // what the groups of the samples are; "" for none
	Done     int      // splits that were finished
	// Chosen are the features that were chosen on all samples before; "" for none.
	Chosen string `plain:",omitempty,last"`
}

// about describes d, with the warnings of rankings of other data.
func about(d *datasets.Dataset, rankings ...*algorithms.Ranking) About {
	return About{d.Name, d.N(), d.D(), origin.Other(d, rankings...), d.Warnings}
}

// newSplits describes a run on d before its first split.
func newSplits(d *datasets.Dataset, p Protocol, training int) Splits {
	return Splits{Run: Run{About: about(d), Filled: d.Missing.Text()}, Protocol: p,
		Training: training, Groups: d.GroupText(), Chosen: d.Chosen}
}
