package datasets

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strconv"
	"testing"

	"fsnb.example/internal/must"
)

// content is what a test expects of a data set.
type content struct {
	Features []string
	Rows     [][]float64
	Labels   []string // nil without labels
	History  []string
	Warnings []string
}

func contentOf(d *Dataset) content {
	c := content{Features: d.Features, Rows: matrixOf(d), History: d.History, Warnings: d.Warnings}
	for _, k := range d.Y {
		c.Labels = append(c.Labels, d.Classes[k])
	}
	return c
}

func gzipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	must.Do(t, z.Close())
	return b.Bytes()
}

// allocated returns how many bytes f takes from the heap in all. What lies there
// at any one time is never more, whatever the garbage collector does.
func allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// csvOf writes n samples of d random features, about 20 characters a cell.
func csvOf(n, d int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var text []byte
	for j := range d {
		text = fmt.Appendf(text, "gene_%d,", j)
	}
	text = append(text, "class\n"...)
	for i := range n {
		for range d {
			text = append(strconv.AppendFloat(text, rng.NormFloat64(), 'g', -1, 64), ',')
		}
		text = fmt.Appendf(text, "c%d\n", i%2)
	}
	return text
}
