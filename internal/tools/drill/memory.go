package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/processor"
)

// bound is the memory in which a reader loads a file, as its documentation says: so many times the
// memory of the numbers, bytes for each feature and each sample, and bytes in addition.
type bound struct{ times, column, row, plus int64 }

// of is the bound for a data set.
func (b bound) of(l loaded) int64 {
	return b.times*l.Numbers + b.column*int64(l.D) + b.row*int64(l.N) + b.plus
}

// The bounds that the doc comments of the readers and docs/files.md state.
var (
	denseFiles    = bound{3, 64, 0, 32 << 20}
	turnedFiles   = bound{4, 64, 0, 32 << 20} // series matrices, and pictures
	sparseFiles   = bound{5, 64, 0, 64 << 20}
	sparseMarkets = bound{6, 64, 0, 64 << 20}
	mappedFiles   = bound{0, 32, 32, 32 << 20}
	parquetFiles  = bound{3, 8 << 10, 0, 96 << 20} // of both processes
)

// reader is a reader of files, of which one has so many values.
type reader struct {
	what   string
	ending string
	write  tableWriter
	opt    datasets.Options
	bound  bound
	values []int
}

// The sizes of tables. Of sparse ones a tenth of the values is held.
var (
	sizes        = []int{1 << 18, 1 << 21, 1 << 24}
	sparseSizes  = []int{1 << 22, 1 << 24, 1 << 26}
	diskSizes    = []int{1 << 26, 1 << 27, 1 << 29}
	parquetSizes = []int{1 << 18, 1 << 20, 1 << 21} // at most 32,768 columns
)

var (
	noLabel  = datasets.Options{Label: datasets.NoLabel}
	noSparse = datasets.Options{Storage: "dense"}
	onDisk   = datasets.Options{Label: datasets.NoLabel, Storage: "disk"}
)

var readers = []reader{
	{"tables (.csv)", ".csv", writeTableCSV, datasets.Options{}, denseFiles, sizes},
	{"tables in gzip (.csv.gz)", ".csv.gz", zipped(writeTableCSV), datasets.Options{}, denseFiles,
		sizes},
	{"ARFF", ".arff", writeTableARFF, datasets.Options{}, denseFiles, sizes},
	{"series matrices of GEO", ".txt", writeTableSeries,
		datasets.Options{Label: "Sample_source_name_ch1"}, turnedFiles, sizes},
	{"LIBSVM text, sparse", ".svm", writeTableLIBSVM, datasets.Options{}, sparseFiles, sparseSizes},
	{"LIBSVM text, dense", ".svm", writeTableLIBSVM, noSparse, denseFiles, sizes},
	{"Parquet, with the memory of fsnb-parquet", ".parquet", writeTableParquet,
		datasets.Options{}, parquetFiles, parquetSizes},
	{"MAT-files", ".mat", writeTableMAT, datasets.Options{}, denseFiles, sizes},
	{"MAT-files, compressed", ".mat", writeTableMATCompressed, datasets.Options{}, denseFiles,
		sizes},
	{"MAT-files, sparse", ".mat", writeTableSparseMAT, datasets.Options{}, sparseFiles,
		sparseSizes},
	{"Matrix Market", ".mtx", writeTableMarket, noLabel, sparseMarkets, sparseSizes},
	{".npy in memory", ".npy", writeTableNPY, noLabel, denseFiles, sizes},
	{".npy on disk, beside the mapped file", ".npy", writeTableBytes, onDisk, mappedFiles,
		diskSizes},
	{".npz, compressed", ".npz", writeTableNPZ, datasets.Options{}, denseFiles, sizes},
	{".npz of SciPy, sparse", ".npz", writeTableSparseNPZ, noLabel, sparseFiles, sparseSizes},
	{"pictures (.tar)", ".tar", writeTablePictures, datasets.Options{}, turnedFiles, sizes},
	{"pictures in gzip (.tar.gz)", ".tar.gz", zipped(writeTablePictures), datasets.Options{},
		turnedFiles, sizes},
}

// shapes are the tables of so many values: of many samples, and of many features.
func shapes(values int) []table {
	const few = 64
	return []table{{n: values / few, d: few}, {n: few, d: values / few}}
}

// memory loads files of each kind, each in a process of its own, as a cell does for the first time:
// it keeps a parsed copy, where that is done. A second process reads the file again.
func memory(ctx context.Context, d *drill, dir string) {
	if processor.Memory(processor.Peak) == 0 {
		wrong("needs Linux, which tells the peak memory; name the other stages")
	}
	for _, r := range readers {
		d.trials(r.what, func(t *tally) { memoryRow(ctx, d, t, r, dir) })
	}
}

