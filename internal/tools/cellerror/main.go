// Command cellerror looks for the first failed cell of an executed notebook.
//
//	usage: cellerror NAME FILE
//
// Without one it prints nothing and exits with 0. Else it prints the cell and what it said, then
// one line that begins with NAME, and exits with 1. A file that cannot be read as a notebook is 2.
package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"fsnb.example/internal/nbfile"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: cellerror NAME FILE")
		os.Exit(2)
	}
	data, err := os.ReadFile(os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, "cellerror:", err)
		os.Exit(2)
	}
	report, err := firstError(os.Args[1], data)
	if err != nil {
		fmt.Fprintf(os.Stderr, "cellerror: %s: %v\n", os.Args[2], err)
		os.Exit(2)
	}
	if report != "" {
		fmt.Fprint(os.Stderr, report)
		os.Exit(1)
	}
}

// firstError describes the first failed cell, or is empty.
func firstError(name string, data []byte) (string, error) {
	nb, err := nbfile.Parse(data)
	if err != nil {
		return "", err
	}
	for i, cell := range nb.Code() {
		for _, o := range cell.Outputs {
			if o.Type == "error" {
				return describe(name, i+1, string(cell.Source), cell.Outputs, o), nil
			}
		}
	}
	return "", nil
}

var colors = regexp.MustCompile("\x1b\\[[0-9;]*m")

func describe(
	name string, number int, source string, outputs []nbfile.Output, failure nbfile.Output,
) string {
	var b strings.Builder
	fmt.Fprintf(&b, "code cell %d:\n%s", number, indent(source))
	var stderr string
	b.WriteString("it said:\n")
	for _, o := range outputs {
		if o.Type == "stream" {
			plain := colors.ReplaceAllString(string(o.Text), "")
			b.WriteString(indent(plain))
			if o.Name == "stderr" {
				stderr += plain
			}
		}
	}
	b.WriteString(indent(colors.ReplaceAllString(strings.Join(failure.Traceback, "\n"), "")))
	fmt.Fprintf(&b, "%s, code cell %d: %s\n", name, number,
		reason(stderr, colors.ReplaceAllString(failure.Value, "")))
	return b.String()
}

var exitStatus = regexp.MustCompile(`^(exit status \d+|signal: .*)$`)

// reason is the line that tells most: a program's exit status says less than its last words, and
// of a panic the first line says more than the frames.
func reason(stderr, value string) string {
	last := lastLine(value)
	if last != "" && !exitStatus.MatchString(last) {
		return last
	}
	said := ""
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return line
		}
		if line != "" && !exitStatus.MatchString(line) {
			said = line
		}
	}
	if said != "" {
		return said
	}
	return last
}

func lastLine(s string) string {
	last := ""
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			last = line
		}
	}
	return last
}

var blanks = regexp.MustCompile(`\n(\s*\n){2,}`)

// indent sets off every line, leaves out empty ends, and shortens what is endless.
func indent(s string) string {
	const most = 60
	lines := strings.Split(strings.Trim(blanks.ReplaceAllString(s, "\n\n"), "\n"), "\n")
	if len(lines) == 1 && strings.TrimSpace(lines[0]) == "" {
		return ""
	}
	var b strings.Builder
	for i, line := range lines {
		if i == most {
			fmt.Fprintf(&b, "    … and %d lines more\n", len(lines)-most)
			break
		}
		b.WriteString("    " + line + "\n")
	}
	return b.String()
}
