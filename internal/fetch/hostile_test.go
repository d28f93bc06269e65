package fetch

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"fsnb.example/internal/must"
)

// A password of an address is in no error, no note and no file.
func TestPasswordIsNotShown(t *testing.T) {
	for address, want := range map[string]string{
		"https://me:secret@host/x/a.mat?b": "https://xxxxx@host/x/a.mat?b",
		"https://secret@host/a.mat":        "https://xxxxx@host/a.mat",
		"https://me:sec/ret@host/a.mat":    "https://xxxxx@host/a.mat",
		"https://me:sec ret%@host/a@b":     "https://xxxxx@b",
		"https://host/a@b.mat":             "https://host/a@b.mat",
		"http://[::1":                      "http://[::1",
	} {
		if got := shown(address); got != want {
			t.Errorf("%s is shown as %s, want %s", address, got, want)
		}
	}
	b := newBench(t)
	var user, password string
	address, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		user, password, _ = r.BasicAuth()
		cutAfter(w, 1000)
	})
	_, err := b.Fetch(t.Context(), file(strings.Replace(address, "://", "://me:secret@", 1)))
	wantError(t, err, "cannot fetch a.mat: "+strings.Replace(address, "://", "://xxxxx@", 1)+
		": unexpected EOF (asked 5 times)")
	if user != "me" || password != "secret" {
		t.Errorf("the server was sent %q and %q", user, password)
	}
	note, err := os.ReadFile(filepath.Join(b.Dir, "a.mat.part.from"))
	if all := string(note) + strings.Join(b.notes, " "); err != nil ||
		strings.Contains(all, "secret") {
		t.Errorf("%v; the password is in %q", err, all)
	}
}

func TestOnlyTheWebIsAsked(t *testing.T) {
	for _, to := range []string{"file:///etc/hostname", "ftp://127.0.0.1/a.mat", "gopher://x/"} {
		b := newBench(t)
		address, requests := server(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, to, http.StatusFound)
		})
		_, err := b.Fetch(t.Context(), file(address))
		scheme, _, _ := strings.Cut(to, ":")
		wantError(t, err, "cannot fetch a.mat: "+address+": redirects to "+scheme+
			":, and only http and https are followed")
		if requests.Load() != 1 || b.pauses != nil {
			t.Errorf("%d requests, pauses %v", requests.Load(), b.pauses)
		}
		_, err = b.Fetch(t.Context(), file(to))
		wantError(t, err, "cannot fetch a.mat: "+to+": is an address of \""+scheme+
			"\"; give one of http or https")
		if b.pauses != nil {
			t.Errorf("pauses %v", b.pauses)
		}
	}
}

// A file has an overall limit, after which no address is asked again; what has come is
// kept.
func TestOverallLimit(t *testing.T) {
	b := newBench(t)
	b.most = 100 * time.Millisecond
	address, requests := server(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Range") != "" {
			serve(w, r)
			return
		}
		w.Header().Set("ETag", `"v1"`)
		w.Write(content[:5000])
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	_, err := b.Fetch(t.Context(), file(address, address))
	wantError(t, err, "cannot fetch a.mat: "+address+
		": it took too long (100ms); what has come is kept: fetch again")
	if requests.Load() != 1 {
		t.Errorf("%d requests, want 1", requests.Load())
	}
	b.most = MaxTime
	path, err := b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
}

// A byte now and then is no progress.
func TestTrickleIsStalled(t *testing.T) {
	fed := 0
	w := &watched{r: iotest.OneByteReader(strings.NewReader(string(content[:10_000]))),
		fed: func() { fed++ }}
	if n, err := io.Copy(io.Discard, w); n != 10_000 || err != nil || fed != 10_000/StallBytes {
		t.Errorf("%d bytes, %v; the watchdog was fed %d times, want %d", n, err, fed,
			10_000/StallBytes)
	}
}

// A link that somebody put in place of a file of a download is not followed.
func TestLinksAreNotFollowed(t *testing.T) {
	for _, name := range []string{"a.mat.part", "a.mat.part.from", "a.mat.lock"} {
		b := newBench(t)
		must.Do(t, os.MkdirAll(b.Dir, 0o700))
		victim := filepath.Join(t.TempDir(), "victim")
		must.Do(t, os.WriteFile(victim, []byte("precious"), 0o644))
		must.Do(t, os.Symlink(victim, filepath.Join(b.Dir, name)))
		address, _ := server(t, serve)
		path, err := b.Fetch(t.Context(), file(address))
		b.arrived(t, path, err)
		if got, err := os.ReadFile(victim); string(got) != "precious" || err != nil {
			t.Errorf("%s: the victim holds %d bytes, %v", name, len(got), err)
		}
		if st, err := os.Lstat(path); err != nil || !st.Mode().IsRegular() {
			t.Errorf("%s: the file is %v, %v", name, st.Mode(), err)
		}
	}
}
