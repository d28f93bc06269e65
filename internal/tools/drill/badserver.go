package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// modified is the time of the files of a bad server.
var modified = time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)

// fault is what a server does instead of serving a file.
type fault struct {
	name   string
	answer func(w http.ResponseWriter, r *http.Request, text []byte, rng *rand.Rand)
}

// good serves the file, or the part that is asked for.
var good = fault{"good", func(w http.ResponseWriter, r *http.Request, text []byte, _ *rand.Rand) {
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeContent(w, r, "", modified, bytes.NewReader(text))
}}

// faults are those of the drill. A text has at least a thousand bytes.
var faults = []fault{
	good,
	{"cut", func(w http.ResponseWriter, _ *http.Request, text []byte, rng *rand.Rand) {
		w.Header().Set("Content-Length", strconv.Itoa(len(text)))
		w.Header().Set("Last-Modified", modified.Format(http.TimeFormat))
		flush(w, text[:rng.IntN(len(text))])
		panic(http.ErrAbortHandler) // closes the connection
	}},
	{"cut resumed", func(w http.ResponseWriter, r *http.Request, text []byte, rng *rand.Rand) {
		from, ok := rangeOf(r, len(text))
		if !ok {
			from = 0
		} else {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(text)-1,
				len(text)))
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(text)-from))
		w.Header().Set("Last-Modified", modified.Format(http.TimeFormat))
		if ok {
			w.WriteHeader(http.StatusPartialContent)
		}
		flush(w, text[from:from+rng.IntN(len(text)-from)])
		panic(http.ErrAbortHandler)
	}},
	{"short", func(w http.ResponseWriter, _ *http.Request, text []byte, rng *rand.Rand) {
		flush(w, text[:rng.IntN(len(text))]) // in chunks, with an orderly end
	}},
	{"long", func(w http.ResponseWriter, _ *http.Request, text []byte, _ *rand.Rand) {
		flush(w, text)
		flush(w, []byte("more"))
	}},
	{"wrong length", func(w http.ResponseWriter, _ *http.Request, text []byte, rng *rand.Rand) {
		w.Header().Set("Content-Length", strconv.Itoa(len(text)+1+rng.IntN(1000)))
		flush(w, text)
		panic(http.ErrAbortHandler)
	}},
	{"wrong byte", func(w http.ResponseWriter, r *http.Request, text []byte, rng *rand.Rand) {
		text = bytes.Clone(text)
		text[rng.IntN(len(text))] ^= byte(1 + rng.IntN(255))
		good.answer(w, r, text, rng)
	}},
	{"another file", func(w http.ResponseWriter, r *http.Request, text []byte, rng *rand.Rand) {
		text = bytes.Clone(text)
		slices.Reverse(text)
		good.answer(w, r, text, rng)
	}},
	{"wrong part", func(w http.ResponseWriter, r *http.Request, text []byte, rng *rand.Rand) {
		from, ok := rangeOf(r, len(text))
		if !ok {
			good.answer(w, r, text, rng)
			return
		}
		// It says that it goes on, and sends other bytes of the file.
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(text)-1, len(text)))
		w.WriteHeader(http.StatusPartialContent)
		flush(w, text[:len(text)-from])
	}},
	{"stalls", func(w http.ResponseWriter, r *http.Request, text []byte, rng *rand.Rand) {
		w.Header().Set("Content-Length", strconv.Itoa(len(text)))
		flush(w, text[:rng.IntN(len(text))])
		<-r.Context().Done()
	}},
	{"no answer", func(_ http.ResponseWriter, r *http.Request, _ []byte, _ *rand.Rand) {
		<-r.Context().Done()
	}},
	{"drips", func(w http.ResponseWriter, r *http.Request, text []byte, _ *rand.Rand) {
		w.Header().Set("Content-Length", strconv.Itoa(len(text)))
		for _, b := range text {
			if flush(w, []byte{b}); r.Context().Err() != nil {
				return
			}
			sleep(r.Context(), 20*time.Millisecond)
		}
	}},
	{"slow", func(w http.ResponseWriter, r *http.Request, text []byte, _ *rand.Rand) {
		w.Header().Set("Content-Length", strconv.Itoa(len(text)))
		for part := range slices.Chunk(text, len(text)/20+1) {
			if flush(w, part); r.Context().Err() != nil {
				return
			}
			sleep(r.Context(), 300*time.Millisecond)
		}
	}},
	{"404", status(http.StatusNotFound)},
	{"410", status(http.StatusGone)},
	{"204", status(http.StatusNoContent)},
	{"416", status(http.StatusRequestedRangeNotSatisfiable)},
	{"500", status(http.StatusInternalServerError)},
	{"502", status(http.StatusBadGateway)},
	{"503", func(w http.ResponseWriter, _ *http.Request, _ []byte, rng *rand.Rand) {
		w.Header().Set("Retry-After", strconv.Itoa(rng.IntN(3)))
		w.WriteHeader(http.StatusServiceUnavailable)
	}},
	{"429", func(w http.ResponseWriter, _ *http.Request, _ []byte, _ *rand.Rand) {
		w.Header().Set("Retry-After", "soon")
		w.WriteHeader(http.StatusTooManyRequests)
	}},
	{"loop", func(w http.ResponseWriter, r *http.Request, _ []byte, _ *rand.Rand) {
		http.Redirect(w, r, r.URL.String(), http.StatusFound)
	}},
	{"long loop", func(w http.ResponseWriter, r *http.Request, _ []byte, rng *rand.Rand) {
		http.Redirect(w, r, r.URL.Path+fmt.Sprint("?", rng.Uint64()), http.StatusMovedPermanently)
	}},
	{"redirects", func(w http.ResponseWriter, r *http.Request, text []byte, rng *rand.Rand) {
		left, _ := strconv.Atoi(r.URL.RawQuery)
		if r.URL.RawQuery == "" {
			left = 1 + rng.IntN(5)
		}
		if left == 0 {
			good.answer(w, r, text, rng)
			return
		}
		http.Redirect(w, r, fmt.Sprint(r.URL.Path, "?", left-1), http.StatusTemporaryRedirect)
	}},
	{"redirect to a file", func(w http.ResponseWriter, r *http.Request, _ []byte, _ *rand.Rand) {
		http.Redirect(w, r, "file:///etc/hostname", http.StatusFound)
	}},
	{"redirect to nowhere", func(w http.ResponseWriter, r *http.Request, _ []byte, _ *rand.Rand) {
		http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
	}},
	{"closed", func(http.ResponseWriter, *http.Request, []byte, *rand.Rand) {
		panic(http.ErrAbortHandler)
	}},
	{"no HTTP", func(w http.ResponseWriter, _ *http.Request, _ []byte, rng *rand.Rand) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		text := make([]byte, 200)
		for i := range text {
			text[i] = byte(rng.Uint32())
		}
		_, _ = conn.Write(text) // the client may be gone
		conn.Close()
	}},
	{"web page", func(w http.ResponseWriter, _ *http.Request, _ []byte, _ *rand.Rand) {
		w.Header().Set("Content-Type", "text/html")
		flush(w, []byte("<!DOCTYPE html>\n<html><body>Log in\nto go on</body></html>\n"))
	}},
}

