package fetch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fsnb.example/internal/checksum"
	"fsnb.example/internal/must"
)

// No test of this package reaches another machine.
func TestMain(m *testing.M) {
	outside := Dial
	Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		if !strings.HasPrefix(address, "127.0.0.1:") {
			return nil, fmt.Errorf("a test wants to reach %s", address)
		}
		return outside(ctx, network, address)
	}
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
		os.Unsetenv(name)
	}
	os.Exit(m.Run())
}

// content is a file that compresses badly and looks like no page.
var content = func() []byte {
	b := make([]byte, 200_000)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	copy(b, "MATLAB")
	return b
}()

func sumOf(b []byte) checksum.Sum {
	h := sha256.Sum256(b)
	return checksum.Sum{Size: int64(len(b)), SHA256: hex.EncodeToString(h[:])}
}

func file(addresses ...string) File {
	return File{Name: "a.mat", Sum: sumOf(content), Addresses: addresses}
}

// bench is a Fetcher into a new folder that never waits: pauses are written
// down and over at once.
type bench struct {
	*Fetcher
	mu     sync.Mutex
	pauses []time.Duration
	notes  []string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{Fetcher: New(filepath.Join(t.TempDir(), "data"))}
	b.random = func() float64 { return 0 }
	b.pause = func(ctx context.Context, d time.Duration) error {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.pauses = append(b.pauses, d)
		return ctx.Err()
	}
	b.Note = func(s string) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.notes = append(b.notes, s)
	}
	t.Cleanup(b.client.CloseIdleConnections)
	return b
}

