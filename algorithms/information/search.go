package information

import (
	"maps"

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