func memoryRow(ctx context.Context, d *drill, t *tally, r reader, dir string) {
	if r.ending == ".parquet" {
		buildParquet(ctx, dir)
	}
	var worst loaded
	most := 0.
	for _, values := range r.values[:min(len(r.values), d.times(len(r.values)))] {
		for _, shape := range shapes(values) {
			path := filepath.Join(dir, "table"+r.ending)
			writeTable(path, r.write, shape)
			// The second time there may be a parsed copy.
			for range 2 {
				var l loaded
				err := try(func() { l = r.load(ctx, dir, path) })
				do(ctx.Err())
				if err == nil {
					err = l.check(shape, r)
				}
				if share := float64(l.Peak) / float64(r.bound.of(l)); share > most {
					most, worst = share, l
				}
				t.note("at most %.2f of the bound: %d x %d, %.1f MB of numbers, peak %.1f MB, bound "+
					"%.1f MB", most, worst.N, worst.D, mega(worst.Numbers), mega(worst.Peak),
					mega(r.bound.of(worst)))
				t.add(1, err)
			}
			do(os.Remove(path))
		}
	}
}

func mega(bytes int64) float64 { return float64(bytes) / 1e6 }

// loaded is what a process took that loads a file.
type loaded struct {
	N, D    int
	Numbers int64 // memory of the numbers that the data set holds
	Peak    int64 // peak memory less that before the file was loaded
}

// check returns an error if the peak is above the bound, or the file is read as another table.
func (l loaded) check(t table, r reader) error {
	if l.N != t.n || l.D != t.d {
		return fmt.Errorf("a file of %d x %d is read as %d x %d", t.n, t.d, l.N, l.D)
	}
	if most := r.bound.of(l); l.Peak > most {
		return fmt.Errorf("%d x %d, %.1f MB of numbers: peak %.1f MB, bound %.1f MB", l.N, l.D,
			mega(l.Numbers), mega(l.Peak), mega(most))
	}
	return nil
}

// readWith is a process that reads files, those of Parquet with the program in dir.
func readWith(dir, cache string) process {
	p := withCache(cache)
	p.env = append(p.env, "FSNB_PARQUET="+filepath.Join(dir, "fsnb-parquet"))
	return p
}

// options are those of the reader, for a child.
func (r reader) options() string { return string(got(json.Marshal(r.opt))) }

// optionsOf reads them.
func optionsOf(text string) (opt datasets.Options) {
	do(json.Unmarshal([]byte(text), &opt))
	return opt
}

// load runs loadJob.
func (r reader) load(ctx context.Context, dir, path string) (l loaded) {
	p := readWith(dir, filepath.Join(dir, "cache"))
	do(json.Unmarshal([]byte(p.good(ctx, "load", path, r.options())), &l))
	return l
}

// loadJob loads a file with options, and prints what that took.
func loadJob(args []string) {
	opt := optionsOf(args[1])
	before, own := processor.Memory(processor.Peak), newWatch()
	d := got(datasets.Load(args[0], opt))
	took := loaded{N: d.N(), D: d.D(), Peak: processor.Memory(processor.Peak) - before}
	grown := own.end()
	switch x := d.Stored.(type) {
	case nil:
		took.Numbers = 8 * int64(d.N()) * int64(d.D())
	case *storage.Sparse:
		took.Numbers = 12*int64(x.NonZeros()) + 8*int64(d.D())
	default: // pages of the file count for the peak, and the system takes them back
		took.Peak = grown
	}
	took.Peak += childrenPeak()
	runtime.KeepAlive(d)
	do(json.NewEncoder(os.Stdout).Encode(took))
}

// watch looks at the memory of this process that is not of files, again and again.
type watch struct {
	stop, stopped chan struct{}
	first         int64
	most          atomic.Int64
}

func newWatch() *watch {
	w := &watch{stop: make(chan struct{}), stopped: make(chan struct{}),
		first: processor.Memory(processor.Own)}
	go func() {
		defer close(w.stopped)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			w.most.Store(max(w.most.Load(), processor.Memory(processor.Own)))
			select {
			case <-w.stop:
				return
			case <-tick.C:
			}
		}
	}()
	return w
}

// end is by how much it grew.
func (w *watch) end() int64 {
	close(w.stop)
	<-w.stopped
	return w.most.Load() - w.first
}

// buildParquet builds the reader of Parquet files and the program that writes some.
func buildParquet(ctx context.Context, dir string) {
	for pkg, name := range map[string]string{".": "fsnb-parquet", "./internal/sample": "sample"} {
		cmd := exec.CommandContext(ctx, "go", "build", "-o", filepath.Join(dir, name), pkg)
		cmd.Dir = filepath.Join("cmd", "fsnb-parquet")
		if said, err := cmd.CombinedOutput(); err != nil {
			wrong("go build of %s: %w: %.300s", name, err, said)
		}
	}
}

// writeTableParquet runs the program that buildParquet built, beside the file.
func writeTableParquet(w *bufio.Writer, t table) {
	cmd := exec.Command(filepath.Join(t.dir, "sample"), fmt.Sprint(t.n), fmt.Sprint(t.d),
		fmt.Sprint(t.version))
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = w, &said
	if err := cmd.Run(); err != nil {
		wrong("%w: %s", err, said.String())
	}
}
