// Command testreport shows a test run in few lines and says at the end how it went.
//
//	go test -json ./... 2>&1 | testreport LOG
//
// It prints a line a package, the output of what failed, and a closing line "N passed, N failed",
// which counts top-level tests; LOG takes all that was said. A run with a failed test, a skipped
// one or none at all ends with exit 1. Tests on data sets that are not on this machine say so with
// a line "fsnb: real-data test not run: NAME" instead of skipping: they are counted apart, in the
// very last line.
//
//	testreport run NAME COMMAND [ARGUMENT…]
//
// runs a command and prints it as the events of a package with one test, to be piped into the
// former: its exit status is the test's result.
package main

import (
	"fmt"
	"os"
)

func main() {
	switch {
	case len(os.Args) >= 4 && os.Args[1] == "run":
		if err := runCommand(os.Stdout, os.Args[2], os.Args[3:]); err != nil {
			fmt.Fprintln(os.Stderr, "testreport:", err)
			os.Exit(2)
		}
	case len(os.Args) == 2:
		log, err := os.Create(os.Args[1])
		if err != nil {
			fmt.Fprintln(os.Stderr, "testreport:", err)
			os.Exit(2)
		}
		r := newReport(os.Stdout, log)
		if err := r.read(os.Stdin); err != nil {
			fmt.Fprintln(os.Stderr, "testreport:", err)
			os.Exit(2)
		}
		ok := r.close()
		if err := log.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "testreport:", err)
			os.Exit(2)
		}
		if !ok {
			os.Exit(1)
		}
	default:
		fmt.Fprintln(os.Stderr, "usage: go test -json ./... 2>&1 | testreport LOG\n       testreport run NAME COMMAND [ARGUMENT…]")
		os.Exit(2)
	}
}
