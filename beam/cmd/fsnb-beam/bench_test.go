package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// wideFile writes n×d numbers of a byte, by columns, of which some follow two classes.
func wideFile(b *testing.B, n, d int) (data, labels string) {
	b.Helper()
	dir := b.TempDir()
	data, labels = filepath.Join(dir, "x.npy"), filepath.Join(dir, "y.txt")
	f := must.Get(os.Create(data))(b)
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	header := fmt.Sprintf("{'descr': '|i1', 'fortran_order': True, 'shape': (%d, %d), }", n, d)
	header += strings.Repeat(" ", 63-(10+len(header))%64) + "\n"
	w.WriteString("\x93NUMPY\x01\x00")
	must.Do(b, binary.Write(w, binary.LittleEndian, uint16(len(header))))
	w.WriteString(header)
	rng := rand.New(rand.NewPCG(13, 1))
	column := make([]byte, n)
	var bits uint64
	for j := range d {
		for i := range column {
			if i%32 == 0 {
				bits = rng.Uint64()
			}
			if column[i] = byte(bits & 3); j%100 == 0 && i%2 == 0 {
				column[i] |= 1
			}
			bits >>= 2
		}
		w.Write(column)
	}
	if err := w.Flush(); err != nil { // has the errors of what was written before
		b.Fatal(err)
	}
	var y bytes.Buffer
	for i := range n {
		fmt.Fprintln(&y, "class", i%2)
	}
	must.Do(b, os.WriteFile(labels, y.Bytes(), 0o600))
	return data, labels
}

// largest follows the memory of the processes that this one starts from now on, and returns the
// peak of the largest in MB, of which the pages of files that it maps are a part; 0 where the
// system does not say.
func largest(b *testing.B) (stop func() float64) {
	end := make(chan struct{})
	peaks := map[int]float64{}
	var wait sync.WaitGroup
	before := children(b)
	wait.Go(func() {
		for {
			select {
			case <-end:
				return
			case <-time.After(5 * time.Millisecond):
			}
			for _, child := range children(b) {
				if slices.Contains(before, child) { // one that ends
					continue
				}
				status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", child))
				_, after, _ := strings.Cut(string(status), "VmHWM:")
				if words := strings.Fields(after); len(words) > 0 {
					kB, _ := strconv.ParseFloat(words[0], 64)
					// Not the most of them: a process begins as a copy of this one.
					peaks[child] = kB / 1024
				}
			}
		}
	})
	return func() (most float64) {
		close(end)
		wait.Wait()
		for _, v := range peaks {
			most = max(most, v)
		}
		return most
	}
}

// BenchmarkRank ranks 20 of 200,000 features of 4,000 samples, a file of 800 MB, by the library in
// this process, by one worker of one processor, and by two.
func BenchmarkRank(b *testing.B) {
	data, labels := wideFile(b, 4000, 200_000)
	for _, name := range []string{"fisher", "infogain", "trace-ratio", "mrmr"} {
		b.Run(name, func(b *testing.B) {
			m := must.Get(catalogue.New(name))(b)
			beamed := func(processes int) time.Duration {
				before := runtime.GOMAXPROCS(processes)
				defer runtime.GOMAXPROCS(before)
				start := time.Now()
				status, _, errOut := call(b, b.Context(), "rank", "-method", name, "-k", "20",
					"-labels", labels, "-o", "csv", "-processes", strconv.Itoa(processes), data)
				if status != 0 {
					b.Fatal(errOut)
				}
				return time.Since(start)
			}
			var local, one, two time.Duration
			var peak float64
			for b.Loop() {
				start := time.Now()
				d := must.Get(datasets.Load(data, datasets.Options{Labels: labels}))(b)
				must.Get(algorithms.Run(b.Context(), m, d,
					algorithms.Options{K: 20}))(b)
				local += time.Since(start)
				one += beamed(1)
				stop := largest(b)
				two += beamed(2)
				peak = max(peak, stop())
			}
			runs := float64(b.N)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(local.Seconds()/runs, "local-s")
			b.ReportMetric(one.Seconds()/runs, "1-worker-s")
			b.ReportMetric(two.Seconds()/runs, "2-workers-s")
			b.ReportMetric(two.Seconds()/one.Seconds(), "2/1")
			b.ReportMetric(two.Seconds()/local.Seconds(), "2/local")
			b.ReportMetric(peak, "worker-MB")
		})
	}
}
