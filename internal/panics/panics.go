// Package panics turns panics into errors of one line.
package panics

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"fsnb.example/internal/visible"
)

// Catch calls work. If it panics, Catch returns an error of one line: who, the text of the panic,
// and the function and line where it began. A panic of another goroutine is not caught.
func Catch(who func() string, work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s panicked: %s%s", who(), visible.Line(fmt.Sprint(p)), place())
		}
	}()
	return work()
}

// between are functions that pass a panic on: what they call has panicked.
var between = []string{"runtime.", "fsnb.example/internal/panics.Catch",
	"fsnb.example/internal/parallel.", "fsnb.example/datasets/storage.readable"}

// place is where the panic began, and what to do; it is called while the stack has its frames.
func place() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers)])
	for {
		frame, more := frames.Next()
		passes := false
		for _, prefix := range between {
			passes = passes || strings.HasPrefix(frame.Function, prefix)
		}
		if passes && more {
			continue
		}
		advice := "mend it"
		if strings.HasPrefix(frame.Function, "fsnb.example/") &&
			!strings.HasSuffix(frame.File, "_test.go") {
			advice = "report this fault of fsnb"
		}
		return fmt.Sprintf(" (%s, %s:%d); %s", visible.Line(frame.Function),
			visible.Line(filepath.Base(frame.File)), frame.Line, advice)
	}
}
