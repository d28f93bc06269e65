package browser

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// width makes the window so wide, and so high that every cell is drawn, and waits until JupyterLab,
// which lays itself out a moment later, has followed.
func (p *page) width(pixels int64) {
	p.Helper()
	p.do("make the window wide", chromedp.ActionFunc(func(ctx context.Context) error {
		return emulation.SetDeviceMetricsOverride(pixels, 24000, 1, false).Do(ctx)
	}))
	p.wait("the notebook to be as wide",
		fmt.Sprintf(`(w => w <= %d && w > %d)(%s.node.clientWidth)`, pixels, pixels/2, panel))
}

// checkLab looks at the notebook in JupyterLab as a reader meets it: at 1300 pixels nothing is
// wider than the page, at 420 the page is not either and what is wider scrolls inside its output;
// no error of the page, no request to another machine.
func (p *page) checkLab(t *testing.T) {
	t.Helper()
	const outputs = `[...document.querySelectorAll('.jp-OutputArea-output')]`
	p.width(1300)
	p.wait("the outputs to be drawn", outputs+`.length > 0`)
	var wide []string
	p.do("look for what is wider than the page", chromedp.Evaluate(outputs+`
		.filter(e => e.scrollWidth > e.clientWidth + 2).map(e => e.textContent.slice(0, 60))`, &wide))
	if len(wide) > 0 {
		t.Errorf("wider than a page of 1300 pixels: %q", wide)
	}
	p.width(420)
	var small struct {
		Page   int64
		Tables int
		Stuck  []string
	}
	p.do("look at a small window", chromedp.Evaluate(`({
		Page: document.documentElement.scrollWidth,
		Tables: `+outputs+`.filter(e => e.querySelector('table')).length,
		Stuck: `+outputs+`.filter(e => {
			const table = e.querySelector('table');
			if (!table) return false;
			for (let a = table; a !== e.parentElement; a = a.parentElement)
				if (['auto', 'scroll'].includes(getComputedStyle(a).overflowX) && a.clientWidth <= 420) return false;
			return table.getBoundingClientRect().right > 420;
		}).map(e => e.textContent.slice(0, 60)),
	})`, &small))
	if small.Page > 420 || small.Tables == 0 || len(small.Stuck) > 0 {
		t.Errorf("in a window of 420 pixels the page has %d, and of %d tables these do not "+
			"scroll in their output: %q",
			small.Page, small.Tables, small.Stuck)
	}
	p.width(1300)
	p.heard.Lock()
	defer p.heard.Unlock()
	if len(p.errors) > 0 || len(p.outside) > 0 {
		t.Errorf("errors of the page: %q, requests to other machines: %q", p.errors, p.outside)
	}
}
