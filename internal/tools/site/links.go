package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// sources are the files of the checkout that a page may refer to, and where they are in the site.
type sources struct {
	root, out string
	api       map[string]bool // packages with a page, by their folders
	copied    map[string]bool // files that pages refer to
}

// place is the file of the site for a file of the checkout: a page, or the file itself.
func place(file string) string {
	switch ext := path.Ext(file); {
	case file == "README.md":
		return homePage
	case file == "LICENSE":
		return "LICENSE.md"
	case ext == ".ipynb":
		return strings.TrimSuffix(file, ext) + ".md"
	}
	return file
}

// target is where a link or a picture of the page for file leads in the site; "" if what it refers
// to has no place there.
func (s *sources) target(file, link string) (string, error) {
	if link == "" || strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") {
		return link, nil
	}
	to, anchor, cut := strings.Cut(link, "#")
	if cut {
		anchor = "#" + anchor
	}
	rel := file
	if to != "" {
		rel = path.Join(path.Dir(file), to)
	}
	// Jupyter keeps the capitals of a heading in its anchor.
	if path.Ext(rel) == ".ipynb" {
		anchor = strings.ToLower(anchor)
	}
	if to == "" {
		return anchor, nil
	}
	if made, err := os.Stat(filepath.Join(s.out, rel)); err == nil && !made.IsDir() &&
		path.Ext(rel) != ".md" { // a picture of a notebook
		return link, nil
	}
	info, err := os.Stat(filepath.Join(s.root, rel))
	if err != nil || strings.HasPrefix(rel, "../") {
		return "", fmt.Errorf("%s: the link %s leads to no file of the checkout", file, link)
	}
	dest := place(rel)
	switch {
	case info.IsDir() && s.api[rel]:
		dest = apiFile(rel)
	case info.IsDir():
		return "", nil
	case path.Ext(dest) != ".md" && !s.copied[dest]:
		s.copied[dest] = true
		if err := copyFile(filepath.Join(s.root, rel), filepath.Join(s.out, dest)); err != nil {
			return "", err
		}
	}
	from, err := filepath.Rel(path.Dir(place(file)), dest)
	return filepath.ToSlash(from) + anchor, err
}

var (
	markdownLink = regexp.MustCompile(`(!?\[(?:[^\[\]]|\[[^\[\]]*\])*\])\(([^()\s]+)\)`)
	htmlLink     = regexp.MustCompile(`(<(?:img|a)\b[^>]*?\b(?:src|href)=")([^"]+)(")`)
	comments     = regexp.MustCompile(`(?s)<!--.*?-->`)
	fence        = regexp.MustCompile("^ {0,3}(```+|~~~+)")
	listItem     = regexp.MustCompile(`^( *)([-*]|\d+\.) `)
)

// outsideFences calls edit for each run of lines that is in no fenced block, and joins the result.
func outsideFences(text string, edit func(string) (string, error)) (string, error) {
	var out, run strings.Builder
	flush := func() error {
		edited, err := edit(run.String())
		out.WriteString(edited)
		run.Reset()
		return err
	}
	open := ""
	for line := range strings.Lines(text) {
		mark := ""
		if m := fence.FindStringSubmatch(line); m != nil {
			mark = m[1]
		}
		switch {
		case open == "" && mark != "":
			if err := flush(); err != nil {
				return "", err
			}
			open = mark
			out.WriteString(line)
		case open != "":
			if strings.HasPrefix(mark, open) && strings.TrimSpace(line) == mark {
				open = ""
			}
			out.WriteString(line)
		default:
			run.WriteString(line)
		}
	}
	err := flush()
	return out.String(), err
}

// rewrite turns a document or a notebook of the checkout into a page of the site: its links lead to
// pages, and its lists are in the Markdown of MkDocs.
func (s *sources) rewrite(file, text string) (string, error) {
	return outsideFences(text, func(run string) (string, error) {
		// A comment at the begin of a line would end the list around it.
		run = outsideCode(run, comments, func([]string) string { return "" })
		var failed error
		lead := func(link string) string {
			to, err := s.target(file, link)
			if err != nil && failed == nil {
				failed = err
			}
			return to
		}
		run = outsideCode(run, markdownLink, func(m []string) string {
			to := lead(m[2])
			if to == "" { // the words remain
				return strings.Trim(m[1], "[]")
			}
			return m[1] + "(" + to + ")"
		})
		run = outsideCode(run, htmlLink, func(m []string) string {
			return m[1] + lead(m[2]) + m[3]
		})
		return separateLists(run), failed
	})
}

// outsideCode replaces the matches of an expression that are in no code span.
func outsideCode(text string, re *regexp.Regexp, replace func(groups []string) string) string {
	var out strings.Builder
	end := 0
	for _, at := range re.FindAllStringIndex(text, -1) {
		paragraph := text[:at[0]]
		paragraph = paragraph[strings.LastIndex(paragraph, "\n\n")+1:]
		if strings.Count(paragraph, "`")%2 == 1 {
			continue
		}
		out.WriteString(text[end:at[0]])
		out.WriteString(replace(re.FindStringSubmatch(text[at[0]:at[1]])))
		end = at[1]
	}
	return out.String() + text[end:]
}

// separateLists writes lists as Python-Markdown wants them: after an empty line, and what belongs
// to an item, such as a paragraph, code or another list, indented by four columns, where GitHub
// wants no empty line and the width of the item's mark.
func separateLists(text string) string {
	var out strings.Builder
	lines := slices.Collect(strings.Lines(text))
	before := ""
	for i := 0; i < len(lines); {
		m := listItem.FindStringSubmatch(lines[i])
		if m == nil || m[1] != "" {
			out.WriteString(lines[i])
			before = lines[i]
			i++
			continue
		}
		if !isBlank(before) {
			out.WriteString("\n")
		}
		item, next := ofItem(lines, i, len(m[0]))
		content := separateLists(strings.Join(item, ""))
		first := true
		for line := range strings.Lines(content) {
			switch {
			case first:
				out.WriteString(m[0] + line)
			case isBlank(line):
				out.WriteString(line)
			default:
				out.WriteString("    " + line)
			}
			first = false
		}
		// The next item needs an empty line only after one with paragraphs or a list.
		i, before = next, ""
		if strings.Contains(content, "\n\n") && !isBlank(lines[i-1]) {
			before = lines[i-1]
		}
	}
	return out.String()
}

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

// ofItem returns the lines of the list item that begins at lines[i], without the width of its mark,
// and the index of the line after it: lines that are indented as far, and those that go on with its
// paragraph.
func ofItem(lines []string, i, width int) (item []string, next int) {
	item = []string{lines[i][width:]}
	pad := strings.Repeat(" ", width)
	for next = i + 1; next < len(lines); next++ {
		line := lines[next]
		switch {
		case strings.HasPrefix(line, pad):
			item = append(item, line[width:])
		case isBlank(line):
			// An empty line belongs to the item if something after it does.
			after := next
			for after < len(lines) && isBlank(lines[after]) {
				after++
			}
			if after == len(lines) || !strings.HasPrefix(lines[after], pad) {
				return item, next
			}
			item = append(item, line)
		case isBlank(lines[next-1]) || listItem.MatchString(line):
			return item, next
		default: // the paragraph goes on, less indented
			item = append(item, strings.TrimLeft(line, " "))
		}
	}
	return item, next
}
