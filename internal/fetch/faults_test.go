package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"fsnb.example/internal/must"
	"fsnb.example/internal/ostest"
)

func TestServerErrors(t *testing.T) {
	whole := func(b []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { w.Write(b) }
	}
	damaged := bytes.Clone(content)
	damaged[len(damaged)-1] ^= 1
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(code) }
	}
	for name, c := range map[string]struct {
		answer   http.HandlerFunc
		want     string
		requests int32
	}{
		"404": {http.NotFound, "answered 404 Not Found", 1},
		"403": {status(403), "answered 403 Forbidden", 1},
		"204": {status(204), "answered 204 No Content", 1},
		"206": {status(206), "answered 206 Partial Content", 1},
		"503": {status(503), "answered 503 Service Unavailable (asked 5 times)", 5},
		"429": {status(429), "answered 429 Too Many Requests (asked 5 times)", 5},
		"599": {status(599), "answered 599 (asked 5 times)", 5},
		"wrong": {whole(damaged), "served another file: its sha256 is " +
			sumOf(damaged).SHA256[:12] + "…, not " + sumOf(content).SHA256[:12] + "…", 1},
		"short": {whole(content[:99]), "offers 99 bytes, and the file has 200000", 1},
		"empty": {whole(nil), "offers 0 bytes, and the file has 200000", 1},
		"long": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "200001")
		}, "offers 200001 bytes, and the file has 200000", 1},
		"page": {whole([]byte("<!DOCTYPE html>\n<html><title>moved</title></html>")),
			"answered with a web page instead of the file", 1},
		"zip": {whole([]byte("PK\x03\x04rest")),
			"answered with a zip archive instead of the file", 1},
		"compress": {whole([]byte("\x1f\x9d\x90rest")),
			"answered with a file compressed with compress (.Z) instead of the file", 1},
		"endless": {func(w http.ResponseWriter, r *http.Request) {
			for range 8 { // without a Content-Length
				w.Write(content)
				w.(http.Flusher).Flush()
			}
		}, "sends more bytes than the file has", 1},
		"loop": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/a.mat", http.StatusFound)
		},
			"redirects too often: more than 5 times", 6},
		"no http": {func(w http.ResponseWriter, r *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				conn.Write([]byte("SSH-2.0-none\r\n"))
				conn.Close()
			}
		}, `net/http: HTTP/1.x transport connection broken: malformed HTTP response ` +
			`"SSH-2.0-none" (asked 5 times)`, 5},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			address, requests := server(t, c.answer)
			_, err := b.Fetch(t.Context(), file(address))
			wantError(t, err, "cannot fetch a.mat: "+address+": "+c.want)
			if requests.Load() != c.requests ||
				len(b.pauses) != strings.Count(c.want, "asked 5")*4 {
				t.Errorf("%d requests, want %d; pauses %v", requests.Load(), c.requests, b.pauses)
			}
			if names := b.names(t); strings.Contains(names, "a.mat ") || names == "a.mat" {
				t.Errorf("the folder holds %s", names)
			}
			// The next address is tried, with nothing of the first in the way.
			good, _ := server(t, serve)
			path, err := b.Fetch(t.Context(), file(address, good))
			b.arrived(t, path, err)
		})
	}
}

// A file of unknown size has a limit all the same.
func TestUnknownSize(t *testing.T) {
	b := newBench(t)
	address, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(MaxBytes+1))
	})
	f := file(address)
	f.Sum.Size = 0
	_, err := b.Fetch(t.Context(), f)
	if want := fmt.Sprintf(
		"cannot fetch a.mat: %s: offers %d bytes, more than the %d that are accepted", address,
		MaxBytes+1, MaxBytes); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	good, _ := server(t, serve)
	f.Addresses = []string{good}
	path, err := b.Fetch(t.Context(), f)
	b.arrived(t, path, err)
}

