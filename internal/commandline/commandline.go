// Package commandline reads the command line of a program into structs. A command is a struct with
// a method Run, a flag a field of it with its help in a tag; help and completion are made of the
// same fields. Flags have one dash or two, and stand anywhere.
//
// Kong reads the tags. It requires no other module, and its model of the structs is data, over
// which help, completion and tests range. With cobra, each flag is a call, and a program requires
// pflag, mousetrap, go-md2man and yaml, too. Kong finds methods by name, so that the linker keeps
// all exported ones: what cells import does not import this package.
//
// Beside kong's tags, fields may have: words, the values that are offered, separated by commas or
// ${NAME} of a list; want, what an error says to give in place of a value that is not read; above
// and below, bounds of numbers; and negative, what to do about a number below 0. Types with a
// method Choices take these only.
package commandline

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"fsnb.example/internal/suggest"
	"fsnb.example/internal/terminal"
)

// A Command runs what a command line has set up.
type Command interface {
	Run(ctx context.Context, out, errOut io.Writer) error
}

// A Program has commands.
type Program struct {
	name, about string
	list        func(name string) []string
	kong        *kong.Kong
	names       []string // of commands
}

// errHelp asks for help in place of a run.
var errHelp = errors.New("help is wanted")

// New makes a program with a sentence about it. Its commands are the fields of a struct with the
// tag cmd, list gives the words that a tag names, and readers read the fields with the tag type. A
// mistake in the structs panics.
func New(name, about string, commands any, list func(name string) []string,
	readers map[string]kong.Mapper) *Program {
	p := &Program{name: name, about: about, list: list}
	options := []kong.Option{kong.Name(name), kong.NoDefaultHelp(),
		kong.KindMapper(reflect.Int, number(strconv.Atoi)),
		kong.KindMapper(reflect.Float64, number(func(text string) (float64, error) {
			return strconv.ParseFloat(text, 64)
		})),
		kong.KindMapper(reflect.Uint64, number(func(text string) (uint64, error) {
			return strconv.ParseUint(text, 10, 64)
		})),
		kong.KindMapper(reflect.String, kong.MapperFunc(
			func(ctx *kong.DecodeContext, target reflect.Value) error {
				target.SetString(ctx.Scan.Pop().String())
				return nil
			}))}
	for name, reader := range readers {
		options = append(options, kong.NamedMapper(name, reader))
	}
	p.kong = kong.Must(commands, options...)
	for _, node := range p.Commands() {
		p.names = append(p.names, node.Name)
		for _, flag := range node.Flags {
			if !flag.IsBool() {
				flag.Mapper = worded{flag.Mapper, node.Name}
			}
		}
	}
	return p
}

// Commands are the commands in their order.
func (p *Program) Commands() []*kong.Node { return p.kong.Model.Children }

// Parse finds the command of a command line and sets its fields; help is a command, too.
func (p *Program) Parse(args []string) (Command, error) {
	if len(args) == 0 {
		return nil, terminal.BadUsage("no command; use one of %s, or help",
			strings.Join(p.names, ", "))
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		return p.help(args[1:])
	case "-version", "--version":
		args = append([]string{"version"}, args[1:]...)
	}
	node, err := p.command(args[0])
	if err != nil {
		return nil, err
	}
	plain, err := plainArgs(node, args[1:])
	if errors.Is(err, errHelp) {
		return p.explain(node), nil
	}
	if err == nil {
		_, err = p.kong.Parse(append([]string{node.Name}, plain...))
	}
	if err != nil {
		return nil, cmp.Or(terminal.FindUsage(err), err)
	}
	return node.Target.Addr().Interface().(Command), nil
}

// command finds a command by its name.
func (p *Program) command(name string) (*kong.Node, error) {
	i := slices.Index(p.names, name)
	if i < 0 {
		return nil, terminal.BadUsage("%s", suggest.Unknown("command", name, p.names))
	}
	return p.Commands()[i], nil
}

// plainArgs writes the flags among the arguments of a command as --name=value, and behind them --
// and the other arguments.
func plainArgs(node *kong.Node, args []string) (plain []string, err error) {
	var rest []string
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			rest, args = append(rest, args...), nil
		case len(arg) < 2 || arg[0] != '-':
			rest = append(rest, arg)
		default:
			if arg, args, err = plainFlag(node, arg, args); err != nil {
				return nil, err
			}
			plain = append(plain, arg)
		}
	}
	if len(rest) > 0 && len(node.Positional) == 0 {
		return nil, terminal.BadUsage("%s: %q is too many; it takes nothing", node.Name, rest[0])
	}
	return append(append(plain, "--"), rest...), nil
}

