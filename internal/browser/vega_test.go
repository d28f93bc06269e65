package browser

import (
	"compress/gzip"
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

	"fsnb.example/internal/must"
)

// unpacked returns a file of testdata/vega.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	file := must.Get(os.Open(filepath.Join("testdata", "vega", name+".gz")))(t)
	defer file.Close()
	text := must.Get(gzip.NewReader(file))(t)
	return string(must.Get(io.ReadAll(text))(t))
}

// blankPage is an empty page in the browser, without Jupyter.
func blankPage(t *testing.T) *page {
	t.Helper()
	p := tab(t, needed(t, "FSNB_BROWSER"))
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
	p.keep(name, picture)
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

// The figures are shown by one page, one after the other.
func TestVega(t *testing.T) {
	p := vegaPage(t)
	for name, check := range map[string]func(*page){"figures": vegaFigures,
		"tooltips": vegaTooltips, "differences": vegaDifferences} {
		t.Run(name, func(t *testing.T) {
			p.T = t
			check(p)
			if errors, outside := p.said(); len(errors)+len(outside) > 0 {
				t.Errorf("the page says %q and asks for %q", errors, outside)
			}
		})
	}
	p.T = t
}

// read returns a file of a specification.
func (p *page) read(file string) string {
	p.Helper()
	return string(must.Get(os.ReadFile("../../" + file))(p))
}

// Every recorded figure of the examples is valid, drawn without a warning or a request, and no
// wider than a notebook. Their pictures are left beside the executed notebooks.
func vegaFigures(p *page) {
	var files []string
	for _, room := range []string{"display", "papers", "papers/study"} {
		some, err := filepath.Glob("../../" + room + "/testdata/*.vl.json")
		if err != nil || len(some) == 0 {
			p.Fatalf("%d specifications of %s, %v", len(some), room, err)
		}
		files = append(files, some...)
	}
	if len(files) < 14 {
		p.Fatalf("%d specifications", len(files))
	}
	for _, file := range files {
		raw := must.Get(os.ReadFile(file))(p)
		name := strings.TrimSuffix(filepath.Base(file), ".vl.json")
		if strings.TrimSpace(string(raw)) == "null" {
			continue
		}
		var spec map[string]any
		must.Do(p, json.Unmarshal(raw, &spec))
		d := p.draw(string(raw))
		if !d.Valid {
			p.Errorf("%s is not Vega-Lite 5: %s", name, d.Why)
		}
		if d.Label != spec["description"] {
			p.Errorf("%s is described as %q, want %q", name, d.Label, spec["description"])
		}
		// Fonts differ from machine to machine.
		if d.Width < 300 || d.Width > 1000 || d.Height < 150 || d.Height > 900 || d.Marks < 10 ||
			d.Texts < 5 {
			p.Errorf("%s is %.0f×%.0f with %d marks and %d texts", name, d.Width, d.Height,
				d.Marks, d.Texts)
		}
		if errors, outside := p.said(); len(errors)+len(outside) > 0 {
			p.Errorf("%s: the page says %q and asks for %q", name, errors, outside)
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
func vegaTooltips(p *page) {
	p.draw(p.read("display/testdata/hostile.vl.json"))
	for i, name := range []string{"<img src=https://example.com/x.png>", `a "b", c`,
		"back\\slash ${1+1}", "1e5", "https://example.com/y.png"} {
		text, strange := p.tip(`#view .mark-symbol path[role="graphics-symbol"]`, i)
		if !strings.Contains(text, name) || !strings.Contains(text, "image:") || strange != 0 {
			p.Errorf("point %d says %q with %d elements, want %q", i+1, text, strange, name)
		}
	}
	p.shootView("vega-hover")
}

// A cell of differences has both numbers on hover, also where its number is written.
func vegaDifferences(p *page) {
	p.draw(p.read("papers/testdata/paper_differences.vl.json"))
	text, _ := p.tip("#view .mark-rect path[aria-roledescription='rect mark']", 0)
	if got := strings.Join(strings.Fields(text), " "); got !=
		"row ReliefF column RELATHE printed 0.68 ours 0.72 difference +.04" {
		p.Errorf("the first cell says %q", got)
	}
	p.shootView("vega-differences-hover")
}
