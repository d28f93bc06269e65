package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// childVariable is the file that the test program converts in place of its tests.
const childVariable = "FSNB_TEST_CONVERT"

func TestMain(m *testing.M) {
	path := os.Getenv(childVariable)
	if path == "" {
		os.Exit(m.Run())
	}
	if err := run(path, io.Discard); err != nil {
		fmt.Println("error:", oneLine(err))
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		panic(err)
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Println("peak:", strings.Fields(after)[0])
}

// peakOf converts a file in a process of its own, and returns the most memory in bytes that it had.
func peakOf(t *testing.T, data []byte) (said string, peak int64) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(self)
	child.Env = append(os.Environ(), childVariable+"="+path)
	out, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %.300s", err, out)
	}
	said, rest, ok := strings.Cut(string(out), "peak: ")
	kilobytes, err := strconv.ParseInt(strings.TrimSpace(rest), 10, 64)
	if !ok || err != nil {
		t.Fatalf("%.300s", out)
	}
	return said, kilobytes << 10
}

// Each is one line within the bound of fsnb's readers.
func TestBombs(t *testing.T) {
	for want, data := range bombs(t) {
		t.Run(want, func(t *testing.T) {
			said, peak := peakOf(t, data)
			if !strings.Contains(said, want) || strings.Count(said, "\n") != 1 {
				t.Errorf("%.300s", said)
			}
			if bound := int64(64<<20 + maxGrowth*len(data)); peak > min(bound, 128<<20) {
				t.Errorf("%d bytes for a file of %d", peak, len(data))
			}
		})
	}
}

// The memory that the command promises is what it takes for many columns, many row groups and
// large pages.
func TestPeakIsPromised(t *testing.T) {
	for _, c := range []struct {
		name                       string
		columns, rows, group, page int
	}{
		{"large pages", 50, 200_000, 200_000, 1 << 20}, {"columns", 2000, 500, 500, 1 << 12},
		{"groups", 100, 10_000, 10, 1 << 12},
	} {
		t.Run(c.name, func(t *testing.T) {
			fields := parquet.Group{}
			for j := range c.columns {
				fields[fmt.Sprint("x", j)] = parquet.Leaf(parquet.DoubleType)
			}
			var file bytes.Buffer
			to := bufio.NewWriter(&file)
			w := parquet.NewWriter(to, parquet.NewSchema("t", fields),
				parquet.Compression(&parquet.Snappy), parquet.PageBufferSize(c.page),
				parquet.MaxRowsPerRowGroup(int64(c.group)))
			rng := rand.New(rand.NewPCG(1, 1))
			row := make(parquet.Row, c.columns)
			for range c.rows {
				for j := range row {
					row[j] = parquet.DoubleValue(rng.NormFloat64()).Level(0, 0, j)
				}
				if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if err := to.Flush(); err != nil {
				t.Fatal(err)
			}
			said, peak := peakOf(t, file.Bytes())
			promised := int64(64<<20 + c.columns*(8<<10+min(c.page, 8*c.group)))
			if said != "" || peak > promised {
				t.Errorf("%s%d bytes, and %d are promised", said, peak, promised)
			}
			t.Logf("%d of %d bytes", peak, promised)
		})
	}
}

// What is no file of a disk is an error at once, whatever writes to it.
func TestNoRegularFile(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "t.parquet")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	const kind = "it is no regular file; give one"
	for path, want := range map[string]string{pipe: kind, "/dev/zero": kind,
		filepath.Dir(pipe): kind, "/proc/version": "the file is no whole Parquet file (it has no " +
			"description); fetch it again"} {
		if err := run(path, io.Discard); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}
