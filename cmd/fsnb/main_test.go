package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// fsnb runs a command line and returns the exit status and what it wrote.
func fsnb(ctx context.Context, args ...string) (status int, out, errOut string) {
	var o, e bytes.Buffer
	status = run(ctx, args, &o, &e)
	return status, o.String(), e.String()
}

// good runs a command line that must succeed and be silent on the error stream.
func good(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errOut := fsnb(t.Context(), args...)
	if status != 0 || errOut != "" {
		t.Fatalf("fsnb %q: status %d, %s", args, status, errOut)
	}
	return out
}

// fails runs a command line that must end with a status, a line that says why, and no output.
func fails(t *testing.T, status int, why string, args ...string) {
	t.Helper()
	got, out, errOut := fsnb(t.Context(), args...)
	if got != status || out != "" || errOut != "fsnb: "+why+"\n" {
		t.Errorf("fsnb %q: status %d, want %d; %q\n got %swant fsnb: %s", args, got, status, out,
			errOut, why)
	}
}

// has checks that a text has parts.
func has(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		must.Contain(t, text, part)
	}
}

// file writes a file into a folder of the test's own and returns its path.
func file(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, data, 0o644))
	return path
}

// members decodes a JSON object and returns its members in their order.
func members(t *testing.T, text string) (names []string, values map[string]json.RawMessage) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		t.Fatalf("%s is no object: %v", text, err)
	}
	values = map[string]json.RawMessage{}
	for d.More() {
		name := must.Get(d.Token())(t)
		var value json.RawMessage
		must.Do(t, d.Decode(&value))
		names = append(names, name.(string))
		values[name.(string)] = value
	}
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	if d.More() {
		t.Fatalf("more than one value in %s", text)
	}
	return names, values
}

