package recordlog

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// signed has before each line of text the checksum of the line.
func signed(text []byte) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, "\n")
		out = append(append(append(out, checksum(line)...), ' '), line...)
		out = append(out, '\n')
	}
	return out
}

// FuzzOpen opens anything, with the checksums of the lines or without: what it has stays when a
// record is added, and it takes no memory beyond a few times the file.
func FuzzOpen(f *testing.F) {
	for _, text := range []string{"", "\n\n", `{"key":"a","value":1}`, `{"key":"a","value":[1,2]}` +
		"\n" + `{"key":"a","value":{"b":null}}` + "\n" + `{"key":"new","value":2}`,
		`{"key":"` + "\xff" + `","value":"x"}`, `{"key":1}`, `{"value":1}`, `[]`,
		`{"key":"deep","value":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "}",
		strings.Repeat(`{"key":"a","value":1}`+"\n", 1000)} {
		f.Add([]byte(text), true)
		f.Add(signed([]byte(text)), false)
		f.Add(signed([]byte(text))[:len(signed([]byte(text)))/2], false)
	}
	path := filepath.Join(f.TempDir(), "log")
	f.Fuzz(func(t *testing.T, text []byte, sign bool) {
		if sign {
			text = signed(text)
		}
		must.Do(t, os.WriteFile(path, text, 0o600))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		l, err := Open(path)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > uint64(1<<20+50*len(text)) {
			t.Errorf("%d bytes for a file of %d", took, len(text))
		}
		if err != nil {
			t.Fatal(err) // of lines beyond 64 MiB only
		}
		defer l.Close()
		if lines := bytes.Count(text, []byte("\n")) + 1; l.Len()+l.Damaged() > lines {
			t.Errorf("%d records and %d damaged in %d lines", l.Len(), l.Damaged(), lines)
		}
		values := map[string]string{}
		for _, key := range l.Keys() {
			var v json.RawMessage
			if l.Get(key, &v) {
				values[key] = string(v)
			}
		}
		must.Do(t, l.Put("new", 17))
		values["new"] = "17"
		again := must.Get(Read(path))(t)
		if again.Damaged() != l.Damaged() || again.Len() != l.Len() {
			t.Errorf("%d records and %d damaged become %d and %d", l.Len(), l.Damaged(),
				again.Len(), again.Damaged())
		}
		for key, want := range values {
			var v json.RawMessage
			if !again.Get(key, &v) || string(v) != want {
				t.Errorf("%q was %s and is %s", key, want, v)
			}
		}
	})
}
