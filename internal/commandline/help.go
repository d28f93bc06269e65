package commandline

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"fsnb.example/internal/terminal"
)

// Help has lines of at most width columns, with explanations from column most+4 at the latest.
const width, most = 80, 26

// text is a command that writes a text.
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
		return text(p.overview()), nil
	case 1:
		node, err := p.command(args[0])
		if err != nil {
			return nil, err
		}
		return text(p.explain(node)), nil
	}
	return nil, terminal.BadUsage("help: %q is too many; it takes one command, or none", args[1])
}

// overview lists the commands.
func (p *Program) overview() string {
	var b strings.Builder
	var list [][2]string
	for _, node := range p.Commands() {
		list = append(list, [2]string{node.Name, node.Help})
	}
	fmt.Fprintf(&b, "%s\n\nusage: %s COMMAND [FLAGS] [ARGUMENTS]\n\n", p.about, p.name)
	columns(&b, list)
	fmt.Fprintf(&b, "\n%s help COMMAND, or %[1]s COMMAND -h, explains a command and its flags.\n",
		p.name)
	return b.String()
}

// explain describes a command, its arguments and all its flags.
func (p *Program) explain(node *kong.Node) string {
	var b strings.Builder
	usage, title := "usage: "+p.name+" "+node.Name, "FLAGS"
	if len(node.Flags) > 0 {
		usage += " [FLAGS]"
	}
	var list [][2]string
	for _, v := range node.Positional {
		usage += " " + v.Name
		if v.Help != "" {
			list = append(list, [2]string{v.Name, v.Help})
		}
	}
	fmt.Fprintf(&b, "%s\n\n", usage)
	wrapped(&b, "", strings.ToUpper(node.Help[:1])+node.Help[1:]+".")
	if node.Detail != "" {
		fmt.Fprintf(&b, "\n%s", node.Detail)
	}
	flush := func(title string) {
		if len(list) > 0 {
			fmt.Fprintf(&b, "\n%s", title)
			columns(&b, list)
		}
		list = nil
	}
	flush("")
	title = "FLAGS:\n"
	for _, flag := range node.Flags {
		if flag.Group != nil && title != flag.Group.Title+":\n" {
			flush(title)
			title = flag.Group.Title + ":\n"
		}
		list = append(list, [2]string{strings.TrimSpace("-" + flag.Name + " " + p.operand(flag)),
			flag.Help + p.unsaid(flag)})
	}
	flush(title)
	return b.String()
}

// operand is what the value of a flag is called.
func (p *Program) operand(flag *kong.Flag) string {
	switch words := strings.Join(p.words(flag.Value), "|"); {
	case flag.IsBool():
		return ""
	case flag.PlaceHolder != "":
		return flag.PlaceHolder
	case words != "":
		return words
	}
	return strings.ToUpper(flag.Name)
}

// unsaid are the values and the default that the name of a flag's value and its help do not say.
func (p *Program) unsaid(flag *kong.Flag) (text string) {
	if some := choices(flag.Value); some != nil && flag.PlaceHolder != "" {
		text = ": " + either(some)
	}
	if flag.HasDefault {
		text += " (" + flag.Default + ")"
	}
	return text
}

// columns writes explanations beside what they explain.
func columns(b *strings.Builder, rows [][2]string) {
	left := 0
	for _, row := range rows {
		if n := len(row[0]); n <= most {
			left = max(left, n)
		}
	}
	for _, row := range rows {
		lead := fmt.Sprintf("  %-*s  ", left, row[0])
		if len(row[0]) > left {
			fmt.Fprintf(b, "  %s\n", row[0])
			lead = strings.Repeat(" ", left+4)
		}
		wrapped(b, lead, row[1])
	}
}

// wrapped writes words behind a lead, and as far from the left in further lines.
func wrapped(b *strings.Builder, lead, text string) {
	line := lead
	for i, word := range strings.Fields(text) {
		if i > 0 && len([]rune(line))+1+len([]rune(word)) > width {
			b.WriteString(line + "\n")
			line = strings.Repeat(" ", len([]rune(lead))) + word
			continue
		}
		if i > 0 {
			line += " "
		}
		line += word
	}
	b.WriteString(line + "\n")
}
