package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// checkout is a folder with the given files, and the sources of a site that is made of it.
func checkout(t *testing.T, files map[string]string) *sources {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		must.Do(t, writeFile(filepath.Join(root, name), []byte(text)))
	}
	return &sources{root: root, out: filepath.Join(t.TempDir(), "pages"),
		api: map[string]bool{"learn": true}, copied: make(map[string]bool)}
}

func TestRewriteLinks(t *testing.T) {
	s := checkout(t, map[string]string{"README.md": "", "LICENSE": "", "CITATION.cff": "cite",
		"docs/which.md": "", "notebooks/lap.ipynb": "", "learn/learn.go": "", "beam/x.go": "",
		"display/testdata/a.png": "png"})
	for _, c := range []struct{ file, text, want string }{
		{"docs/a.md", "[w](which.md#What-It)", "[w](which.md#What-It)"},
		{"docs/a.md", "[w](../README.md)", "[w](../index.md)"},
		{"docs/a.md", "[l](../notebooks/lap.ipynb#The-verdicts)",
			"[l](../notebooks/lap.md#the-verdicts)"},
		{"docs/a.md", "[l](../LICENSE)", "[l](../LICENSE.md)"},
		{"docs/a.md", "[c](../CITATION.cff)", "[c](../CITATION.cff)"},
		{"docs/a.md", "[p](../learn)", "[p](../api/learn.md)"},
		{"docs/a.md", "[the `beam`](../beam) folder", "the `beam` folder"},
		{"docs/a.md", "[e](https://example.org/a)", "[e](https://example.org/a)"},
		{"docs/a.md", "[s](#Same)", "[s](#Same)"},
		{"docs/a.md", "`[no](link.md)` but [w](which.md)", "`[no](link.md)` but [w](which.md)"},
		{"docs/a.md", "a <!-- b -->1<!--/-->, `<!-- c -->`", "a 1, `<!-- c -->`"},
		{"docs/a.md", "```\n[no](link.md)\n```\n", "```\n[no](link.md)\n```\n"},
		{"docs/a.md", "````\n```\n[no](link.md)\n````\n[w](../README.md)",
			"````\n```\n[no](link.md)\n````\n[w](../index.md)"},
		{"docs/a.md", `<img src="../display/testdata/a.png" alt="">`,
			`<img src="../display/testdata/a.png" alt="">`},
		{"notebooks/tables/lap.ipynb", "[l](../lap.ipynb)", "[l](../lap.md)"},
		{"notebooks/lap.ipynb", "[v](#The-verdicts)", "[v](#the-verdicts)"},
	} {
		got, err := s.rewrite(c.file, c.text)
		if err != nil || got != c.want {
			t.Errorf("%s: %q becomes %q, %v; want %q", c.file, c.text, got, err, c.want)
		}
	}
	for _, name := range []string{"CITATION.cff", "display/testdata/a.png"} {
		if _, err := os.Stat(filepath.Join(s.out, name)); err != nil {
			t.Errorf("a page refers to %s, which is not there", name)
		}
	}
}

func TestRewriteRefusesLinksToNothing(t *testing.T) {
	s := checkout(t, map[string]string{"docs/a.md": ""})
	for _, text := range []string{"[n](none.md)", "[o](../../outside.md)",
		`<a href="none.md">n</a>`} {
		_, err := s.rewrite("docs/a.md", text)
		if err == nil || !strings.HasPrefix(err.Error(), "docs/a.md: the link ") {
			t.Errorf("%s: error %v", text, err)
		}
	}
}

func TestSeparateLists(t *testing.T) {
	for text, want := range map[string]string{
		"a:\n- b\n- c\n":                  "a:\n\n- b\n- c\n",
		"a\n\n- b\n":                      "a\n\n- b\n",
		"- a\n  - b\n- c\n":               "- a\n\n    - b\n\n- c\n",
		"1. a\n   - b\n2. c\n":            "1. a\n\n    - b\n\n2. c\n",
		"- a\n  more\n- b\n":              "- a\n    more\n- b\n",
		"- a\nlazy\n- b\n":                "- a\n    lazy\n- b\n",
		"- a\n\n      code\n\n- b\n":      "- a\n\n        code\n\n- b\n",
		"- a\n\n  second\n\ntext\n":       "- a\n\n    second\n\ntext\n",
		"1. a\n\n   b\n2. c\n":            "1. a\n\n    b\n\n2. c\n",
		"a - b\n":                         "a - b\n",
		"- a\n\ntext\n- b\n":              "- a\n\ntext\n\n- b\n",
		"| a |\n|:--|\n| - b |\n":         "| a |\n|:--|\n| - b |\n",
		"- a\n  - b\n    - c\n  - d\n":    "- a\n\n    - b\n\n        - c\n\n    - d\n",
		"text\n\n    indented\n    - c\n": "text\n\n    indented\n    - c\n",
	} {
		if got := separateLists(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestCheckNavigation(t *testing.T) {
	nav := []item{page("A", "a.md"), group("G", page("B", "b.md"))}
	for _, c := range []struct {
		pages []string
		want  string
	}{
		{[]string{"a.md", "b.md"}, ""},
		{[]string{"a.md"}, "names b.md, which is no page"},
		{[]string{"a.md", "b.md", "c.md"}, "c.md has no place in the site"},
	} {
		err := checkNavigation(nav, c.pages)
		if c.want == "" && err != nil || c.want != "" &&
			(err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: error %v, want %q", c.pages, err, c.want)
		}
	}
	twice := append(nav, page("C", "a.md"))
	if err := checkNavigation(twice, []string{"a.md", "b.md"}); err == nil {
		t.Error("a page has two places")
	}
	want := "  - \"A\": \"a.md\"\n  - \"G\":\n      - \"B\": \"b.md\"\n"
	if got := navYAML(nav, "  "); got != want {
		t.Errorf("as YAML it is %q, want %q", got, want)
	}
}

// Each document and notebook of the checkout has a place, so that what is added is not forgotten.
func TestNavigationOfTheCheckout(t *testing.T) {
	s := &sources{root: "../../.."}
	documents := must.Get(s.documents())(t)
	notebooks := must.Get(filepath.Glob("../../../notebooks/*.ipynb"))(t)
	appendices := must.Get(filepath.Glob("../../../notebooks/tables/*.ipynb"))(t)
	pages := append(documents, homePage, papersPage, place("LICENSE"))
	for _, file := range append(notebooks, appendices...) {
		pages = append(pages, place(strings.TrimPrefix(filepath.ToSlash(file), "../../../")))
	}
	if len(documents) < 40 || len(notebooks) < 12 {
		t.Fatalf("%d documents and %d notebooks", len(documents), len(notebooks))
	}
	if err := checkNavigation(navigation(nil, nil), pages); err != nil {
		t.Error(err)
	}
}
