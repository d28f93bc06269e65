package main

import (
	"fmt"
	"strings"
	"testing"

	"fsnb.example/papers"
)

// The flags that are offered are those that the command knows; papers are offered by name.
func TestCompletionOffersAll(t *testing.T) {
	script := good(t, "completion", "bash")
	for _, c := range newProgram().Commands() {
		var known []string
		for _, flag := range c.Flags {
			known = append(known, "-"+flag.Name)
		}
		has(t, script, fmt.Sprintf("%q*) words=%q ;;\n", c.Name+" -", strings.Join(known, " ")))
		_, _, errOut := fsnb(t.Context(), c.Name, "-no-such-flag")
		has(t, errOut, known...)
	}
	var names []string
	for _, p := range papers.All() {
		names = append(names, p.ID)
	}
	shown := strings.Join(names, " ")
	has(t, script, `"papers "*) words="`+shown+`" ;;`, `"replay "*) words="`+shown+` benchmark" ;;`)
}

func TestCompletionScripts(t *testing.T) {
	for shell, want := range map[string][]string{
		"bash": {"complete -o default -F _fsnb fsnb\n", "-method) words=\"anova-f arom-svm"},
		"zsh":  {"bashcompinit\n", "complete -o default -F _fsnb fsnb\n"},
		"fish": {"complete -c fsnb -n __fish_use_subcommand -f -a rank -d 'rank or select " +
			"features, or keep the significant ones of a test'\n",
			"-o adjust -x -a 'none bonferroni holm bh by'\n",
			"complete -c fsnb -n '__fish_seen_subcommand_from rank' -o code -x -a 'one-hot " +
				"ordinal'\n"},
	} {
		has(t, good(t, "completion", shell), want...)
	}
	for _, args := range [][]string{{}, {"tcsh"}, {"bash", "zsh"}} {
		fails(t, 2, "completion: give one shell of bash, zsh, fish",
			append([]string{"completion"}, args...)...)
	}
}
