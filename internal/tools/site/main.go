// Program site writes the sources of the documentation's site, from which script/site has MkDocs
// make the pages: the documents and the executed notebooks as they are, a page for each family of
// methods and for each package, and the home page.
//
// MkDocs with Material renders, nbconvert converts notebooks, gomarkdoc writes the pages of
// packages. What is here joins them: links of the checkout become links of the site, and lists
// that GitHub reads become lists that Python-Markdown reads.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"fsnb.example/internal/nbfile"
	"fsnb.example/papers"
)

const module = "fsnb.example"

//go:embed assets
var assets embed.FS

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "script/site:", err)
		os.Exit(1)
	}
}

// run writes the sources into a folder that does not exist or is empty.
func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("site", flag.ContinueOnError)
	root := flags.String("root", ".", "the checkout")
	out := flags.String("o", "", "the folder for the sources, with mkdocs.yml beside its folder pages")
	gomarkdoc := flags.String("gomarkdoc", "gomarkdoc", "the program")
	nbconvert := flags.String("nbconvert", "jupyter-nbconvert", "the program")
	index := flags.String("index", "", "only take from a search index, search_index.json, what it has "+
		"twice")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *index != "" {
		return shortenIndex(*index)
	}
	if *out == "" {
		return errors.New("no folder for the sources: give -o DIR")
	}
	if in, err := os.ReadDir(*out); err == nil && len(in) > 0 {
		return fmt.Errorf("%s is not empty: give -o a new folder", *out)
	}
	s := &sources{root: *root, out: filepath.Join(*out, "pages"), api: make(map[string]bool),
		copied: make(map[string]bool)}
	nav, err := s.write(ctx, *gomarkdoc, *nbconvert)
	if err != nil {
		return err
	}
	var config bytes.Buffer
	form, err := template.ParseFS(assets, "assets/mkdocs.yml")
	if err != nil {
		return err
	}
	if err := form.Execute(&config, navYAML(nav, "  ")); err != nil {
		return err
	}
	return writeFile(filepath.Join(*out, "mkdocs.yml"), config.Bytes())
}

// write writes all pages and returns their order.
func (s *sources) write(ctx context.Context, gomarkdoc, nbconvert string) ([]item, error) {
	packages, err := publicPackages(s.root)
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		s.api[p] = true
	}
	documents, err := s.documents()
	if err != nil {
		return nil, err
	}
	for _, file := range documents {
		if err := s.document(file); err != nil {
			return nil, err
		}
	}
	if err := s.notebooks(nbconvert); err != nil {
		return nil, err
	}
	families, err := s.writeFamilies(ctx)
	if err != nil {
		return nil, err
	}
	api, err := s.writeAPI(gomarkdoc, packages)
	if err != nil {
		return nil, err
	}
	if err := s.special(); err != nil {
		return nil, err
	}
	if err := s.scripts(); err != nil {
		return nil, err
	}
	nav := navigation(families, api)
	pages, err := s.pages()
	if err != nil {
		return nil, err
	}
	return nav, checkNavigation(nav, pages)
}

// documents are the pages of docs, and those beside README.md, which home replaces.
func (s *sources) documents() ([]string, error) {
	var all []string
	for _, form := range []string{"*.md", "docs/*.md", "datasets/embedded/*.md"} {
		found, err := fs.Glob(os.DirFS(s.root), form)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return slices.DeleteFunc(all, func(f string) bool { return f == "README.md" }), nil
}

func (s *sources) document(file string) error {
	text, err := os.ReadFile(filepath.Join(s.root, file))
	if err != nil {
		return err
	}
	body, err := s.rewrite(file, string(text))
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(s.out, file), []byte(body))
}

// notebooks converts the notebooks of the project, those of each folder at once.
func (s *sources) notebooks(nbconvert string) error {
	files, err := nbfile.Project(s.root)
	if err != nil {
		return err
	}
	in := make(map[string][]string)
	for _, file := range files {
		in[filepath.Dir(file)] = append(in[filepath.Dir(file)], file)
	}
	templates := filepath.Join(s.root, "internal", "tools", "site", "template")
	for folder, group := range in {
		rel, err := filepath.Rel(s.root, folder)
		if err != nil {
			return err
		}
		if err := convert(nbconvert, templates, filepath.Join(s.out, rel), group); err != nil {
			return err
		}
	}
	for _, file := range files {
		rel, err := filepath.Rel(s.root, file)
		if err != nil {
			return err
		}
		name := filepath.Join(s.out, place(filepath.ToSlash(rel)))
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		body, err := s.notebookPage(filepath.ToSlash(rel), string(text))
		if err != nil {
			return err
		}
		if err := writeFile(name, []byte(body)); err != nil {
			return err
		}
	}
	return nil
}

// special writes the pages that are no document: home, the verdicts and the license.
func (s *sources) special() error {
	home, err := s.homePage()
	if err != nil {
		return err
	}
	verdicts, err := s.verdictsPage(papers.All())
	if err != nil {
		return err
	}
	license, err := os.ReadFile(filepath.Join(s.root, "LICENSE"))
	if err != nil {
		return err
	}
	for file, text := range map[string]string{homePage: home, papersPage: verdicts,
		place("LICENSE"): licensePage(string(license))} {
		if err := writeFile(filepath.Join(s.out, file), []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

// bundled are the scripts of others that the pages load, as internal/browser keeps them.
var bundled = []string{"vega/vega.min.js", "vega/vega-lite.min.js", "vega/vega-embed.min.js",
	"mermaid/mermaid.min.js"}

// scripts writes the site's own style sheet and script, and unpacks those of others.
func (s *sources) scripts() error {
	for _, name := range []string{"site.css", "site.js"} {
		text, err := assets.ReadFile("assets/" + name)
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(s.out, "assets", name), text); err != nil {
			return err
		}
	}
	for _, name := range bundled {
		packed, err := os.ReadFile(filepath.Join(s.root, "internal/browser/testdata", name+".gz"))
		if err != nil {
			return err
		}
		reader, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		text, err := io.ReadAll(reader)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		to := filepath.Join(s.out, "assets", filepath.Base(name))
		if err := writeFile(to, text); err != nil {
			return err
		}
	}
	return nil
}

// pages are the Markdown files of the sources.
func (s *sources) pages() (out []string, err error) {
	err = filepath.WalkDir(s.out, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".md") {
			return err
		}
		rel, err := filepath.Rel(s.out, name)
		out = append(out, filepath.ToSlash(rel))
		return err
	})
	return out, err
}