func TestRetries(t *testing.T) {
	b := newBench(t)
	var asked atomic.Int32
	address, requests := server(t, func(w http.ResponseWriter, r *http.Request) {
		switch asked.Add(1) {
		case 1, 2:
			w.WriteHeader(http.StatusInternalServerError)
		case 3:
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			serve(w, r)
		}
	})
	path, err := b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
	// Half of half a second, twice that, and what the server asked for.
	if want := []time.Duration{250 * time.Millisecond, 500 * time.Millisecond,
		7 * time.Second}; requests.Load() != 4 || !slices.Equal(b.pauses, want) {
		t.Errorf("%d requests, pauses %v, want %v", requests.Load(), b.pauses, want)
	}
	if want := "a.mat: answered 500 Internal Server Error; asking again in 0.2 s"; len(
		b.notes) != 3 || b.notes[0] != want {
		t.Errorf("notes %q, want the first %q", b.notes, want)
	}
	b.random = func() float64 { return 1 }
	for attempt, want := range map[int]time.Duration{1: firstPause, 2: 2 * firstPause,
		4: 8 * firstPause, 60: maxPause} {
		if got := b.backOff(attempt, errors.New("x")); got != want {
			t.Errorf("the pause before attempt %d is %v at most, want %v", attempt, got, want)
		}
	}
	if got := b.backOff(1, retryAfter{errors.New("x"), time.Hour}); got != maxPause {
		t.Errorf("a server may ask for %v, want %v", got, maxPause)
	}
}

func TestRedirect(t *testing.T) {
	b := newBench(t)
	good, _ := server(t, serve)
	address, _ := server(t, func(w http.ResponseWriter,
		r *http.Request) {
		http.Redirect(w, r, good, http.StatusMovedPermanently)
	})
	path, err := b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
	https, plain := request(t, "https://127.0.0.1/"), request(t, "http://127.0.0.1/")
	wantError(t, checkRedirect(plain, []*http.Request{https}), "redirects from https to http")
	if err := checkRedirect(https, []*http.Request{plain}); err != nil {
		t.Error(err)
	}
}

func request(t *testing.T, address string) *http.Request {
	t.Helper()
	r := must.Get(http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil))(t)
	return r
}

// A connection that is cut is carried on with where it was.
func TestCut(t *testing.T) {
	b := newBench(t)
	var ranges []string
	var mu sync.Mutex
	address, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		ranges = append(ranges, r.Header.Get("Range")+" "+r.Header.Get("If-Range"))
		first := len(ranges) == 1
		mu.Unlock()
		if first {
			cutAfter(w, 150_000)
		}
		serve(w, r)
	})
	path, err := b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
	if want := []string{" ", `bytes=150000- "v1"`}; !slices.Equal(ranges, want) {
		t.Errorf("asked for %q, want %q", ranges, want)
	}
}

// So is one that is cut again and again, by the next call when the first gives up.
func TestCutByCalls(t *testing.T) {
	for name, chunked := range map[string]bool{"with a length": false, "without": true} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			address, requests := server(t, func(w http.ResponseWriter, r *http.Request) {
				from := 0
				fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
				w.Header().Set("ETag", `"v1"`)
				if !chunked {
					w.Header().Set("Content-Length", fmt.Sprint(len(content)-from))
				}
				if from > 0 {
					w.Header().Set("Content-Range",
						fmt.Sprintf("bytes %d-%d/%d", from, len(content)-1, len(content)))
					w.WriteHeader(http.StatusPartialContent)
				}
				end := min(from+30_000, len(content))
				w.Write(content[from:end])
				w.(http.Flusher).Flush()
				if end < len(content) {
					panic(http.ErrAbortHandler)
				}
			})
			_, err := b.Fetch(t.Context(), file(address))
			wantError(t, err, "cannot fetch a.mat: "+address+": unexpected EOF (asked 5 times)")
			if names := b.names(t); names != "a.mat.part a.mat.part.from" {
				t.Errorf("the folder holds %s", names)
			}
			path, err := b.Fetch(t.Context(), file(address))
			b.arrived(t, path, err)
			if requests.Load() != 7 { // 200,000 bytes in pieces of 30,000
				t.Errorf("%d requests, want 7", requests.Load())
			}
		})
	}
}

