package main

import (
	"fmt"
	"slices"
	"strings"

	"fsnb.example/internal/nbfile"
)

// compare says where the outputs of an executed notebook first differ from those that are
// committed. name is the path of the notebook in the project.
func compare(name string, committed, executed nbfile.Notebook, here machine, arch string) verdict {
	mend := "; if the new one is right: script/notebook --update " + shortName(name)
	old, now := committed.Code(), executed.Code()
	places := among(old, now)
	if len(places) != len(now) {
		return verdict{line: fmt.Sprintf("%s: %d code cells are committed, %d were executed%s",
			name, len(old), len(now), mend)}
	}
	if readsGo(old) && committed.Metadata != executed.Metadata {
		return verdict{good: true}
	}
	lacking := absent(old, here)
	for i, at := range places {
		if len(lacking[at]) > 0 {
			continue
		}
		what := difference(shown(old[at].Outputs, arch), shown(now[i].Outputs, arch))
		if what != "" {
			return verdict{line: fmt.Sprintf("%s, code cell %d: %s%s", name, at+1, what, mend)}
		}
	}
	if cells, sets := list(lacking); cells != "" {
		line := fmt.Sprintf("FSNB_DATA has no %s: %s, %s not compared", sets, name, cells)
		return verdict{good: true, line: line}
	}
	return verdict{good: true}
}

// among returns the places in old of the cells of now, which lacks the long ones where script/test
// ran without them.
func among(old, now []nbfile.Cell) (places []int) {
	all := len(now) >= len(old) || slices.ContainsFunc(now, nbfile.Cell.Long)
	for i, c := range old {
		if all || !c.Long() {
			places = append(places, i)
		}
	}
	return places
}

// readsGo reports whether a notebook reads the sources of Go, which differ from version to version.
func readsGo(code []nbfile.Cell) bool {
	return slices.ContainsFunc(code, func(c nbfile.Cell) bool {
		return strings.Contains(string(c.Source), "runtime.GOROOT()")
	})
}

// shortName is the name by which script/notebook knows a notebook.
func shortName(path string) string {
	if _, below, ok := strings.Cut(path, "notebooks/"); ok {
		path = below
	}
	return strings.TrimSuffix(path, ".ipynb")
}

// textKinds are the media types whose words are compared; the first is the easiest to read in a
// message. Of any other type only its presence counts.
var textKinds = []string{
	"text/plain", "text/markdown", "text/html", "text/latex", "application/json",
}

// shown returns the lines of a cell's outputs: its displays in their order, then what it printed.
// Streams come in pieces of any size, at any place between the displays.
func shown(outputs []nbfile.Output, arch string) []string {
	var lines []string
	var stdout, stderr, failed string
	for _, o := range outputs {
		switch {
		case o.Type == "stream" && o.Name == "stderr":
			stderr += string(o.Text)
		case o.Type == "stream":
			stdout += string(o.Text)
		case o.Type == "error":
			failed += o.Value + "\n"
		default:
			lines = append(lines, display(o, arch)...)
		}
	}
	lines = append(lines, normal(stdout, arch)...)
	for _, line := range normal(stderr, arch) {
		// Go says what it downloads, once.
		if !strings.HasPrefix(line, "go: ") {
			lines = append(lines, line)
		}
	}
	return append(lines, normal(failed, arch)...)
}

// display returns the lines of a display. One that is empty is a line of progress, which work that
// takes long enough leaves behind: it counts for nothing.
func display(o nbfile.Output, arch string) []string {
	var lines []string
	for _, kind := range textKinds {
		text := string(o.Data[kind])
		if kind == "text/html" {
			text = nbfile.HTMLText(text)
		}
		lines = append(lines, normal(text, arch)...)
	}
	var others []string
	for kind, data := range o.Data {
		if data != "" && !slices.Contains(textKinds, kind) {
			others = append(others, "["+kind+"]")
		}
	}
	slices.Sort(others)
	return append(others, lines...)
}

// difference describes the first line in which two cells differ, or is "".
func difference(old, now []string) string {
	at := 0
	for at < len(old) && at < len(now) && old[at] == now[at] {
		at++
	}
	switch {
	case at == len(old) && at == len(now):
		return ""
	case at == len(old):
		return fmt.Sprintf("line %d of its outputs is new: %s", at+1, excerpt(now[at], 0))
	case at == len(now):
		return fmt.Sprintf("line %d of its outputs is gone: %s", at+1, excerpt(old[at], 0))
	}
	a, b := []rune(old[at]), []rune(now[at])
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	return fmt.Sprintf("line %d of its outputs was %s, is %s",
		at+1, excerpt(old[at], from), excerpt(now[at], from))
}

// excerpt quotes a line, of a long one the part around the rune where it differs.
func excerpt(line string, differs int) string {
	const before, most = 40, 100
	runes := []rune(line)
	if len(runes) <= most {
		return "“" + line + "”"
	}
	from := max(0, min(differs-before, len(runes)-most))
	to := min(len(runes), from+most)
	text := string(runes[from:to])
	if from > 0 {
		text = "…" + text
	}
	if to < len(runes) {
		text += "…"
	}
	return "“" + text + "”"
}
