package tabular

import (
	"errors"
	"fmt"

	"fsnb.example/internal/visible"
)

// TakeNumbers makes c read labels as the numbers of a continuous target.
func (c *Labels) TakeNumbers() { c.numeric = true }

// addNumber appends the number of a sample, whose id is its place among the numbers.
func (c *Labels) addNumber(text []byte) error {
	v, ok := c.signs.parse(text)
	if !ok {
		cell := string(text)
		switch {
		case isMissing(cell):
			return errors.New("the target is missing; fill it in, drop the row, or set Missing " +
				"to drop-rows")
		case c.signs == signs{} && badFixed(cell) != "":
			return errors.New("the target " + badFixed(cell))
		case SayThousands(cell) != "":
			return errors.New("the target " + SayThousands(cell))
		case badNumber(cell) != "":
			return errors.New("the target " + badNumber(cell))
		}
		return fmt.Errorf("the target %q is not a number; mend the cell, or set Target to classes",
			visible.Short(cell))
	}
	if beyondExact(v) {
		if plain, ok := c.signs.plain(text); ok && roundsWhole(plain, v) {
			c.rounded++
		}
	}
	c.ids.Add(c.numbers.Len())
	c.numbers.Add(v)
	return nil
}

// Numbers returns the continuous target of all samples; nil for classes. It leaves c empty.
func (c *Labels) Numbers() []float64 { return c.numbersOf(c.ids.Join()) }

// numbersOf returns the numbers of the given ids.
func (c *Labels) numbersOf(ids []int) []float64 {
	return arranged(c.numbers.Join(), ids)
}

// targetName is the name of the label column of a continuous target; "" for one without.
func targetName(names []string, label int) string {
	if names == nil || label < 0 {
		return ""
	}
	return names[label]
}
