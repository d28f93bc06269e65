package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"fsnb.example/algorithms/adjust"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/papers/replay"
)

// shells are those that completion knows.
var shells = []string{"bash", "zsh", "fish"}

// flagValues are the words that a flag takes. Other flags take anything, or nothing.
func flagValues() map[string][]string {
	return map[string][]string{
		"method":  methodNames(),
		"missing": {"drop-rows", "drop-columns", "median", "mean", "most-frequent"},
		"code":    {"one-hot", "ordinal"}, "header": {"yes", "no", "auto"},
		"encoding": {"latin1", "utf16", "utf8"},
		"format":   {"csv", "arff", "libsvm", "mat", "npy", "npz", "tar"},
		"sep":      {"comma", "semicolon", "tab", "space"}, "decimal": {"point", "comma"},
		"thousands":  {"comma", "point", "apostrophe", "space"},
		"regressor":  evaluation.Regressor("").Choices(),
		"classifier": evaluation.Classifier("").Choices(),
		"measure":    evaluation.ClassMeasure("").Choices(),
		"storage":    {"sparse", "dense", "disk"},
		"o":          {"table", "json", "csv"}, "adjust": adjustments(),
	}
}

func adjustments() (names []string) {
	for _, k := range adjust.Kinds() {
		names = append(names, string(k))
	}
	return names
}

func methodNames() (names []string) {
	for _, e := range catalogue.All() {
		names = append(names, e.Name)
	}
	return names
}

// argumentWords are the words that begin the arguments of a command; where there are none, files
// are offered.
func argumentWords(command string) []string {
	switch command {
	case "methods":
		return methodNames()
	case "datasets":
		return []string{"list", "info", "fetch", "verify", "path"}
	case "cache":
		return []string{"info", "clear"}
	case "completion":
		return shells
	case "papers", "replay":
		var names []string
		for _, r := range replay.All() {
			if command == "replay" || r.Paper != replay.Benchmark {
				names = append(names, r.Paper)
			}
		}
		return names
	case "advise", "rank", "accuracy", "redundancy", "convert":
		var names []string
		for _, e := range datasets.Registry() {
			names = append(names, e.Name)
		}
		return names
	}
	return nil
}

var flagInUsage = regexp.MustCompile(`(?m)(?:^|[\s\[|])-([a-z][a-z-]*)`)

// flagsOf lists the flags that the usage of a command names.
func flagsOf(c command) (flags []string) {
	text := c.usage
	if strings.Contains(text, "FILE FLAGS") {
		for line := range strings.Lines(fileHelp) {
			if strings.HasPrefix(line, "  -") {
				text += " " + strings.Fields(line)[0]
			}
		}
	}
	for _, m := range flagInUsage.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(flags, m[1]) {
			flags = append(flags, m[1])
		}
	}
	return flags
}

func runCompletion(_ context.Context, args []string, out io.Writer) error {
	if len(args) == 1 && (args[0] == "-h" || args[0] == "-help" || args[0] == "--help") {
		return errHelp
	}
	if len(args) != 1 || !slices.Contains(shells, args[0]) {
		return badUsage("completion: give one shell of %s", strings.Join(shells, ", "))
	}
	script := bashCompletion()
	switch args[0] {
	case "zsh": // which has what bash scripts need
		script = "autoload -U +X compinit && compinit\n" +
			"autoload -U +X bashcompinit && bashcompinit\n" + script
	case "fish":
		script = fishCompletion()
	}
	_, err := io.WriteString(out, script)
	return err
}

// bashCompletion is the script for bash. Without a word that fits, bash offers files.
func bashCompletion() string {
	var b strings.Builder
	var names []string
	for _, c := range commands(io.Discard) {
		names = append(names, c.name)
	}
	fmt.Fprintf(&b, `_fsnb() {
  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="%s help"
  else
    case "$prev" in
`, strings.Join(names, " "))
	values := flagValues()
	for _, flag := range sortedKeys(values) {
		fmt.Fprintf(&b, "      -%s) words=\"%s\" ;;\n", flag, strings.Join(values[flag], " "))
	}
	b.WriteString("      *) case \"${COMP_WORDS[1]} $cur\" in\n")
	for _, c := range commands(io.Discard) {
		if flags := flagsOf(c); flags != nil {
			fmt.Fprintf(&b, "        \"%s -\"*) words=\"-%s\" ;;\n", c.name,
				strings.Join(flags, " -"))
		}
		if words := argumentWords(c.name); words != nil {
			fmt.Fprintf(&b, "        \"%s \"*) words=\"%s\" ;;\n", c.name, strings.Join(words, " "))
		}
	}
	b.WriteString(`      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _fsnb fsnb
`)
	return b.String()
}

// fishCompletion is the script for fish.
func fishCompletion() string {
	var b strings.Builder
	values := flagValues()
	for _, c := range commands(io.Discard) {
		fmt.Fprintf(&b, "complete -c fsnb -n __fish_use_subcommand -f -a %s -d '%s'\n", c.name,
			strings.ReplaceAll(c.about, "'", `\'`))
		seen := fmt.Sprintf("complete -c fsnb -n '__fish_seen_subcommand_from %s'", c.name)
		for _, flag := range flagsOf(c) {
			fmt.Fprintf(&b, "%s -o %s", seen, flag)
			if words := values[flag]; words != nil {
				fmt.Fprintf(&b, " -x -a '%s'", strings.Join(words, " "))
			}
			b.WriteByte('\n')
		}
		if words := argumentWords(c.name); words != nil {
			fmt.Fprintf(&b, "%s -a '%s'\n", seen, strings.Join(words, " "))
		}
	}
	return b.String()
}

func sortedKeys(m map[string][]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
