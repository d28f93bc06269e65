package display

import "strings"

// caption is the small print below a figure.
type caption struct {
	dataset string // drawn before the text; a description has it already
	text    string
}

// drawn is what stands below the figure.
func (c caption) drawn() string {
	if c.dataset == "" {
		return c.text
	}
	return clean(c.dataset) + ". " + c.text
}

// description says in words what the figure shows, on one line.
func (f *Figure) description() string {
	if f.caption.text == "" {
		return f.Alt
	}
	if strings.TrimRight(f.Alt, ".!?") == f.Alt {
		return f.Alt + ". " + f.caption.text
	}
	return f.Alt + " " + f.caption.text
}
