package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// head begins a page without a fault of its own; its search is enough for the check.
const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>T</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head><body>
<main><h1>T</h1><input class="md-search__input" aria-label="Search"
oninput="document.getElementById('r').innerHTML = '<li class=md-search-result__item>a</li>'">
<ul id="r"></ul>`

// checked runs the check on a site with the given bodies of pages, and a page b.html.
func checked(t *testing.T, bodies map[string]string, args ...string) (string, error) {
	t.Helper()
	browser := os.Getenv("FSNB_BROWSER")
	if browser == "" {
		t.Skip("FSNB_BROWSER is not set: run script/test")
	}
	dir := t.TempDir()
	bodies["b.html"] = `<h2 id="there">B</h2><a href="index.html">home</a>`
	for name, body := range bodies {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(head+body+"</main></body></html>"),
			0o644))
	}
	var out bytes.Buffer
	err := run(context.Background(), &out, append(args, "-axe", "../testdata/axe/axe.min.js.gz",
		"-browser", browser, dir))
	return out.String(), err
}

// saysAll wants lines of the report.
func saysAll(t *testing.T, out string, lines ...string) {
	t.Helper()
	for _, want := range lines {
		if !strings.Contains(out, want) {
			t.Errorf("the report has no %q:\n%s", want, out)
		}
	}
}

func TestSiteWithoutFaults(t *testing.T) {
	out, err := checked(t, map[string]string{"index.html": `<a href="b.html#there">b</a>
		<a href="https://example.org/">away</a>`})
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	saysAll(t, out, "light: 2 of 2 pages\n", "dark: 2 of 2 pages\n", "phone: 2 of 2 pages\n",
		"links: 2 within the site, 1 that leave it (not followed)\n",
		"answers of the search: 1\n", "axe-core: nothing found\n")
}

func TestSiteWithFaults(t *testing.T) {
	out, err := checked(t, map[string]string{
		"index.html": `<a href="none.html">n</a> <a href="b.html#nowhere">a</a>
		<img src="none.png" alt="none"> <script src="https://example.org/x.js"></script>
		<script>throw new Error("oh")</script> <div style="width:600px">wide</div>
		<style>[data-md-color-scheme=slate] p {color: #111; background: #222}</style><p>dark</p>
		<script>document.body.dataset.mdColorScheme = "default"</script>
		<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`})
	if !errors.Is(err, errBad) {
		t.Fatalf("error %v\n%s", err, out)
	}
	saysAll(t, out,
		"index.html: the link none.html leads to no file\n",
		"index.html: the link b.html#nowhere leads to no anchor\n",
		"index.html: asks for https://example.org/x.js\n",
		"/none.png\n",
		"index.html: a script failed: ",
		"axe-core, dark: color-contrast (serious) on 1 pages\n",
		"pixels wider than the window (phone)\n",
		"axe-core, light: image-alt (critical) on 1 pages\n")
}

// The shortest page is opened: the faults of the others are those that their text has.
func TestQuick(t *testing.T) {
	out, err := checked(t, map[string]string{
		"index.html": `<a href="c.html#%C3%A9">c</a><a href="?q#r">list</a>
			<img src="data:," alt="">`,
		"c.html": `<a name="é" href="none.html">n</a> <a href="b.html#nowhere">a</a>
			<img src="none.png" alt=""> <script src="https://example.org/x.js"></script>
			<link rel="stylesheet" href="none.css"> <div data-spec="none.json"></div>
			<script>throw new Error("oh"); "<a href='text.html'>"</script>`,
	}, "-quick")
	if !errors.Is(err, errBad) {
		t.Fatalf("error %v\n%s", err, out)
	}
	saysAll(t, out, "light: 1 of 3 pages\n", "phone: 1 of 3 pages\n",
		"links: 5 within the site, 0 that leave it (not followed)\n", `axe-core: nothing found
c.html: asks for https://example.org/x.js
c.html: no file none.css
c.html: no file none.json
c.html: no file none.png
c.html: the link b.html#nowhere leads to no anchor
c.html: the link none.html leads to no file
`)
}

func TestNoSite(t *testing.T) {
	err := run(context.Background(), &bytes.Buffer{}, []string{t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "has no index.html") {
		t.Errorf("error %v", err)
	}
}
