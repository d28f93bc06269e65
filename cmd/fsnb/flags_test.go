package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// values are texts for the flags and what they are then, where that is not the text; some begin with
// a dash.
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
			if c.Name == "accuracy" && flag.Name == "method" {
				want = "[-any]"
			}
			if v, ok := values[flag.Name]; ok {
				text, want = v[0], v[1]
			}
			forms := [][]string{{"-" + flag.Name, text}, {"--" + flag.Name, text},
				{"-" + flag.Name + "=" + text}, {"--" + flag.Name + "=" + text}}
			if flag.IsBool() {
				text, want = "true", "true"
				forms = [][]string{{"-" + flag.Name}, {"--" + flag.Name}, {"-" + flag.Name + "=1"},
					{"--" + flag.Name + "=true"}}
			}
			for _, form := range forms {
				count++
				before := append(slices.Clone(form), "x")
				behind := append([]string{"x"}, form...)
				for _, args := range [][]string{before, behind} {
					if got := set(t, c.Name, args); len(got) != 1 || got[flag.Name] != want {
						t.Errorf("%s %q sets %v, want %s", c.Name, args, got, want)
					}
				}
			}
		}
	}
	if count < 600 {
		t.Errorf("only %d forms of flags", count)
	}
}

// set parses the arguments of a command, which are flags and x, and returns what they change.
func set(t *testing.T, command string, args []string) map[string]string {
	t.Helper()
	p := newProgram()
	if _, err := p.Parse(append([]string{command}, args...)); err != nil {
		t.Fatal(err)
	}
	c := p.Commands()[slices.IndexFunc(p.Commands(), func(c *kong.Node) bool {
		return c.Name == command
	})]
	if got := fmt.Sprint(c.Positional[0].Target); got != "[x]" {
		t.Errorf("%s %q: arguments %s", command, args, got)
	}
	changed := map[string]string{}
	for _, flag := range c.Flags {
		now := fmt.Sprint(flag.Target)
		if !slices.Contains([]string{flag.Default, "[]", "0", "0/0", "false"}, now) {
			changed[flag.Name] = now
		}
	}
	return changed
}

// Flags that are given again add up or replace, a dash is standard input, and behind -- there are
// no flags.
func TestFlagsAgain(t *testing.T) {
	for args, want := range map[string]string{
		"-missing median -- in out":              "[in out] [] median",
		"- -drop a -missing mean -drop b -":      "[- -] [a b] mean",
		"-missing 1 -drop a -- -k -drop -- in":   "[-k -drop -- in] [a] 1",
		"in -drop a,b --missing=1 out -drop -- ": "[in out] [a b --] 1",
	} {
		got, err := newProgram().Parse(append([]string{"convert"}, strings.Fields(args)...))
		if err != nil {
			t.Fatal(err)
		}
		c := got.(*convertCommand)
		if said := fmt.Sprint(c.Args, c.Drop, " ", c.Missing); said != want {
			t.Errorf("%s: %s, want %s", args, said, want)
		}
	}
	for args, want := range map[string]string{
		"rank ---k 3": "rank: bad flag syntax: ---k", "rank -=3": "rank: bad flag syntax: -=3",
		"version x": `version: "x" is too many; it takes nothing`} {
		if _, err := newProgram().Parse(strings.Fields(args)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}
