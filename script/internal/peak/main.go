// Peak measures the memory that each method of the catalogue takes to choose features, for the
// benchmark of all methods; script/peak says how it is called.
//
// Each choice is made in a process of its own, of one processor: its peak resident memory, less
// that of a process that loads the same data and draws features at random.
package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/atomicfile"
)

func main() {
	sets := flag.String("sets", "ALLAML,TOX_171,COIL20", "data sets")
	limit := flag.Duration("limit", time.Minute, "longest run")
	runs := flag.Int("runs", 3, "runs of what takes less than 2 s")
	out := flag.String("out", "notebooks/results/benchmark-memory.csv", "file")
	command := flag.String("command", "script/peak", "for the head of the file")
	one := flag.String("one", "", "run this method on -sets")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := func() error {
		if *one != "" {
			return child(ctx, *one, *sets)
		}
		m := measurer{limit: *limit, runs: *runs}
		rows, err := m.rows(ctx, strings.Split(*sets, ","))
		if len(rows) > 0 {
			return errors.Join(write(*out, *command, rows), err)
		}
		return err
	}()
	if err != nil {
		fmt.Fprintln(os.Stderr, "peak:", err)
		os.Exit(1)
	}
}

// least is the method of the process with which the others are compared.
const least = "random"

// features is k, or all of fewer.
const features = 100

// half is the training half of the first split of a study with seed 0.
func half(set string) (*datasets.Dataset, error) {
	d, err := datasets.Load(set, datasets.Options{})
	if err != nil {
		return nil, err
	}
	s, err := evaluation.NewSplitter(d, .5, 0)
	if err != nil {
		return nil, err
	}
	train, _, err := evaluation.Parts(d, s.Split(0))
	return train, err
}

// child chooses with one method, and prints the processor time of the choice in seconds.
func child(ctx context.Context, method, set string) error {
	d, err := half(set)
	if err != nil {
		return err
	}
	before := processorTime()
	e, err := catalogue.Find(method)
	if err != nil {
		return err
	}
	if _, err := algorithms.Run(ctx, e.Method, d,
		algorithms.Options{K: min(features, d.D()), Workers: 1}); err != nil {
		return err
	}
	fmt.Println((processorTime() - before).Seconds())
	return nil
}

// row is the memory of a method on a data set.
type row struct {
	set, method string
	bytes       int64
	times       float64 // of the training values
	seconds     float64 // of a processor
	note        string
}

type measurer struct {
	limit time.Duration
	runs  int
}

// rows measures all methods on the sets that are at hand; an interrupt leaves those measured.
func (m measurer) rows(ctx context.Context, sets []string) (rows []row, err error) {
	for _, set := range sets {
		d, err := half(set)
		if err != nil {
			fmt.Fprintf(os.Stderr, "peak: %s is left out: %v\n", set, err)
			continue
		}
		values := 8 * float64(d.N()) * float64(d.D())
		base, err := m.median(ctx, least, set)
		if err != nil {
			return rows, err
		}
		for _, e := range catalogue.All() {
			if algorithms.Check(ctx, e.Method, d,
				algorithms.Options{K: min(features, d.D())}) != nil {
				continue // needs another target
			}
			r, err := m.median(ctx, e.Name, set)
			if ctx.Err() != nil {
				return rows, ctx.Err()
			}
			if err != nil {
				return rows, fmt.Errorf("%s on %s: %w", e.Name, set, err)
			}
			r.bytes = max(0, r.bytes-base.bytes)
			r.times = float64(r.bytes) / values
			rows = append(rows, r)
			fmt.Printf("%-8s %-22s %8.1f MB %6.1f times X %7.2f s %s\n", set, e.Name,
				float64(r.bytes)/1e6, r.times, r.seconds, r.note)
		}
	}
	return rows, nil
}

// again is the time in seconds below which a choice is measured several times.
const again = 2

// median is that of several runs of a short choice, by bytes.
func (m measurer) median(ctx context.Context, method, set string) (row, error) {
	var all []row
	for range m.runs {
		r, err := m.run(ctx, method, set)
		if err != nil {
			return row{}, err
		}
		all = append(all, r)
		if r.note != "" || r.seconds > again {
			break
		}
	}
	slices.SortFunc(all, func(a, b row) int { return int(a.bytes - b.bytes) })
	return all[len(all)/2], nil
}

// run measures one process.
func (m measurer) run(ctx context.Context, method, set string) (row, error) {
	self, err := os.Executable()
	if err != nil {
		return row{}, err
	}
	within, stop := context.WithTimeout(ctx, m.limit)
	defer stop()
	c := exec.CommandContext(within, self, "-one", method, "-sets", set)
	c.Env = append(os.Environ(), "GOMAXPROCS=1", "FSNB_CACHE=off")
	var out, errOut bytes.Buffer
	c.Stdout, c.Stderr = &out, &errOut
	err = c.Run()
	r := row{set: set, method: method}
	if c.ProcessState != nil {
		r.bytes = peakOf(c.ProcessState)
	}
	switch {
	case within.Err() != nil && ctx.Err() == nil:
		r.seconds, r.note = m.limit.Seconds(), "over the limit of "+m.limit.String()
		return r, nil
	case err != nil:
		r.note = strings.TrimPrefix(strings.TrimSpace(errOut.String()), "peak: ")
		return r, ctx.Err()
	}
	r.seconds, err = strconv.ParseFloat(strings.TrimSpace(out.String()), 64)
	return r, err
}

// write writes the rows under the command and the machine.
func write(file, command string, rows []row) error {
	return atomicfile.Write(file, func(w io.Writer) error {
		head := fmt.Sprintf("# %s\n# %s, %s/%s, %s, %s\n# Peak resident memory beyond that of a "+
			"process that draws features at random: one processor, %d features of a training half. Go's "+
			"collector lets the heap grow to twice what is live.\n", command, runtime.Version(),
			runtime.GOOS, runtime.GOARCH, processor(), time.Now().UTC().Format(time.DateOnly),
			features)
		if _, err := io.WriteString(w, head); err != nil {
			return err
		}
		c := csv.NewWriter(w)
		lines := [][]string{{"dataset", "method", "bytes", "times_x", "seconds", "note"}}
		for _, r := range rows {
			lines = append(lines, []string{r.set, r.method, strconv.FormatInt(r.bytes, 10),
				strconv.FormatFloat(r.times, 'f', 2, 64),
				strconv.FormatFloat(r.seconds, 'g', 3, 64), r.note})
		}
		return c.WriteAll(lines)
	})
}

// processor is the name of the processor where Linux tells it.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // elsewhere there is none
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
