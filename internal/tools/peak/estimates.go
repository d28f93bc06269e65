package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/processor"
)

// shapes are those of made data: many samples, many features, both, many classes, and a class for
// each sample.
var shapes = []string{"20000x50x2x10", "200x20000x2x100", "800x800x5x100", "1500x40x300x40",
	"1000x20x1000x20"}

// shape is one of made data, and how many features are chosen.
type shape struct{ n, d, classes, k int }

// shapeOf reads a shape: samples x features x classes x chosen features.
func shapeOf(set string) (s shape, ok bool) {
	count, err := fmt.Sscanf(set, "%dx%dx%dx%d", &s.n, &s.d, &s.classes, &s.k)
	return s, err == nil && count == 4 && min(s.n, s.d, s.classes, s.k) > 0 && s.k <= s.d &&
		s.classes <= s.n && set == s.String()
}

func (s shape) String() string {
	return fmt.Sprintf("%dx%dx%dx%d", s.n, s.d, s.classes, s.k)
}

// estimates is docs/memory.csv, rows of which are replaced one by one.
type estimates struct {
	file, commit string
	rows         [][]string // in the order of shapes, and by method
	mu           sync.Mutex
}

var estimateColumns = []string{"samples", "features", "classes", "k", "method", "estimate_mb",
	"peak_mb", "factor", "seconds", "ended", "note", "commit"}

// fields are those of a row.
func (r row) fields(commit string) []string {
	s, _ := shapeOf(r.set)
	mb := func(v float64) string { return strconv.FormatFloat(v/1e6, 'f', 1, 64) }
	f := []string{strconv.Itoa(s.n), strconv.Itoa(s.d), strconv.Itoa(s.classes),
		strconv.Itoa(s.k), r.method, mb(r.said()), "", "", "", "yes", r.note, commit}
	if r.note != "" {
		f[9] = "no"
	}
	if !r.failed {
		f[6] = mb(float64(r.bytes))
		f[7] = strconv.FormatFloat(r.off(), 'f', 2, 64)
		f[8] = strconv.FormatFloat(r.seconds, 'g', 3, 64)
	}
	return f
}

// visible is what a process takes for any data, in bytes, and shares of it differ by run.
const visible = 5e6

// said is what the method says it takes, X without an estimate.
func (r row) said() float64 {
	if r.estimate == 0 {
		return r.x
	}
	return r.estimate
}

// off is how many times more a method took than is estimated, below 1 for less, and 1 for what is
// not seen; a method without an estimate takes up to X.
func (r row) off() float64 {
	took := float64(r.bytes)
	if r.estimate == 0 && took < r.x || max(r.said(), took) < visible {
		return 1
	}
	return (took + visible/2) / (r.said() + visible/2)
}

