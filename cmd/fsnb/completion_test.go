package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"fsnb.example/papers"
)

// The flags that are offered are those that the command knows: its usage names each.
func TestCompletionOffersEveryFlag(t *testing.T) {
	for _, c := range commands(io.Discard) {
		if c.name == "completion" || c.name == "version" || c.name == "methods" {
			continue
		}
		status, _, errOut := fsnb(t.Context(), c.name, "-no-such-flag")
		_, known, ok := strings.Cut(errOut, "known: ")
		if none := fmt.Sprintf("fsnb: %s: no flag \"-no-such-flag\"\n", c.name); status != 2 ||
			!ok && errOut != none {
			t.Errorf("%s: %s", c.name, errOut)
			continue
		}
		var want, got []string
		for flag := range strings.FieldsSeq(strings.ReplaceAll(known, ",", "")) {
			want = append(want, strings.TrimPrefix(flag, "-"))
		}
		got = slices.Sorted(slices.Values(flagsOf(c)))
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%s: completion offers %q, the command has %q", c.name, got, want)
		}
	}
}

// The papers are offered, and to replay the benchmark, too.
func TestCompletionOfPapers(t *testing.T) {
	shown, run := argumentWords("papers"), argumentWords("replay")
	if len(shown) != len(papers.All()) || !slices.Equal(run, append(shown, "benchmark")) {
		t.Errorf("papers %q, replay %q", shown, run)
	}
	for _, p := range papers.All() {
		if !slices.Contains(shown, p.ID) {
			t.Errorf("%s is not offered", p.ID)
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
