// Package nbfile reads notebooks: what the checks of their numbers, outputs and pages need of them.
package nbfile

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Text is a string that notebooks store whole or as its lines.
type Text string

// UnmarshalJSON reads both forms. What is neither, as the data of application/json,
// keeps its JSON.
func (t *Text) UnmarshalJSON(data []byte) error {
	var lines []string
	if json.Unmarshal(data, &lines) == nil {
		*t = Text(strings.Join(lines, ""))
		return nil
	}
	if json.Unmarshal(data, (*string)(t)) != nil {
		*t = Text(data)
	}
	return nil
}

// Notebook is a notebook of format 4.
type Notebook struct {
	Cells    []Cell   `json:"cells"`
	Metadata Metadata `json:"metadata"`
}

// Metadata is that of a notebook.
type Metadata struct {
	Language struct {
		Version string `json:"version"`
	} `json:"language_info"`
}

// Cell is a cell; only one of code has outputs.
type Cell struct {
	Type     string   `json:"cell_type"`
	Source   Text     `json:"source"`
	Outputs  []Output `json:"outputs"`
	Metadata struct {
		Tags []string `json:"tags"`
		FSNB struct {
			// Constants are numbers of the text that are in no output, with the reason of each.
			Constants map[string]string `json:"constants"`
			// Whole is why the text quotes outputs that are not near; "" if it does not.
			Whole string `json:"whole"`
		} `json:"fsnb"`
	} `json:"metadata"`
}

// Long reports whether the cell has the tag with which script/test leaves it to script/test --long.
func (c Cell) Long() bool { return slices.Contains(c.Metadata.Tags, "long") }

// Output is a stream, which has a name and a text, an error, which has a value and a
// traceback, or a display, which has data by media type.
type Output struct {
	Type      string          `json:"output_type"`
	Name      string          `json:"name"`
	Text      Text            `json:"text"`
	Value     string          `json:"evalue"`
	Traceback []string        `json:"traceback"`
	Data      map[string]Text `json:"data"`
}

// Project returns the notebooks of the project in a folder, and their appendices.
func Project(root string) ([]string, error) {
	var all []string
	for _, form := range []string{"*.ipynb", "tables/*.ipynb"} {
		files, err := filepath.Glob(filepath.Join(root, "notebooks", form))
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	return all, nil
}

// Parse reads the text of a notebook.
func Parse(data []byte) (Notebook, error) {
	var nb Notebook
	err := json.Unmarshal(data, &nb)
	return nb, err
}

// Read reads a notebook from a file.
func Read(file string) (Notebook, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return Notebook{}, err
	}
	nb, err := Parse(data)
	if err != nil {
		return Notebook{}, fmt.Errorf("%s: %w", file, err)
	}
	return nb, nil
}

// Code returns the cells of code. Messages number them from 1, as Jupyter does.
func (nb Notebook) Code() []Cell {
	var code []Cell
	for _, c := range nb.Cells {
		if c.Type == "code" {
			code = append(code, c)
		}
	}
	return code
}
