package learn_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// stops runs what goes on for hours unless it looks at its context: a test that does not end fails
// by go test's limit, and a busy machine fails none.
func stops(t *testing.T, work func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := work(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("stopped work returned %v", err)
	}
}

// mapped writes x to a file and maps it.
func mapped(t *testing.T, x *mat.Dense) *storage.Mapped {
	t.Helper()
	n, d := x.Dims()
	data := make([]byte, 0, 8*n*d)
	for i := range n {
		for _, v := range x.RawRowView(i) {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
		}
	}
	path := filepath.Join(t.TempDir(), "x")
	must.Do(t, os.WriteFile(path, data, 0o600))
	m := must.Get(storage.Map(path, storage.Layout{Rows: n, Columns: d, Type: storage.Float64}))(t)
	return m
}
