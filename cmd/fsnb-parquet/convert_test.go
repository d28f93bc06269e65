package main

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
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
		`""so""","1970-01-01T00:00:01.234Z","(repeated values)",` + "\n" +
		`1e+22,2,-3,0,0,123.45,,"0001-01-01T00:00:00Z","(repeated values)",-1e-300` + "\n"
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
		`4,1,0,0,0,0,0,0,"03/01/09","0","2009-03-01T00:00:00"`,
		`5,0,1,1,1,10,1.100000023841858,10.1,"03/01/09","1","2009-03-01T00:01:00"`,
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

// Values that are no text, and text with a zero byte, do not block the other columns, and differ if
// they differ.
func TestConvertBytes(t *testing.T) {
	type row struct {
		Raw  []byte   `parquet:"raw"`
		Text string   `parquet:"te\x00xt"`
		Key  [16]byte `parquet:"key,uuid"`
		Long []byte   `parquet:"long"`
		X    float64  `parquet:"x"`
	}
	data := written(t,
		row{[]byte{0, 255}, "a\x00b", [16]byte{1, 2, 15: 255}, make([]byte, 65), 1},
		row{[]byte("ab\x00"), "c", [16]byte{}, []byte("plain"), 2})
	got, err := converted(t, data)
	want := `"raw","te\x00xt","key","long","x"` + "\n" +
		`"\x00ff","a\x00b","01020000-0000-0000-0000-0000000000ff","(long bytes)",1` + "\n" +
		`"\x616200","c","00000000-0000-0000-0000-000000000000","plain",2` + "\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

// A column that is dropped is not read: neither its damage nor its codec matters. A name wins over
// an index.
func TestDropped(t *testing.T) {
	type row struct {
		Zero int64 `parquet:"1"`
		One  int64 `parquet:"b"`
		Two  int64 `parquet:"c"`
	}
	data := written(t, row{1, 2, 3}, row{4, 5, 6})
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		drop []string
		want string
	}{
		{nil, "1,2,3\n4,5,6\n"}, {[]string{"1"}, ",2,3\n,5,6\n"},
		{[]string{"2", "b"}, "1,,\n4,,\n"}, {[]string{"9", "none"}, "1,2,3\n4,5,6\n"},
	} {
		var out bytes.Buffer
		err := run(path, &out, c.drop...)
		if want := "\"1\",\"b\",\"c\"\n" + c.want; err != nil || out.String() != want {
			t.Errorf("%q: %v, %s", c.drop, err, out.String())
		}
	}
	lzo := rewritten(t, nil, func(m *format.FileMetaData) {
		m.RowGroups[0].Columns[0].MetaData.Codec = format.LZO
	})
	if err := os.WriteFile(path, lzo, 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run(path, &out, "a"); err != nil || out.String() != "\"a\"\n\n\n\n" {
		t.Errorf("%v, %q", err, out.String())
	}
}

// The numbers of binary16 are those of IEEE 754.
func TestHalf(t *testing.T) {
	for b, want := range map[uint16]float64{0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0400: 0x1p-14,
		0x0001: 0x1p-24, 0x83ff: -1023 * 0x1p-24, 0x3555: 0.333251953125, 0x7c00: math.Inf(1),
		0xfc00: math.Inf(-1), 0: 0} {
		if got := half(b); got != want {
			t.Errorf("%#x is %v, want %v", b, got, want)
		}
	}
	if !math.IsNaN(half(0x7e00)) {
		t.Error("no NaN")
	}
}
