// Command notebookcheck says whether the committed outputs of a notebook are those that its cells
// give.
//
//	usage: notebookcheck compare NAME COMMITTED EXECUTED
//	       notebookcheck missing NAME FILE
//	       notebookcheck places FILE
//
// compare prints one line that begins with NAME, and exits with 1, when a text output of the two
// notebooks differs: the cell, the first line that differs, and the command that mends it. What two
// runs never have in common is left out (see normal). A cell whose data sets are not on this
// machine is not compared, which it says in a line that script/test counts; nor is a notebook that
// reads the sources of another version of Go.
//
// missing exits with 1 and one line when the notebook has cells whose data sets are not here, so
// that its outputs would be those of other data.
//
// places exits with 0 if the notebook shows where data sets are, so that its committed outputs are
// those of a machine without any, and with 1 if it does not. Misuse and files that cannot be read
// as notebooks are 2.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"fsnb.example/internal/nbfile"
)

var errUsage = errors.New("usage: notebookcheck compare NAME COMMITTED EXECUTED" +
	" | missing NAME FILE | places FILE")

// arguments are the commands, with the number of what follows them.
var arguments = map[string]int{"compare": 3, "missing": 2, "places": 1}

func main() {
	verdict, err := check(os.Args[1:])
	switch {
	case errors.Is(err, errUsage):
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "notebookcheck:", err)
		os.Exit(2)
	case !verdict.good:
		if verdict.line != "" {
			fmt.Fprintln(os.Stderr, verdict.line)
		}
		os.Exit(1)
	case verdict.line != "":
		fmt.Println(verdict.line)
	}
}

// verdict is what a command finds, and a line to print or "".
type verdict struct {
	good bool
	line string
}

func check(args []string) (verdict, error) {
	if len(args) == 0 {
		return verdict{}, errUsage
	}
	command, args := args[0], args[1:]
	if n, ok := arguments[command]; !ok || len(args) != n {
		return verdict{}, errUsage
	}
	var books []nbfile.Notebook
	for _, file := range args[min(1, len(args)-1):] {
		nb, err := nbfile.Read(file)
		if err != nil {
			return verdict{}, err
		}
		books = append(books, nb)
	}
	switch command {
	case "compare":
		return compare(args[0], books[0], books[1], thisMachine, runtime.GOARCH), nil
	case "missing":
		return missing(args[0], books[0], thisMachine), nil
	}
	return verdict{good: places(books[0].Code())}, nil
}
