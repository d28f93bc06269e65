package figure

import (
	"strings"

	"fsnb.example/internal/wording"
)

// Caption is the text below a figure.
type Caption struct {
	Dataset string // drawn before the text; the description already has it
	Text    string
}

// Drawn is the text below the figure.
func (c Caption) Drawn() string {
	if c.Dataset == "" {
		return c.Text
	}
	return wording.Clean(c.Dataset) + ". " + c.Text
}

// Description says in words what the figure shows, on one line.
func (f *Figure) Description() string {
	if f.Caption.Text == "" {
		return f.Alt
	}
	if strings.TrimRight(f.Alt, ".!?") == f.Alt {
		return f.Alt + ". " + f.Caption.Text
	}
	return f.Alt + " " + f.Caption.Text
}
