package fsnb

import (
	"fmt"
	"strings"
	"sync"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"fsnb.example/display"
	"fsnb.example/fsnb/internal/cell"
)

// Show displays results in the notebook's cell, in the order given, of each its tables before
// its figures: what the functions of this package return, and tables, charts and matrices of
// your own. Outside a notebook it prints their text form. The warnings of a data set stand
// under the first result that is shown of it.
//
// Captions are part of what is shown: what a cell prints by itself travels on
// another pipe and may stand before or after. A figure goes out with its title, its
// main finding and its caption in words, which are the alternative text of the picture
// where the front end takes one.
//
// A cell that shows tables alone is compiled faster than one that shows figures: it is linked
// without what draws them.
func Show(results ...Showable) {
	for _, r := range results {
		for _, o := range Must(renderOnce(r)) {
			show(o)
		}
	}
}

// said holds the warnings of data that this program has shown: one process is one cell,
// which says each of them once.
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

// show sends one output as one bundle, of which the front end takes the richest
// form that it can display.
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
// nbconvert and others look. There is no HTML form of a figure: front ends prefer it, and what
// removes images from HTML would then show none.
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
	// A type that gonbui registers with gob: any other ends the pipe for the rest of the cell.
	alt := map[string]string{"alt": strings.TrimSpace(o.Text)}
	return &protocol.DisplayData{
		Data: data, Metadata: map[string]any{string(protocol.MIMEImagePNG): alt},
	}
}