// plainFlag writes a flag, the value of which may be the first of the arguments behind it.
func plainFlag(node *kong.Node, arg string, behind []string) (string, []string, error) {
	bad := func(format string, args ...any) (string, []string, error) {
		return "", nil, terminal.BadUsage(node.Name+": "+format, args...)
	}
	name, value, given := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
	if name == "" || name[0] == '-' {
		return bad("bad flag syntax: %s", arg)
	}
	i := slices.IndexFunc(node.Flags, func(f *kong.Flag) bool { return f.Name == name })
	switch {
	case i < 0 && (name == "h" || name == "help"):
		return "", nil, errHelp
	case i < 0:
		return bad("%s", suggest.Unknown("flag", "-"+name, flagNames(node)))
	case node.Flags[i].IsBool():
		on, err := strconv.ParseBool(value)
		if given && err != nil {
			return bad("invalid boolean value %q for -%s: parse error", value, name)
		}
		value = strconv.FormatBool(on || !given)
	case !given && len(behind) == 0:
		return bad("-%s needs a value; see %s -h", name, node.FullPath())
	case !given:
		value, behind = behind[0], behind[1:]
	}
	return "--" + name + "=" + value, behind, nil
}

// flagNames are the names of the flags of a command, with a dash.
func flagNames(node *kong.Node) (names []string) {
	for _, flag := range node.Flags {
		names = append(names, "-"+flag.Name)
	}
	return names
}

// worded reads the value of a flag of a command, with our words for a mistake.
type worded struct {
	kong.Mapper
	command string
}

// Decode implements kong.Mapper.
func (w worded) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	v, value := ctx.Value, ctx.Scan.Peek().String()
	if v.Enum != "" && !slices.Contains(v.EnumSlice(), value) {
		return terminal.BadUsage("%s: -%s %s is none of %s", w.command, v.Name, value,
			strings.Join(v.EnumSlice(), ", "))
	}
	err, some := w.Mapper.Decode(ctx, target), choices(v)
	if err == nil && (some == nil || slices.Contains(some, value)) {
		if mend := v.Tag.Get("negative"); mend != "" && target.Int() < 0 {
			return terminal.BadUsage("%s: -%s %v; %s", w.command, v.Name, target, mend)
		}
		return nil
	}
	if some == nil {
		some = strings.Split(v.Tag.Get("words"), ",")
	}
	last := len(some) - 1
	return terminal.BadUsage("%s: invalid value %q for flag -%s: give %s", w.command, value, v.Name,
		cmp.Or(v.Tag.Get("want"), strings.Join(some[:last], ", ")+" or "+some[last]))
}

// choices are the only values of a flag's type, nil where it has others.
func choices(v *kong.Value) []string {
	if c, ok := v.Target.Interface().(interface{ Choices() []string }); ok {
		return c.Choices()
	}
	return nil
}

// words are the values to offer for a flag or an argument, nil for none.
func (p *Program) words(v *kong.Value) []string {
	if c := choices(v); c != nil {
		return c
	}
	words := v.Enum + v.Tag.Get("words")
	if words == "" {
		return nil
	}
	return strings.Split(os.Expand(words, func(name string) string {
		return strings.Join(p.list(name), ",")
	}), ",")
}

// Reader reads a text into a value, which is what the flag was set to before, and reports whether
// it is right.
func Reader[T any](read func(text string, to *T) bool) kong.Mapper {
	return kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		if !read(ctx.Scan.Pop().String(), target.Addr().Interface().(*T)) {
			return strconv.ErrSyntax
		}
		return nil
	})
}

// number reads numbers between the bounds of the tags.
func number[T int | uint64 | float64](parse func(string) (T, error)) kong.Mapper {
	return kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		v, err := parse(ctx.Scan.Pop().String())
		tag, x := ctx.Value.Tag, float64(v)
		low, _ := tag.GetFloat("above")
		high, _ := tag.GetFloat("below")
		if err == nil && (tag.Has("above") && !(x > low) || tag.Has("below") && !(x < high)) {
			err = strconv.ErrRange
		}
		target.Set(reflect.ValueOf(v))
		return err
	})
}
