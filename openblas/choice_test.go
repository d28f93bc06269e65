package openblas

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
)

func TestChosen(t *testing.T) {
	for _, c := range []struct {
		value string
		want  bool
		says  string
	}{
		{"", true, ""},
		{"openblas", true, ""},
		{"gonum", false, ""},
		{"mkl", false, `fsnb: FSNB_BLAS is "mkl"`},
		{"two\nlines", false, `fsnb: FSNB_BLAS is "two\nlines"`},
	} {
		var complaints strings.Builder
		if got := chosen(c.value, &complaints); got != c.want {
			t.Errorf("%q: %v", c.value, got)
		}
		checkLine(t, complaints.String(), c.says)
	}
}

// checkLine wants one line that begins with begin, or nothing where that is empty.
func checkLine(t *testing.T, text, begin string) {
	t.Helper()
	lines := 1
	if begin == "" {
		lines = 0
	}
	if !strings.HasPrefix(text, begin) || strings.Count(text, "\n") != lines {
		t.Errorf("it says %q, want %q and so on in %d lines", text, begin, lines)
	}
}

// Without a library gonum computes, and one line says what helps. A library without BLAS is none.
func TestMissingLibrary(t *testing.T) {
	for _, system := range []string{"linux", "windows", "darwin", "freebsd"} {
		libraries, install := names(system)
		if (len(libraries) == 0) != (system == "freebsd") {
			t.Errorf("%s: %q", system, libraries)
		}
		for i := range libraries {
			libraries[i] += ".is-not-there"
		}
		var complaints strings.Builder
		if lib := open(append(libraries, "libm.so.6"), install, &complaints); lib != nil {
			t.Errorf("%s: it has found %s", system, lib.name)
		}
		checkLine(t, complaints.String(), "fsnb: openblas finds none of [")
		if !strings.Contains(complaints.String(), install) {
			t.Errorf("%s: %q has no %q", system, complaints.String(), install)
		}
	}
}

func TestActive(t *testing.T) {
	need(t)
	if got := Active(); !strings.HasPrefix(got, "OpenBLAS ") && got != "Accelerate" {
		t.Errorf("active is %q", got)
	}
	defer use()
	blas64.Use(gonum.Implementation{})
	if got := Active(); got != "gonum" {
		t.Errorf("active is %q after gonum was chosen", got)
	}
}
