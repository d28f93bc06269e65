package main

import (
	"errors"
	"flag"
	"io"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/internal/suggest"
)

var errHelp = flag.ErrHelp

// list collects a flag that may be given several times.
type list []string

// String implements flag.Value.
func (l *list) String() string { return strings.Join(*l, " ") }

// Set implements flag.Value.
func (l *list) Set(v string) error { *l = append(*l, v); return nil }

// parse reads flags and arguments in any order, which package flag does not,
// and checks the format that -o asks for.
func parse(fs *flag.FlagSet, args []string, format *string, formats ...string) ([]string, error) {
	fs.SetOutput(io.Discard)
	var rest []string
	for {
		if err := fs.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, errHelp
			}
			return nil, flagError(fs, err.Error())
		}
		if fs.NArg() == 0 {
			break
		}
		// Parse stops at -- as at an argument; no flags follow it.
		if consumed := len(args) - fs.NArg(); consumed > 0 && args[consumed-1] == "--" {
			rest = append(rest, fs.Args()...)
			break
		}
		rest = append(rest, fs.Arg(0))
		args = fs.Args()[1:]
	}
	if !slices.Contains(formats, *format) {
		return nil, badUsage("%s: -o %s is none of %s", fs.Name(), *format,
			strings.Join(formats, ", "))
	}
	return rest, nil
}

// flagError rewords an error of package flag.
func flagError(fs *flag.FlagSet, text string) error {
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: "); ok {
		var known []string
		fs.VisitAll(func(f *flag.Flag) { known = append(known, "-"+f.Name) })
		return badUsage("%s: %s", fs.Name(), suggest.Unknown("flag", name, known))
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: "); ok {
		return badUsage("%s: %s needs a value; see fsnb %s -h", fs.Name(), name, fs.Name())
	}
	return badUsage("%s: %s", fs.Name(), text)
}

// number defines a flag that takes a number, with an error for other text.
func number[T any](fs *flag.FlagSet, name, want string, parse func(string) (T, error)) *T {
	v := new(T)
	fs.Func(name, "", func(text string) (err error) {
		if *v, err = parse(text); err != nil {
			return errors.New("give " + want)
		}
		return nil
	})
	return v
}

func parseSeed(text string) (uint64, error) { return strconv.ParseUint(text, 10, 64) }

// oneData takes the single DATA argument.
func oneData(name string, rest []string) (string, error) {
	switch {
	case len(rest) == 0 || len(rest) == 1 && rest[0] == "":
		return "", badUsage("%s: no data; give the name of a data set or the path of a file", name)
	case len(rest) == 1:
		return rest[0], nil
	}
	return "", badUsage("%s: one data set at a time; %q is too many", name, rest[1])
}
