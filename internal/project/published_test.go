package project

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/papers"
)

// others' files are in these folders, each with the file that holds their licenses.
var othersFiles = map[string]string{
	"datasets/embedded":                 "NOTICE.md",
	"internal/browser/testdata/axe":     "LICENSE",
	"internal/browser/testdata/mermaid": "LICENSE",
	"internal/browser/testdata/vega":    "LICENSE",
}

// Each file of others, and each module whose code is in programs that import fsnb, has a line with
// its license in THIRD_PARTY.md, and each line there is of such a file or module.
func TestThirdParty(t *testing.T) {
	var want []string
	for folder, notice := range othersFiles {
		entries := must.Get(os.ReadDir(filepath.Join("..", "..", filepath.FromSlash(folder))))(t)
		if !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == notice }) {
			t.Errorf("%s has no %s", folder, notice)
		}
		for _, e := range entries {
			if e.Name() != notice {
				want = append(want, folder+"/"+e.Name())
			}
		}
	}
	for name := range strings.Lines(goList(t, "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}",
		"./fsnb/...", "./cmd/fsnb")) {
		if name = strings.TrimSpace(name); name != "" && name != module {
			want = append(want, name)
		}
	}
	var got []string
	row := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|(?:.* \\|)? *([^|]*?) *\\|$")
	for _, m := range row.FindAllStringSubmatch(read(t, "THIRD_PARTY.md"), -1) {
		got = append(got, m[1])
		if m[2] == "" {
			t.Errorf("THIRD_PARTY.md has no license for %s", m[1])
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if want = slices.Compact(want); !slices.Equal(got, want) {
		t.Errorf("THIRD_PARTY.md lists\n%s\nbut there are\n%s", strings.Join(got, "\n"),
			strings.Join(want, "\n"))
	}
}

// The license is the one that the documents name.
func TestLicense(t *testing.T) {
	text := read(t, "LICENSE")
	for _, want := range []string{"The fsnb authors", "Redistribution and use in source and binary",
		"3. Neither the name of the copyright holder"} {
		if !strings.Contains(text, want) {
			t.Errorf("LICENSE does not contain %q", want)
		}
	}
	for _, file := range []string{"README.md", "THIRD_PARTY.md", "CONTRIBUTING.md"} {
		if !regexp.MustCompile(`BSD[- ]3-Clause[^\n]*\(LICENSE\)`).MatchString(read(t, file)) {
			t.Errorf("%s does not name the BSD 3-Clause License", file)
		}
	}
}

// The keys of CITATION.cff that schema 1.2.0 allows and we use, at the top and in references.
var (
	citationKeys = strings.Fields("cff-version message type title abstract authors version license " +
		"keywords references date-released doi url repository-code")
	referenceKeys = strings.Fields("type title authors collection-title journal year volume issue " +
		"start end doi")
)

// CITATION.cff has what its format requires, the five papers as they are cited elsewhere, and the
// newest version of CHANGELOG.md.
func TestCitation(t *testing.T) {
	text := read(t, "CITATION.cff")
	head, references, ok := strings.Cut(text, "\nreferences:\n")
	if !ok {
		t.Fatal("CITATION.cff has no references")
	}
	checkKeys(t, "CITATION.cff", regexp.MustCompile(`(?m)^([a-z-]+):`), text, citationKeys,
		"cff-version", "message", "title", "authors")
	for _, want := range []string{"cff-version: 1.2.0\n", "license: BSD-3-Clause\n",
		"\n  - name: The fsnb authors\n"} {
		if !strings.Contains(head+"\n", want) {
			t.Errorf("CITATION.cff has no line %q", strings.TrimSpace(want))
		}
	}
	if want := "\nversion: " + newest(t) + "\n"; !strings.Contains(head, want) {
		t.Errorf("CITATION.cff has no line %q, the newest version of CHANGELOG.md",
			strings.TrimSpace(want))
	}
	var got, want []string
	person := regexp.MustCompile(`- family-names: (\S.*)\n +given-names: (\S.*)\n`)
	for _, r := range strings.Split("\n"+references, "\n  - type: ")[1:] {
		r = "    type: " + r + "\n"
		checkKeys(t, "a reference", regexp.MustCompile(`(?m)^ {4}([a-z-]+):`), r, referenceKeys,
			"type", "title", "authors")
		var names []string
		for _, m := range person.FindAllStringSubmatch(r, -1) {
			var initials []string
			for _, given := range strings.Fields(m[2]) {
				initials = append(initials, given[:1]+".")
			}
			names = append(names, strings.Join(initials, " ")+" "+m[1])
		}
		got = append(got, fmt.Sprintf("%s: %s (%s)", strings.Join(names, ", "), field(r, "title"),
			field(r, "year")))
	}
	for _, p := range papers.All() {
		year := ""
		if p.Year > 0 {
			year = fmt.Sprint(p.Year)
		}
		want = append(want, fmt.Sprintf("%s: %s (%s)", p.Authors, p.Title, year))
	}
	if !slices.Equal(got, want) {
		t.Errorf("CITATION.cff refers to\n%s\nthe papers are\n%s", strings.Join(got, "\n"),
			strings.Join(want, "\n"))
	}
}

// checkKeys holds the keys that a pattern finds to those allowed, and looks for those required.
func checkKeys(t *testing.T, what string, key *regexp.Regexp, text string, allowed []string,
	required ...string) {
	t.Helper()
	var keys []string
	for _, m := range key.FindAllStringSubmatch(text, -1) {
		keys = append(keys, m[1])
		if !slices.Contains(allowed, m[1]) {
			t.Errorf("%s has a key %q; allowed are %q", what, m[1], allowed)
		}
	}
	for _, k := range required {
		if !slices.Contains(keys, k) {
			t.Errorf("%s has no %s:\n%s", what, k, text)
		}
	}
}

// field is the value of a key of a reference, "" without it.
func field(reference, key string) string {
	m := regexp.MustCompile(`(?m)^ {4}` + key + `: (.*)$`).FindStringSubmatch(reference)
	if m == nil {
		return ""
	}
	return m[1]
}

// version is the heading of a version of CHANGELOG.md.
var version = regexp.MustCompile(
	`(?m)^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2}|unreleased)$`)

// newest is the first version that CHANGELOG.md lists.
func newest(t *testing.T) string {
	t.Helper()
	m := version.FindStringSubmatch(read(t, "CHANGELOG.md"))
	if m == nil {
		t.Fatal("CHANGELOG.md has no heading such as ## [0.1.0] - 2026-11-26")
	}
	return m[1]
}

// The changelog keeps the headings of Keep a Changelog.
func TestChangelog(t *testing.T) {
	text := read(t, "CHANGELOG.md")
	kinds := strings.Fields("Added Changed Deprecated Removed Fixed Security")
	var versions []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if kind, ok := strings.CutPrefix(line, "### "); ok && !slices.Contains(kinds, kind) {
			t.Errorf("CHANGELOG.md has a heading %q; the kinds of changes are %q", line, kinds)
		}
		if name, ok := strings.CutPrefix(line, "## "); ok {
			versions = append(versions, name)
			if name != "[Unreleased]" && !version.MatchString(line) {
				t.Errorf("CHANGELOG.md has a heading %q; want ## [0.1.0] - 2026-11-26", line)
			}
		}
	}
	if len(versions) < 2 || versions[0] != "[Unreleased]" ||
		!strings.HasPrefix(versions[len(versions)-1], "[0.1.0]") {
		t.Errorf("CHANGELOG.md has the versions %q; want [Unreleased] first and 0.1.0 last",
			versions)
	}
}

