package browser

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// unpacked returns a file of testdata/vega.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "vega", name+".gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// blankPage is an empty page in the browser, without Jupyter.
func blankPage(t *testing.T) *page {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(needed(t, "FSNB_BROWSER")), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.WindowSize(1100, 1200), chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-component-update", true))
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	p := &page{T: t, ctx: ctx}
	p.listen()
	p.listenToConsole()
	p.do("open a page", network.Enable(), runtime.Enable(), chromedp.Navigate("about:blank"))
	return p
}

// vegaPage is a page that draws specifications and checks them against the schema of Vega-Lite 5.
func vegaPage(t *testing.T) *page {
	t.Helper()
	p := blankPage(t)
	for _, name := range []string{"vega.min.js", "vega-lite.min.js", "vega-embed.min.js",
		"ajv.min.js"} {
		p.do("load "+name, chromedp.Evaluate(unpacked(t, name)+"\n;0", nil))
	}
	p.do("read the schema", chromedp.Evaluate(`
		window.valid = new Ajv({unknownFormats: 'ignore', logger: false}).compile(`+
		unpacked(t, "vega-lite-schema.json")+`);
		document.body.style.margin = 0;
		document.body.innerHTML = '<div id=view></div>'; 0`, nil))
	return p
}

// listenToConsole notes warnings, with which Vega-Lite says what it does not understand.
func (p *page) listenToConsole() {
	chromedp.ListenTarget(p.ctx, func(event any) {
		e, ok := event.(*runtime.EventConsoleAPICalled)
		if !ok || e.Type != runtime.APITypeWarning && e.Type != runtime.APITypeError {
			return
		}
		p.heard.Lock()
		defer p.heard.Unlock()
		for _, a := range e.Args {
			p.errors = append(p.errors, string(a.Value))
		}
	})
}

// shootView keeps a picture of the figure beside the executed notebooks.
func (p *page) shootView(name string) {
	p.Helper()
	var picture []byte
	p.do("take a picture", chromedp.Screenshot("#view", &picture, chromedp.ByQuery))
	dir := os.Getenv("FSNB_ARTEFACTS")
	if dir == "" {
		dir = p.TempDir()
	}
	file := filepath.Join(dir, "browser-"+name+".png")
	if err := os.WriteFile(file, picture, 0o644); err != nil {
		p.Fatal(err)
	}
}

// drawn is what a page shows of a specification.
type drawn struct {
	Width, Height float64
	Marks, Texts  int
	Label         string // for screen readers
	Valid         bool
	Why           string // it is not
}

// draw shows a specification as front ends do.
func (p *page) draw(spec string) (d drawn) {
	p.Helper()
	p.do("draw", chromedp.Evaluate(`(async spec => {
		const valid = window.valid(spec), why = JSON.stringify(window.valid.errors || []).slice(0, 500);
		const drawn = await vegaEmbed('#view', spec, {mode: 'vega-lite'});
		window.view = drawn.view;
		const svg = document.querySelector('#view svg'), r = svg.getBoundingClientRect();
		return {Width: r.width, Height: r.height, Valid: valid, Why: why,
			Label: document.querySelector('[role="graphics-document"]').getAttribute('aria-label'),
			Marks: svg.querySelectorAll('[role="graphics-symbol"]').length,
			Texts: svg.querySelectorAll('text').length};
	})(`+spec+`)`, &d, awaitPromise))
	return d
}

// said returns what the page said and asked for since the last call.
func (p *page) said() (errors, outside []string) {
	p.heard.Lock()
	defer p.heard.Unlock()
	errors, outside = p.errors, p.outside
	p.errors, p.outside = nil, nil
	return errors, outside
}

