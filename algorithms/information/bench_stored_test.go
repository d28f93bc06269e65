package information

import (
	"math/rand/v2"
	"testing"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

func labeled(b *testing.B, x storage.Matrix, n, c int) *datasets.Dataset {
	b.Helper()
	out, err := datasets.NewStored("stored", x, classes(rand.New(rand.NewPCG(3, 4)), n, c), nil)
	must.Do(b, err)
	return out
}
