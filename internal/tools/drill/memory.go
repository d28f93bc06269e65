package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

func init() { childJobs["load"] = loadJob }

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
	write  func(out io.Writer, t table) error
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
func memory(ctx context.Context, d *drill, dir string) error {
	if processor.Memory(processor.Peak) == 0 {
		return errors.New("needs Linux, which tells the peak memory; name the other stages")
	}
	for _, r := range readers {
		if err := d.trials(r.what, func(t *tally) error {
			return memoryRow(ctx, d, t, r, dir)
		}); err != nil {
			return err
		}
	}
	return nil
}

func memoryRow(ctx context.Context, d *drill, t *tally, r reader, dir string) error {
	if r.ending == ".parquet" {
		if err := buildParquet(ctx, dir); err != nil {
			return err
		}
	}
	var worst loaded
	most := 0.
	for _, values := range r.values[:min(len(r.values), d.times(len(r.values)))] {
		for _, shape := range shapes(values) {
			path := filepath.Join(dir, "table"+r.ending)
			if err := writeTable(path, r.write, shape); err != nil {
				return err
			}
			// The second time there may be a parsed copy.
			for range 2 {
				l, err := load(ctx, dir, path, r)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err == nil {
					err = l.check(shape, r)
				}
				if share := float64(l.Peak) / float64(r.bound.of(l)); share > most {
					most, worst = share, l
				}
				t.note("at most %.2f of the bound: %d x %d, %.1f MB of numbers, peak %.1f MB, bound "+
					"%.1f MB", most, worst.N, worst.D, mega(worst.Numbers), mega(worst.Peak),
					mega(r.bound.of(worst)))
				if err := t.add(1, err); err != nil {
					return err
				}
			}
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	return nil
}

func mega(bytes int64) float64 { return float64(bytes) / 1e6 }

func writeTable(path string, write func(io.Writer, table) error, t table) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f, t), f.Close())
}

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

// load runs loadJob.
func load(ctx context.Context, dir, path string, r reader) (l loaded, err error) {
	opt, err := json.Marshal(r.opt)
	if err != nil {
		return l, err
	}
	o := runChild(ctx, []string{"FSNB_CACHE=" + filepath.Join(dir, "cache"),
		"FSNB_PARQUET=" + filepath.Join(dir, "fsnb-parquet")}, "load", path, string(opt))
	if o.err != nil || o.said != "" {
		return l, fmt.Errorf("%w: %.300s", o.err, o.said)
	}
	return l, json.Unmarshal([]byte(o.out), &l)
}

// loadJob loads a file with options, and prints what that took.
func loadJob(args []string) error {
	var opt datasets.Options
	if err := json.Unmarshal([]byte(args[1]), &opt); err != nil {
		return err
	}
	before, own := processor.Memory(processor.Peak), newWatch()
	d, err := datasets.Load(args[0], opt)
	if err != nil {
		return err
	}
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
	return json.NewEncoder(os.Stdout).Encode(took)
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
func buildParquet(ctx context.Context, dir string) error {
	for pkg, name := range map[string]string{".": "fsnb-parquet", "./internal/sample": "sample"} {
		cmd := exec.CommandContext(ctx, "go", "build", "-o", filepath.Join(dir, name), pkg)
		cmd.Dir = filepath.Join("cmd", "fsnb-parquet")
		if said, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("go build of %s: %w: %.300s", name, err, said)
		}
	}
	return nil
}

// writeTableParquet runs the program that buildParquet built, beside the file.
func writeTableParquet(out io.Writer, t table) error {
	f, ok := out.(*os.File)
	if !ok {
		return errors.New("only a file can hold Parquet")
	}
	cmd := exec.Command(filepath.Join(filepath.Dir(f.Name()), "sample"), fmt.Sprint(t.n),
		fmt.Sprint(t.d), fmt.Sprint(t.version))
	cmd.Stdout = f
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, said.String())
	}
	return nil
}
