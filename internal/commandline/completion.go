package commandline

import (
	"fmt"
	"strings"

	"fsnb.example/internal/terminal"
)

// Completion is a script that makes a shell complete commands, flags and their values.
func (p *Program) Completion(shell string) (string, error) {
	switch shell {
	case "bash":
		return p.bash(), nil
	case "zsh": // has what bash scripts need
		return "autoload -U +X compinit && compinit\n" +
			"autoload -U +X bashcompinit && bashcompinit\n" + p.bash(), nil
	case "fish":
		return p.fish(), nil
	}
	return "", terminal.BadUsage("completion: give one shell of bash, zsh, fish")
}

// bash is the script for bash. Without a word that fits, bash offers files.
func (p *Program) bash() string {
	var values, begins strings.Builder
	for _, node := range p.Commands() {
		for _, flag := range node.Flags {
			if words := p.words(flag.Value); words != nil {
				fmt.Fprintf(&values, "      %s\\ -%s) words=\"%s\" ;;\n", node.Name, flag.Name,
					strings.Join(words, " "))
			}
		}
		fmt.Fprintf(&begins, "        \"%s -\"*) words=\"%s\" ;;\n", node.Name,
			strings.Join(flagNames(node), " "))
		for _, v := range node.Positional {
			fmt.Fprintf(&begins, "        \"%s \"*) words=\"%s\" ;;\n", node.Name,
				strings.Join(p.words(v), " "))
		}
	}
	return fmt.Sprintf(`_%[1]s() {
  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="%[2]s help"
  else
    case "${COMP_WORDS[1]} ${prev/#--/-}" in
      help\ help) words="%[2]s" ;;
%[3]s      *) case "${COMP_WORDS[1]} $cur" in
%[4]s      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _%[1]s %[1]s
`, p.name, strings.Join(p.names, " "), &values, &begins)
}

// fish is the script for fish.
func (p *Program) fish() string {
	var b strings.Builder
	for _, node := range p.Commands() {
		fmt.Fprintf(&b, "complete -c %s -n __fish_use_subcommand -f -a %s -d '%s'\n", p.name,
			node.Name, strings.ReplaceAll(node.Help, "'", `\'`))
		seen := fmt.Sprintf("complete -c %s -n '__fish_seen_subcommand_from %s'", p.name, node.Name)
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
