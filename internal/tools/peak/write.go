package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/processor"
)

// header says how the rows were measured, each line after a #.
func header(command string, bases []base) string {
	lines := []string{
		command,
		fmt.Sprintf("%s, %d processors, %s, %s/%s, commit %s, %s", processor.Name(),
			runtime.NumCPU(),
			runtime.Version(), runtime.GOOS, runtime.GOARCH, commit(),
			time.Now().UTC().Format(time.DateOnly)),
		fmt.Sprintf("bytes: peak resident memory of a process that chooses %d features, or all of "+
			"fewer, from a training half, on one processor, less that of a process that only "+
			"loads "+
			"that half; 0 if the choice needs no more than loading.", features),
		fmt.Sprintf("The median of several runs if the choice takes less than %d s, else one run. "+
			"Go's collector lets the heap grow to twice what is live, and to 4 MB before it "+
			"collects anything.", again),
		"times_x: bytes by those of the training values, 8 n d. seconds: processor time of the " +
			"choice. Over the limit both are those up to it, with the time to load.",
		"Pages of the program that a choice is the first to use count: a choice that does " +
			"little, such as random, takes about 1 MB.",
	}
	for _, b := range bases {
		lines = append(lines, fmt.Sprintf("%s: training values of %d x %d take %d bytes, the "+
			"process that loads them %d, of them %d as ballast (the runs differ by %d).", b.set,
			b.n, b.d, 8*b.n*b.d, b.bytes, small, b.spread))
	}
	return "# " + strings.Join(lines, "\n# ") + "\n"
}

// write writes the rows under the header.
func write(file, head string, rows []row) error {
	return atomicfile.Write(file, func(w io.Writer) error {
		if _, err := io.WriteString(w, head); err != nil {
			return err
		}
		c := csv.NewWriter(w)
		lines := [][]string{
			{"dataset", "method", "bytes", "times_x", "seconds", "note"}}
		for _, r := range rows {
			line := []string{r.set, r.method, "", "", "", r.note}
			if !r.failed {
				line[2] = strconv.FormatInt(r.bytes, 10)
				line[3] = strconv.FormatFloat(r.times, 'f', 2, 64)
				line[4] = strconv.FormatFloat(r.seconds, 'g', 3, 64)
			}
			lines = append(lines, line)
		}
		return c.WriteAll(lines)
	})
}

// print prints the rows as a table.
func print(w io.Writer, rows []row) {
	fmt.Fprintf(w, "%-8s %-22s %8s %8s %8s\n", "dataset", "method", "MB", "times X", "seconds")
	for _, r := range rows {
		fmt.Fprintln(w, r)
	}
}

// String is a line of the table.
func (r row) String() string {
	mb, times, seconds := "", "", ""
	if !r.failed {
		mb = fmt.Sprintf("%.1f", float64(r.bytes)/1e6)
		times = fmt.Sprintf("%.1f", r.times)
		seconds = fmt.Sprintf("%.2f", r.seconds)
	}
	return strings.TrimRight(fmt.Sprintf("%-8s %-22s %8s %8s %8s %s", r.set, r.method, mb, times,
		seconds, r.note), " ")
}

// commit is that of the working folder.
func commit() string {
	out, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
