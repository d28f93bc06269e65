package fetch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

var errStalled = errors.New("sent too little for too long")

// attempt requests an address once and appends the answer to the part. It reports whether it
// resumed an earlier part.
func (f *Fetcher) attempt(
	ctx context.Context, address string, p part, file File,
) (resumed bool, err error) {
	have, version := p.size(address)
	limit := file.Sum.Size
	if limit == 0 {
		limit = MaxBytes
	}
	if have > limit {
		have = 0
	}
	if have > 0 && have == file.Sum.Size { // interrupted just before it was renamed
		return true, nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watchdog := time.AfterFunc(f.stall,
		func() { cancel(fmt.Errorf("%w (%v)", errStalled, f.stall)) })
	defer watchdog.Stop()

	answer, err := f.ask(ctx, address, have, version)
	if err != nil {
		return false, because(ctx, err)
	}
	defer answer.Body.Close()
	from, err := start(answer, have)
	if err != nil {
		if errors.Is(err, errRange) {
			p.remove()
		}
		return false, err
	}
	body := bufio.NewReader(&watched{r: answer.Body, fed: func() { watchdog.Reset(f.stall) }})
	head, headErr := body.Peek(512)
	if from == 0 {
		if what := otherKind(head, file.Name); what != "" {
			return false, permanent{fmt.Errorf("answered with %s instead of the file", what)}
		}
	}
	total := int64(0)
	if answer.ContentLength >= 0 {
		total = from + answer.ContentLength
		switch {
		case file.Sum.Size > 0 && total != file.Sum.Size:
			return false, permanent{fmt.Errorf("offers %d bytes, and the file has %d", total,
				file.Sum.Size)}
		case total > limit:
			return false,
				permanent{fmt.Errorf("offers %d bytes, more than the %d that are accepted",
					total, limit)}
		}
	}
	if len(head) == 0 && headErr != nil && headErr != io.EOF {
		return false, because(ctx, headErr)
	}
	out, err := f.open(p.path)
	if err != nil {
		return false, onDisk(p.path, err)
	}
	defer out.Close()
	if from == 0 {
		if err := out.Truncate(0); err != nil {
			return false, onDisk(p.path, err)
		}
		if err := p.begin(address, versionOf(answer)); err != nil {
			return false, onDisk(p.from, err)
		}
	}
	if _, err := out.Seek(from, io.SeekStart); err != nil {
		return false, onDisk(p.path, err)
	}
	var rest io.Reader = body
	if headErr != nil { // Peek consumed the error of the end
		rest = io.MultiReader(bytes.NewReader(head), failing{headErr})
	}
	meter := &meter{f: f, name: file.Name, done: from, first: from,
		total: max(total, file.Sum.Size), started: f.now()}
	if err := copyAll(out, rest, limit-from, meter, p.path); err != nil {
		return from > 0, because(ctx, err)
	}
	if err := out.Sync(); err != nil {
		return from > 0, onDisk(p.path, err)
	}
	return from > 0, nil
}

// ask sends the request: for the rest of the file when a part of it is here.
func (f *Fetcher) ask(
	ctx context.Context, address string, have int64, version string,
) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, permanent{errors.New("is no address")}
	}
	if !onTheWeb(req.URL) {
		return nil, permanent{fmt.Errorf("is an address of %q; give one of http or https",
			req.URL.Scheme)}
	}
	req.Header.Set("User-Agent", f.Agent)
	if have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
		if version != "" {
			req.Header.Set("If-Range", version)
		}
	}
	return f.client.Do(req)
}

// errRange means that the part does not fit the file on the server.
var errRange = errors.New("does not carry on where the file was cut")

// start returns the byte at which the body of an answer begins.
func start(answer *http.Response, have int64) (int64, error) {
	switch code := answer.StatusCode; {
	case code == http.StatusOK:
		return 0, nil
	case code == http.StatusPartialContent && have > 0:
		first, _, _ := strings.Cut(strings.TrimPrefix(answer.Header.Get("Content-Range"), "bytes "),
			"-")
		if first != strconv.FormatInt(have, 10) {
			return 0, errRange
		}
		return have, nil
	case code == http.StatusRequestedRangeNotSatisfiable && have > 0:
		return 0, errRange
	case code == http.StatusRequestTimeout, code == http.StatusTooManyRequests, code >= 500:
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After")) // a date counts as absent
		return 0, retryAfter{fmt.Errorf("answered %s", status(code)),
			time.Duration(max(0, min(seconds, 3600))) * time.Second}
	default:
		return 0, permanent{fmt.Errorf("answered %s", status(code))}
	}
}

func status(code int) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", code, http.StatusText(code)))
}

// versionOf is the value for If-Range: a strong entity tag, or a date.
func versionOf(answer *http.Response) string {
	if tag := answer.Header.Get("ETag"); strings.HasPrefix(tag, `"`) &&
		!strings.ContainsAny(tag, "\r\n") {
		return tag
	}
	return answer.Header.Get("Last-Modified")
}

// otherKind names the content that servers often send in place of a missing file.
func otherKind(head []byte, name string) string {
	switch {
	case strings.HasPrefix(http.DetectContentType(head), "text/html"):
		return "a web page"
	case bytes.HasPrefix(head, []byte("PK\x03\x04")) && !strings.HasSuffix(name, ".zip"):
		return "a zip archive"
	case bytes.HasPrefix(head, []byte("\x1f\x9d")) && !strings.HasSuffix(name, ".Z"):
		return "a file compressed with compress (.Z)"
	}
	return ""
}

// because returns the cause of a context that was canceled internally, rather than the resulting
// error, and removes the address, which the caller adds.
func because(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// watched reports progress to the watchdog in steps of StallBytes: a server that sends one byte now
// and then counts as stalled.
type watched struct {
	r    io.Reader
	fed  func()
	came int // since then
}

// Read implements io.Reader.
func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if w.came += n; w.came >= StallBytes {
		w.came = 0
		w.fed()
	}
	return n, err
}

// failing is a reader that returns an error.
type failing struct{ err error }

// Read implements io.Reader.
func (f failing) Read([]byte) (int, error) { return 0, f.err }

// meter reports the progress.
type meter struct {
	f                  *Fetcher
	name               string
	first, done, total int64
	started            time.Time
}

func (m *meter) add(n int) {
	m.done += int64(n)
	if m.f.Progress == nil {
		return
	}
	left := time.Duration(-1)
	if spent := m.f.now().Sub(m.started); spent > 0 && m.done > m.first && m.total >= m.done {
		left = time.Duration(float64(spent) * float64(m.total-m.done) / float64(m.done-m.first))
	}
	m.f.Progress(Progress{m.name, m.done, m.total, left})
}

// copyAll copies at most limit bytes.
func copyAll(out io.Writer, in io.Reader, limit int64, m *meter, path string) error {
	buf := make([]byte, 1<<15)
	for {
		n, err := in.Read(buf)
		if int64(n) > limit {
			os.Remove(path)
			return permanent{errors.New("sends more bytes than the file has")}
		}
		limit -= int64(n)
		if n > 0 {
			if _, err := out.Write(buf[:n]); err != nil {
				return onDisk(path, err)
			}
			m.add(n)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
