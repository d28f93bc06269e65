package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"fsnb.example/internal/visible"
)

// progress is that of algorithms, which packages below it do not import.
type progress = struct {
	Stage       string
	Done, Total int
}

// StatusLine shows the progress of a study on the error stream: on a terminal a rewritten line,
// elsewhere one every ten seconds.
type StatusLine struct {
	mu    sync.Mutex
	w     io.Writer
	what  string
	start time.Time
	last  time.Time
	shown int
	brief bool // a line on a terminal after a second, which is removed at the end
}

// NewStatus is the status line of a study that starts now.
func NewStatus(w io.Writer, what string) *StatusLine {
	now := time.Now()
	return &StatusLine{w: w, what: what, start: now, last: now}
}

// NewBrief is the status line of a command with a single result.
func NewBrief(w io.Writer, what string) *StatusLine {
	l := NewStatus(w, what)
	l.brief = true
	return l
}

// Progress makes a function that shows the progress of a computation, where it is time to.
func Progress[P ~progress](l *StatusLine) func(P) {
	return func(p P) { l.update(progress(p)) }
}

func (l *StatusLine) update(p progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, wait := time.Now(), 10*time.Second
	if Is(l.w) {
		wait = 300 * time.Millisecond
	}
	if p.Total <= 0 || now.Sub(l.last) < wait ||
		l.brief && (!Is(l.w) || now.Sub(l.start) < time.Second) {
		return
	}
	l.last = now
	l.print(l.text(p, now))
}

// text is the share done and the time left.
func (l *StatusLine) text(p progress, now time.Time) string {
	text := fmt.Sprintf("%s: %d of %d steps", l.what, p.Done, p.Total)
	if l.brief {
		text = fmt.Sprintf("%s: %s, %d of %d", l.what, p.Stage, p.Done, p.Total)
	}
	if p.Done > 0 {
		left := float64(now.Sub(l.start)) * float64(p.Total-p.Done) / float64(p.Done)
		text += fmt.Sprintf(", about %s left", time.Duration(left).Round(time.Second))
	}
	return text
}

func (l *StatusLine) print(text string) {
	if text = visible.Text(text); !Is(l.w) {
		visible.Say(l.w, "%s", text)
		return
	}
	fmt.Fprintf(l.w, "\r%s%s", text, strings.Repeat(" ", max(0, l.shown-len(text))))
	l.shown = len(text)
}

// End replaces the line by the time taken.
func (l *StatusLine) End(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := fmt.Sprintf("%s: %s", l.what, time.Since(l.start).Round(time.Second))
	if err != nil {
		text += ", not whole"
	}
	l.print(text)
	if Is(l.w) {
		fmt.Fprintln(l.w)
	}
}

// Clear removes a brief line.
func (l *StatusLine) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown > 0 {
		fmt.Fprintf(l.w, "\r%s\r", strings.Repeat(" ", l.shown))
		l.shown = 0
	}
}
