package algorithms

import (
	"fmt"
	"slices"
)

// Certificate is a residual that is zero at the optimum, and its tolerance.
type Certificate struct {
	Name      string // of the residual
	Value     Number
	Tolerance Number
	// Of is the problem of the certificate if it is not the choice of features, such as "the
	// relaxed problem"; else "".
	Of string `plain:",omitempty"`
	// Local is true if the residual is zero at every stationary point, because the problem is not
	// convex.
	Local bool
	// Proves is what the certificate proves if that is not an optimum, such as "the steps of the
	// path are exact"; else "".
	Proves string `plain:",omitempty"`
}

// Holds reports whether the residual is within its tolerance.
func (c *Certificate) Holds() bool { return c != nil && c.Value <= c.Tolerance }

// Claim describes what the certificate proves or fails to prove, such as "global optimum" or "not
// certified as the optimum".
func (c *Certificate) Claim() string {
	claim := c.claim()
	if c.Of != "" {
		claim += " of " + c.Of
	}
	return claim
}

func (c *Certificate) claim() string {
	switch held := c.Holds(); {
	case c.Proves != "" && held:
		return c.Proves
	case c.Proves != "":
		return "not proven: " + c.Proves
	case c.Local && held:
		return "stationary point"
	case c.Local:
		return "not certified as stationary"
	case held:
		return "global optimum"
	}
	return "not certified as the optimum"
}

// Warning is the warning of a certificate that does not hold, with its name, value and tolerance;
// "" if it holds.
func (c *Certificate) Warning() string {
	if c == nil || c.Holds() {
		return ""
	}
	return fmt.Sprintf("%s (%s: %.1e, where at most %.0e would do): scores and order may be wrong",
		c.Claim(), c.Name, float64(c.Value), float64(c.Tolerance))
}

// warn adds the warning of the certificate to warnings, once.
func (d *Diagnostics) warn(warnings []string) []string {
	w := d.Certificate.Warning()
	if w == "" || slices.Contains(warnings, w) {
		return warnings
	}
	return append(slices.Clip(warnings), w)
}
