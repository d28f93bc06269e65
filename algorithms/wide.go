package algorithms

import (
	"fmt"
	"math"

	"fsnb.example/datasets"
	"fsnb.example/internal/wording"
)

// Wide says why a method takes more than a minute of processor time, or more than four times the
// memory of X, on 100 samples of 20,000 features with its defaults, for some number of features.
// The zero value means that it takes less. Front doors warn by it before they start (WideWarning).
type Wide struct {
	// Why is one plain sentence, without a capital and a period: what grows, and when.
	Why string
	// Instead says how to mend it, such as "choose fewer, such as k = 50".
	Instead string
	// Seconds are those of one processor, as measured for docs/performance.md, and Bytes the
	// memory beside X; the zero value of one that is no reason.
	Seconds, Bytes Growth
}

// Growth is the need of a method: Factor·n^N·d^D·k^K for the best k of d features of n samples.
type Growth struct {
	Factor, N, D, K float64
	// Left: step t of k looks at the d - t features that are left, so that k counts as
	// k(1 - k/2d).
	Left bool
}

// The line above which a method is wide: seconds, and copies of X of at least so many numbers.
const (
	WideSeconds = 60
	WideCopies  = 4
	wideNumbers = 100 * 20_000
)

// For is the need for the best k of d features of n samples; k = 0 means all.
func (g Growth) For(n, d, k int) float64 {
	if k <= 0 || k > d {
		k = d
	}
	steps := float64(k)
	if g.Left {
		steps *= 1 - steps/2/float64(d)
	}
	return g.Factor * math.Pow(float64(n), g.N) * math.Pow(float64(d), g.D) * math.Pow(steps, g.K)
}

// WideWarning is what to know before m ranks the best k features of d, or all with k = 0: that
// it is estimated to take more than a minute of processor time, or more than four times the memory
// of X and 64 MB, why, and how to mend it (Facts.Wide). It is one line without a period, and ""
// for a method that is not wide, or on smaller data.
func WideWarning(m Selector, d *datasets.Dataset, k int) string {
	f, _ := FactsOf(m)
	if f.Wide.Why == "" || d == nil || d.Check() != nil {
		return ""
	}
	n, p := d.N(), d.D()
	if k <= 0 || k > p {
		k = p
	}
	what := fmt.Sprintf("the best %d of %d features of %d samples", k, p, n)
	if k == p {
		what = fmt.Sprintf("all %d features of %d samples", p, n)
	}
	copies := f.Wide.Bytes.For(n, p, k) / 8 / float64(n) / float64(p)
	switch s := f.Wide.Seconds.For(n, p, k); {
	case s > WideSeconds:
		return fmt.Sprintf("%s: %s take about %s of one processor: %s; %s", Name(m), what,
			wording.Duration(s), f.Wide.Why, f.Wide.Instead)
	case copies > WideCopies && copies*float64(n)*float64(p) > WideCopies*wideNumbers:
		return fmt.Sprintf("%s: %s take about %s of memory, %.0f times that of the data: %s; %s",
			Name(m), what, wording.Memory(f.Wide.Bytes.For(n, p, k)), copies, f.Wide.Why,
			f.Wide.Instead)
	}
	return ""
}
