package algorithms

import "fsnb.example/internal/number"

type (
	// Number is a float64 whose JSON form is the text "inf" or "-inf" when it is infinite, and
	// null when it is NaN; each reads back as what it was.
	Number = number.Number
	// Numbers is a []float64 with the JSON form of Number.
	Numbers = number.Numbers
)
