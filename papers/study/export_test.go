package study

// What tests outside the package see of it.
type (
	Mark  = mark
	Tally = tally
)

func (r *Result) Marks(set, measure int, v View) []Mark { return r.marks(set, measure, v) }

func (r *Result) Against(method, other, measure int, v View) Tally {
	return r.tallyOf(method, other, measure, v)
}

func (r *Result) AllCounts() []int { return r.allCounts() }

func (r *Result) Unequal(set, measure int) (least, most int, unequal bool) {
	return r.unequal(set, measure)
}
