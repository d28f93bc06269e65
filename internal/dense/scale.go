package dense

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Scale multiplies m by f in place. The method of mat.Dense makes a copy of m when it scales m
// itself.
func Scale(f float64, m *mat.Dense) {
	rows, _ := m.Dims()
	for i := range rows {
		floats.Scale(f, m.RawRowView(i))
	}
}