// Every recorded figure of the examples is valid, drawn without a warning or a request, and no
// wider than a notebook. Their pictures are left beside the executed notebooks.
func TestVegaFigures(t *testing.T) {
	p := vegaPage(t)
	var files []string
	for _, room := range []string{"display", "papers", "papers/study"} {
		some, err := filepath.Glob("../../" + room + "/testdata/*.vl.json")
		if err != nil || len(some) == 0 {
			t.Fatalf("%d specifications of %s, %v", len(some), room, err)
		}
		files = append(files, some...)
	}
	if len(files) < 14 {
		t.Fatalf("%d specifications", len(files))
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".vl.json")
		if strings.TrimSpace(string(raw)) == "null" {
			continue
		}
		var spec map[string]any
		if err := json.Unmarshal(raw, &spec); err != nil {
			t.Fatal(err)
		}
		d := p.draw(string(raw))
		if !d.Valid {
			t.Errorf("%s is not Vega-Lite 5: %s", name, d.Why)
		}
		if d.Label != spec["description"] {
			t.Errorf("%s is described as %q, want %q", name, d.Label, spec["description"])
		}
		// Fonts differ from machine to machine.
		if d.Width < 300 || d.Width > 1000 || d.Height < 150 || d.Height > 900 || d.Marks < 10 ||
			d.Texts < 5 {
			t.Errorf("%s is %.0f×%.0f with %d marks and %d texts", name, d.Width, d.Height,
				d.Marks, d.Texts)
		}
		if errors, outside := p.said(); len(errors)+len(outside) > 0 {
			t.Errorf("%s: the page says %q and asks for %q", name, errors, outside)
		}
		p.shootView("vega-" + name)
	}
}

// tip is the tooltip of the i-th element of a selector, as text, and the elements in it that no
// tooltip has.
func (p *page) tip(selector string, i int) (text string, strange int) {
	p.Helper()
	var at struct{ X, Y float64 }
	p.do("find a mark", chromedp.Evaluate(fmt.Sprintf(`((selector, i) => {
		const r = document.querySelectorAll(selector)[i].getBoundingClientRect();
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
	})(%q, %d)`, selector, i), &at))
	p.do("hover", input.DispatchMouseEvent(input.MouseMoved, 1, 1),
		input.DispatchMouseEvent(input.MouseMoved, at.X, at.Y))
	p.wait("the tooltip", `document.querySelector('#vg-tooltip-element.visible') !== null`)
	var seen struct {
		Text    string
		Strange int
	}
	p.do("read the tooltip", chromedp.Evaluate(`(e => ({Text: e.innerText,
		Strange: e.querySelectorAll('img, script, a, iframe, h2').length}))(
		document.querySelector('#vg-tooltip-element'))`, &seen))
	return seen.Text, seen.Strange
}

// A name is shown on hover letter by letter, whatever it looks like, and fetches nothing.
func TestVegaTooltips(t *testing.T) {
	p := vegaPage(t)
	raw, err := os.ReadFile("../../display/testdata/hostile.vl.json")
	if err != nil {
		t.Fatal(err)
	}
	p.draw(string(raw))
	for i, name := range []string{"<img src=https://example.com/x.png>", `a "b", c`,
		"back\\slash ${1+1}", "1e5", "https://example.com/y.png"} {
		text, strange := p.tip(`#view .mark-symbol path[role="graphics-symbol"]`, i)
		if !strings.Contains(text, name) || !strings.Contains(text, "image:") || strange != 0 {
			t.Errorf("point %d says %q with %d elements, want %q", i+1, text, strange, name)
		}
	}
	if errors, outside := p.said(); len(errors)+len(outside) > 0 {
		t.Errorf("the page says %q and asks for %q", errors, outside)
	}
	p.shootView("vega-hover")
}

// A cell of differences has both numbers on hover, also where its number is written.
func TestVegaDifferences(t *testing.T) {
	p := vegaPage(t)
	raw, err := os.ReadFile("../../papers/testdata/paper_differences.vl.json")
	if err != nil {
		t.Fatal(err)
	}
	p.draw(string(raw))
	text, _ := p.tip("#view .mark-rect path[aria-roledescription='rect mark']", 0)
	if got := strings.Join(strings.Fields(text), " "); got !=
		"row ReliefF column RELATHE printed 0.68 ours 0.72 difference +.04" {
		t.Errorf("the first cell says %q", got)
	}
	if errors, outside := p.said(); len(errors)+len(outside) > 0 {
		t.Errorf("the page says %q and asks for %q", errors, outside)
	}
	p.shootView("vega-differences-hover")
}
