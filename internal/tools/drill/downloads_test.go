package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/checksum"
	"fsnb.example/internal/fetch"
	"fsnb.example/internal/must"
)

// Every fault of a bad server that is not cured by asking again has an error of its own, and what
// sends the file gives it.
func TestBadServer(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789"), 2000)
	server := newBadServer()
	defer server.Close()
	for _, f := range faults {
		want, known := map[string]string{
			"good": "", "redirects": "",
			"long":               "sends more bytes than the file has",
			"wrong byte":         "served another file: its sha256",
			"another file":       "served another file: its sha256",
			"wrong part":         "",
			"404":                "answered 404",
			"410":                "answered 410",
			"204":                "answered 204",
			"416":                "answered 416",
			"loop":               "redirects too often",
			"long loop":          "redirects too often",
			"redirect to a file": "redirects to file:",
			"web page":           "a web page instead of the file",
			"wrong length":       "offers ",
		}[f.name]
		if !known { // the fetcher asks again after a pause
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			file := fetch.File{Name: "file", Sum: checksum.Sum{Size: int64(len(text)),
				SHA256: sha256Of(text)}}
			file.Addresses = []string{server.put("file", text, rand.New(rand.NewPCG(1, 2)), f)}
			dir := t.TempDir()
			_, err := fetch.New(dir).Fetch(t.Context(), file)
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %q", err, want)
			}
			if err := checkDownload(dir, file.Name, text, err); err != nil {
				t.Error(err)
			}
		})
	}
}

// Requests get the faults of a file in turn, and the last goes on.
func TestBadServerInTurn(t *testing.T) {
	server := newBadServer()
	defer server.Close()
	text := make([]byte, 1000)
	address := server.put("a", text, rand.New(rand.NewPCG(1, 2)), fault{"500", status(500)},
		fault{"410", status(410)}, good)
	var codes []int
	for range 4 {
		answer := must.Get(server.Client().Get(address))(t)
		answer.Body.Close()
		codes = append(codes, answer.StatusCode)
	}
	if fmt.Sprint(codes) != "[500 410 200 200]" {
		t.Errorf("answers %v", codes)
	}
}

func TestCheckDownload(t *testing.T) {
	text := []byte("the file")
	for name, c := range map[string]struct {
		files map[string]string
		err   error
		want  string
	}{
		"right":     {map[string]string{"f": "the file", "f.lock": ""}, nil, ""},
		"kept part": {map[string]string{"f.part": "the"}, errors.New("cut"), ""},
		"half":      {map[string]string{"f": "the"}, nil, "other content, 3 bytes of 8"},
		"none":      {nil, nil, "no such file"},
		"after error": {map[string]string{"f": "the file"}, errors.New("cut"),
			`the folder has "f"`},
		"part":      {map[string]string{"f": "the file", "f.part": ""}, nil, `has "f.part"`},
		"two lines": {nil, errors.New("a\nb"), "more than a line"},
		"hangs":     {nil, fmt.Errorf("x: %w", context.DeadlineExceeded), "it takes more than"},
	} {
		dir := t.TempDir()
		for file, text := range c.files {
			must.Do(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600))
		}
		err := checkDownload(dir, "f", text, c.err)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
