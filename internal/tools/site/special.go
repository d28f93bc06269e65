package main

import (
	"encoding/base64"
	"fmt"
	"html"
	"path/filepath"
	"slices"
	"strings"

	"fsnb.example/internal/nbfile"
	"fsnb.example/papers"
)

// licensePage is the license as a page.
func licensePage(text string) string {
	return "# License\n\nfsnb has the BSD 3-Clause License. Files of others in the repository are " +
		"listed in [third-party notices](THIRD_PARTY.md).\n\n```text\n" + text + "```\n"
}

// verdictsPage sets together what the notebooks say of the papers' claims: the table of the first
// cell that names its verdicts.
func (s *sources) verdictsPage(all []papers.Paper) (string, error) {
	var b strings.Builder
	b.WriteString("# Five papers, repeated\n\nEach notebook explains the idea of a paper, repeats its" +
		" experiments beside the printed numbers, and ends in verdicts on its claims. These are the" +
		" verdicts, as the notebooks computed them.\n")
	for _, p := range all {
		name, _, _ := cutLast(p.ID, "-")
		nb, err := nbfile.Read(filepath.Join(s.root, "notebooks", name+".ipynb"))
		if err != nil {
			return "", err
		}
		table := verdicts(nb)
		if table == "" {
			return "", fmt.Errorf("notebooks/%s.ipynb shows no verdicts", name)
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s, %s %d.\n[Notebook](../notebooks/%s.md), [tables](../"+
			"notebooks/tables/%s.md), [method and evidence](../docs/%s.md).\n\n"+
			"<div class=\"fsnb-output\">\n%s\n</div>\n", p.Title, p.Authors, p.Venue, p.Year,
			name, name, name, tidyOutputs(table))
	}
	return b.String(), nil
}

// cutLast is strings.Cut around the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// verdicts is the HTML of the first output of a cell that declares verdicts.
func verdicts(nb nbfile.Notebook) string {
	for _, c := range nb.Code() {
		if !strings.Contains(string(c.Source), "lab.Verdicts") {
			continue
		}
		for _, o := range c.Outputs {
			if table := o.Data["text/html"]; table != "" {
				return string(table)
			}
		}
	}
	return ""
}

// homeFigures are the figures of the quickstart that the home page shows, by what their
// descriptions begin with, and what it says of them.
var homeFigures = []struct{ begins, says string }{
	{"Heat map of squared correlations", "Which features repeat each other?"},
	{"Accuracy", "How few are enough?"},
	{"PCA scatter plot", "Do the chosen features separate the classes?"},
	{"Best", "What are their values in each class?"},
}

// homePage is the first page: what the library is for, its pictures, the two commands, and where to
// read on.
func (s *sources) homePage() (string, error) {
	text, err := assets.ReadFile("assets/index.md")
	if err != nil {
		return "", err
	}
	nb, err := nbfile.Read(filepath.Join(s.root, "notebooks", "quickstart.ipynb"))
	if err != nil {
		return "", err
	}
	var figures []nbfile.Output
	for _, c := range nb.Code() {
		for _, o := range c.Outputs {
			if o.Data["image/png"] != "" {
				figures = append(figures, o)
			}
		}
	}
	var b strings.Builder
	for i, want := range homeFigures {
		at := slices.IndexFunc(figures, func(o nbfile.Output) bool {
			return strings.HasPrefix(string(o.Data["text/plain"]), want.begins)
		})
		if at < 0 {
			return "", fmt.Errorf("notebooks/quickstart.ipynb has no figure that begins with %q",
				want.begins)
		}
		html, err := s.homeFigure(fmt.Sprintf("quickstart-%d", i+1), figures[at])
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "<figure>\n%s<figcaption>%s</figcaption>\n</figure>\n", html, want.says)
	}
	return strings.Replace(string(text), "FIGURES\n", b.String(), 1), nil
}

// homeFigure writes the picture and the specification of an output, and returns the HTML that shows
// them.
func (s *sources) homeFigure(name string, o nbfile.Output) (string, error) {
	png, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(o.Data["image/png"])))
	if err != nil {
		return "", err
	}
	dir := filepath.Join(s.out, "assets", "home")
	if err := writeFile(filepath.Join(dir, name+".png"), png); err != nil {
		return "", err
	}
	if err := writeFile(filepath.Join(dir, name+".json"), []byte(o.Data[specType])); err != nil {
		return "", err
	}
	return fmt.Sprintf("<div class=\"fsnb-figure\" data-spec=\"assets/home/%s.json\">"+
		"<img src=\"assets/home/%s.png\" alt=\"%s\"></div>\n", name, name,
		html.EscapeString(strings.TrimSpace(string(o.Data["text/plain"])))), nil
}
