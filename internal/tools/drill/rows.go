package main

import (
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
	"time"

	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/processor"
)

// row is a figure of the drill: so many trials, so many of them failed.
type row struct {
	stage, what   string
	count, failed int
	seconds       float64
	note          string
	origin
}

// origin is where and when a row was made.
type origin struct{ command, conditions, day, commit string }

var header = []string{"stage", "what", "count", "failed", "seconds", "note", "command",
	"conditions", "day", "commit"}

// here is the origin of rows made now by command.
func here(command string) origin {
	o := origin{command: command, day: time.Now().UTC().Format(time.DateOnly), commit: "unknown"}
	o.conditions = fmt.Sprintf("%s, %d processors, %s", runtime.Version(), runtime.NumCPU(),
		processor.Name())
	describe := exec.Command("git", "describe", "--always", "--dirty", "--abbrev=12")
	if out, err := describe.Output(); err == nil {
		o.commit = strings.TrimSpace(string(out))
	}
	return o
}

func (r row) fields() []string {
	return []string{r.stage, r.what, strconv.Itoa(r.count), strconv.Itoa(r.failed),
		strconv.FormatFloat(r.seconds, 'f', 1, 64), r.note, r.command, r.conditions, r.day,
		r.commit}
}

// replaceRow puts r into the file in place of the row of the same stage and subject, or after the
// last row of its stage.
func replaceRow(file string, r row) error {
	rows, err := readRows(file)
	if err != nil {
		return err
	}
	at := len(rows)
	for i, f := range rows {
		if f[0] == r.stage {
			at = i + 1
		}
		if f[0] == r.stage && f[1] == r.what {
			rows = slices.Delete(rows, i, i+1)
			at = i
			break
		}
	}
	rows = slices.Insert(rows, at, r.fields())
	return atomicfile.Write(file, func(w io.Writer) error {
		out := csv.NewWriter(w)
		if err := out.Write(header); err != nil {
			return err
		}
		return out.WriteAll(rows)
	})
}

func readRows(file string) ([][]string, error) {
	in, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer in.Close()
	rows, err := csv.NewReader(in).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(rows) == 0 || !slices.Equal(rows[0], header) {
		return nil, fmt.Errorf("%s: the first line is not %s", file, strings.Join(header, ","))
	}
	return rows[1:], nil
}
