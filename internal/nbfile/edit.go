package nbfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// EditMetadata returns the text of a notebook with other metadata of one cell, counted from 0; all
// other bytes stay. edit gets the metadata by key and changes the map. The keys are written in
// alphabetical order and indented as Jupyter does it.
func EditMetadata(data []byte, cell int, edit func(map[string]json.RawMessage) error) ([]byte,
	error) {
	from, to, err := findMetadata(data, cell)
	if err != nil {
		return nil, err
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(data[from:to], &fields); err != nil {
		return nil, err
	}
	if err := edit(fields); err != nil {
		return nil, err
	}
	text, err := JSON(fields)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.Write(data[:from])
	if prefix := indentation(data[:from]); prefix == "" {
		out.Write(text)
	} else if err := json.Indent(&out, text, prefix, prefix[:max(1, len(prefix)/3)]); err != nil {
		return nil, err
	}
	out.Write(data[to:])
	return out.Bytes(), nil
}

// JSON is the text of a value without escapes for HTML, as Jupyter writes it.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// indentation is the blank start of the last line of a text; a cell's keys stand three levels deep.
func indentation(text []byte) string {
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// findMetadata returns where the metadata of a cell begin and end.
func findMetadata(data []byte, cell int) (from, to int, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	err = enter(d, '{', "cells")
	if err == nil {
		err = enter(d, '[', "")
	}
	var skipped json.RawMessage
	for i := 0; i < cell && err == nil; i++ {
		err = d.Decode(&skipped)
	}
	if err == nil {
		err = enter(d, '{', "metadata")
	}
	if err == nil {
		err = d.Decode(&skipped)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("cell %d has no metadata that can be read: %w", cell+1, err)
	}
	to = int(d.InputOffset())
	return to - len(skipped), to, nil
}

// enter reads the start of an object or an array; of an object it goes on to the value of a key.
func enter(d *json.Decoder, open json.Delim, key string) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	if token != open {
		return fmt.Errorf("%v in the place of %v", token, open)
	}
	for key != "" && d.More() {
		name, err := d.Token()
		if err != nil || name == key {
			return err
		}
		var skipped json.RawMessage
		if err := d.Decode(&skipped); err != nil {
			return err
		}
	}
	if key == "" {
		return nil
	}
	return fmt.Errorf("no key %s: %w", key, io.ErrUnexpectedEOF)
}
