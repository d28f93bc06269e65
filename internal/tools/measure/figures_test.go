package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestBenchFigures(t *testing.T) {
	got := benchFigures("grm",
		"goos: linux\nBenchmarkGRM/85×2228-2 \t 3\t 21000000 ns/op\t 1.5 gemms\n"+
			"BenchmarkGRM/85×2228=x\t 1\t 2e9 ns/op\nPASS\nok pkg 1.2s\n")
	want := []figure{{"grm.GRM/85×2228", "s", "0.021"}, {"grm.GRM/85×2228", "gemms", "1.5"},
		{"grm.GRM/85×2228=x", "s", "2"}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestTableFigures(t *testing.T) {
	got, err := tableFigures("cells",
		"| cell | median, s | fastest |\n|:--|--:|--:|\n| fsnb, a table | 0.463 | 0.423 |\n| fsnb |  | 0.5 |\n")
	want := []figure{{"cells.fsnb, a table", "median", "0.463"},
		{"cells.fsnb, a table", "fastest", "0.423"}, {"cells.fsnb", "fastest", "0.5"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	if _, err := tableFigures("cells", "no kernel\n"); err == nil ||
		err.Error() != "its script printed no table" {
		t.Error(err)
	}
}

// A suite takes the place of its old figures, and leaves the others where they are.
func TestReplace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "performance.csv")
	for _, step := range []struct{ suite, value, want string }{
		{"a", "1", "a,now,x,s,1\n"},
		{"b", "2", "a,now,x,s,1\nb,now,x,s,2\n"},
		{"a", "3", "a,now,x,s,3\nb,now,x,s,2\n"},
	} {
		if err := replace(file, step.suite, "now", []figure{{"x", "s", step.value}}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil || string(text) != strings.Join(head, ",")+"\n"+step.want {
			t.Errorf("%q, %v", text, err)
		}
	}
}

func TestChoose(t *testing.T) {
	all, err := choose(nil)
	if err != nil || !slices.Contains(all, "cells") || !slices.Contains(all, "completion") ||
		!slices.Contains(all, "slap") ||
		len(slices.Compact(slices.Sorted(slices.Values(all)))) != len(all) {
		t.Errorf("%v, %v", all, err)
	}
	if _, err := choose([]string{"slop"}); err == nil ||
		!strings.HasPrefix(err.Error(), `no suite "slop"; known: cells, completion, `) {
		t.Error(err)
	}
}
