package spreadsheet

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

var cells = []struct{ cell, want string }{
	{"=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"}, {"+1+cmd", "'+1+cmd"}, {"-2+3", "'-2+3"},
	{"@SUM(A1)", "'@SUM(A1)"},
	{"\t=1", "\t'=1"}, {"\r=1", "\r'=1"}, {" =1", " '=1"}, {"＝1+1", "'＝1+1"}, {"＠x", "'＠x"},
	{`"=1"`, `"'=1"`}, {"a;=1", "a;'=1"}, {`a;"=1"`, `a;"'=1"`}, {"a,b\n=1", "a,b\n'=1"},
	{"a\t@b", "a\t'@b"},
	{"-0.5", "-0.5"}, {"+3", "+3"}, {"-1e-300", "-1e-300"}, {"-inf", "-inf"}, {"NaN", "NaN"},
	{"", ""},
	{"a=b", "a=b"}, {"x-1", "x-1"}, {"'=1", "'=1"}, {"me@host", "me@host"}, {"a, b", "a, b"},
	{"–", "–"}, {"−1 to 2", "−1 to 2"},
	{"1e999", "1e999"}, {"a \"b\"", "a \"b\""}, {"-", "'-"},
}

func TestSafe(t *testing.T) {
	for _, c := range cells {
		if got := Safe(c.cell); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.cell, got, c.want)
		}
		if again := Safe(c.want); again != c.want {
			t.Errorf("%q is not safe: it becomes %q", c.want, again)
		}
	}
}

// However the bytes come, each cell is what Safe makes of it, and the rest is the same.
func TestWriter(t *testing.T) {
	var rows, want [][]string
	for i := range cells {
		j := (i + 7) % len(cells)
		rows = append(rows, []string{cells[i].cell, "1.5", cells[j].cell})
		want = append(want, []string{cells[i].want, "1.5", cells[j].want})
	}
	var text bytes.Buffer
	must.Do(t, csv.NewWriter(&text).WriteAll(rows))
	for _, size := range []int{1, 2, 3, 7, 1 << 16} {
		var out bytes.Buffer
		w := NewWriter(&out)
		for rest := text.Bytes(); len(rest) > 0; rest = rest[min(size, len(rest)):] {
			if _, err := w.Write(rest[:min(size, len(rest))]); err != nil {
				t.Fatal(err)
			}
		}
		must.Do(t, w.Close())
		got, err := csv.NewReader(&out).ReadAll()
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("in pieces of %d: %v %s", size, err, diff)
		}
	}
	same := "a,\"1.0\",\"NA\",\"x\"\"y\"\n1,-2,\"3,4\"\n\"last\""
	var out bytes.Buffer
	w := NewWriter(&out)
	if _, err := w.Write([]byte(same)); err != nil || w.Close() != nil || out.String() != same {
		t.Errorf("%q became %q, %v", same, out.String(), err)
	}
}

func TestWriterError(t *testing.T) {
	full := errors.New("full")
	w := NewWriter(iotest.TruncateWriter(failing{full}, 1<<20))
	if _, err := w.Write([]byte(strings.Repeat("a,", 9))); !errors.Is(err, full) {
		t.Errorf("%v, want %v", err, full)
	}
}

type failing struct{ err error }

// Write implements io.Writer.
func (f failing) Write([]byte) (int, error) { return 0, f.err }

// FuzzWriter writes anything in pieces of any size: the output does not depend on the pieces. Cells
// that encoding/csv writes come back as what Safe makes of them, and are safe.
func FuzzWriter(f *testing.F) {
	for i, c := range cells {
		f.Add(c.cell, cells[(i+1)%len(cells)].cell, uint8(i))
	}
	f.Add("a\"=1", "\",\"=1", uint8(1))
	f.Add("\r\n=1", "\"\"\"=1\"", uint8(0))
	f.Add(strings.Repeat("=,\"", 1<<12), strings.Repeat("\t", 1<<12)+"=", uint8(3))
	written := func(t *testing.T, text string, size int) string {
		var out bytes.Buffer
		w := NewWriter(&out)
		for rest := text; rest != ""; rest = rest[min(size, len(rest)):] {
			if _, err := w.Write([]byte(rest[:min(size, len(rest))])); err != nil {
				t.Fatal(err)
			}
		}
		must.Do(t, w.Close())
		return out.String()
	}
	f.Fuzz(func(t *testing.T, a, b string, size uint8) {
		for _, cell := range []string{a, b} {
			safe := Safe(cell)
			if again := Safe(safe); again != safe {
				t.Errorf("%q becomes %q, which becomes %q", cell, safe, again)
			}
			if plain := strings.ReplaceAll(safe, "'", ""); plain != strings.ReplaceAll(cell, "'",
				"") {
				t.Errorf("%q becomes %q", cell, safe)
			}
		}
		raw := a + "," + b
		if got, want := written(t, raw, int(size)+1), written(t, raw, len(raw)); got != want {
			t.Errorf("%q in pieces, %q at once", got, want)
		}
		if strings.ContainsRune(a+b, '\r') { // which the reader of package csv changes
			return
		}
		var text bytes.Buffer
		must.Do(t, csv.NewWriter(&text).WriteAll([][]string{{a, "1", b}, {b, "-2", a}}))
		got, err := csv.NewReader(strings.NewReader(written(t, text.String(),
			int(size)+1))).ReadAll()
		want := [][]string{{Safe(a), "1", Safe(b)}, {Safe(b), "-2", Safe(a)}}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v %s", err, diff)
		}
	})
}
