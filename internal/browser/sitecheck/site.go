package main

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// site is a built site and what was seen of it.
type site struct {
	dir  string
	base string // its address
	axe  string // axe-core
	// pictures is the folder for pictures of the pages, "" for none.
	pictures string
	pages    []string // its files *.html, below dir
	files    map[string]bool

	mu       sync.Mutex                 // guards what follows, while tabs look at pages
	anchors  map[string]map[string]bool // of each page
	links    map[string][]string        // of each page, as addresses below base
	outside  int                        // links that leave the site, which are not followed
	faults   []fault
	findings map[finding][]string // of axe-core, with the pages and elements that have them
	looks    map[string]int       // pages seen in each way
	figures  int                  // drawn by scripts
	found    int                  // answers of the search
}

// fault is a line of the report.
type fault struct{ page, what string }

// finding is a rule of axe-core, how grave it is, and in which colors.
type finding struct{ look, rule, impact string }

// open lists the files of a site.
func open(dir string) (*site, error) {
	s := &site{dir: dir, files: make(map[string]bool), anchors: make(map[string]map[string]bool),
		links: make(map[string][]string), findings: make(map[finding][]string),
		looks: make(map[string]int)}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		s.files[rel] = true
		// The page of errors is shown at any address, so its links begin at the root of the server.
		if path.Ext(rel) == ".html" && rel != "404.html" {
			s.pages = append(s.pages, rel)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !s.files["index.html"] {
		return nil, fmt.Errorf("%s has no index.html: is it a site of script/site?", dir)
	}
	return s, nil
}

func unpack(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	text, err := io.ReadAll(packed)
	return string(text), err
}

// seen is what a page says of itself.
type seen struct {
	Anchors []string
	Links   []string
	Files   []string // that its text names
	Wide    int      // pixels by which the page is wider than its window
	Figures int      // drawn by scripts
	Missing int      // figures with a specification that show their picture
	Broken  []string
	Axe     []struct {
		ID     string
		Impact string
		Nodes  int
		Target string
	}
}

// name keeps what a page names.
func (s *site) name(page string, v seen) {
	s.anchors[page] = make(map[string]bool)
	for _, a := range v.Anchors {
		s.anchors[page][a] = true
	}
	s.links[page] = v.Links
}

// note keeps what was seen of a page in one look.
func (s *site) note(page string, in view, v seen) {
	look := in.name
	s.looks[look]++
	if look == looks[0].name {
		s.name(page, v)
		s.figures += v.Figures
	}
	for _, b := range v.Broken {
		s.fault(page, "no picture %s", b)
	}
	if v.Wide > 0 {
		s.fault(page, "%d pixels wider than the window (%s)", v.Wide, look)
	}
	for _, a := range v.Axe {
		key := finding{look, a.ID, a.Impact}
		s.findings[key] = append(s.findings[key], fmt.Sprintf("%s: %d elements, such as %s", page,
			a.Nodes, a.Target))
	}
}

func (s *site) fault(page, format string, args ...any) {
	s.faults = append(s.faults, fault{page, fmt.Sprintf(format, args...)})
}

// follow checks the links of all pages against their anchors.
func (s *site) follow() (links int) {
	for _, page := range s.pages {
		for _, link := range s.links[page] {
			rest, inside := strings.CutPrefix(link, s.base)
			if !inside {
				s.outside++
				continue
			}
			links++
			file, anchor, _ := strings.Cut(rest, "#")
			file, _, _ = strings.Cut(file, "?")
			if file == "" || strings.HasSuffix(file, "/") {
				file += "index.html"
			}
			name, err := url.PathUnescape(file)
			if err != nil || !s.files[name] {
				s.fault(page, "the link %s leads to no file", rest)
				continue
			}
			at, err := url.PathUnescape(anchor)
			if err != nil || at != "" && path.Ext(name) == ".html" && !s.anchors[name][at] {
				s.fault(page, "the link %s leads to no anchor", rest)
			}
		}
	}
	return links
}

// report prints what was seen, and whether something is wrong.
func (s *site) report(out io.Writer) (bad bool) {
	links := s.follow()
	for _, look := range looks {
		fmt.Fprintf(out, "%s: %d of %d pages\n", look.name, s.looks[look.name], len(s.pages))
	}
	fmt.Fprintf(out, "links: %d within the site, %d that leave it (not followed)\n", links, s.outside)
	fmt.Fprintf(out, "figures drawn with hover: %d; answers of the search: %d\n", s.figures, s.found)
	keys := slices.SortedFunc(maps.Keys(s.findings), func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.look, b.look), cmp.Compare(a.rule, b.rule))
	})
	for _, k := range keys {
		pages := s.findings[k]
		fmt.Fprintf(out, "axe-core, %s: %s (%s) on %d pages\n", k.look, k.rule, k.impact,
			len(pages))
		bad = bad || k.impact == "serious" || k.impact == "critical"
		for _, p := range pages[:min(len(pages), 3)] {
			fmt.Fprintf(out, "  %s\n", p)
		}
	}
	if len(keys) == 0 {
		fmt.Fprintln(out, "axe-core: nothing found")
	}
	slices.SortFunc(s.faults, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.page, b.page), cmp.Compare(a.what, b.what))
	})
	for _, f := range slices.Compact(s.faults) {
		fmt.Fprintf(out, "%s: %s\n", f.page, f.what)
	}
	return bad || len(s.faults) > 0
}
