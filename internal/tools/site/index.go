package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"fsnb.example/internal/atomicfile"
)

// entry is a page of a search index, or a section of one, whose location has a #.
type entry struct {
	Location string `json:"location"`
	Text     string `json:"text"`
	Title    string `json:"title"`
}

// shortenIndex takes from the index that MkDocs writes for its search the texts of pages that their
// sections have as well: each visitor loads it. The index of Material 9 has none.
func shortenIndex(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var index map[string]json.RawMessage
	var entries []entry
	if err := json.Unmarshal(data, &index); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := json.Unmarshal(index["docs"], &entries); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	inSections := make(map[string]int) // bytes, by page
	for _, e := range entries {
		if page, _, section := strings.Cut(e.Location, "#"); section {
			inSections[page] += len(e.Text)
		}
	}
	for i, e := range entries {
		if n := inSections[e.Location]; n > 0 && len(e.Text) >= n {
			entries[i].Text = ""
		}
	}
	if index["docs"], err = json.Marshal(entries); err != nil {
		return err
	}
	if data, err = json.Marshal(index); err != nil {
		return err
	}
	return atomicfile.Write(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
