// Package fetch downloads files of known content. Downloads are verified, resumed, retried, and
// written atomically.
//
// Alternatives: github.com/cavaliergopher/grab resumes, but does not retry or notice a stalled
// server; github.com/hashicorp/go-getter has many protocols and archives, but does not resume
// across runs; github.com/hashicorp/go-retryablehttp retries requests, not bodies.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/checksum"
	"fsnb.example/internal/private"
)

// The limits of a download.
const (
	// ConnectTimeout bounds the time in which a server accepts a connection, and the time of its
	// TLS handshake.
	ConnectTimeout = 5 * time.Second
	// StallTimeout bounds the time for the next StallBytes of an answer.
	StallTimeout = 30 * time.Second
	// StallBytes is the amount that a server must send within StallTimeout.
	StallBytes = 4 << 10
	// MaxTime bounds the time of one Fetch, over all addresses, attempts and pauses.
	MaxTime = time.Hour
	// MaxBytes is the largest file of unknown size.
	MaxBytes = 256 << 20
	// Attempts is the number of attempts for each address.
	Attempts = 5
	// MaxRedirects is the largest number of redirects.
	MaxRedirects = 5

	firstPause = 500 * time.Millisecond
	maxPause   = 30 * time.Second
)

// ErrOffline is wrapped by the errors of what needs a network when Offline is set.
var ErrOffline = errors.New("offline")

// File is what to fetch.
type File struct {
	Name      string       // in the folder
	Sum       checksum.Sum // at least a size or a checksum
	Addresses []string     // in the order to try
}

// Progress is how far a download is.
type Progress struct {
	Name        string
	Done, Total int64         // bytes; Total is 0 if unknown
	Left        time.Duration // at the present speed; negative if unknown
}

// Dial opens the connections. Tests replace it, so that none leaves the machine.
var Dial = (&net.Dialer{Timeout: ConnectTimeout}).DialContext

// Fetcher downloads into a folder.
type Fetcher struct {
	Dir      string
	Offline  bool           // use local files only
	Progress func(Progress) // called after each piece; may be nil
	Note     func(string)   // called with a line for each retry and wait; may be nil
	Agent    string         // the User-Agent

	// Replaced by tests.
	client *http.Client
	stall  time.Duration
	most   time.Duration // MaxTime
	pause  pauseFunc
	random func() float64 // in [0, 1)
	now    func() time.Time
	open   func(string) (partFile, error)
}

type pauseFunc func(context.Context, time.Duration) error

// New returns a Fetcher into a folder, which is created when needed.
func New(dir string) *Fetcher {
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			return Dial(ctx, network, address)
		},
		TLSHandshakeTimeout: ConnectTimeout,
		DisableCompression:  true, // the checksum is that of the file as stored
		ForceAttemptHTTP2:   true,
	}
	return &Fetcher{
		Dir: dir, Agent: "fsnb", stall: StallTimeout, most: MaxTime, pause: sleep,
		random: rand.Float64, now: time.Now, open: openPart,
		client: &http.Client{Transport: transport, CheckRedirect: checkRedirect},
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

var errTooLong = errors.New("it took too long")

var errRedirects = errors.New("redirects too often")

func checkRedirect(req *http.Request, via []*http.Request) error {
	switch last := via[len(via)-1]; {
	case !onTheWeb(req.URL):
		return permanent{fmt.Errorf("redirects to %s:, and only http and https are followed",
			req.URL.Scheme)}
	case len(via) > MaxRedirects:
		return permanent{fmt.Errorf("%w: more than %d times", errRedirects, MaxRedirects)}
	case last.URL.Scheme == "https" && req.URL.Scheme != "https":
		return permanent{fmt.Errorf("redirects from https to %s", req.URL.Scheme)}
	}
	return nil
}

// Fetch returns the path of the file in the folder, after fetching it if necessary. The content is
// always verified.
//
// Each address is tried at most Attempts times, with pauses that double from half a second; at
// least half of each pause is waited, the rest is random. Permanent failures (a missing page, a
// wrong size or checksum) go to the next address at once. A partial download stays beside the file
// with the ending .part, and the next attempt or call resumes it; a wrong file is removed. Of
// several concurrent callers, in this process or others, one downloads and the others wait. After
// MaxTime Fetch gives up and keeps the part. A canceled context ends Fetch with ctx.Err(). New
// files and folders are readable by their owner only. Errors contain no passwords.
func (f *Fetcher) Fetch(ctx context.Context, file File) (string, error) {
	path := filepath.Join(f.Dir, file.Name)
	if ok, err := present(path, file.Sum); ok || err != nil {
		return path, err
	}
	switch {
	case f.Offline:
		return "", fmt.Errorf("%s is not in %s, and nothing is fetched: %w", file.Name, f.Dir,
			ErrOffline)
	case file.Sum == (checksum.Sum{}):
		return "", fmt.Errorf("%s has no checksum to verify it by", file.Name)
	case len(file.Addresses) == 0:
		return "", fmt.Errorf("no address serves %s", file.Name)
	}
	if err := os.MkdirAll(f.Dir, private.FolderMode); err != nil {
		return "", fmt.Errorf("cannot make the folder %s: %w", f.Dir, atomicfile.Reason(err))
	}
	unlock, err := f.lock(ctx, path)
	if err != nil {
		return "", err
	}
	defer unlock()
	limited, cancel := context.WithTimeoutCause(ctx, f.most, errTooLong)
	defer cancel()
	if ok, err := present(path, file.Sum); ok || err != nil { // another process fetched it
		return path, err
	}
	var failures []string
	for _, address := range file.Addresses {
		err := f.fetchFrom(limited, address, path, file)
		switch {
		case err == nil:
			return path, nil
		case ctx.Err() != nil:
			return "", ctx.Err()
		case errors.As(err, &diskError{}):
			return "", err
		case limited.Err() != nil:
			return "", fmt.Errorf(
				"cannot fetch %s: %s: %w (%v); what has come is kept: fetch again",
				file.Name, shown(address), errTooLong, f.most)
		}
		failures = append(failures, fmt.Sprintf("%s: %v", shown(address), err))
	}
	return "", fmt.Errorf("cannot fetch %s: %s", file.Name, strings.Join(failures, "; "))
}

// present reports whether the file is there and matches. A file that does not match is about to be
// replaced.
func present(path string, sum checksum.Sum) (bool, error) {
	st, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("cannot read %s: %w", path, atomicfile.Reason(err))
	case st.IsDir():
		return false, fmt.Errorf("%s is a folder; move it out of the way", path)
	case !st.Mode().IsRegular():
		return false, fmt.Errorf("%s is no file; move it out of the way", path)
	}
	err = sum.Check(path)
	if errors.Is(err, checksum.ErrDamaged) {
		return false, nil
	}
	return err == nil, err
}

