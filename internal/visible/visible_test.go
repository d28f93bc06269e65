package visible

import (
	"bytes"
	"errors"
	"testing"

	"fsnb.example/internal/must"
)

func TestSay(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, Say(&b, "%s in %s", "\x1b]0;title\x07", "a\n\u202eb"))
	if want := `\x1b]0;title\a in a\n\u202eb` + "\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

// What is written in parts of any size is escaped as a whole.
func TestWriter(t *testing.T) {
	const text = "name\tgröße 😀\n\x1b[2K\u202e\u009b\xff\xe2\x82"
	const want = "name\tgröße 😀\n\\x1b[2K\\u202e\\u009b��"
	for size := 1; size <= len(text); size++ {
		var b bytes.Buffer
		w := &Writer{To: &b}
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if got, err := w.Write([]byte(rest[:n])); got != n || err != nil {
				t.Fatalf("%d of %d bytes, %v", got, n, err)
			}
			rest = rest[n:]
		}
		must.Do(t, w.Close())
		if got := b.String(); got != want && got != want+"�" {
			t.Errorf("parts of %d: %q, want %q", size, got, want)
		}
	}
	w := &Writer{To: broken{}}
	if n, err := w.Write([]byte("a")); n != 0 || !errors.Is(err, errBroken) {
		t.Errorf("%d, %v, want 0, %v", n, err, errBroken)
	}
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }
