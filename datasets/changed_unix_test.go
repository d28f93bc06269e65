//go:build unix

package datasets

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/checksum"
	"fsnb.example/internal/must"
	"fsnb.example/internal/plainfile"
	"fsnb.example/internal/testenv"
)

// swaps are the ways in which a file gets the content of another.
var swaps = map[string]func(path string, content []byte) error{
	"in place": func(path string, content []byte) error {
		return os.WriteFile(path, content, 0o600)
	},
	"by rename": func(path string, content []byte) error {
		if err := os.WriteFile(path+".new", content, 0o600); err != nil {
			return err
		}
		return os.Rename(path+".new", path)
	},
}

// sameTable is a table of one number in 12,000 rows, above the size from which copies are kept.
func sameTable(v int) []byte {
	two := fmt.Sprintf("%d,%d.5,p\n%d,%d.5,q\n", v, v, v, v)
	return []byte("a,b,y\n" + strings.Repeat(two, 6000))
}

// atStep reads a file by read, with a call of swap when it is about to read the step-th time.
type atStep struct {
	io.Reader
	step *int
	swap func()
}

func (r atStep) Read(p []byte) (int, error) {
	if *r.step--; *r.step == 0 {
		r.swap()
	}
	return r.Reader.Read(p)
}

// A file that is swapped at any read of it gives its own values or an error that names it, and the
// copy that is kept is that of its content: the former file is then read as it is.
func TestSwappedAtEachStep(t *testing.T) {
	for how, swap := range swaps {
		for step := 1; ; step++ {
			cacheHere(t)
			path := filepath.Join(t.TempDir(), "t.csv")
			first, second := sameTable(1), sameTable(2)
			put(t, filepath.Dir(path), "t.csv", first)
			left := step
			d, err := func() (*Dataset, error) {
				f, err := plainfile.Open(path)
				if err != nil {
					return nil, err
				}
				defer f.Close()
				version := must.Get(settled(f))(t)
				d, err := readOrRecall(f, path, Options{}, checksum.Sum{}, ".csv",
					func(r io.Reader, source string, opt Options) (*Dataset, error) {
						return ReadCSV(atStep{r, &left, func() {
							if err := swap(path, second); err != nil {
								t.Error(err)
							}
						}}, source, opt)
					})
				if changed := version.Check(f); changed != nil {
					return nil, changed
				}
				return d, err
			}()
			if err == nil {
				sameNumber(t, fmt.Sprint(how, " at ", step), d, 1)
			} else if !errors.Is(err, plainfile.ErrChanged) || !strings.HasPrefix(err.Error(),
				path+": ") || how == "by rename" {
				t.Errorf("%s at %d: %v", how, step, err)
			}
			for v, content := range map[float64][]byte{1: first, 2: second} {
				put(t, filepath.Dir(path), "t.csv", content)
				sameNumber(t, fmt.Sprint(how, " at ", step, ", then"),
					must.Get(Load(path, Options{}))(t), v)
			}
			if left > 0 { // the file has fewer steps
				break
			}
		}
	}
}

// sameNumber reports values that are not all of one file.
func sameNumber(t *testing.T, what string, d *Dataset, v float64) {
	t.Helper()
	n, _ := d.Matrix().Dims()
	must.Is(t, n, 12_000, "%s samples", what)
	for i := range n {
		if a, b := d.Matrix().At(i, 0), d.Matrix().At(i, 1); a != v || b != v+.5 {
			t.Fatalf("%s: row %d is %v %v, want %v", what, i, a, b, v)
		}
	}
}

