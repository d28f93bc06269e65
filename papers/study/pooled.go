package study

// unequal reports whether folds of a data set differ in size for a measure that View.Pooled
// weights, and the smallest and the largest size.
func (r *Result) unequal(set, measure int) (least, most int, unequal bool) {
	for i, n := range r.Sets[set].Folds {
		if i == 0 || n < least {
			least = n
		}
		most = max(most, n)
	}
	return least, most, least < most && r.Measures[measure].PerSample
}

// weighted is a cell of whole rounds of folds, with each value times the size of its fold over the
// mean size: the mean over the folds of a round is then the share over all its samples, and
// likewise for differences of two methods. Cells that cannot be pooled are unchanged; those of a
// study of unknown sizes are Failed.
func (r *Result) weighted(c Cell) Cell {
	k := r.Folds
	if k == 0 || len(c.Values) == 0 || !r.Measures[c.Measure].PerSample {
		return c
	}
	sizes := r.Sets[c.Set].Folds
	out := Cell{Set: c.Set, Method: c.Method, K: c.K, Measure: c.Measure, Failed: c.Failed}
	if len(sizes) != k {
		out.Failed = "the sizes of the folds are not known; run the study again"
		return out
	}
	var samples int
	for _, n := range sizes {
		samples += n
	}
	for at := 0; at < len(c.Splits); {
		first := c.Splits[at]
		end := at + k
		if first%k != 0 || end > len(c.Splits) || c.Splits[end-1] != first+k-1 {
			at++ // of an unfinished round
			continue
		}
		for ; at < end; at++ {
			out.Splits = append(out.Splits, c.Splits[at])
			out.Values = append(out.Values,
				c.Values[at]*float64(k*sizes[c.Splits[at]%k])/float64(samples))
		}
	}
	if len(out.Values) == 0 && out.Failed == "" {
		out.Failed = "no round of folds is finished"
	}
	out.Summarize()
	return out
}

// rounds is a weighted cell with one value, the mean over the folds, for each round.
func (r *Result) rounds(c Cell) Cell {
	k := r.Folds
	if k == 0 || len(c.Values) == 0 || !r.Measures[c.Measure].PerSample {
		return c
	}
	out := Cell{Set: c.Set, Method: c.Method, K: c.K, Measure: c.Measure, Failed: c.Failed}
	for at := 0; at < len(c.Values); at += k {
		var sum float64
		for _, v := range c.Values[at : at+k] {
			sum += v
		}
		out.Splits = append(out.Splits, c.Splits[at]/k)
		out.Values = append(out.Values, sum/float64(k))
	}
	out.Summarize()
	return out
}
