package diskcache

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"os"
	"runtime"
	"slices"
	"testing"

	"fsnb.example/internal/must"
)

// entryOf is what an entry of the tests holds.
type entryOf struct {
	Names  []string
	Values []float64
	Next   *entryOf
}

// FuzzGet reads anything as an entry, with its head and checksum or without: it counts as absent,
// or what it holds is put and found again. It takes no memory beyond what gob takes in advance.
func FuzzGet(f *testing.F) {
	for _, v := range []entryOf{{}, {Names: []string{"a", ""}, Values: []float64{1, 2}},
		{Next: &entryOf{Values: make([]float64, 1000)}}} {
		payload := encoded(f, v)
		f.Add(payload, true)
		sum := sha256.Sum256(payload)
		f.Add(slices.Concat(entryHead("k"), sum[:], payload), false)
		f.Add(slices.Concat(entryHead("other"), sum[:], payload), false)
	}
	f.Add([]byte(magic), false)
	f.Add([]byte{0xf8, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, true) // a long message
	d := Dir(f.TempDir())
	f.Fuzz(func(t *testing.T, data []byte, sign bool) {
		if sign {
			sum := sha256.Sum256(data)
			data = slices.Concat(entryHead("k"), sum[:], data)
		}
		must.Do(t, os.WriteFile(d.file("k"), data, 0o600))
		var v, back entryOf
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		ok := d.Get("k", &v)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > uint64(64<<20+100*len(data)) {
			t.Errorf("%d bytes for an entry of %d", took, len(data))
		}
		if !ok {
			return
		}
		must.Do(t, d.Put("again", v))
		// The encodings are equal for NaN too.
		if !d.Get("again", &back) || !bytes.Equal(encoded(t, v), encoded(t, back)) {
			t.Errorf("%+v becomes %+v", v, back)
		}
	})
}

func encoded(t testing.TB, v entryOf) []byte {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, gob.NewEncoder(&out).Encode(v))
	return out.Bytes()
}
