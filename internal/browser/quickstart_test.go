package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

func awaitPromise(p *runtime.EvaluateParams) *runtime.EvaluateParams {
	return p.WithAwaitPromise(true)
}

// replaceModule makes the first cell of a notebook find the module wherever the
// notebook stands.
func replaceModule(t *testing.T, notebook string) string {
	t.Helper()
	root := must.Get(filepath.Abs("../.."))(t)
	const from = `$(dirname \"${GONB_DIR}\")`
	if !strings.Contains(notebook, from) {
		t.Fatalf("the first cell has no %s", from)
	}
	quoted := strconv.Quote(root)
	return strings.Replace(notebook, from, quoted[1:len(quoted)-1], 1)
}

// The notebooks are those of one server.
func TestBrowser(t *testing.T) {
	j := serve(t)
	browserNotebooks(t, j)
	t.Run("stop", func(t *testing.T) { stopKeepsPartialResult(t, j) })
}

// The quickstart runs in the browser, with --long also notebooks with figures of several kinds.
func browserNotebooks(t *testing.T, j jupyter) {
	for name, want := range map[string]struct{ tables, figures, notes int }{
		"quickstart": {9, 4, 1}, // of Save, that the features were chosen on all samples
		"figures":    {10, 9, 0},
		"datasets":   {6, 8, 0},
		"own-data":   {24, 8, 1},
		"words":      {20, 7, 0},
	} {
		if longtest.Or(name != "quickstart", false) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			text := must.Get(os.ReadFile("../../notebooks/" + name + ".ipynb"))(t)
			p := j.open(t, name, replaceModule(t, string(text)))
			p.do("clear the outputs", chromedp.Evaluate(`window.Jupyter ? (Jupyter.notebook.clear_all_output(), 0)
				: (void jupyterapp.commands.execute('notebook:clear-all-cell-outputs'), 0)`, nil))
			p.runAll()
			p.waitIdle()
			kinds, said := p.outputs()
			if kinds["error"] != 0 || kinds["stream"] != want.notes || kinds["silent"] != 0 {
				t.Errorf("the notebook has %v and says\n%s", kinds, said)
			}
			if kinds["text/html"] != want.tables || kinds["image/png"] != want.figures ||
				kinds["text/plain"] != want.tables+want.figures {
				t.Errorf("outputs %v, want %d tables and %d figures", kinds, want.tables,
					want.figures)
			}
			// What the file holds must also be seen.
			if p.lab {
				p.width(1300)
				p.wait("all pictures",
					fmt.Sprintf(`document.querySelectorAll('.jp-OutputArea-output img, '+
						'.jp-OutputArea-output svg.marks').length >= %d`, want.figures))
			}
			var seen struct{ Tables, Images, Broken int }
			p.do("look at the page", chromedp.Evaluate(`({
				Tables: [...document.querySelectorAll('table')].filter(e => e.offsetWidth > 100 && e.innerText.length > 50).length,
				Images: [...document.querySelectorAll('img')].filter(e => e.naturalWidth > 400 && e.offsetWidth > 300).length +
					[...document.querySelectorAll('svg.marks')].filter(e => e.clientWidth > 300).length,
				Broken: [...document.querySelectorAll('img')].filter(e => e.src.startsWith('data:') && e.naturalWidth === 0).length,
			})`, &seen))
			if seen.Tables < want.tables || seen.Images != want.figures || seen.Broken != 0 {
				t.Errorf("the page shows %+v, want %d tables and %d images", seen, want.tables,
					want.figures)
			}
			if p.lab {
				p.checkLab(t)
			}
			p.shoot(name)
		})
	}
}

const longNotebook = `{"nbformat": 4, "nbformat_minor": 5,
 "metadata": {"kernelspec": {"name": "gonb", "display_name": "Go (gonb)", "language": "go"}},
 "cells": [{"cell_type": "code", "id": "a", "execution_count": null, "metadata": {}, "outputs": [], "source":
  "!*go mod edit -require=fsnb.example@v0.0.0 \"-replace=fsnb.example=$(dirname \"${GONB_DIR}\")\"\n\nimport \"fsnb.example/fsnb\"\n\n%%\nwdbc := fsnb.Load(\"wdbc\")\nfsnb.Show(fsnb.Select(wdbc, fsnb.Fisher{}, 3))\nfsnb.Show(fsnb.Accuracy(wdbc, fsnb.Protocol{Repeats: 20000}, fsnb.Fisher{}))\n"}]}`

func stopKeepsPartialResult(t *testing.T, j jupyter) {
	p := j.open(t, "long", replaceModule(t, longNotebook))
	p.runAll()
	p.wait("the progress line", `/accuracy: splits .*left/.test(document.body.innerText)`)
	p.shoot("progress")
	p.stop()
	p.waitIdle()
	kinds, said := p.outputs()
	for _, want := range []string{"fisher: 3 of 30, wdbc", "Accuracy of 1-NN, wdbc",
		" of 20000 splits."} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not shown after stop:\n%s", want, said)
		}
	}
	if kinds["error"] != 0 || kinds["image/png"] != 1 {
		t.Errorf("outputs %v, want a figure of the splits that were done and no error", kinds)
	}
	p.wait("the progress line to be gone",
		`!/accuracy: splits .*left/.test(document.body.innerText)`)
	p.shoot("stopped")
}
