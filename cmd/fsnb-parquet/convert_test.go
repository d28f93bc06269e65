package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
)

type sample struct {
	Dose   float64   `parquet:"dose"`
	Height float32   `parquet:"height"`
	Count  int64     `parquet:"count"`
	Small  uint32    `parquet:"small"`
	Ill    bool      `parquet:"ill"`
	Price  int64     `parquet:"price,decimal(2:9)"`
	Note   *string   `parquet:"a \"note\",optional"`
	Day    time.Time `parquet:"day,timestamp(millisecond)"`
	List   []int32   `parquet:"list"`
	Gap    *float64  `parquet:"gap,optional"`
}

func written[T any](t testing.TB, rows ...T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func converted(t testing.TB, data []byte) (string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err := run(path, &out)
	return out.String(), err
}

func TestConvert(t *testing.T) {
	note, gap := "so,\n\"so\"", -1e-300
	got, err := converted(t, written(t,
		sample{Dose: .1, Height: .1, Count: 1<<62 + 1, Small: 1<<32 - 1, Ill: true, Price: -5,
			Note: &note, Day: time.UnixMilli(1234), List: []int32{1, 2}},
		sample{Dose: 1e22, Height: 2, Count: -3, Price: 12345, Gap: &gap}))
	want := `"dose","height","count","small","ill","price","a ""note""","day","list","gap"` + "\n" +
		`0.1,0.10000000149011612,4611686018427387905,4294967295,1,-0.05,"so,` + "\n" +
		`""so""",1234,"(no number or text)",` + "\n" +
		`1e+22,2,-3,0,0,123.45,,-62135596800000,"(no number or text)",-1e-300` + "\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

// The file that Impala wrote for the tests of the format has the values that its README lists.
func TestConvertForeign(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}",
		"github.com/parquet-go/parquet-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	path := filepath.Join(strings.TrimSpace(string(dir)), "testdata", "alltypes_plain.parquet")
	if err := run(path, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	want := []string{
		`"id","bool_col","tinyint_col","smallint_col","int_col","bigint_col","float_col",` +
			`"double_col","date_string_col","string_col","timestamp_col"`,
		`4,1,0,0,0,0,0,0,"03/01/09","0","(no number or text)"`,
		`5,0,1,1,1,10,1.100000023841858,10.1,"03/01/09","1","(no number or text)"`,
	}
	if len(lines) != 10 || strings.Join(lines[:3], "\n") != strings.Join(want, "\n") {
		t.Errorf("%d lines\n%s", len(lines), out.String())
	}
}

func TestRefused(t *testing.T) {
	whole := written(t, sample{}, sample{})
	for name, data := range map[string][]byte{"empty": nil, "text": []byte("a,b\n1,2\n"),
		"cut": whole[:len(whole)-9]} {
		_, err := converted(t, data)
		if err == nil || !strings.HasPrefix(err.Error(), "the file is no whole Parquet file (") ||
			strings.Contains(oneLine(err), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzConvert reads anything without a panic.
func FuzzConvert(f *testing.F) {
	f.Add(written(f, sample{Dose: 1}, sample{Count: 3}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		path := filepath.Join(t.TempDir(), "t.parquet")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := run(path, bufio.NewWriter(&out)); err != nil && oneLine(err) == "" {
			t.Error("an error without a text")
		}
	})
}
