package commandline

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"fsnb.example/internal/terminal"
)

// Help has lines of at most width columns; what is explained has most of them, or its own line.
const width, most = 80, 26

// text is a command that writes itself.
type text string

// Run implements Command.
func (t text) Run(_ context.Context, out, _ io.Writer) error {
	_, err := io.WriteString(out, string(t))
	return err
}

// help explains the program, or a command.
func (p *Program) help(args []string) (Command, error) {
	switch len(args) {
	case 0:
		var list [][2]string
		for _, node := range p.Commands() {
			list = append(list, [2]string{node.Name, node.Help})
		}
		return text(fmt.Sprintf("%s\n\nusage: %s COMMAND [FLAGS] [ARGUMENTS]\n\n%s\n"+
			"%[2]s help COMMAND, or %[2]s COMMAND -h, explains a command and its flags.\n", p.about, p.name,
			columns(list))), nil
	case 1:
		node, err := p.command(args[0])
		if err != nil {
			return nil, err
		}
		return p.explain(node), nil
	}
	return nil, terminal.BadUsage("help: %q is too many; it takes one command, or none", args[1])
}

// explain describes a command, its arguments and all its flags.
func (p *Program) explain(node *kong.Node) text {
	usage, rest := "usage: "+p.name+" "+node.Name, ""
	if len(node.Flags) > 0 {
		usage += " [FLAGS]"
	}
	if node.Detail != "" {
		rest = "\n" + node.Detail
	}
	for _, v := range node.Positional {
		usage += " " + v.Name
		if v.Help != "" {
			rest += "\n" + columns([][2]string{{v.Name, v.Help}})
		}
	}
	var list [][2]string
	for i, flag := range node.Flags {
		title := "FLAGS"
		if flag.Group != nil {
			title = flag.Group.Title
		}
		name, help := "-"+flag.Name, flag.Help
		if !flag.IsBool() {
			name += " " + cmp.Or(flag.PlaceHolder, strings.Join(p.words(flag.Value), "|"),
				strings.ToUpper(flag.Name))
		}
		if flag.HasDefault {
			help += " (" + flag.Default + ")"
		}
		list = append(list, [2]string{name, help})
		if i+1 == len(node.Flags) || (node.Flags[i+1].Group == nil) != (flag.Group == nil) {
			rest += "\n" + title + ":\n" + columns(list)
			list = nil
		}
	}
	about := strings.ToUpper(node.Help[:1]) + node.Help[1:] + "."
	return text(usage + "\n\n" + wrapped("", about) + rest)
}

// columns writes explanations beside what they explain.
func columns(rows [][2]string) (text string) {
	left := 0
	for _, row := range rows {
		if n := utf8.RuneCountInString(row[0]); n <= most {
			left = max(left, n)
		}
	}
	for _, row := range rows {
		lead := fmt.Sprintf("  %-*s  ", left, row[0])
		if utf8.RuneCountInString(row[0]) > left {
			text += "  " + row[0] + "\n"
			lead = strings.Repeat(" ", left+4)
		}
		text += wrapped(lead, row[1])
	}
	return text
}

// wrapped writes words behind a lead, and as far from the left in further lines.
func wrapped(lead, words string) (text string) {
	line := lead
	for _, word := range strings.Fields(words) {
		if utf8.RuneCountInString(line+word) > width {
			text += strings.TrimRight(line, " ") + "\n"
			line = strings.Repeat(" ", utf8.RuneCountInString(lead))
		}
		line += word + " "
	}
	return text + strings.TrimRight(line, " ") + "\n"
}
