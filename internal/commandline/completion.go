package commandline

import (
	"fmt"
	"strings"

	"fsnb.example/internal/terminal"
)

// Shells are those that Completion knows.
var Shells = []string{"bash", "zsh", "fish"}

// Completion is a script that makes a shell complete commands, flags and their values.
func (p *Program) Completion(shell string) (string, error) {
	switch shell {
	case "bash":
		return p.bash(), nil
	case "zsh": // has what bash scripts need
		return "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" +
			p.bash(), nil
	case "fish":
		return p.fish(), nil
	}
	return "", terminal.BadUsage("completion: give one shell of %s", strings.Join(Shells, ", "))
}

// bash is the script for bash. Without a word that fits, bash offers files.
func (p *Program) bash() string {
	var b strings.Builder
	var sets []string // of words that follow a flag, with the flags for each
	flags := map[string][]string{}
	for _, node := range p.Commands() {
		for _, flag := range node.Flags {
			words := strings.Join(p.words(flag.Value), " ")
			if words == "" {
				continue
			}
			if flags[words] == nil {
				sets = append(sets, words)
			}
			flags[words] = append(flags[words], node.Name+`\ -`+flag.Name)
		}
	}
	commands := strings.Join(p.names(), " ")
	fmt.Fprintf(&b, `_%[1]s() {
  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="%[2]s help"
  else
    case "${COMP_WORDS[1]} ${prev/#--/-}" in
      help\ help) words="%[2]s" ;;
`, p.name, commands)
	for _, words := range sets {
		fmt.Fprintf(&b, "      %s) words=\"%s\" ;;\n", strings.Join(flags[words], "|"), words)
	}
	b.WriteString("      *) case \"${COMP_WORDS[1]} $cur\" in\n")
	for _, node := range p.Commands() {
		if names := flagNames(node); names != nil {
			fmt.Fprintf(&b, "        \"%s -\"*) words=\"%s\" ;;\n", node.Name,
				strings.Join(names, " "))
		}
		for _, v := range node.Positional {
			fmt.Fprintf(&b, "        \"%s \"*) words=\"%s\" ;;\n", node.Name,
				strings.Join(p.words(v), " "))
		}
	}
	fmt.Fprintf(&b, `      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _%[1]s %[1]s
`, p.name)
	return b.String()
}

// fish is the script for fish.
func (p *Program) fish() string {
	var b strings.Builder
	complete := "complete -c " + p.name + " -n "
	for _, node := range p.Commands() {
		fmt.Fprintf(&b, "%s__fish_use_subcommand -f -a %s -d '%s'\n", complete, node.Name,
			strings.ReplaceAll(node.Help, "'", `\'`))
		seen := fmt.Sprintf("%s'__fish_seen_subcommand_from %s'", complete, node.Name)
		for _, flag := range node.Flags {
			fmt.Fprintf(&b, "%s -o %s", seen, flag.Name)
			if words := p.words(flag.Value); words != nil {
				fmt.Fprintf(&b, " -x -a '%s'", strings.Join(words, " "))
			}
			b.WriteByte('\n')
		}
		for _, v := range node.Positional {
			if words := p.words(v); words != nil {
				fmt.Fprintf(&b, "%s -a '%s'\n", seen, strings.Join(words, " "))
			}
		}
	}
	return b.String()
}
