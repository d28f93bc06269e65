package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// looks are the ways in which pages are seen. Links and figures are those of the first.
var looks = []struct {
	name          string
	colors        string
	width, height int64
}{
	{"light", "light", 1280, 1000},
	{"dark", "dark", 1280, 1000},
	{"phone", "light", 390, 800},
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

// check looks at every page, and searches. With quick, axe-core and the other looks see the first
// page of each folder only.
func (s *site) check(ctx context.Context, browser string, quick bool) error {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-component-update", true))
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	defer stop()
	ctx, stop = chromedp.NewContext(ctx)
	defer stop()
	t := &tab{ctx: ctx, s: s}
	t.listen()
	if err := chromedp.Run(ctx, network.Enable(), runtime.Enable()); err != nil {
		return fmt.Errorf("%s does not start: %w", browser, err)
	}
	for i, look := range looks {
		err := chromedp.Run(ctx, emulation.SetDeviceMetricsOverride(look.width, look.height, 1, false),
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: look.colors},
				{Name: "prefers-reduced-motion", Value: "reduce"}}))
		if err != nil {
			return err
		}
		folders := make(map[string]bool)
		for _, page := range s.pages {
			first := !folders[path.Dir(page)]
			folders[path.Dir(page)] = true
			if quick && !first && i > 0 {
				continue
			}
			v, err := t.look(page, i == 0, !quick || first)
			for _, h := range t.said() {
				s.fault(page, "%s", h)
			}
			if err != nil && ctx.Err() == nil {
				s.fault(page, "not seen (%s): %v", look.name, err)
				continue
			}
			if err != nil {
				return err
			}
			s.note(page, look.name, v)
		}
	}
	return t.search()
}

// settle scrolls through the page, so that what is drawn when it is near is drawn, and waits for it.
const settle = `(async () => {
	const pause = ms => new Promise(r => setTimeout(r, ms));
	const boxes = [...document.querySelectorAll('.fsnb-figure[data-spec]')];
	for (const b of boxes) {
		b.scrollIntoView({block: 'center'});
		for (let i = 0; i < 200 && !b.classList.contains('fsnb-drawn'); i++) await pause(20);
	}
	for (const img of document.images) { img.loading = 'eager'; }
	for (let i = 0; i < 200 && [...document.images].some(i => !i.complete); i++) await pause(20);
	for (let i = 0; i < 200 && [...document.querySelectorAll('.fsnb-diagram')].some(
		d => !d.querySelector('svg')); i++) await pause(20);
	scrollTo(0, 0);
	return 0;
})()`

const gather = `({
	Anchors: [...document.querySelectorAll('[id], a[name]')].flatMap(e => [e.id, e.name || '']).filter(a => a),
	Links: [...document.querySelectorAll('a[href]')].map(a => a.href),
	Wide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
	Figures: document.querySelectorAll('.fsnb-drawn').length,
	Missing: document.querySelectorAll('.fsnb-figure[data-spec]:not(.fsnb-drawn)').length,
	Broken: [...document.images].filter(i => i.complete && i.naturalWidth === 0).map(i => i.src),
	Axe: []})`

const runAxe = `(async () => (await axe.run(document, {resultTypes: ['violations']})).violations.map(v => ({
	ID: v.id, Impact: v.impact, Nodes: v.nodes.length,
	Target: v.nodes.slice(-2).map(n => String(n.target)).join(' and ')})))()`

func await(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// look opens a page. Figures are waited for when drawn is set, axe-core runs when axe is.
func (t *tab) look(page string, drawn, axe bool) (v seen, err error) {
	ctx, stop := context.WithTimeout(t.ctx, patience)
	defer stop()
	actions := []chromedp.Action{chromedp.Navigate(t.s.base + page)}
	if drawn {
		actions = append(actions, chromedp.Evaluate(settle, nil, await))
	}
	actions = append(actions, chromedp.Evaluate(gather, &v))
	if axe {
		actions = append(actions, chromedp.Evaluate(t.s.axe+"\n;0", nil),
			chromedp.Evaluate(runAxe, &v.Axe, await))
	}
	return v, chromedp.Run(ctx, actions...)
}

// words are what the search is asked for: every site of the library has them.
const words = "redundancy"

// search types words into the field of the first page, and counts the answers.
func (t *tab) search() error {
	ctx, stop := context.WithTimeout(t.ctx, patience)
	defer stop()
	err := chromedp.Run(ctx,
		emulation.SetDeviceMetricsOverride(looks[0].width, looks[0].height, 1, false),
		chromedp.Navigate(t.s.base+"index.html"),
		chromedp.Click(`.md-search__input`, chromedp.ByQuery),
		chromedp.SendKeys(`.md-search__input`, words, chromedp.ByQuery),
		chromedp.WaitVisible(`.md-search-result__item`, chromedp.ByQuery),
		chromedp.Evaluate(`document.querySelectorAll('.md-search-result__item').length`, &t.s.found))
	for _, h := range t.said() {
		t.s.fault("index.html", "%s, in the search", h)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		t.s.fault("index.html", "the search for %q has no answer", words)
		return nil
	}
	return err
}
