package browser

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"fsnb.example/internal/table"
)

// wide is a table of deviations with that many columns.
func wide(columns int) *table.Table {
	t := &table.Table{Title: "deviations", Rows: [][]string{{"LUNG_1543_substitute"}},
		Columns: []table.Column{{Name: "data set"}},
		Notes:   []string{strings.Repeat("A note. ", 40)}}
	for range columns {
		t.Columns = append(t.Columns, table.Column{Name: "grm, scorer=relieff", Align: table.Right})
		t.Rows[0] = append(t.Rows[0], "† 0.742 ± 0.039")
	}
	return t
}

// sides is a table of that many rankings side by side.
func sides(rankings int) *table.Table {
	t := &table.Table{Rows: [][]string{nil}}
	for range rankings {
		t.Groups = append(t.Groups, table.Group{Name: "fisher: 10 of 30, wdbc", Span: 3})
		t.Columns = append(t.Columns, table.Column{Name: "feature"},
			table.Column{Name: "score", Align: table.Right}, table.Column{Bar: true})
		t.Rows[0] = append(t.Rows[0], "mean_fractal_dimension", "−1234.5", table.Bar(1, 1, 12))
	}
	return t
}

// prose is a table with a long sentence and columns that leave no room for it on a phone.
func prose() *table.Table {
	return &table.Table{
		Columns: []table.Column{{Name: "group"}, {Name: "mean squared correlation"}, {Name: "names",
			Prose: true}},
		Rows: [][]string{{"a name of no more than sixty letters on one line",
			"another name of some length", strings.Repeat("worst_area, ", 12)}},
	}
}

// The page has the rules of nbconvert that decide what is cut: outputs scroll, and words break.
const printHead = `<style>.jp-RenderedHTMLCommon table{font-size:12px}
	.jp-OutputArea-output{overflow-x:auto;word-break:break-word} pre{overflow-x:auto;margin:0}
	body{font-family:"DejaVu Sans",sans-serif;margin:0}</style>`

// On paper no table and no line of code is wider than the page; on a phone what is wider scrolls in
// an element of its own, a sentence is not a column of letters, and the code of a page of nbconvert
// (.highlight) wraps.
func TestBrowserPrint(t *testing.T) {
	p := blankPage(t)
	code := "<pre>" + strings.Repeat("x", 200) + "</pre>"
	html := printHead + `<div class="jp-InputArea">` + code + `</div>` +
		`<div class="jp-InputArea"><div class="highlight">` + code + `</div></div>`
	for _, one := range []*table.Table{wide(2), wide(7), wide(19), wide(30), sides(2), sides(4),
		prose()} {
		html += `<div class="jp-OutputArea-child"><div class="jp-OutputArea-output ` +
			`jp-RenderedHTMLCommon">` + one.HTML() + `</div></div>`
	}
	p.do("show the tables", chromedp.Evaluate(fmt.Sprintf("document.body.innerHTML = %q; 0", html),
		nil))
	for media, width := range map[string]int64{"print": 640, "screen": 390} {
		var seen struct{ Page, Tables, Wide, Cut, Tallest int64 }
		p.do("look at "+media, chromedp.ActionFunc(func(ctx context.Context) error {
			if err := emulation.SetEmulatedMedia().WithMedia(media).Do(ctx); err != nil {
				return err
			}
			return emulation.SetDeviceMetricsOverride(width, 1000, 1, false).Do(ctx)
		}), chromedp.Evaluate(`(() => {
			const over = e => e.scrollWidth > e.clientWidth + 1;
			const tables = [...document.querySelectorAll('table')];
			return {
				Page: document.documentElement.scrollWidth, Tables: tables.length,
				Wide: tables.filter(e => e.getBoundingClientRect().right > innerWidth + 1).length,
				Cut: [...document.querySelectorAll('.jp-OutputArea-output, pre')].filter(over).length,
				Tallest: Math.max(...tables.map(e => e.rows[e.rows.length - 1].offsetHeight)),
			}})()`, &seen))
		switch {
		case seen.Tables != 7 || seen.Page > width:
			t.Errorf("%s: %+v on a page of %d", media, seen, width)
		case media == "print" && seen.Wide+seen.Cut != 0:
			t.Errorf("on paper %d tables are wider than the page, %d outputs or lines of code "+
				"are cut", seen.Wide, seen.Cut)
		case media == "screen" && (seen.Wide != 6 || seen.Cut != 1 || seen.Tallest > 400):
			t.Errorf("on a phone %d tables of 6 and %d lines of code of 1 scroll; the tallest "+
				"row has %d pixels", seen.Wide, seen.Cut, seen.Tallest)
		}
	}
}
