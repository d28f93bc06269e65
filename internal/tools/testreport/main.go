// Command testreport shows a test run in few lines and says at the end how it went.
//
//	testreport [-again HOW] [-emulated] LOG \
//	    <(go test -json ./... 2>&1) <(go test -json -race ./... 2>&1)
//
// It reads the events of all the files side by side, or of standard input when none is named. It
// prints a line a package, the output of what failed, and a closing line "N passed, N failed",
// which counts top-level tests; LOG takes all that was said. A run with a failed test, a skipped
// one or none at all ends with exit 1.
//
// Two skips are allowed, and a line after the closing one counts them: without FSNB_DATA, those
// that say "FSNB_DATA has no FILE: …"; with -emulated, those that say "FSNB_EMULATOR is set: …". A
// skipped subtest or seed of a fuzz test is held to the same. HOW says how tests on data would run.
//
//	testreport run NAME COMMAND [ARGUMENT…]
//
// runs a command and prints it as the events of a package with one test, to be piped into the
// former: its exit status is the test's result.
package main

import (
	"fmt"
	"io"
	"os"

	"fsnb.example/internal/realdata"
)

// dataAgain is how tests on data run under script/test.
const dataAgain = "put the data sets beside the project or set FSNB_DATA=DIR, then run " +
	"script/test again"

func main() {
	args, again, emulated := os.Args[1:], dataAgain, false
	if len(args) > 2 && args[0] == "-again" {
		again, args = args[1], args[2:]
	}
	if len(args) > 1 && args[0] == "-emulated" {
		emulated, args = true, args[1:]
	}
	switch {
	case len(args) >= 3 && args[0] == "run":
		if err := runCommand(os.Stdout, args[1], args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, "testreport:", err)
			os.Exit(2)
		}
	case len(args) >= 1 && args[0] != "run" && args[0] != "-again":
		r := newReport(os.Stdout, nil)
		r.again, r.data, r.emulated = again, os.Getenv(realdata.Variable) != "", emulated
		ok, err := r.files(args[0], args[1:])
		if err != nil {
			fmt.Fprintln(os.Stderr, "testreport:", err)
			os.Exit(2)
		}
		if !ok {
			os.Exit(1)
		}
	default:
		fmt.Fprintln(os.Stderr, "usage: testreport [-again HOW] [-emulated] LOG [FILE…]\n"+
			"       testreport run NAME COMMAND [ARGUMENT…]")
		os.Exit(2)
	}
}

// files reports the events in the files, or in standard input when there are none.
func (r *report) files(logName string, names []string) (ok bool, err error) {
	inputs := []io.Reader{os.Stdin}
	if len(names) > 0 {
		inputs = nil
	}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return false, err
		}
		defer f.Close()
		inputs = append(inputs, f)
	}
	log, err := os.Create(logName)
	if err != nil {
		return false, err
	}
	r.log = log
	if err := r.read(inputs...); err != nil {
		log.Close()
		return false, err
	}
	ok = r.close()
	return ok, log.Close()
}
