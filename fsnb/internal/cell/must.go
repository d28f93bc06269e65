package cell

import (
	"fmt"
	"io"
	"os"
	"strings"

	"fsnb.example/internal/visible"
)

// Replaced by tests.
var (
	Exit             = os.Exit
	Stderr io.Writer = os.Stderr
	Stdout io.Writer = output{}
)

// Must returns v, or ends the program with the error in one line: no goroutine
// trace, and whatever was shown before is shown.
func Must[T any](v T, err error) T {
	Check(err)
	return v
}

// Check ends the program with an error that is not nil.
func Check(err error) {
	if err != nil {
		Fail(err)
	}
}

// Fail prints one line, makes sure that everything displayed has arrived, and
// exits with status 1.
func Fail(err error) {
	Say("%v", err)
	Sync()
	Exit(1)
}

// Say writes a line of its own: in words from files and paths nothing moves the cursor
// or turns the writing direction.
func Say(format string, args ...any) {
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ")
	fmt.Fprintln(Stderr, "fsnb: "+visible.Text(text))
}

// Optional returns the one optional argument, or the zero value.
func Optional[T any](function string, given []T) T {
	var v T
	switch len(given) {
	case 0:
	case 1:
		v = given[0]
	default:
		Fail(fmt.Errorf("%s takes one %T, not %d", function, v, len(given)))
	}
	return v
}

// output is the standard output of the moment, which a runnable example takes for its own.
type output struct{}

func (output) Write(p []byte) (int, error) { return os.Stdout.Write(p) }
