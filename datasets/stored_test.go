package datasets

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

// Hashing leaves the values as they are, and sees a value, its row and its column.
func TestHashOfSparse(t *testing.T) {
	of := func(rows ...[]float64) *Dataset {
		x := mat.NewDense(len(rows), len(rows[0]), nil)
		for i, row := range rows {
			x.SetRow(i, row)
		}
		d, err := NewStored[string]("s", storage.Compress(x), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !mat.Equal(d.Stored, x) {
			t.Errorf("hashing changed\n%v to\n%v", mat.Formatted(x), mat.Formatted(d.Stored))
		}
		return d
	}
	seen := map[string]int{}
	for k, d := range []*Dataset{
		of([]float64{1, 0}, []float64{0, 2}), of([]float64{1, 2}, []float64{0, 0}),
		of([]float64{0, 2}, []float64{1, 0}), of([]float64{1, 0}, []float64{0, 3}),
		of([]float64{1, 2}), of([]float64{1, 0, 0}, []float64{0, 2, 0}),
	} {
		if before, ok := seen[d.Hash()]; ok {
			t.Errorf("data sets %d and %d have one hash", before, k)
		}
		seen[d.Hash()] = k
	}
}