// fetchFrom tries one address until the file is complete, or further attempts are useless.
func (f *Fetcher) fetchFrom(ctx context.Context, address, path string, file File) error {
	p := part{path: path + ".part", from: path + ".part.from"}
	var err error
	for attempt := range Attempts {
		if attempt > 0 {
			pause := f.backOff(attempt, err)
			f.note("%s: %v; asking again in %.1f s", file.Name, err, pause.Seconds())
			if err := f.pause(ctx, pause); err != nil {
				return err
			}
		}
		var resumed bool
		if resumed, err = f.attempt(ctx, address, p, file); err == nil {
			err = file.Sum.Check(p.path)
			switch {
			case err == nil:
				return p.finish(path)
			case !errors.Is(err, checksum.ErrDamaged):
				return diskError{err}
			}
			p.remove()
			if err = fmt.Errorf("served %w", wrongContent(err)); !resumed {
				return err
			}
			continue // the pieces do not fit: start again
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.As(err, &permanent{}) || errors.As(err, &diskError{}) {
			return err
		}
	}
	return fmt.Errorf("%w (asked %d times)", err, Attempts)
}

// wrongContent removes the path of a temporary file from a message.
func wrongContent(err error) error {
	_, what, found := strings.Cut(err.Error(), checksum.ErrDamaged.Error()+": ")
	if !found {
		return err
	}
	return fmt.Errorf("another file: %s", what)
}

// backOff is the pause before an attempt: at most half a second before the second, twice that
// before each following one, or what the server asks for.
func (f *Fetcher) backOff(attempt int, err error) time.Duration {
	var wait retryAfter
	if errors.As(err, &wait) && wait.pause > 0 {
		return min(wait.pause, maxPause)
	}
	most := min(firstPause<<min(attempt-1, 10), maxPause)
	return time.Duration((0.5 + f.random()/2) * float64(most))
}

func (f *Fetcher) note(format string, args ...any) {
	if f.Note != nil {
		f.Note(fmt.Sprintf(format, args...))
	}
}

// permanent marks an error that a retry of the same address does not cure.
type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// diskError marks an error of this machine, which another address does not cure.
type diskError struct{ error }

func (d diskError) Unwrap() error { return d.error }

// retryAfter is the answer of an overloaded server.
type retryAfter struct {
	error
	pause time.Duration // 0 if unknown
}

func (r retryAfter) Unwrap() error { return r.error }

// onDisk explains an error of writing.
func onDisk(path string, err error) error {
	if atomicfile.DiskFull(err) {
		return diskError{fmt.Errorf("the disk of %s is full; make room and fetch again: what "+
			"has come is kept", filepath.Dir(path))}
	}
	return diskError{fmt.Errorf("cannot write %s: %w", path, atomicfile.Reason(err))}
}
