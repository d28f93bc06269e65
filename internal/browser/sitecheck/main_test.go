package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// head begins a page without a fault of its own; its search is enough for the check.
const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>T</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head><body>
<main><h1>T</h1><input class="md-search__input" aria-label="Search"
oninput="document.getElementById('r').innerHTML = '<li class=md-search-result__item>a</li>'">
<ul id="r"></ul>`

// checked runs the check on a site with the given body of its first page.
func checked(t *testing.T, body string) (string, error) {
	t.Helper()
	browser := os.Getenv("FSNB_BROWSER")
	if browser == "" {
		t.Skip("FSNB_BROWSER is not set: run script/test")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.html": head + body + "</main></body></html>",
		"b.html":     head + `<h2 id="there">B</h2><a href="index.html">home</a></main></body></html>`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	err := run(context.Background(), &out, []string{"-axe", "../testdata/axe/axe.min.js.gz",
		"-browser", browser, dir})
	return out.String(), err
}

func TestSiteWithoutFaults(t *testing.T) {
	out, err := checked(t, `<a href="b.html#there">b</a> <a href="https://example.org/">away</a>`)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"light: 2 of 2 pages\n", "dark: 2 of 2 pages\n",
		"phone: 2 of 2 pages\n", "links: 2 within the site, 1 that leave it (not followed)\n",
		"answers of the search: 1\n", "axe-core: nothing found\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("the report has no %q:\n%s", want, out)
		}
	}
}

func TestSiteWithFaults(t *testing.T) {
	out, err := checked(t, `<a href="none.html">n</a> <a href="b.html#nowhere">a</a>
		<img src="none.png" alt="none"> <script src="https://example.org/x.js"></script>
		<script>throw new Error("oh")</script> <div style="width:600px">wide</div>
		<style>[data-md-color-scheme=slate] p {color: #111; background: #222}</style><p>dark</p>
		<script>document.body.dataset.mdColorScheme = "default"</script>
		<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`)
	if !errors.Is(err, errBad) {
		t.Fatalf("error %v\n%s", err, out)
	}
	for _, want := range []string{
		"index.html: the link none.html leads to no file\n",
		"index.html: the link b.html#nowhere leads to no anchor\n",
		"index.html: asks for https://example.org/x.js\n",
		"/none.png\n",
		"index.html: a script failed: ",
		"axe-core, dark: color-contrast (serious) on 1 pages\n",
		"pixels wider than the window (phone)\n",
		"axe-core, light: image-alt (critical) on 1 pages\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the report has no %q:\n%s", want, out)
		}
	}
}

func TestNoSite(t *testing.T) {
	err := run(context.Background(), &bytes.Buffer{}, []string{t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "has no index.html") {
		t.Errorf("error %v", err)
	}
}
