package conformance

import (
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// A method that says that it takes codes by value, and uses their order, is found, and so is one
// that warns although it takes them by value.
func TestCodesFindBreaches(t *testing.T) {
	for _, method := range []faulty{{honest}, changed(func(r *algorithms.Ranking,
		d *datasets.Dataset, _ algorithms.Options) {
		r.Warnings = nil
	})} {
		r := &recorder{}
		checkCodes(r, subjectOf(method, func(f *algorithms.Facts) { f.ByValue = true }))
		if len(r.reports) == 0 {
			t.Error("variance passes as a method by value")
		}
	}
}
