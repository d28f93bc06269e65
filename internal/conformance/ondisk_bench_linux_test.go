package conformance

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
	"fsnb.example/internal/parallel"
)

// genotypes writes n×d numbers 0, 1 and 2 of one byte, row by row, and maps them.
func genotypes(b *testing.B, n, d int) *datasets.Dataset {
	dir := b.TempDir()
	path := filepath.Join(dir, "genotypes")
	f := must.Get(os.Create(path))(b)
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	rng := rand.New(rand.NewPCG(12, 0))
	share := make([]uint8, d) // of 256, by which an allele is the rare one
	for j := range share {
		share[j] = uint8(3 + rng.IntN(120))
	}
	y, row := make([]int, n), make([]byte, d)
	for i := range n {
		y[i] = rng.IntN(2)
		var bits uint64
		for j := range row {
			if j%4 == 0 {
				bits = rng.Uint64()
			}
			s := share[j]
			if j%1000 == 0 && y[i] == 1 {
				s += 60
			}
			v := byte(0)
			if uint8(bits) < s {
				v++
			}
			if uint8(bits>>8) < s {
				v++
			}
			row[j], bits = v, bits>>16
		}
		w.Write(row)
	}
	must.Do(b, w.Flush())
	x := must.Get(storage.Map(path, storage.Layout{Rows: n, Columns: d, Type: storage.Int8}))(b)
	return labeled(fmt.Sprintf("%d×%d", n, d), x, y, 2)
}

// BenchmarkOnDisk selects from a file of one byte a number, as genotypes are. reads is the time of
// plain reads: a pass over the mapped file.
func BenchmarkOnDisk(b *testing.B) {
	const n, p = 4000, 1_000_000
	d := genotypes(b, n, p)
	read := plainRead(b, d.Stored.(*storage.Mapped).Path())
	for _, c := range []struct {
		name string
		k    int
	}{{"fisher", 50}, {"infogain", 50}, {"trace-ratio", 50}, {"mrmr", 20}} {
		b.Run(fmt.Sprintf("%d×%d/%s", n, p, c.name), func(b *testing.B) {
			run(b, d, c.name, c.k)
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/read.Seconds(), "reads")
			b.ReportMetric(read.Seconds(), "s/read")
		})
	}
}

var readSum uint64

// plainRead is the time of one pass over the bytes of a mapped file on as many goroutines, the
// median of three: eight are added at a time.
func plainRead(b *testing.B, path string) time.Duration {
	f := must.Get(os.Open(path))(b)
	defer f.Close()
	info := must.Get(f.Stat())(b)
	data := must.Get(syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ,
		syscall.MAP_SHARED))(b)
	defer syscall.Munmap(data)
	var times []time.Duration
	for range 3 {
		start := time.Now()
		var total atomic.Uint64
		_ = parallel.For(b.Context(), 0, len(data)/8, 1<<20, func(lo, hi int) {
			var sum uint64
			for part := data[8*lo : 8*hi]; len(part) >= 8; part = part[8:] {
				sum += binary.LittleEndian.Uint64(part)
			}
			total.Add(sum)
		})
		readSum = total.Load()
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	return times[1]
}
