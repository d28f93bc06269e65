package information

import (
	"fmt"
	"maps"
	"math"

	"fsnb.example/algorithms"
)

// searchFacts completes the facts of a forward search that counts features with chosen ones. Beside
// these, features of many codes soon tell the classes of all samples, and tie.
func searchFacts(coding Coding, f algorithms.Facts) algorithms.Facts {
	f.Revision, f.Nested, f.Targets = 1, true, targets(true, coding)
	f.Storage, f.ByValue = algorithms.AnyStorage, true
	f.ColumnOrder = f.ColumnOrder || coding != "" && coding != Levels
	f.FewValues = coding == Values
	params := map[string]string{"coding": codingDoc, "bins": binsDoc}
	maps.Copy(params, f.Params)
	f.Params = params
	return f
}

// codingOf writes out the defaults.
func codingOf(coding Coding, bins int) (Coding, int) {
	if coding == "" {
		coding = Levels
	}
	if bins == 0 {
		bins = DefaultBins
	}
	return coding, bins
}

// checkWeight returns an error if a weight of redundancy is negative or no finite number.
func checkWeight(name string, v float64) error {
	if !(v >= 0) || math.IsInf(v, 0) {
		return fmt.Errorf("%s = %g; give a finite number of 0 or more", name, v)
	}
	return nil
}
