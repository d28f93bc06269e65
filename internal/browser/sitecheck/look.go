package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// view is a way in which pages are seen, with the theme's name for its colors. Rules are the
// options of axe-core in which it differs.
type view struct {
	name, colors  string
	scheme        string
	width, height int64
	rules         string
}

// looks are the ways in which pages are seen. Links are those of the first. What colors and widths
// do not change is checked once.
var looks = []view{
	{"light", "light", "default", 1280, 1000, ""},
	{"dark", "dark", "slate", 1280, 1000, ", runOnly: ['color-contrast']"},
	{"phone", "light", "default", 390, 800, ", rules: {'color-contrast': {enabled: false}}"},
}

// setting gives the tab the size and the colors.
func (v view) setting() []chromedp.Action {
	return []chromedp.Action{emulation.SetDeviceMetricsOverride(v.width, v.height, 1, false),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: v.colors},
			{Name: "prefers-reduced-motion", Value: "reduce"}})}
}

// patience bounds a page that does not come to rest: axe-core takes half a minute for the longest.
const patience = 3 * time.Minute

// tab is a page of the browser.
type tab struct {
	ctx context.Context
	s   *site

	mu    sync.Mutex
	heard []string // what went wrong since the last call of said
}

func (t *tab) hear(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.heard = append(t.heard, fmt.Sprintf(format, args...))
}

func (t *tab) said() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	heard := t.heard
	t.heard = nil
	return heard
}

// listen notes requests that leave the site, files that are missing, and errors of scripts.
func (t *tab) listen() {
	chromedp.ListenTarget(t.ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			u := e.Request.URL
			if !strings.HasPrefix(u, t.s.base) && !strings.HasPrefix(u, "data:") &&
				!strings.HasPrefix(u, "blob:"+t.s.base) && !strings.HasPrefix(u, "about:") {
				t.hear("asks for %s", u)
			}
		case *network.EventResponseReceived:
			if e.Response.Status >= 400 {
				t.hear("status %d for %s", e.Response.Status, e.Response.URL)
			}
		case *runtime.EventExceptionThrown:
			t.hear("a script failed: %s", e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.APITypeError {
				for _, a := range e.Args {
					t.hear("a script says %s", a.Value)
				}
			}
		}
	})
}

// browsers is how many pages are open at a time. Each has a browser of its own: a page behind
// another draws nothing.
const browsers = 2

// check looks at every page, and searches. With quick, it reads all pages, and looks at the
// shortest of each folder.
func (s *site) check(ctx context.Context, browser string, quick bool) error {
	var open []*tab
	for range browsers {
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser),
			chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-dev-shm-usage", true),
			chromedp.Flag("disable-component-update", true))
		ctx, stop := chromedp.NewExecAllocator(ctx, options...)
		defer stop()
		ctx, stop = chromedp.NewContext(ctx)
		defer stop()
		t := &tab{ctx: ctx, s: s}
		t.listen()
		// The theme keeps the colors that it began with.
		forget := chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := cdp.AddScriptToEvaluateOnNewDocument(`localStorage.clear()`).Do(ctx)
			return err
		})
		if err := chromedp.Run(ctx, network.Enable(), runtime.Enable(), forget); err != nil {
			return fmt.Errorf("%s does not start: %w", browser, err)
		}
		open = append(open, t)
	}
	whole := s.pages
	if quick {
		// A long page takes a minute.
		short, least := make(map[string]string), make(map[string]int)
		for _, page := range s.pages {
			size, err := open[0].read(page)
			if err != nil {
				return err
			}
			folder := path.Dir(page)
			if short[folder] == "" || size < least[folder] {
				short[folder], least[folder] = page, size
			}
		}
		whole = slices.Sorted(maps.Values(short))
	}
	for _, look := range looks {
		visits := make(chan string, len(whole))
		for _, page := range whole {
			visits <- page
		}
		close(visits)
		var group sync.WaitGroup
		failed := make([]error, len(open))
		for j, t := range open {
			group.Go(func() {
				for page := range visits {
					if failed[j] = t.visit(page, look); failed[j] != nil {
						return
					}
				}
			})
		}
		group.Wait()
		if err := errors.Join(failed...); err != nil {
			return err
		}
	}
	return open[0].search()
}

