package display

import (
	"testing"

	"fsnb.example/internal/figure"
)

// A period separates Alt and the caption, unless Alt ends a sentence. A figure without a
// caption is described by Alt alone.
func TestDescription(t *testing.T) {
	for want, f := range map[string]*figure.Figure{
		"A figure":         {Alt: "A figure"},
		"A figure. Small.": {Alt: "A figure", Caption: figure.Caption{Text: "Small."}},
		"Why? Small.":      {Alt: "Why?", Caption: figure.Caption{Text: "Small."}},
		"It is. Small.":    {Alt: "It is.", Caption: figure.Caption{Text: "Small."}},
	} {
		if o := figureOutput(f); o.Text != want+"\n" {
			t.Errorf("%q, want %q", o.Text, want)
		}
	}
}
