package fsnb

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"fsnb.example/internal/visible"
)

var errNoMethod = errors.New("no method given; give one, such as fsnb.Fisher{}")

// Replaced by tests.
var (
	exit             = os.Exit
	stderr io.Writer = os.Stderr
	stdout io.Writer = os.Stdout
)

// Must returns v, or ends the program with the error in one line, without a goroutine trace;
// everything displayed before is shown.
func Must[T any](v T, err error) T {
	check(err)
	return v
}

func check(err error) {
	if err != nil {
		fail(err)
	}
}

// fail prints one line, waits until everything displayed has arrived, and exits with status 1.
func fail(err error) {
	say("%v", err)
	syncNotebook()
	exit(1)
}

// say writes a separate line, with control characters and marks of writing direction escaped.
func say(format string, args ...any) {
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ")
	fmt.Fprintln(stderr, "fsnb: "+visible.Text(text))
}

// optional returns the one optional argument, or the zero value.
func optional[T any](function string, given []T) T {
	var v T
	switch len(given) {
	case 0:
	case 1:
		v = given[0]
	default:
		fail(fmt.Errorf("%s takes one %T, not %d", function, v, len(given)))
	}
	return v
}
