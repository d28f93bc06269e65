package fsnb

import "fsnb.example/display"

// Tradeoff sets side by side what the best k features by each method are worth: accuracy on
// held-out samples, as Accuracy measures it by p (p.Counts is ignored), redundancy, as Redundancy
// measures it for the features that the method selects from all samples, and the number of
// features that are also among those of the first method.
//
//	fsnb.Show(fsnb.Tradeoff(cancer, 10, fsnb.Protocol{Repeats: 20},
//		fsnb.Fisher{}, fsnb.MRMR{}, fsnb.OneOfEach{Selector: fsnb.Fisher{}}))
//
// The cost is that of Accuracy. Its results and the rankings are cached, as in Select.
func Tradeoff(d *Dataset, k int, p Protocol, methods ...Selector) *Table {
	p.Counts = []int{k}
	a := Accuracy(d, p, methods...)
	rankings := make([]*Ranking, len(methods))
	for i, m := range methods {
		rankings[i] = Select(d, m, k)
	}
	return display.TradeoffTable(a, Redundancy(d, rankings...), rankings)
}