// measureEstimates measures every method on each of the sets, several at the same time, and keeps
// each row in the file. What the file has of the same commit is not measured again.
func (m *measurer) measureEstimates(ctx context.Context, sets []string, e *estimates) error {
	if err := e.read(); err != nil {
		return err
	}
	for _, set := range sets {
		plan, err := m.run(ctx, lists, set)
		if err == nil && plan.note != "" {
			err = errors.New(plan.note)
		}
		if err != nil {
			return err
		}
		s, _ := shapeOf(set)
		methods := slices.DeleteFunc(plan.Methods, func(method string) bool {
			return e.has(s, method) || m.only != nil && !slices.Contains(m.only, method)
		})
		if len(methods) == 0 {
			continue
		}
		b, err := m.base(ctx, set)
		if err != nil {
			return err
		}
		err = parallel.Each(ctx, runtime.NumCPU(), len(methods), func(ctx context.Context,
			i int) error {
			r, err := m.row(ctx, b, methods[i])
			if err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "%s  estimate %.1f MB\n", r, r.said()/1e6)
			return e.put(r.fields(e.commit))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// read reads the rows of a file, none of one that is not there.
func (e *estimates) read() error {
	f, err := os.Open(e.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	c := csv.NewReader(f)
	c.Comment = '#'
	rows, err := c.ReadAll()
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w; remove it to measure all again", e.file, err)
	case len(rows) == 0 || !slices.Equal(rows[0], estimateColumns):
		return fmt.Errorf("%s: the first line is not %s; remove it to measure all again", e.file,
			strings.Join(estimateColumns, ","))
	}
	e.rows = rows[1:]
	return nil
}

// has tells of a row that was measured on this commit.
func (e *estimates) has(s shape, method string) bool {
	want := row{set: s.String(), method: method}.fields(e.commit)
	return !strings.HasSuffix(e.commit, dirty) && slices.ContainsFunc(e.rows,
		func(f []string) bool {
			return slices.Equal(f[:5], want[:5]) && f[len(f)-1] == e.commit
		})
}

// put puts a row in its place and writes the file.
func (e *estimates) put(f []string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.rows = slices.DeleteFunc(e.rows, func(old []string) bool {
		return slices.Equal(old[:5], f[:5])
	})
	e.rows = append(e.rows, f)
	slices.SortFunc(e.rows, compareRows)
	return atomicfile.Write(e.file, func(w io.Writer) error {
		if _, err := io.WriteString(w, e.header()); err != nil {
			return err
		}
		c := csv.NewWriter(w)
		if err := c.Write(estimateColumns); err != nil {
			return err
		}
		return c.WriteAll(e.rows)
	})
}

// compareRows compares the places of rows: that of the shape in shapes, others after these.
func compareRows(a, b []string) int {
	place := func(f []string) int {
		i := slices.Index(shapes, strings.Join(f[:4], "x"))
		if i < 0 {
			return len(shapes)
		}
		return i
	}
	if c := place(a) - place(b); c != 0 {
		return c
	}
	return slices.Compare(a[:5], b[:5])
}

// summary prints the rows that ended with an estimate that is wrong by more than a factor of 2, and
// counts the others.
func (e *estimates) summary(w io.Writer) {
	ended, right := 0, 0
	for _, f := range e.rows {
		if f[9] != "yes" {
			continue
		}
		ended++
		if factor, _ := strconv.ParseFloat(f[7], 64); factor >= .5 && factor <= 2 {
			right++
			continue
		}
		fmt.Fprintf(w, "%-20s %-20s estimate %s MB, peak %s MB, %s times that\n",
			strings.Join(f[:4], "x"), f[4], f[5], f[6], f[7])
	}
	fmt.Fprintf(w, "%d of %d choices ended; %d of %d estimates are within a factor of 2\n", ended,
		len(e.rows), right, ended)
}

// header says how the rows were measured, each line after a #.
func (e *estimates) header() string {
	return "# " + strings.Join([]string{
		"script/peak --estimates",
		fmt.Sprintf("%s, %d processors, %s, %s/%s, %s", processor.Name(), runtime.NumCPU(),
			runtime.Version(), runtime.GOOS, runtime.GOARCH,
			time.Now().UTC().Format(time.DateOnly)),
		"estimate_mb: what the method says it takes beside the data (Facts.Memory), in 10^6 " +
			"bytes; what the values take if it says nothing.",
		"peak_mb: peak resident memory of a process that chooses k features, on one processor, " +
			"less that of a process that only loads the data; the least of 3 runs if they take " +
			"less than 2 s, with a collection for each tenth of live memory. Up to the limit " +
			"of processor time if the choice did not end.",
		"factor: peak by estimate, 2.5 MB added to both; 1 if both are below 5 MB, or there is " +
			"no estimate and the values take more.",
		"commit: the newest of Go code. Rows of the same commit are not measured again.",
	}, "\n# ") + "\n"
}

// dirty marks a commit that is not all of the code.
const dirty = "-dirty"

// codeCommit is the newest commit of the working folder that changed Go code other than tests.
func codeCommit() string {
	code := []string{"--", "*.go", "go.mod", ":!*_test.go"}
	git := func(args ...string) string {
		out, err := exec.Command("git", append(args, code...)...).Output()
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(out))
	}
	commit := git("log", "-1", "--format=%h", "--abbrev=12")
	if commit == "" || git("status", "--porcelain") != "" {
		commit += dirty
	}
	return commit
}
