package rank

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// manifestFolder is a folder of two files of three samples, two columns and one, and its manifest.
func manifestFolder(t testing.TB) (folder string, manifest []byte) {
	t.Helper()
	folder = t.TempDir()
	npyShape(t, filepath.Join(folder, "a.npy"), "|i1", true, 3, 2, []int8{1, 2, 3, 4, 5, 6})
	npyShape(t, filepath.Join(folder, "b.npy"), "|i1", true, 3, 1, []int8{7, 8, 9})
	must.Get(WriteManifest(context.Background(), folder, false))(t)
	manifest = must.Get(os.ReadFile(filepath.Join(folder, ManifestName)))(t)
	return folder, manifest
}

// liars are manifests of manifestFolder that claim what the files are not.
func liars(t testing.TB, manifest []byte) map[string][]byte {
	out := map[string][]byte{
		"manifest.json is damaged: unexpected end of JSON input": manifest[:len(manifest)/2],
		"manifest.json is damaged: invalid character":            append(manifest, '}'),
		"manifest.json is no manifest":                           []byte("{}"),
	}
	for want, change := range map[string]func(*Manifest){
		"b.npy has another size than its manifest.json says": func(m *Manifest) {
			m.Shards[0].Rows, m.Shards[1].Rows = 1<<26, 1<<26
			m.Shards = m.Shards[1:]
		},
		`has "a.npy" as 3×-1 numbers`: func(m *Manifest) { m.Shards[0].Columns = -1 },
		`has "a.npy" as 1099511627776×2 numbers`: func(m *Manifest) {
			m.Shards[0].Rows = 1 << 40
		},
		`of type "float128"`:        func(m *Manifest) { m.Shards[1].Type = "float128" },
		`"int8" from byte -1`:       func(m *Manifest) { m.Shards[0].Offset = -1 },
		`names the file "../b.npy"`: func(m *Manifest) { m.Shards[1].File = "../b.npy" },
		"c.npy: no such file or directory; check the path; the manifest names it": func(m *Manifest) {
			m.Shards[1].File = "c.npy"
		},
	} {
		var m Manifest
		must.Do(t, json.Unmarshal(manifest, &m))
		change(&m)
		text := must.Get(json.Marshal(m))(t)
		out[want] = text
	}
	return out
}

// openIn opens manifestFolder with another manifest, without the memory that it may claim.
func openIn(t *testing.T, folder string, manifest []byte) (*table, error) {
	t.Helper()
	path := filepath.Join(folder, ManifestName)
	must.Do(t, os.WriteFile(path, manifest, 0o600))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	found, err := Source{Data: folder}.open(t.Context())
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > uint64(16<<20+100*len(manifest)) {
		t.Errorf("%d bytes for a manifest of %d", took, len(manifest))
	}
	return found, err
}

// A manifest that claims more than its files have is an error of one line before memory is taken.
func TestManifestThatLies(t *testing.T) {
	folder, manifest := manifestFolder(t)
	for want, text := range liars(t, manifest) {
		_, err := openIn(t, folder, text)
		if err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %s", err, want)
		}
	}
	found := must.Get(openIn(t, folder, manifest))(t)
	if n, d := found.dims(); n != 3 || d != 3 {
		t.Errorf("%d×%d, want 3×3", n, d)
	}
}

// FuzzManifest opens the folder with any manifest. What opens has the sizes of the files that it
// names.
func FuzzManifest(f *testing.F) {
	folder, manifest := manifestFolder(f)
	f.Add(manifest)
	for _, text := range liars(f, manifest) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		found, err := openIn(t, folder, text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\r\n") {
				t.Errorf("%q", err)
			}
			return
		}
		n, d := found.dims()
		values := 0
		for _, p := range found.parts {
			info := must.Get(os.Stat(p.name))(t)
			numbers := int64(p.layout.Rows) * int64(p.layout.Columns)
			if p.layout.Offset+numbers*int64(p.layout.Type.Size()) != info.Size() {
				t.Errorf("%s as %+v of %d bytes", p.name, p.layout, info.Size())
			}
			values += int(numbers)
		}
		if n*d != values || found.d.N() != n {
			t.Errorf("%d×%d of %d numbers, %d samples", n, d, values, found.d.N())
		}
	})
}