// read keeps the anchors and the links of a page without opening it, finds the files that it needs
// but for those of its scripts, and returns its length: the browser takes its text apart.
func (t *tab) read(page string) (size int, err error) {
	text, err := os.ReadFile(filepath.Join(t.s.dir, filepath.FromSlash(page)))
	if err != nil {
		return 0, err
	}
	ctx, stop := context.WithTimeout(t.ctx, patience)
	defer stop()
	address, _ := json.Marshal(t.s.base + page)
	quoted, _ := json.Marshal(string(text))
	var v seen
	err = chromedp.Run(ctx, chromedp.Evaluate(fmt.Sprintf(parse, gather, quoted, address), &v))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", page, err)
	}
	t.s.name(page, v)
	for _, file := range v.Files {
		rest, inside := strings.CutPrefix(file, t.s.base)
		rest, _, _ = strings.Cut(rest, "?")
		if name, err := url.PathUnescape(rest); inside && (err != nil || !t.s.files[name]) {
			t.s.fault(page, "no file %s", rest)
		} else if !inside && !strings.HasPrefix(file, "data:") {
			t.s.fault(page, "asks for %s", file)
		}
	}
	return len(text), nil
}

// visit looks at a page and keeps what it saw. A page that cannot be seen is a fault of the page.
func (t *tab) visit(page string, look view) error {
	if err := chromedp.Run(t.ctx, look.setting()...); err != nil {
		return err
	}
	v, err := t.look(page, look)
	if t.ctx.Err() != nil {
		return t.ctx.Err()
	}
	t.s.mu.Lock()
	defer t.s.mu.Unlock()
	for _, h := range t.said() {
		t.s.fault(page, "%s", h)
	}
	if err != nil {
		t.s.fault(page, "not seen (%s): %v", look.name, err)
		return nil
	}
	if v.Missing > 0 {
		t.s.fault(page, "%d figures are not drawn (%s)", v.Missing, look.name)
	}
	t.s.note(page, look, v)
	return nil
}

// colored gives the page the colors of the look where the theme does not take them from the system
// in half a second: Material 9 keeps some of the page before.
const colored = `(async scheme => {
	const theme = document.body.dataset;
	for (let i = 0; i < 25 && ![undefined, scheme].includes(theme.mdColorScheme); i++) {
		await new Promise(r => setTimeout(r, 20));
	}
	if (theme.mdColorScheme) theme.mdColorScheme = scheme;
	return 0;
})`

// settle scrolls through the page, so that what is drawn when it is near is drawn, and waits for
// it.
const settle = `(async () => {
	const pause = ms => new Promise(r => setTimeout(r, ms));
	const boxes = [...document.querySelectorAll('.fsnb-figure[data-spec]')];
	for (const b of boxes) {
		b.scrollIntoView({block: 'center'});
		for (let i = 0; i < 1000 && !b.classList.contains('fsnb-drawn'); i++) await pause(20);
	}
	for (const img of document.images) { img.loading = 'eager'; }
	for (let i = 0; i < 200 && [...document.images].some(i => !i.complete); i++) await pause(20);
	for (let i = 0; i < 200 && [...document.querySelectorAll('.fsnb-diagram')].some(
		d => !d.querySelector('svg')); i++) await pause(20);
	scrollTo(0, 0);
	return 0;
})()`

