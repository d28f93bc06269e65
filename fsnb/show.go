package fsnb

import (
	"encoding/gob"
	"fmt"
	"strings"
	"sync"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"fsnb.example/display"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/internal/vega"
)

// Show displays results in the notebook's cell, in the order given, tables before figures: results
// of this package, and your own tables, charts and matrices. Outside a notebook it prints their
// text form. The warnings of a data set stand under the first result that is shown of it.
//
// Captions are part of the output: text that a cell prints itself uses another pipe and may appear
// before or after. A figure has its title, main finding and caption as alternative text.
//
// A cell that shows only tables compiles faster: it is linked without drawing code.
func Show(results ...Showable) {
	for _, r := range results {
		for _, o := range Must(renderOnce(r)) {
			show(o)
		}
	}
}

// said holds the warnings of data that this program has shown: one process is one cell, which shows
// each of them once.
var said struct {
	sync.Mutex
	warnings map[string]bool
}

func renderOnce(result Showable) ([]display.Output, error) {
	said.Lock()
	defer said.Unlock()
	if said.warnings == nil {
		said.warnings = make(map[string]bool)
	}
	return display.RenderOnce(result, said.warnings)
}

// show sends one output as one bundle, of which the front end displays the richest supported form.
func show(o display.Output) {
	if !cell.InNotebook() {
		fmt.Fprintln(cell.Stdout, strings.TrimRight(o.Text, "\n")+"\n")
		return
	}
	gonbui.SendData(message(o))
	cell.Sync()
}

// message is the bundle of one output. A figure goes with its description twice: as the text
// form, which VS Code takes for alternative text, and in the metadata of the picture, where
// nbconvert and others look. The width there is that on the page, half the pixels of the PNG; a
// page that is narrower scales the picture down, which a height beside it would distort in pages
// of nbconvert. Front ends that draw Vega-Lite, such as JupyterLab and VS Code, prefer that form,
// which shows the values of a mark on hover; others take the picture. There is no HTML form of a
// figure: front ends prefer it, and what removes images from HTML would then show none.
func message(o display.Output) *protocol.DisplayData {
	data := map[protocol.MIMEType]any{protocol.MIMETextPlain: o.Text}
	if o.HTML != "" {
		data[protocol.MIMETextHTML] = o.HTML
	}
	if o.Markdown != "" {
		data[protocol.MIMETextMarkdown] = o.Markdown
	}
	if o.Figure == nil {
		return &protocol.DisplayData{Data: data}
	}
	data[protocol.MIMEImagePNG] = Must(o.Figure.PNG())
	width, _ := o.Figure.Pixels()
	metadata := map[string]any{string(protocol.MIMEImagePNG): map[string]any{
		"alt": strings.TrimSpace(o.Text), "width": width}}
	if spec := o.Figure.VegaLite(); spec != nil {
		data[vega.MIMEType] = spec
		metadata[vega.MIMEType] = map[string]any{"embed_options": vega.EmbedOptions()}
	}
	return &protocol.DisplayData{Data: data, Metadata: metadata}
}

// The kernel knows these types, of metadata and specifications, but gonbui does not: without them
// the pipe would end for the rest of the cell.
func init() {
	gob.Register(map[string]any{})
	gob.Register([]any{})
}
