package datasets

import (
	"bytes"
	"encoding/gob"
	"io"
	"reflect"
	"strings"
	"testing"

	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

const codedTable = `site,x,wet,note,class
b,1.5,yes,3,a
a,2.5,no,4,b
c,0.5,no,5,a
A10,1.25,yes,6,b
`

func readCoded(t *testing.T, o Options) *Dataset {
	t.Helper()
	return must.Get(ReadCSV(strings.NewReader(codedTable), "coded.csv", o))(t)
}

// A table coded ordinally knows its columns of codes and their levels, and what is derived from it
// does; other codings have none.
func TestCodesOfWords(t *testing.T) {
	d := readCoded(t, Options{Code: "ordinal"})
	want := []CodedColumn{{0, []string{"A10", "a", "b", "c"}}, {2, []string{"no", "yes"}}}
	if !reflect.DeepEqual(d.Codes, want) || !d.Coded(0) || d.Coded(1) || !d.Coded(2) {
		t.Errorf("codes %v, want %v", d.Codes, want)
	}
	must.Is(t, d.CodesText(), "2 columns of codes: site (4 levels), wet (2 levels)",
		"d.CodesText()")
	if s, err := d.Summarize(); err != nil || s.Codes != d.CodesText() {
		t.Errorf("summary %q, %v", s.Codes, err)
	}
	taken, err := d.Take([]int{3, 2, 1})
	if err != nil || !reflect.DeepEqual(taken.Codes, []CodedColumn{{1, want[1].Levels}}) {
		t.Errorf("taken: codes %v, %v", taken.Codes, err)
	}
	if none, err := d.Take([]int{1}); err != nil || none.Codes != nil {
		t.Errorf("taken measurements: codes %v, %v", none.Codes, err)
	}
	rows, err := d.Rows([]int{2, 0})
	if err != nil || !reflect.DeepEqual(rows.Codes, want) {
		t.Errorf("rows: codes %v, %v", rows.Codes, err)
	}
	for name, change := range map[string]func() (*Dataset, error){
		"standardized": d.Standardize, "scaled": d.MinMax,
	} {
		if out, err := change(); err != nil || !reflect.DeepEqual(out.Codes, want) {
			t.Errorf("%s: codes %v, %v", name, out.Codes, err)
		}
	}
	unit, err := d.UnitNorm()
	if err != nil || unit.Codes != nil || len(unit.Warnings) != len(d.Warnings)+1 ||
		!strings.Contains(unit.Warnings[len(d.Warnings)], "2 columns of codes: site") {
		t.Errorf("unit norm: codes %v, warnings %q, %v", unit.Codes, unit.Warnings, err)
	}
	sparse := readCoded(t, Options{Code: "ordinal", Storage: "sparse"})
	if !reflect.DeepEqual(sparse.Codes, want) {
		t.Errorf("sparse: codes %v", sparse.Codes)
	}
	if hot := readCoded(t, Options{Code: "one-hot"}); hot.Codes != nil {
		t.Errorf("one-hot: codes %v", hot.Codes)
	}
	dropped := readCoded(t, Options{Code: "ordinal", Drop: []string{"site"}})
	if !reflect.DeepEqual(dropped.Codes, []CodedColumn{{1, want[1].Levels}}) {
		t.Errorf("without a column: codes %v", dropped.Codes)
	}
	const arff = "@relation r\n@attribute size {small,large,medium}\n@attribute x numeric\n" +
		"@attribute class {a,b}\n@data\nlarge,1,a\nsmall,2,b\n"
	declared, err := ReadARFF(strings.NewReader(arff), "r.arff", Options{Code: "ordinal"})
	if err != nil || !reflect.DeepEqual(declared.Codes,
		[]CodedColumn{{0, []string{"small", "large", "medium"}}}) {
		t.Errorf("declared: codes %v, %v", declared.Codes, err)
	}
}

// The hash tells codes from measurements, and levels from others; that of data without codes stays
// as it is. Gob keeps codes.
func TestCodesInTheHash(t *testing.T) {
	d := readCoded(t, Options{Code: "ordinal"})
	hashes := map[string]bool{d.Hash(): true}
	numbers, other := *d, *d
	numbers.Codes = nil
	other.Codes = []CodedColumn{d.Codes[0], {2, []string{"dry", "wet"}}}
	hashes[numbers.Hash()], hashes[other.Hash()] = true, true
	must.Is(t, len(hashes), 3, "equal hashes of codes, other codes and measurements")
	var text bytes.Buffer
	var back Dataset
	must.Do(t, gob.NewEncoder(&text).Encode(d.Codes))
	if err := gob.NewDecoder(&text).Decode(&back.Codes); err != nil ||
		!reflect.DeepEqual(back.Codes, d.Codes) {
		t.Errorf("codes %v, %v", back.Codes, err)
	}
}

// A parsed copy has the codes; a damaged one is none.
func TestCodesInCopies(t *testing.T) {
	cache := cacheHere(t)
	d := readCoded(t, Options{Code: "ordinal"})
	must.Do(t, writeCopy(cache, "key", d))
	back := recalled(t, cache)
	if back == nil || !reflect.DeepEqual(back.Codes, d.Codes) || back.Hash() != d.Hash() {
		t.Errorf("the copy has %v, want %v", back, d.Codes)
	}
	var words copyWords
	d.writeCodes(&words)
	for end := range len(words) {
		if err := (&Dataset{X: d.X, Features: d.Features}).readCodes(
			&copyReader{rest: string(words[:end])}); err == nil {
			t.Errorf("the first %d of %d bytes are read", end, len(words))
		}
	}
	twice := *d
	twice.Codes = []CodedColumn{d.Codes[0], d.Codes[0]}
	words = nil
	twice.writeCodes(&words)
	if err := (&Dataset{X: d.X, Features: d.Features}).readCodes(
		&copyReader{rest: string(words)}); err == nil {
		t.Error("a column is read twice")
	}
}

func recalled(t *testing.T, cache diskcache.Dir) (d *Dataset) {
	t.Helper()
	cache.Read("key", func(r io.Reader, size int64) (ok bool) {
		d, ok = readCopy(r, size, "key")
		return ok
	})
	return d
}

func TestCheckCodes(t *testing.T) {
	d := readCoded(t, Options{Code: "ordinal"})
	for want, codes := range map[string][]CodedColumn{
		"codes are in column 4 of 4, or out of order; list each column once, ascending, from 0": {
			{4, []string{"a"}}},
		"codes are in column 0 of 4, or out of order; list each column once, ascending, from 0": {
			{2, []string{"a"}}, {0, []string{"a"}}},
		"the codes of column 1 (x) have no levels; name them": {{Column: 1}},
	} {
		bad := *d
		bad.Codes = codes
		must.Error(t, bad.Check(), want)
	}
}
