package nbfile

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

const book = `{
 "cells": [
  {
   "cell_type": "markdown",
   "metadata": {},
   "source": [
    "\"metadata\": {}"
   ]
  },
  {
   "cell_type": "code",
   "id": "b",
   "metadata": {
    "tags": [
     "long"
    ]
   },
   "source": []
  }
 ],
 "metadata": {}
}
`

func set(value string) func(map[string]json.RawMessage) error {
	return func(fields map[string]json.RawMessage) error {
		fields["fsnb"] = json.RawMessage(value)
		return nil
	}
}

func TestEditMetadata(t *testing.T) {
	got, err := EditMetadata([]byte(book), 1, set(`{"constants":{"<5 & é":"–"}}`))
	want := strings.Replace(book, `   "metadata": {
    "tags": [
`, `   "metadata": {
    "fsnb": {
     "constants": {
      "<5 & é": "–"
     }
    },
    "tags": [
`, 1)
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	got, err = EditMetadata([]byte(book), 0, set("1"))
	want = strings.Replace(book, `"metadata": {},`, "\"metadata\": {\n    \"fsnb\": 1\n   },", 1)
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

func TestEditMetadataOfOneLine(t *testing.T) {
	got, err := EditMetadata([]byte(`{"cells":[{"metadata":{"a":2}}]}`), 0, set("1"))
	if want := `{"cells":[{"metadata":{"a":2,"fsnb":1}}]}`; err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

func TestEditMetadataRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                         "cell 1 has no metadata",
		`{"cells":[]}`:               "cell 1 has no metadata",
		`{"cells":[{"source":1}]}`:   "no key metadata",
		`{"cells":[{"metadata":1}]}`: "cannot unmarshal number",
		`{"cells":[{"metadata":`:     "cell 1 has no metadata",
		``:                           "cell 1 has no metadata",
	} {
		_, err := EditMetadata([]byte(text), 0, set("1"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// In the project's notebooks metadata that did not change keep every byte.
func TestEditMetadataKeepsTheRest(t *testing.T) {
	files, err := Project("../..")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		must.Do(t, err)
		nb := must.Get(Parse(data))(t)
		got := data
		for _, i := range []int{0, len(nb.Cells) / 2, len(nb.Cells) - 1} {
			got, err = EditMetadata(got, i, func(map[string]json.RawMessage) error { return nil })
			must.Do(t, err)
		}
		if string(got) != string(data) {
			t.Errorf("%s changed", file)
		}
	}
}