// link is a link of a Markdown page to a file.
var link = regexp.MustCompile(`\]\(([^)\s#]+)(#[^)\s]*)?\)`)

// Each link to a file leads to one, and each page is linked from another.
func TestLinks(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", ".github/*.md",
		".github/ISSUE_TEMPLATE/*.md", "notebooks/*.md"} {
		files := must.Get(filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern))))(t)
		for _, f := range files {
			name := must.Get(filepath.Rel(filepath.Join("..", ".."), f))(t)
			pages = append(pages, filepath.ToSlash(name))
		}
	}
	linked := map[string]bool{}
	for _, page := range pages {
		text := block.ReplaceAllString(read(t, page), "")
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], ":") {
				continue
			}
			to := path.Join(path.Dir(page), m[1])
			linked[to] = linked[to] || to != page
			if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(to))); err != nil {
				t.Errorf("%s links to %s: %v", page, m[1], err)
			}
		}
	}
	for _, page := range pages {
		if page != "README.md" && !strings.HasPrefix(page, ".github/") && !linked[page] {
			t.Errorf("no page links to %s", page)
		}
	}
}

// GitHub offers a template by its name and the line about it.
func TestIssueTemplates(t *testing.T) {
	for _, name := range []string{"bug", "feature"} {
		text := read(t, ".github/ISSUE_TEMPLATE/"+name+".md")
		if !regexp.MustCompile(`^---\nname: \S.*\nabout: \S.*\n---\n\n`).MatchString(text) {
			t.Errorf("%s.md does not begin with its name and what it is about", name)
		}
		if !strings.Contains(text, "**Data**") {
			t.Errorf("%s.md does not ask for the shape of the data", name)
		}
	}
}