// leave puts a cut file into the folder as an earlier call left it.
func (b *bench) leave(t *testing.T, address, version string, what []byte) {
	t.Helper()
	must.Do(t, os.MkdirAll(b.Dir, 0o755))
	for name, text := range map[string][]byte{"a.mat.part": what,
		"a.mat.part.from": []byte(mark(address) + "\n" + version)} {
		must.Do(t, os.WriteFile(filepath.Join(b.Dir, name), text, 0o644))
	}
}

// Whatever an earlier call left and the server makes of it, the file is right.
func TestResume(t *testing.T) {
	foreign := bytes.Repeat([]byte{7}, 1000)
	noRange := func(w http.ResponseWriter, r *http.Request) { w.Write(content) }
	shifted := func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Range") == "" {
			serve(w, r)
			return
		}
		w.Header().Set("Content-Range", fmt.Sprintf("bytes 10-%d/%d", len(content)-1, len(content)))
		w.WriteHeader(http.StatusPartialContent)
		w.Write(content[10:])
	}
	refuses := func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Range") != "" {
			w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
			return
		}
		serve(w, r)
	}
	for name, c := range map[string]struct {
		server        http.HandlerFunc
		from, version string // from "" is the server's own address
		part          []byte
		requests      int32
	}{
		"half":                {serve, "", `"v1"`, content[:1000], 1},
		"half, no version":    {serve, "", "", content[:1000], 1},
		"another version":     {serve, "", `"v0"`, foreign, 1}, // If-Range: the whole file comes
		"foreign":             {serve, "", `"v1"`, foreign, 2}, // the checksum tells
		"of another address":  {serve, "http://127.0.0.1/b", `"v1"`, foreign, 1},
		"without a note":      {serve, "no line end", "", foreign, 1},
		"all of it":           {serve, "", `"v1"`, content, 0},
		"all of another":      {serve, "", `"v1"`, bytes.Repeat([]byte{1}, len(content)), 1},
		"more than all":       {serve, "", `"v1"`, append(bytes.Clone(content), 1, 2, 3), 1},
		"ranges are ignored":  {noRange, "", `"v1"`, content[:1000], 1},
		"another range comes": {shifted, "", `"v1"`, content[:1000], 2},
		"ranges are refused":  {refuses, "", `"v1"`, content[:1000], 2},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			address, requests := server(t, c.server)
			from := c.from
			if from == "" {
				from = address
			}
			b.leave(t, from, c.version, c.part)
			if c.from == "no line end" {
				must.Do(t, os.WriteFile(filepath.Join(b.Dir, "a.mat.part.from"),
					[]byte(mark(address)), 0o644))
			}
			path, err := b.Fetch(t.Context(), file(address))
			b.arrived(t, path, err)
			if requests.Load() != c.requests {
				t.Errorf("%d requests, want %d", requests.Load(), c.requests)
			}
		})
	}
}

// A server that trickles is waited for, one that falls silent is not.
func TestStalled(t *testing.T) {
	b := newBench(t)
	b.stall = 100 * time.Millisecond
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	silent := func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	}
	header, requests := server(t, silent)
	_, err := b.Fetch(t.Context(), file(header))
	wantError(t, err, "cannot fetch a.mat: "+header+
		": sent too little for too long (100ms) (asked 5 times)")
	if requests.Load() != 5 {
		t.Errorf("%d requests, want 5", requests.Load())
	}
	var asked atomic.Int32
	body, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) > 1 {
			serve(w, r)
			return
		}
		w.Header().Set("ETag", `"v1"`)
		w.Header().Set("Content-Length", fmt.Sprint(len(content)))
		w.Write(content[:5000])
		w.(http.Flusher).Flush()
		silent(w, r)
	})
	path, err := b.Fetch(t.Context(), file(body))
	b.arrived(t, path, err)
	if asked.Load() != 2 {
		t.Errorf("%d requests, want 2", asked.Load())
	}
}

