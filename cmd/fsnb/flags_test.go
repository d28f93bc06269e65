package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"fsnb.example/internal/must"
)

// values are texts for the flags, some of which begin with a dash, and what the flags are then.
var values = map[string][2]string{
	"param": {"-a=b", "[-a=b]"}, "k": {"3", "3"}, "seed": {"7", "7"}, "workers": {"2", "2"},
	"significant": {".05", "0.05"}, "adjust": {"holm", "holm"}, "counts": {"1, 5", "[1 5]"},
	"repeats": {"3", "3"}, "train": {".7", "0.7"}, "classifier": {"forest", "forest"},
	"measure": {"auc", "auc"}, "regressor": {"ridge", "ridge"}, "neighbors": {"4", "4"},
	"c": {"1e2", "100"}, "ridge": {".5", "0.5"}, "trees": {"9", "9"}, "only": {"a,b", "[a,b]"},
	"shard": {"2/8", "2/8"}, "aggregate": {"median", "median"}, "target": {"classes", "classes"},
	"drop": {"-1,b\\,c", "[-1 b,c]"}, "sep": {"tab", "9"}, "decimal": {"comma", "44"},
	"thousands": {"apostrophe", "39"}, "header": {"yes", "1"}, "missing": {"-999", "-999"},
	"missing-codes": {"-999,x", "-999,x"}, "encoding": {"utf16", "utf16"},
	"code": {"onehot", "onehot"}, "storage": {"disk", "disk"}, "o": {"json", "json"},
}

// Every flag has one dash or two, its value behind it or behind =, before or behind arguments, and
// sets the field of its name alone.
func TestEveryFlag(t *testing.T) {
	count := 0
	for _, c := range newProgram().Commands() {
		for _, flag := range c.Flags {
			text, want := "-any", "-any"
			if v, ok := values[flag.Name]; ok {
				text, want = v[0], v[1]
			}
			if flag.IsSlice() && flag.Name == "method" {
				want = "[-any]"
			}
			one, two := "-"+flag.Name, "--"+flag.Name
			forms := [][]string{{one, text}, {two, text}, {one + "=" + text}, {two + "=" + text}}
			if flag.IsBool() {
				want = "true"
				forms = [][]string{{one}, {two}, {one + "=1"}, {two + "=true"}}
			}
			for i, form := range forms {
				count++
				if i == 0 || i == 3 {
					sets(t, flag.Name, want, append([]string{c.Name, "x"}, form...))
				} else {
					sets(t, flag.Name, want, append(append([]string{c.Name}, form...), "x"))
				}
			}
		}
	}
	if count < 600 {
		t.Errorf("only %d forms of flags", count)
	}
}

// sets checks that a command line with the argument x sets a flag, and nothing else.
func sets(t *testing.T, flag, want string, args []string) {
	t.Helper()
	p := newProgram()
	if _, err := p.Parse(args); err != nil {
		t.Fatal(err)
	}
	c := p.Commands()[slices.IndexFunc(p.Commands(), func(c *kong.Node) bool {
		return c.Name == args[0]
	})]
	changed := fmt.Sprint(c.Positional[0].Target)
	for _, f := range c.Flags {
		now := fmt.Sprint(f.Target)
		if !slices.Contains([]string{f.Default, "[]", "0", "0/0", "false"}, now) {
			changed += " " + f.Name + " " + now
		}
	}
	must.Is(t, changed, "[x] "+flag+" "+want, "%q sets, want %s", args, want)
}

// Flags that are given again add up or replace, a dash is an argument, and behind -- there are no
// flags.
func TestFlagsAgain(t *testing.T) {
	for args, want := range map[string]string{
		"- -drop a -missing mean -drop b -":      "[- -] [a b] mean",
		"-missing 1 -drop a -- -k -drop -- in":   "[-k -drop -- in] [a] 1",
		"in -drop a,b --missing=1 out -drop -- ": "[in out] [a b --] 1",
	} {
		got := must.Get(newProgram().Parse(append([]string{"convert"}, strings.Fields(args)...)))(t)
		c := got.(*convertCommand)
		must.Is(t, fmt.Sprint(c.Args, c.Drop, " ", c.Missing), want, "%s", args)
	}
	fails(t, 2, "rank: bad flag syntax: ---k", "rank", "---k", "3")
	fails(t, 2, "rank: bad flag syntax: -=3", "rank", "-=3")
	fails(t, 2, `version: "x" is too many; it takes nothing`, "version", "x")
}
