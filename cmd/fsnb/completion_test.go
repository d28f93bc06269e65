package main

import (
	"fmt"
	"strings"
	"testing"

	"fsnb.example/papers"
)

// The flags that are offered are those that the command knows, and papers and what else is replayed
// are offered by name.
func TestCompletionOffersAll(t *testing.T) {
	script := good(t, "completion", "bash")
	for _, c := range newProgram().Commands() {
		status, _, errOut := fsnb(t.Context(), c.Name, "-no-such-flag")
		known := ""
		for _, flag := range c.Flags {
			known += " -" + flag.Name
			if !strings.Contains(errOut, "-"+flag.Name) {
				t.Errorf("%s does not offer -%s: %s", c.Name, flag.Name, errOut)
			}
		}
		want := fmt.Sprintf("%q*) words=%q ;;\n", c.Name+" -", strings.TrimSpace(known))
		if status != 2 || known != "" && !strings.Contains(script, want) {
			t.Errorf("%s: no %s", c.Name, want)
		}
	}
	var names []string
	for _, p := range papers.All() {
		names = append(names, p.ID)
	}
	shown := strings.Join(names, " ")
	for _, want := range []string{`"papers "*) words="` + shown + `" ;;`,
		`"replay "*) words="` + shown + ` benchmark" ;;`} {
		if len(names) != 5 || !strings.Contains(script, want) {
			t.Errorf("no %s", want)
		}
	}
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
		text := good(t, "completion", shell)
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %q in\n%s", shell, part, text)
			}
		}
	}
	for _, args := range [][]string{{}, {"tcsh"}, {"bash", "zsh"}} {
		status, _, errOut := fsnb(t.Context(), append([]string{"completion"}, args...)...)
		if status != 2 || errOut != "fsnb: completion: give one shell of bash, zsh, fish\n" {
			t.Errorf("%q: %d, %s", args, status, errOut)
		}
	}
}