// gather is a function of a document: what is seen of it, and what its text names.
const gather = `(document => ({
	Anchors: [...document.querySelectorAll('[id], a[name]')].flatMap(e => [e.id, e.name || ''])
		.filter(a => a),
	Links: [...document.querySelectorAll('a[href]')].map(a => a.href),
	Files: [...document.querySelectorAll(
		'[src], [data-spec], link[rel~=stylesheet], link[rel~=icon]')]
		.map(e => e.src || e.href || new URL(e.dataset.spec, document.baseURI).href),
	Wide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
	Figures: document.querySelectorAll('.fsnb-drawn').length,
	Missing: document.querySelectorAll('.fsnb-figure[data-spec]:not(.fsnb-drawn)').length,
	Broken: [...document.images].filter(i => i.complete && i.naturalWidth === 0).map(i => i.src),
	Axe: []}))`

// parse applies gather to a text with its address, to which its links are relative.
const parse = `((gather, text, address) => {
	const page = new DOMParser().parseFromString(text, 'text/html');
	const base = page.createElement('base');
	base.href = address;
	page.head.prepend(base);
	return gather(page);
})(%s, %s, %s)`

const runAxe = `(async () => (await axe.run(document, {resultTypes: ['violations']%s}))
	.violations.map(v => ({	ID: v.id, Impact: v.impact, Nodes: v.nodes.length,
	Target: v.nodes.slice(-2).map(n => String(n.target)).join(' and ')})))()`

func await(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// look opens a page, waits for its figures, takes a picture and runs axe-core.
func (t *tab) look(page string, look view) (v seen, err error) {
	ctx, stop := context.WithTimeout(t.ctx, patience)
	defer stop()
	actions := []chromedp.Action{chromedp.Navigate(t.s.base + page),
		chromedp.Evaluate(fmt.Sprintf("%s(%q)", colored, look.scheme), nil, await),
		chromedp.Evaluate(settle, nil, await), chromedp.Evaluate(gather+"(document)", &v)}
	var picture []byte
	if t.s.pictures != "" {
		actions = append(actions, shoot(&picture))
	}
	actions = append(actions, chromedp.Evaluate(t.s.axe+"\n;0", nil),
		chromedp.Evaluate(fmt.Sprintf(runAxe, look.rules), &v.Axe, await))
	if err := chromedp.Run(ctx, actions...); err != nil || picture == nil {
		return v, err
	}
	name := strings.ReplaceAll(strings.TrimSuffix(page, ".html"), "/", "-")
	name += "." + look.name + ".jpg"
	return v, os.WriteFile(filepath.Join(t.s.pictures, name), picture, 0o644)
}

// tall is the part of a page that a picture shows.
const tall = 5000

// shoot takes a picture of the upper part of a page.
func shoot(picture *[]byte) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, _, _, _, _, size, err := cdp.GetLayoutMetrics().Do(ctx)
		if err != nil {
			return err
		}
		*picture, err = cdp.CaptureScreenshot().WithCaptureBeyondViewport(true).
			WithFormat(cdp.CaptureScreenshotFormatJpeg).WithQuality(70).
			WithClip(&cdp.Viewport{Width: size.Width, Height: min(size.Height, tall), Scale: 1}).
			Do(ctx)
		return err
	})
}

// words are what the search is asked for: every site of the library has them.
const words = "redundancy"

// search types words into the field of the first page, and counts the answers.
func (t *tab) search() error {
	ctx, stop := context.WithTimeout(t.ctx, patience)
	defer stop()
	err := chromedp.Run(ctx, append(looks[0].setting(),
		chromedp.Navigate(t.s.base+"index.html"),
		chromedp.Click(`.md-search__input`, chromedp.ByQuery),
		chromedp.SendKeys(`.md-search__input`, words, chromedp.ByQuery),
		chromedp.WaitVisible(`.md-search-result__item`, chromedp.ByQuery),
		chromedp.Evaluate(`document.querySelectorAll('.md-search-result__item').length`,
			&t.s.found))...)
	for _, h := range t.said() {
		t.s.fault("index.html", "%s, in the search", h)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		t.s.fault("index.html", "the search for %q has no answer", words)
		return nil
	}
	return err
}