// A Parquet file that another replaces while fsnb-parquet starts is read as it was opened, and its
// copy is its own; another program makes another copy.
func TestParquetSwapped(t *testing.T) {
	cache := cacheHere(t)
	dir := t.TempDir()
	path := put(t, dir, "t.parquet", sameTable(1))
	other := put(t, dir, "other", sameTable(2))
	program := filepath.Join(dir, "program")
	script := func(before string) {
		t.Helper()
		text := "#!/bin/sh\n" + before + "\nexec " + testenv.Program(t) + ` "$@"` + "\n"
		must.Do(t, os.WriteFile(program, []byte(text), 0o700))
	}
	t.Setenv(parquetVariable, program)
	t.Setenv(fakeParquet, "copies")
	script("mv " + other + " " + path)
	sameNumber(t, "replaced", must.Get(Load(path, Options{Label: "y"}))(t), 1)
	script("")
	sameNumber(t, "the new one", must.Get(Load(path, Options{Label: "y"}))(t), 2)
	put(t, dir, "t.parquet", sameTable(1))
	sameNumber(t, "the former one", must.Get(Load(path, Options{Label: "y"}))(t), 1)
	if n := entriesOf(t, cache); n != 3 { // the first by the other script
		t.Errorf("%d copies", n)
	}
	script("cat " + put(t, dir, "other", sameTable(2)) + " > " + path)
	_, err := Load(path, Options{Label: "y"})
	wantError(t, err, path+": the file was changed while it was read; load it again")
}

// The labels beside data are of one file, whenever it is replaced: of the three looks at it, the
// second and the third find the one that was opened first.
func TestLabelsSwapped(t *testing.T) {
	dir := t.TempDir()
	labels := put(t, dir, "y.csv", []byte("who,y\na,p\nb,q\nc,p\nd,q\n"))
	opt := Options{Labels: labels, Label: "y", opened: opened{}}
	if j := opt.sampleColumn([]string{"who", "x"}, []string{"a", "1"}); j != 0 {
		t.Fatal(j)
	}
	must.Do(t, swaps["by rename"](labels, []byte("y,who\nr,a\ns,b\nr,c\ns,d\n")))
	got := must.Get(opt.openLabels(samples(4, []string{"d", "c", "b", "a"}, "who")))(t)
	if names := got.Classes; len(names) != 2 || names[0] != "p" || got.Y[0] != 1 {
		t.Errorf("%q %v", got.Classes, got.Y)
	}
	must.Do(t, swaps["in place"](labels, []byte("y,who\n")))
	opt.opened = opened{labels: must.Get(openWhole(labels))(t)}
	must.Do(t, swaps["in place"](labels, []byte("who,y\na,p\nb,q\nc,p\nd,qq\n")))
	_, err := opt.openLabels(samples(4, nil, ""))
	wantError(t, err, labels+": the file was changed while it was read; load it again")
}

// A matrix that is swapped all the time is mapped as one of the two, with the hash of that one, or
// is an error: the numbers and the header are of one file.
func TestMappedSwapped(t *testing.T) {
	one := npyOf("<f8", false, 4, 3, twelve(1), putFloat64)
	two := npyOf("<f4", true, 4, 3, twelve(2), putFloat32)
	for how, swap := range swaps {
		path := put(t, t.TempDir(), "x.npy", one)
		opt := Options{Label: NoLabel, Storage: "disk"}
		want := map[float64]string{}
		for v, content := range map[float64][]byte{1: one, 2: two} {
			put(t, filepath.Dir(path), "x.npy", content)
			want[v] = must.Get(Load(path, opt))(t).Hash()
		}
		stop := make(chan struct{})
		var done sync.WaitGroup
		done.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := errors.Join(swap(path, one), swap(path, two)); err != nil {
					t.Error(err)
				}
			}
		})
		for range 60 {
			d, err := Load(path, opt)
			if err != nil {
				continue
			}
			var x *mat.Dense
			if storage.Guard(func() { x = storage.ToDense(d.Stored) }) != nil {
				continue
			}
			v := x.At(0, 0)
			if d.Hash() != want[v] || !mat.Equal(x, mat.NewDense(4, 3, twelve(v))) {
				t.Errorf("%s: %v with another hash", how, mat.Formatted(x))
			}
		}
		close(stop)
		done.Wait()
	}
}

// twelve is a number twelve times.
func twelve(v float64) []float64 { return slices.Repeat([]float64{v}, 12) }