func status(code int) func(http.ResponseWriter, *http.Request, []byte, *rand.Rand) {
	return func(w http.ResponseWriter, _ *http.Request, _ []byte, _ *rand.Rand) {
		w.WriteHeader(code)
	}
}

// flush writes text at once.
func flush(w http.ResponseWriter, text []byte) {
	_, _ = w.Write(text) // the client may be gone
	w.(http.Flusher).Flush()
}

// rangeOf is the first byte that a request of a rest asks for.
func rangeOf(r *http.Request, size int) (from int, ok bool) {
	text, ok := strings.CutPrefix(r.Header.Get("Range"), "bytes=")
	from, err := strconv.Atoi(strings.TrimSuffix(text, "-"))
	return from, ok && err == nil && from < size
}

// badServer serves files under their names.
type badServer struct {
	*httptest.Server
	lock  sync.Mutex
	files map[string]*badFile
}

// badFile is a file, and what its requests get, one after the other; the last goes on.
type badFile struct {
	text   []byte
	faults []fault
	last   fault
	rng    *rand.Rand
}

func newBadServer() *badServer {
	s := &badServer{files: map[string]*badFile{}}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.Config.ErrorLog = nil
	s.Start()
	return s
}

// put makes the server serve a file, and returns its address.
func (s *badServer) put(name string, text []byte, rng *rand.Rand, faults ...fault) string {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.files["/"+name] = &badFile{text: text, faults: faults, rng: rng}
	return s.URL + "/" + name
}

func (s *badServer) serve(w http.ResponseWriter, r *http.Request) {
	s.lock.Lock()
	f := s.files[r.URL.Path]
	if f == nil {
		s.lock.Unlock()
		http.NotFound(w, r)
		return
	}
	// What a redirect leads to belongs to the request before.
	if r.Header.Get("Referer") == "" {
		if f.last = f.faults[0]; len(f.faults) > 1 {
			f.faults = f.faults[1:]
		}
	}
	next := f.last
	rng := rand.New(rand.NewPCG(f.rng.Uint64(), 0))
	s.lock.Unlock()
	next.answer(w, r, f.text, rng)
}
