package algorithms

import (
	"fmt"
	"math"

	"fsnb.example/datasets"
	"fsnb.example/internal/wording"
)

// Wide says why a method takes more than a minute of processor time, or more than four times the
// memory of X by Facts.Memory, on 100 samples of 20,000 features with its defaults, for some number
// of features. The zero value means that it takes less. Front doors warn by it before they start
// (WideWarning).
type Wide struct {
	// Why is one plain sentence, without a capital and a period: what grows, and when.
	Why string
	// Instead says how to mend it, such as "choose fewer, such as k = 50".
	Instead string
	// Seconds are those of one processor, as measured for docs/performance.md; the zero value if
	// memory is the reason.
	Seconds Growth
}

// Growth is the need of a method: Factor·n^N·d^D·k^K for the best k of d features of n samples.
type Growth struct {
	Factor, N, D, K float64
	// Left: step t of k looks at the d - t features that are left, so that k counts as
	// k(1 - k/2d).
	Left bool
}

// The line above which a method is wide: seconds, and copies of X of at least so many bytes.
const (
	WideSeconds = 60
	WideCopies  = 4
	wideBytes   = 64e6
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
// it is estimated to take more than half of the memory that this process may take, or more than a
// minute of processor time, or, if it takes long for its memory, more than four times that of X and
// 64 MB; why (Facts.Wide), and how to mend it. It is one line without a period, and "" for a method
// that takes less, for all that is known.
func WideWarning(m Selector, d *datasets.Dataset, k int) string {
	f, _ := FactsOf(m)
	if f.Wide.Why == "" && f.Memory == nil || d == nil ||
		d.Stored == nil && (d.X == nil || d.X.IsEmpty()) {
		return ""
	}
	text := f.wideWarning(m, ShapeOf(d, Options{K: k}))
	if text != "" && d.Check() != nil {
		return "" // the error of these data comes first
	}
	return text
}

func (f Facts) wideWarning(m Selector, s Shape) string {
	if text, fits := memoryWarning(m, s); !fits {
		return "" // the error says so
	} else if text != "" {
		return Name(m) + ": " + text
	}
	seconds := f.Wide.Seconds.For(s.N, s.D, s.K)
	bytes := MemoryOf(m, s)
	copies := bytes / 8 / float64(s.N) / float64(s.D)
	switch {
	case seconds > WideSeconds:
		return fmt.Sprintf("%s: %s take about %s of one processor: %s; %s", Name(m), s.what(),
			wording.Duration(seconds), f.Wide.Why, f.Wide.Instead)
	case f.Wide.Why != "" && f.Wide.Seconds.Factor == 0 && copies > WideCopies &&
		bytes > wideBytes:
		return fmt.Sprintf("%s: %s take about %s of memory, %.0f times that of the data: %s; %s",
			Name(m), s.what(), wording.Memory(bytes), copies, f.Wide.Why, f.Wide.Instead)
	}
	return ""
}