func TestSlow(t *testing.T) {
	b := newBench(t)
	address, requests := server(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(content)))
		for rest := content; len(rest) > 0; rest = rest[min(997, len(rest)):] {
			w.Write(rest[:min(997, len(rest))])
			w.(http.Flusher).Flush()
		}
	})
	path, err := b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
	if requests.Load() != 1 {
		t.Errorf("%d requests, want 1", requests.Load())
	}
}

// A canceled download keeps what has come, and the next call carries on.
func TestCanceled(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	var asked atomic.Int32
	address, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) > 1 {
			if want := "bytes=5000-"; r.Header.Get("Range") != want {
				t.Errorf("asked for %q, want %q", r.Header.Get("Range"), want)
			}
			serve(w, r)
			return
		}
		w.Header().Set("ETag", `"v1"`)
		w.Header().Set("Content-Length", fmt.Sprint(len(content)))
		w.Write(content[:5000])
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	b.Progress = func(p Progress) {
		if p.Done == 5000 {
			cancel()
		}
	}
	_, err := b.Fetch(ctx, file(address))
	if !errors.Is(err, context.Canceled) || b.names(t) != "a.mat.part a.mat.part.from" {
		t.Errorf("%v; the folder holds %s", err, b.names(t))
	}
	if _, err := b.Fetch(ctx, file(address)); !errors.Is(err, context.Canceled) ||
		asked.Load() != 1 {
		t.Errorf("a canceled context: %v, %d requests", err, asked.Load())
	}
	path, err := b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
}

// A context that ends during a pause ends the call.
func TestCanceledPause(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	b.pause = func(ctx context.Context, d time.Duration) error { cancel(); return sleep(ctx, d) }
	address, requests := server(t, func(w http.ResponseWriter,
		r *http.Request) {
		w.WriteHeader(500)
	})
	if _, err := b.Fetch(ctx, file(address)); !errors.Is(err, context.Canceled) ||
		requests.Load() != 1 {
		t.Errorf("%v after %d requests", err, requests.Load())
	}
}

// fullDisk takes 1,000 bytes and no more.
type fullDisk struct {
	partFile
	room int
}

// Write implements io.Writer.
func (d *fullDisk) Write(p []byte) (int, error) {
	n := min(len(p), d.room)
	d.room -= n
	n, err := d.partFile.Write(p[:n])
	if err == nil && n < len(p) {
		err = &os.PathError{Op: "write", Path: "x", Err: ostest.ErrDiskFull}
	}
	return n, err
}

func TestFullDisk(t *testing.T) {
	b := newBench(t)
	b.open = func(path string) (partFile, error) {
		f, err := openPart(path)
		return &fullDisk{f, 1000}, err
	}
	address, requests := server(t, serve)
	_, err := b.Fetch(t.Context(), file(address, address))
	wantError(t, err,
		"the disk of "+b.Dir+" is full; make room and fetch again: what has come is kept")
	if requests.Load() != 1 || b.names(t) != "a.mat.part a.mat.part.from" {
		t.Errorf("%d requests; the folder holds %s", requests.Load(), b.names(t))
	}
	b.open = openPart
	path, err := b.Fetch(t.Context(), file(address))
	b.arrived(t, path, err)
	b = newBench(t)
	b.open = func(string) (
		partFile, error) {
		return nil, &os.PathError{Op: "open", Path: "x", Err: syscall.EACCES}
	}
	_, err = b.Fetch(t.Context(), file(address))
	wantError(t, err, "cannot write "+b.Dir+"/a.mat.part: permission denied")
}
