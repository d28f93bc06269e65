package main

import (
	"errors"
	"flag"
	"io"
	"slices"
	"strings"
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
			return nil, badUsage("%s: %s; see fsnb help", fs.Name(), strings.ReplaceAll(err.Error(), "\n", " "))
		}
		if fs.NArg() == 0 {
			break
		}
		// Parse stops at -- as at an argument; what follows it is no flag.
		if consumed := len(args) - fs.NArg(); consumed > 0 && args[consumed-1] == "--" {
			rest = append(rest, fs.Args()...)
			break
		}
		rest = append(rest, fs.Arg(0))
		args = fs.Args()[1:]
	}
	if !slices.Contains(formats, *format) {
		return nil, badUsage("%s: -o %s is none of %s", fs.Name(), *format, strings.Join(formats, ", "))
	}
	return rest, nil
}

// oneData takes the single DATA argument.
func oneData(name string, rest []string) (string, error) {
	switch len(rest) {
	case 0:
		return "", badUsage("%s: no data; give the name of a data set or the path of a file", name)
	case 1:
		return rest[0], nil
	}
	return "", badUsage("%s: one data set at a time; %q is too many", name, rest[1])
}
