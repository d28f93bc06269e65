package shards_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/recordlog"
	"fsnb.example/papers/study"
	"fsnb.example/papers/study/shards"
)

// FuzzMerge merges two parts, of which one has any summary and record with their checksums, or is
// any text: it is an error of one line that leaves the file of the study alone, or all records are
// in it.
func FuzzMerge(f *testing.F) {
	const one = `{"study":"s","part":{"number":2,"of":2},"pieces":1,"command":"fsnb","records":1}`
	const other = `{"Study":"s","Part":{"Number":2,"Of":2},"Data":{"iris":"12"},"records":1}`
	for _, summary := range []string{one, other, `{"records":1}`, `{"records":-1}`, "null", "[]",
		strings.Repeat("[", 20_000), `{"records":1,"Failed":["a\nb"],"Left":["x"],"torn":1}`,
		`{"records":1,"torn":0,"Data":{"iris":"1"},"Study":"other"}`} {
		f.Add(summary, "a", "1", "")
		f.Add(summary, "part", "2", "\ntorn")
		f.Add(summary, "b", `{"c":[1,2]}`, strings.Repeat("x", 1000))
	}
	dir := f.TempDir()
	first, second := shards.Path(dir, "s", study.Part{Number: 1, Of: 2}),
		shards.Path(dir, "s", study.Part{Number: 2, Of: 2})
	record(f, first, "z", "0")
	record(f, first, "part", `{"records":1}`)
	store := filepath.Join(dir, "merged")
	f.Fuzz(func(t *testing.T, summary, key, value, torn string) {
		for _, path := range []string{store, second} {
			must.Do(t, os.RemoveAll(path))
		}
		must.Do(t, os.WriteFile(second, []byte(torn), 0o600))
		record(t, second, key, value)
		record(t, second, "part", summary)
		merged, err := shards.Merge(dir, func(string) string { return store })
		if err != nil {
			if text := err.Error(); strings.ContainsAny(text, "\r\n") || text == "" {
				t.Errorf("%q", text)
			}
			if _, err := os.Stat(store); err == nil {
				t.Error("the file of the study was written beside an error")
			}
			return
		}
		whole := must.Get(recordlog.Read(store))(t)
		keys := map[string]bool{"z": true}
		part := must.Get(recordlog.Read(second))(t)
		for _, key := range part.Keys() {
			keys[key] = keys[key] || key != "part"
		}
		delete(keys, "part")
		if len(merged) != 1 || whole.Len() != len(keys) || merged[0].Results != len(keys) {
			t.Errorf("%d of %d records, %+v", whole.Len(), len(keys), merged)
		}
	})
}

// record appends a record to a file, unless its value is no JSON.
func record(t testing.TB, path, key, value string) {
	t.Helper()
	if !json.Valid([]byte(value)) {
		return
	}
	l := must.Get(recordlog.Open(path))(t)
	defer l.Close()
	must.Do(t, l.Put(key, json.RawMessage(value)))
}
