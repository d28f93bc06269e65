package displaytest

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/png"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/cmpimg"

	"fsnb.example/internal/figure"
)

var update = flag.Bool("update", false,
	"rewrite the files in testdata; review the changes before committing")

// Golden compares with a file in testdata, or writes it.
func Golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if diff := cmp.Diff(string(stored(t, file, got)), string(got)); diff != "" {
		t.Errorf("%s (-want +got); if this is meant, go test -update:\n%s", file, diff)
	}
}

// stored is a file in testdata, which is first written with -update.
func stored(t *testing.T, file string, got []byte) []byte {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

// Forms are the texts of a shown table.
type Forms struct{ Text, Markdown, HTML string }

// GoldenTables compares the text of each table with NAME.txt in testdata, and its other forms with
// NAME.md and NAME.html for those of the names in whole: between them they have all that the forms
// differ in.
func GoldenTables(t *testing.T, tables map[string]Forms, whole ...string) {
	t.Helper()
	for _, name := range whole {
		if _, ok := tables[name]; !ok {
			t.Errorf("there is no table %s", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		t.Run(name, func(t *testing.T) {
			Golden(t, name+".txt", []byte(tables[name].Text))
			if slices.Contains(whole, name) {
				Golden(t, name+".md", []byte(tables[name].Markdown))
				Golden(t, name+".html", []byte(tables[name].HTML+"\n"))
			}
		})
	}
}

// pictures is the folder that examples save to.
var pictures = os.TempDir()

// Save writes a figure as examples do: as a bitmap, as the description for those who do not see
// it, and as a Vega-Lite specification.
func Save(name string, f *figure.Figure) {
	bitmap, err := f.PNG()
	if err != nil {
		log.Fatal(err)
	}
	name = strings.TrimSuffix(name, ".png")
	for file, content := range map[string][]byte{name + ".png": bitmap,
		name + ".alt": []byte(f.Description() + "\n"), name + ".vl.json": SpecJSON(f)} {
		if err := os.WriteFile(filepath.Join(pictures, file), content, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// SpecJSON is the Vega-Lite form of a figure as a file, null for none: what fits is on one line.
func SpecJSON(f *figure.Figure) []byte {
	var plain any
	d := json.NewDecoder(strings.NewReader(onOneLine(f.VegaLite())))
	d.UseNumber()
	if err := d.Decode(&plain); err != nil {
		log.Fatal(err)
	}
	return []byte(onLines(plain, "") + "\n")
}

func onOneLine(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		log.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

// onLines writes a value on one line of at most 100 bytes, or each of its parts on its own.
func onLines(v any, indent string) string {
	one := onOneLine(v)
	if len(indent)+len(one) <= 100 {
		return one
	}
	inner := indent + " "
	var parts []string
	switch v := v.(type) {
	case []any:
		for _, part := range v {
			parts = append(parts, inner+onLines(part, inner))
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, inner+onOneLine(key)+": "+onLines(v[key], inner))
		}
	default:
		return one
	}
	return one[:1] + "\n" + strings.Join(parts, ",\n") + "\n" + indent + one[len(one)-1:]
}

// Pictures compares what examples save with the files in testdata, as they were when somebody last
// looked at them. The Vega-Lite specifications of the named ones are there (of all, if none is
// named); those of the others have no property that these do not have.
func Pictures(t *testing.T, examples map[string]func(), specs ...string) {
	before := pictures
	t.Cleanup(func() { pictures = before })
	pictures = t.TempDir()
	read := func(file string) []byte {
		raw, err := os.ReadFile(filepath.Join(pictures, file))
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	recorded, others := make(map[string]string), make(map[string]string)
	for _, name := range slices.Sorted(maps.Keys(examples)) {
		examples[name]()
		bare := strings.TrimSuffix(name, ".png")
		said := read(bare + ".alt")
		Golden(t, bare+".alt", said)
		if !isDescription(string(said)) {
			t.Errorf("%s is described as %q", name, said)
		}
		spec := read(bare + ".vl.json")
		if len(specs) == 0 || slices.Contains(specs, bare) {
			Golden(t, bare+".vl.json", spec)
			addProperties(t, recorded, bare, spec)
		} else {
			addProperties(t, others, bare, spec)
		}
		got := read(name)
		want := stored(t, name, got)
		if same, a, b := samePicture(t, want, got); a.Bounds() != b.Bounds() {
			t.Errorf("%s is %v, want %v", name, b.Bounds(), a.Bounds())
		} else if !same {
			t.Errorf("%s has changed; %s; if this is meant, go test -update, and look at it", name,
				difference(t, name, a, b))
		}
	}
	for property, name := range others {
		if _, ok := recorded[property]; !ok {
			t.Errorf("only the specification of %s has %s: name it among the recorded ones", name,
				property)
		}
	}
}

// addProperties adds the properties of a specification, and the kinds of marks and scales: each is
// the end of its path.
func addProperties(t *testing.T, to map[string]string, name string, spec []byte) {
	t.Helper()
	var all any
	if err := json.Unmarshal(spec, &all); err != nil {
		t.Fatal(name, err)
	}
	var walk func(v any, path ...string)
	walk = func(v any, path ...string) {
		switch v := v.(type) {
		case map[string]any:
			for key, part := range v {
				if key != "datasets" {
					walk(part, append(path[:len(path):len(path)], key)...)
				}
			}
		case []any:
			for _, part := range v {
				walk(part, path...)
			}
		default:
			end := path[max(0, len(path)-3):]
			property := strings.Join(end, ".")
			if len(end) > 0 && end[len(end)-1] == "type" {
				property += fmt.Sprint(" ", v)
			}
			to[property] = name
		}
	}
	walk(all)
}

// samePicture compares bitmaps and decodes them. The fonts are gonum/plot's own, so no machine
// draws others; processors round differently in the last bit, which moves the shade of single
// pixels at an edge, and cmpimg's delta allows that: .1 is about 26 of 255 gray levels.
func samePicture(t *testing.T, want, got []byte) (same bool, a, b image.Image) {
	t.Helper()
	a, b = decode(t, want), decode(t, got)
	same = bytes.Equal(got, want)
	if !same && a.Bounds() == b.Bounds() { // cmpimg counts the pixels only
		var err error
		if same, err = cmpimg.EqualApprox("png", got, want, 0.1); err != nil {
			t.Fatal(err)
		}
	}
	return same, a, b
}

// difference leaves a picture of what differs among the artefacts of the tests.
func difference(t *testing.T, name string, a, b image.Image) string {
	t.Helper()
	folder := os.Getenv("FSNB_ARTEFACTS")
	if folder == "" {
		return "set FSNB_ARTEFACTS to a folder for a picture of the difference"
	}
	dst := image.NewRGBA64(a.Bounds())
	cmpimg.Diff(dst, a, b)
	var raw bytes.Buffer
	if err := png.Encode(&raw, dst); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "difference-"+name)
	if err := os.WriteFile(path, raw.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return "see " + path
}

func decode(t *testing.T, b []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return img
}
