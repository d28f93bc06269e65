package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/algorithms/catalogue"
	"fsnb.example/internal/must"
	"fsnb.example/papers"
)

// A method is shown on the data that it is for, with the code of a cell and ten chosen pixels.
func TestAnswer(t *testing.T) {
	pictures, number, err := examples()
	must.Do(t, err)
	for _, c := range []struct {
		name string
		code []string
		says string
	}{
		{"fisher", []string{`fsnb.TakeClasses(fsnb.Load("digits"), "3", "8")`,
			"fsnb.Select(data, fsnb.Fisher{}, 10)", "\n%%\nfsnb.Show(fsnb.ChosenPixels("},
			"fisher, 10 of 64"},
		{"t-score", []string{"fsnb.Select(data, fsnb.TScore{}, 10)"}, "t-score, 10 of 64"},
		{"f-regression", []string{`fsnb.Load("friedman1")`, "fsnb.Show(fsnb.Spectrum(ranking))"},
			"f-regression knee"},
	} {
		e, err := catalogue.Find(c.name)
		must.Do(t, err)
		code, f, _, err := answer(context.Background(), e, pictures, number)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, want := range c.code {
			if !strings.Contains(code, want) {
				t.Errorf("%s: the code is\n%swithout %s", c.name, code, want)
			}
		}
		if !strings.Contains(f.Description(), c.says) {
			t.Errorf("%s: the figure says %q, want %q in it", c.name, f.Description(), c.says)
		}
		png, err := f.PNG()
		if err != nil || !bytes.HasPrefix(png, []byte("\x89PNG")) {
			t.Errorf("%s: no picture: %v", c.name, err)
		}
	}
}

// Each method of the catalogue has a comment with its source or, as a baseline, none, and a list of
// what it is.
func TestMethodsHaveComments(t *testing.T) {
	s := &sources{root: "../../.."}
	for _, e := range catalogue.All() {
		p, err := packageDoc(s.root, folderOf(e))
		must.Do(t, err)
		text, err := typeDoc(p, e.Type)
		if err != nil || len(text) < 80 {
			t.Errorf("%s has the comment %q, %v", e.Name, text, err)
		}
		if e.Source != "" && !strings.Contains(text, "Source") {
			t.Errorf("the comment of %s names no source", e.Name)
		}
		if list := facts(e); !strings.Contains(list, "- In Go: "+e.InGo()) {
			t.Errorf("%s has the facts %q", e.Name, list)
		}
	}
}

func TestVerdictsPage(t *testing.T) {
	s := &sources{root: "../../.."}
	text := must.Get(s.verdictsPage(papers.All()))(t)
	if n := strings.Count(text, "<table class=\"fsnb\""); n != len(papers.All()) {
		t.Errorf("%d tables for %d papers", n, len(papers.All()))
	}
	for _, p := range papers.All() {
		if !strings.Contains(text, "\n## "+p.Title+"\n") {
			t.Errorf("no heading for %s", p.Title)
		}
	}
}

func TestTidyOutputs(t *testing.T) {
	got := tidyOutputs(`<style>a{}</style>` + "\n" + `<table style="x"><tr><th colspan="2"` +
		` scope="colgroup" style="y"></th><th scope="col">a</th>`)
	if want := `<table class="fsnb" style="x"><tr><td colspan="2" style="y"></td>` +
		`<th scope="col">a</th>`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestPlainHeadings(t *testing.T) {
	got := plainHeadings("### func \\(A\\) B\n\nsome \\(text\\)\n")
	if want := "### func (A) B\n\nsome \\(text\\)\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The text of a page that its sections repeat is dropped; that of a page without sections, or with
// an introduction alone, stays.
func TestShortenIndex(t *testing.T) {
	name := filepath.Join(t.TempDir(), "search_index.json")
	text := `{"config":{"lang":["en"]},"docs":[` +
		`{"location":"a.html","text":"one two three","title":"A"},` +
		`{"location":"a.html#b","text":"one","title":"B"},` +
		`{"location":"a.html#c","text":"two","title":"C"},` +
		`{"location":"d.html","text":"alone","title":"D"},` +
		`{"location":"e.html","text":"in","title":"E"},` +
		`{"location":"e.html#f","text":"longer","title":"F"}]}`
	must.Do(t, os.WriteFile(name, []byte(text), 0o644))
	must.Do(t, run(context.Background(), []string{"-index", name}))
	got, err := os.ReadFile(name)
	want := strings.Replace(text, "one two three", "", 1)
	if err != nil || string(got) != want {
		t.Errorf("%s, %v; want\n%s", got, err, want)
	}
}
