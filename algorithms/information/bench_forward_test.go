package information

import (
	"context"
	"fmt"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// BenchmarkForward selects 50 features of noise in 10 classes of the size of COIL20 (1440×1024, 10
// levels) and of two classes of that of colon tissue (62×2000). "counts" is the time relative to 50
// passes of joint counts of one column with all others, by as many goroutines in the same run.
func BenchmarkForward(b *testing.B) {
	for _, size := range []struct {
		n, d, classes int
		coding        Coding
	}{{1440, 1024, 10, Width}, {62, 2000, 2, Levels}, {62, 2000, 2, Width}} {
		d := methodtest.Unrelated(size.n, size.d, 10)
		for i := range d.Y {
			d.Y[i] %= size.classes
		}
		d.Classes = d.Classes[:size.classes]
		codes := must.Get(Code(context.Background(), d, size.coding, 10, 0))(b)
		methods := forwards(size.coding)
		if size.n < 1000 { // 24 times as many counts as the others
			methods["jmi3"] = JMI3{Coding: size.coding}
		}
		for name, m := range methods {
			b.Run(fmt.Sprintf("%s/%s/%d×%d", name, size.coding, size.n, size.d),
				func(b *testing.B) {
					methodtest.Ratio(b, "counts", func() { jointCounts(codes, 50, 1) }, func() {
						must.Get(m.Select(context.Background(), d,
							algorithms.Options{K: 50, Workers: 1}))(b)
					})
				})
		}
	}
}

// forwards are the forward searches whose rounds are one pass, by name, beside mrmr.
func forwards(coding Coding) map[string]algorithms.Selector {
	return map[string]algorithms.Selector{
		"mifs": MIFS{Coding: coding}, "cife": CIFE{Coding: coding}, "jmi": JMI{Coding: coding},
		"condred": CondRed{Coding: coding}, "cmim": CMIM{Coding: coding},
		"icap": ICAP{Coding: coding}, "disr": DISR{Coding: coding}, "jmim": JMIM{Coding: coding},
		"njmim": NJMIM{Coding: coding}, "cmi": CMI{Coding: coding}, "jim": JIM{Coding: coding},
		"mrmr": MRMR{Coding: coding},
	}
}
