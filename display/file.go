package display

import (
	"errors"
	"strings"
)

// File returns the content of a file with the given extension: the first figure for .png, .svg and
// .pdf, all tables for .html, .md and .txt. It returns an error when the outputs have none.
func File(ext string, outputs []Output) ([]byte, error) {
	switch ext {
	case ".png", ".svg", ".pdf":
		for _, o := range outputs {
			if o.Figure == nil {
				continue
			}
			switch ext {
			case ".png":
				return o.Figure.PNG()
			case ".svg":
				return o.Figure.SVG()
			}
			return o.Figure.PDF()
		}
		return nil, errors.New("there is no figure to save; use .html, .md, .txt or .csv for a " +
			"table")
	}
	var parts []string
	for _, o := range outputs {
		switch {
		case ext == ".html" && o.HTML != "":
			parts = append(parts, o.HTML)
		case ext == ".md" && o.Markdown != "":
			parts = append(parts, o.Markdown)
		case ext == ".txt":
			parts = append(parts, o.Text)
		}
	}
	if parts == nil {
		return nil, errors.New("there is no table to save; use .png, .svg or .pdf for a figure")
	}
	text := strings.Join(parts, "\n")
	if ext == ".html" {
		text = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n" + text + "\n"
	}
	return []byte(text), nil
}

// LaTeX returns the tables of a result for a paper, or an error when it has none.
func LaTeX(result any) (string, error) {
	all, err := tables(result, ".tex")
	if err != nil {
		return "", err
	}
	parts := make([]string, len(all))
	for i, t := range all {
		parts[i] = t.LaTeX()
	}
	return strings.Join(parts, "\n"), nil
}
