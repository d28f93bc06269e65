package tabular

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fsnb.example/internal/visible"
)

// codes are the cells that mean a missing value besides those that isMissing knows.
type codes struct {
	numbers []float64
	texts   []string // those that are no numbers
}

// codes returns Options.MissingCodes, which commas separate.
func (o Options) codes() (c codes, err error) {
	if o.MissingCodes == "" {
		return c, nil
	}
	for code := range strings.SplitSeq(o.MissingCodes, ",") {
		code = strings.TrimSpace(code)
		if code == "" {
			return c, fmt.Errorf("MissingCodes %q has an empty code; separate codes by one comma, "+
				"as in -999,unknown", visible.Short(o.MissingCodes))
		}
		if v, ok := ParseNumber([]byte(code)); ok {
			c.numbers = append(c.numbers, v)
		} else {
			c.texts = append(c.texts, code)
		}
	}
	return c, nil
}

// isNumber reports whether a number is a code.
func (c *codes) isNumber(v float64) bool {
	return c.numbers != nil && slices.Contains(c.numbers, v)
}

// isMissing reports whether a cell without quotes denotes a missing value.
func (c *codes) isMissing(cell []byte) bool { return isMissing(string(cell)) || c.has(cell) }

// has reports whether a value is a code, not whether isMissing knows it.
func (c *codes) has(text []byte) bool {
	if c.numbers == nil && c.texts == nil {
		return false
	}
	if v, ok := ParseNumber(text); ok {
		return c.isNumber(v)
	}
	return slices.Contains(c.texts, string(text))
}

// missing reports whether a label, a group or a word is missing: in quotes it is not.
func (c *codes) missing(text []byte, quoted bool) bool {
	return len(text) == 0 || !quoted && c.isMissing(text)
}

// checkZero returns an error when 0 is a code of a file that leaves out zeros.
func (c *codes) checkZero(what string) error {
	if c.isNumber(0) {
		return errors.New("0 cannot be in MissingCodes of " + what + ", which leaves out values " +
			"that are 0")
	}
	return nil
}
