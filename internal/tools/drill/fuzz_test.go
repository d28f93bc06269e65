package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fsnb.example/internal/must"
)

// Tests of a module within a module run in that module.
func TestFuzzTests(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"go.mod":       "module m\n",
		"a/a_test.go":  "package a\n\nfunc FuzzA(f *testing.F) {}\nfunc TestA() {}\n",
		"inner/go.mod": "module m/inner\n",
		"inner/b/b_test.go": "package b\n\nfunc FuzzB(f *testing.F) {}\nfunc FuzzC(f *testing.F) {}\n" +
			"const text = `\nfunc FuzzInAText(f *testing.F) {}\n`\n",
		"inner2/c/c_test.go":  "package c\n\nfunc FuzzD(f *testing.F) {}\n",
		".tools/x/x_test.go":  "package x\n\nfunc FuzzX(f *testing.F) {}\n",
		"inner/b/notatest.go": "package b\n\nfunc FuzzNone() {}\n",
	} {
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must.Do(t, os.WriteFile(name, []byte(text), 0o600))
	}
	got, err := fuzzTests(".")
	want := []fuzzTest{{".", "./a", "FuzzA"}, {"inner", "./b", "FuzzB"}, {"inner", "./b", "FuzzC"},
		{".", "./inner2/c", "FuzzD"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("fuzz tests %v, %v; want %v", got, err, want)
	}
}