// server answers with h and counts the requests.
func server(t *testing.T, h http.HandlerFunc) (address string, requests *atomic.Int32) {
	t.Helper()
	requests = new(atomic.Int32)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		h(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/a.mat", requests
}

// serve is a good server: whole files and ranges, with an entity tag.
func serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("ETag", `"v1"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// cutAfter sends n bytes of an answer and closes the connection.
func cutAfter(w http.ResponseWriter, n int) {
	w.Header().Set("ETag", `"v1"`)
	w.Header().Set("Content-Length", fmt.Sprint(len(content)))
	w.Write(content[:n])
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

// arrived checks that the file, and nothing but the file, is in the folder.
func (b *bench) arrived(t *testing.T, path string, err error) {
	t.Helper()
	must.Do(t, err)
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, content) || path != filepath.Join(b.Dir, "a.mat") {
		t.Errorf("%s holds %d bytes (%v), want %d", path, len(got), err, len(content))
	}
	if names := b.names(t); names != "a.mat" {
		t.Errorf("the folder holds %s", names)
	}
}

func (b *bench) names(t *testing.T) string {
	t.Helper()
	list, err := os.ReadDir(b.Dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("error\n %v\nwant\n %s", err, want)
	}
}

func TestFetch(t *testing.T) {
	b := newBench(t)
	b.Progress = nil
	address, requests := server(t, serve)
	path, err := b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
	path, err = b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
	if requests.Load() != 1 || b.pauses != nil || b.notes != nil {
		t.Errorf("%d requests, pauses %v, notes %q; want one request", requests.Load(),
			b.pauses, b.notes)
	}
	if st, err := os.Stat(path); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", st.Mode(), err)
	}
}

// A file that another program wrote over is fetched again.
func TestDamagedFileIsReplaced(t *testing.T) {
	b := newBench(t)
	address, requests := server(t, serve)
	path, err := b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
	damaged := bytes.Clone(content)
	damaged[100] ^= 1
	must.Do(t, os.WriteFile(path, damaged, 0o644))
	path, err = b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
	if requests.Load() != 2 {
		t.Errorf("%d requests, want 2", requests.Load())
	}
}

// git hash-object knows the files without a published sha256.
func TestGitBlob(t *testing.T) {
	b := newBench(t)
	hello := []byte("hello")
	address, _ := server(t, func(w http.ResponseWriter, r *http.Request) { w.Write(hello) })
	f := File{Name: "h", Sum: checksum.Sum{GitBlob: "b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0"},
		Addresses: []string{address}}
	path, err := b.Fetch(t.Context(), f)
	if got, _ := os.ReadFile(path); err != nil || string(got) != "hello" {
		t.Errorf("%q, %v", got, err)
	}
	hello = []byte("Hello")
	f.Name = "i"
	_, err = b.Fetch(t.Context(), f)
	wantError(t, err, "cannot fetch i: "+address+
		": served another file: its git blob sha1 is 5ab2f8a4323a…, not b6fc4c620b67…")
}

func TestProgress(t *testing.T) {
	b := newBench(t)
	var all []Progress
	b.Progress = func(p Progress) { all = append(all, p) }
	clock := time.Unix(0, 0)
	b.now = func() time.Time { clock = clock.Add(time.Second); return clock }
	address, _ := server(t, serve)
	path, err := b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
	last := Progress{Left: -1}
	for i, p := range all {
		if p.Name != "a.mat" || p.Total != int64(len(content)) || p.Done <= last.Done ||
			p.Left < 0 {
			t.Fatalf("progress %d is %+v after %+v", i, p, last)
		}
		// The clock ticks once a piece.
		if want := time.Duration(float64(i+1) * float64(time.Second) * float64(
			p.Total-p.Done) / float64(p.Done)); (p.Left - want).Abs() > time.Millisecond {
			t.Errorf("after %d of %d bytes in %d s %v are left, want %v", p.Done, p.Total, i+1,
				p.Left, want)
		}
		last = p
	}
	if last.Done != last.Total || last.Left != 0 {
		t.Errorf("the last progress is %+v", last)
	}
}

func TestBadRequests(t *testing.T) {
	b := newBench(t)
	for want, f := range map[string]File{
		"a has no checksum to verify it by": {Name: "a",
			Addresses: []string{"http://127.0.0.1:1/"}},
		"no address serves a": {Name: "a",
			Sum: checksum.Sum{Size: 1}},
		"cannot fetch a: http://[::1: is no address": {Name: "a",
			Sum: checksum.Sum{Size: 1}, Addresses: []string{"http://[::1"}},
		`cannot fetch a: ftp://x/a: is an address of "ftp"; give one of http or https`: {Name: "a",
			Sum: checksum.Sum{Size: 1}, Addresses: []string{"ftp://x/a"}},
	} {
		_, err := b.Fetch(t.Context(), f)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	must.Do(t, os.MkdirAll(filepath.Join(b.Dir, "a.mat"), 0o755))
	_, err := b.Fetch(t.Context(), file("http://127.0.0.1:1/"))
	wantError(t, err, b.Dir+"/a.mat is a folder; move it out of the way")
	must.Do(t, os.WriteFile(b.Dir+"2", nil, 0o644))
	b.Dir += "2/data"
	_, err = b.Fetch(t.Context(), file("http://127.0.0.1:1/"))
	wantError(t, err, "cannot read "+b.Dir+"/a.mat: not a directory")
}

func TestOffline(t *testing.T) {
	b := newBench(t)
	address, requests := server(t, serve)
	b.Offline = true
	_, err := b.Fetch(t.Context(), file(address))
	wantError(t, err, "a.mat is not in "+b.Dir+", and nothing is fetched: offline")
	if !errors.Is(err, ErrOffline) || b.names(t) != "" {
		t.Errorf("the folder holds %q", b.names(t))
	}
	b.Offline = false
	path, err := b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
	b.Offline = true
	path, err = b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
	if requests.Load() != 1 {
		t.Errorf("%d requests, want 1", requests.Load())
	}
}

// The dialer gives up after five seconds; here it is only seen that an address
// without a server is one line, and that tests cannot go further.
func TestUnreachable(t *testing.T) {
	b := newBench(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must.Do(t, err)
	closed := "http://" + listener.Addr().String()
	listener.Close()
	_, err = b.Fetch(t.Context(), file(closed, "http://192.0.2.1/a.mat"))
	where := listener.Addr().String()
	wantError(t, err, "cannot fetch a.mat: "+closed+": dial tcp "+where+
		": connect: connection refused (asked 5 times); "+
		"http://192.0.2.1/a.mat: a test wants to reach 192.0.2.1:80 (asked 5 times)")
	if ConnectTimeout != 5*time.Second {
		t.Errorf("connecting may take %v", ConnectTimeout)
	}
}
