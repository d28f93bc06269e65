package projection

// Work is counted in nanoseconds of a processor of 2020 or so, from the numbers of operations, so
// that a limit of it ends a search at the same step on any machine.
const (
	productWork = .25 // a multiplication of a product of long rows
	solveWork   = .15 // one of a factor
	placedWork  = 1.5 // one whose place is looked up
	rowWork     = 25  // an entry of rows that are sorted and shrunk
	pairWork    = 8   // the kernel of a pair of samples
)

// counter counts the work of a problem and of its parts.
type counter struct{ done float64 }

func (c *counter) count(work float64) { c.done += work }

func (c *counter) work() float64 { return c.done }