// decode reads a JSON value into a T, all of it.
func decode[T any](t *testing.T, text []byte) T {
	t.Helper()
	var v T
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// Help lists the commands, and that of a command explains every flag. Its lines fit a terminal.
func TestHelp(t *testing.T) {
	words := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	full := good(t, "help")
	for _, flag := range []string{"-h", "-help", "--help"} {
		must.Is(t, good(t, flag), full, "%s is not help", flag)
	}
	all := full
	for _, c := range newProgram().Commands() {
		has(t, words(full), " "+c.Name+" "+words(c.Help)+" ")
		want := good(t, "help", c.Name)
		all += want
		for _, flag := range []string{"-h", "-help", "--help"} {
			must.Is(t, good(t, c.Name, flag), want, "%s %s", c.Name, flag)
		}
		for _, flag := range c.Flags {
			has(t, want, "\n  -"+flag.Name)
			if has(t, words(want), " "+words(flag.Help)); flag.Help == "" {
				t.Errorf("%s: no help for -%s", c.Name, flag.Name)
			}
		}
	}
	for line := range strings.Lines(all) {
		if utf8.RuneCountInString(line) > 81 || strings.HasSuffix(line, " \n") {
			t.Errorf("%q", line)
		}
	}
	has(t, good(t, "help", "rank"), list("rules")...)
	has(t, good(t, "help", "convert"), "\n\nFILE FLAGS say how a file is read; without")
	has(t, good(t, "help", "advise"), "\n\nFLAGS:\n  -o table|json  the output (table)\n\nFILE")
	fails(t, 2, `no command "rnak"; did you mean "rank"?`, "help", "rnak")
	fails(t, 2, `help: "iris" is too many; it takes one command, or none`, "help", "rank", "iris")
}

// broken is a pipe without a reader.
type broken struct{ room int }

func (b *broken) Write(p []byte) (int, error) {
	if len(p) > b.room {
		return 0, &os.PathError{Op: "write", Path: "|1", Err: errors.New("broken pipe")}
	}
	b.room -= len(p)
	return len(p), nil
}

func TestClosedPipe(t *testing.T) {
	for _, args := range [][]string{
		{"help"}, {"rank", "-h"}, {"methods"}, {"methods", "-o", "json"}, {"datasets", "list"},
		{"datasets", "list", "-o", "json"}, {"datasets", "info", "iris"},
		{"datasets", "info", "iris", "-o", "json"}, {"redundancy", "-features", "0,1", "iris"},
		{"redundancy", "-features", "0,1", "-o", "json", "iris"},
		{"rank", "-method", "fisher", "iris"}, {"rank", "-method", "fisher", "-o", "json", "iris"},
		{"rank", "-method", "fisher", "-o", "csv", "iris"},
	} {
		var e bytes.Buffer
		if status := run(t.Context(), args, &broken{}, &e); status != 1 ||
			e.String() != "fsnb: cannot write the output: broken pipe; look at where it goes\n" {
			t.Errorf("fsnb %q: status %d, %s", args, status, e.String())
		}
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{
		{"rank", "-method", "fisher", "iris"}, {"rank", "-method", "laplacian", "-o", "json",
			"digits"}, {"rank", "-method", "trace-ratio", "-k", "2", "iris"},
		{"redundancy", "-features", "0,1", "iris"}, {"datasets", "info", "iris"},
	} {
		if status, out, errOut := fsnb(ctx, args...); status != 130 || out != "" ||
			errOut != "fsnb: interrupted\n" {
			t.Errorf("fsnb %q: status %d, %q, %q", args, status, out, errOut)
		}
	}
	// A mistake is a mistake all the same, and so is what was not written.
	var e bytes.Buffer
	if status := run(ctx, []string{"methods"}, &broken{}, &e); status != 1 ||
		e.String() != "fsnb: cannot write the output: broken pipe; look at where it goes\n" {
		t.Errorf("status %d, %s", status, e.String())
	}
	if status, _, errOut := fsnb(ctx, "rnak"); status != 2 ||
		errOut != "fsnb: no command \"rnak\"; did you mean \"rank\"?\n" {
		t.Errorf("status %d, %s", status, errOut)
	}
}

func TestDatasetsList(t *testing.T) {
	dir := t.TempDir()
	manifest := "name,papers,rows,cols,classes,file\nTiny,GRM,2,2,2,tiny.csv\n"
	must.Do(t, os.WriteFile(filepath.Join(dir, "manifest.csv"), []byte(manifest), 0o644))
	t.Setenv(datasets.DataVariable, dir)
	type info struct {
		Name, About, Kind, Where string
		N, D, Classes            int
		Target                   string
	}
	var sets []info
	must.Do(t, json.Unmarshal([]byte(good(t, "datasets", "list", "-o", "json")), &sets))
	infos, err := datasets.List()
	if err != nil || len(sets) != len(infos) {
		t.Fatalf("%d sets are listed, want %d; %v", len(sets), len(infos), err)
	}
	table := good(t, "datasets", "-o", "table", "list")
	for i, want := range infos {
		if sets[i] != (info{want.Name, want.Title, want.Kind, string(want.Where), want.N, want.D,
			want.C, want.Target}) {
			t.Errorf("set %d is %v, want %v", i, sets[i], want)
		}
		if !slices.ContainsFunc(strings.Split(table, "\n"), func(line string) bool {
			return strings.HasPrefix(line, want.Name+" ") &&
				strings.HasSuffix(line, string(want.Where)) &&
				strings.Contains(line, want.Size()+"  ") &&
				strings.Contains(line, "  "+want.Classes()+"  ")
		}) {
			t.Errorf("the table has no line for %s", want.Name)
		}
	}
	must.Is(t, sets[len(sets)-1],
		(info{"Tiny", "a file of FSNB_DATA", "", "FSNB_DATA", 2, 2, 2, ""}), "the manifest's set")
	if strings.Contains(table, dir) {
		t.Error("the table names the folder, which FSNB_DATA does")
	}
}

func TestDatasetsInfo(t *testing.T) {
	names, v := members(t, good(t, "datasets", "info", "wdbc", "-o", "json"))
	if want := []string{"name", "n", "d", "classes", "class_counts", "min", "max", "constant",
		"storage", "nonzeros", "history", "warnings", "missing", "entry"}; !slices.Equal(
		names, want) {
		t.Errorf("members %v, want %v", names, want)
	}
	for member, want := range map[string]string{
		"name": `"wdbc"`, "n": "569", "d": "30", "classes": `["benign","malignant"]`,
		"class_counts": "[357,212]", "min": "0", "max": "4254",
		"constant": "[]", "storage": `"dense"`, "nonzeros": "null", "history": "[]",
		"warnings": "[]",
	} {
		must.Is(t, compact(t, v[member]), want, "%s", member)
	}
	sparse := file(t, "t.svm", []byte("a 2:3 4:-1\nb 3:1\n"))
	_, v = members(t, good(t, "datasets", "info", "-storage", "sparse", sparse, "-o", "json"))
	for member, want := range map[string]string{"storage": `"sparse"`, "nonzeros": "3",
		"min": "-1", "max": "3", "constant": `["f0"]`} {
		must.Is(t, compact(t, v[member]), want, "%s of sparse data", member)
	}
	path := file(t, "t.csv", []byte("<a>,b\n1,2\n1,3\n"))
	_, v = members(t, good(t, "datasets", "-o", "json", "-label", "none", "info", path))
	for member, want := range map[string]string{"name": `"t"`, "n": "2", "d": "2", "classes": "[]",
		"class_counts": "[]", "constant": `["<a>"]`} {
		must.Is(t, compact(t, v[member]), want, "without labels, %s", member)
	}
	table := good(t, "datasets", "info", "friedman1")
	has(t, table, "\ncontinuous target  y\n",
		"friedman1: 500 samples × 50 features, continuous target\n")
	if strings.Contains(table, "\nclasses ") {
		t.Error(table)
	}
	has(t, good(t, "datasets", "info", "iris"), "iris: 150 samples × 4 features, 3 classes\n",
		"setosa (50), versicolor (50), virginica (50)", "petal_width_cm")
}

// compact drops the white space between the parts of a value.
func compact(t *testing.T, value []byte) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, json.Compact(&b, value))
	return b.String()
}
