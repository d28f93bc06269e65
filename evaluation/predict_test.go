package evaluation

import (
	"testing"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// Advice that the protocol follows already is no advice.
func TestUnsettledAdvice(t *testing.T) {
	settled, stopped := learn.LinearFit{Epochs: 7, Converged: true}, learn.LinearFit{Epochs: 1000}
	for _, c := range []struct {
		raw  bool
		fits []learn.LinearFit
		want []string
	}{
		{false, []learn.LinearFit{settled}, nil},
		{true, []learn.LinearFit{settled}, nil},
		{false, []learn.LinearFit{settled, stopped, stopped},
			[]string{"the linear SVM has not converged in 1000 epochs"}},
		{true, []learn.LinearFit{settled, stopped, stopped},
			[]string{"the linear SVM has not converged: standardized features help"}},
	} {
		p := &parts{protocol: Protocol{Raw: c.raw}}
		must.Items(t, p.unsettled(&learn.LinearModel{Fits: c.fits}), c.want, "raw %v, fits %v",
			c.raw, c.fits)
	}
}
