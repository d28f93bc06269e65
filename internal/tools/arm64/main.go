// Command arm64 compares what the methods of the catalogue answer on two architectures.
//
//	arm64 dump FILE
//
// writes the rankings of every method with its defaults on the four embedded data sets, as computed
// on the architecture that this program was built for, as JSON.
//
//	arm64 compare [-page docs/arm64.md] HERE THERE
//
// reads two such files and prints the largest deviation of a score by method and data set. It ends
// with exit 1 and a line for each ranking that differs or score that deviates by more than 1e-10;
// -page writes the table into a page of the documents.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "arm64:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	page := flags.String("page", "", "")
	switch {
	case len(args) == 2 && args[0] == "dump":
		answers, err := dump(ctx)
		if err != nil {
			return err
		}
		text, err := json.Marshal(answers)
		if err != nil {
			return err
		}
		return os.WriteFile(args[1], text, 0o644)
	case len(args) > 0 && args[0] == "compare" && flags.Parse(args[1:]) == nil && flags.NArg() == 2:
		return report(flags.Arg(0), flags.Arg(1), *page)
	}
	return fmt.Errorf("usage: arm64 dump FILE | compare [-page PAGE] HERE THERE")
}

// report compares two files, prints the table, and returns an error where an answer is another.
func report(here, there, page string) error {
	a, err := readAnswers(here)
	if err != nil {
		return err
	}
	b, err := readAnswers(there)
	if err != nil {
		return err
	}
	found, err := compare(a, b)
	if err != nil {
		return err
	}
	table := found.table()
	fmt.Print(table)
	wrong := 0
	for _, f := range found {
		if f.problem != "" {
			fmt.Printf("%s on %s: %s\n", f.method, f.set, f.problem)
			wrong++
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d answers differ", wrong, len(found))
	}
	if page != "" {
		return writePage(page, table)
	}
	return nil
}

func readAnswers(file string) (out []answer, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &out); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return out, nil
}
