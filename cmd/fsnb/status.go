package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/visible"
)

// statusLine shows the progress of a study on the error stream: on a terminal a rewritten line,
// elsewhere one every ten seconds.
type statusLine struct {
	mu    sync.Mutex
	w     io.Writer
	what  string
	start time.Time
	last  time.Time
	shown int
	// brief is the mode for a single result: a line on a terminal only, which is removed at the
	// end.
	brief bool
}

// foresee says before a computation starts which of the methods take long, or much memory, for the
// best k features of d, or all with k = 0: a line for each.
func foresee(w io.Writer, d *datasets.Dataset, k int, methods ...algorithms.Selector) {
	for _, m := range methods {
		if text := algorithms.WideWarning(m, d, k); text != "" {
			visible.Say(w, "fsnb: %s", text)
		}
	}
}

// newBrief is the status line of a command with a single result.
func newBrief(w io.Writer, what string) *statusLine {
	return &statusLine{w: w, what: what, start: time.Now(), brief: true}
}

func (l *statusLine) update(p algorithms.Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	wait := 10 * time.Second
	if isTerminal(l.w) {
		wait = 300 * time.Millisecond
	}
	if l.last.IsZero() {
		l.last = l.start
	}
	if p.Total <= 0 || now.Sub(l.last) < wait || l.brief && !l.due(now) {
		return
	}
	l.last = now
	l.print(l.text(p, now))
}

// due reports whether a brief line is shown: on a terminal, after a second.
func (l *statusLine) due(now time.Time) bool {
	return isTerminal(l.w) && now.Sub(l.start) >= time.Second
}

// text is the share done and the time left.
func (l *statusLine) text(p algorithms.Progress, now time.Time) string {
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

func (l *statusLine) print(text string) {
	if text = visible.Text(text); !isTerminal(l.w) {
		visible.Say(l.w, "%s", text)
		return
	}
	fmt.Fprintf(l.w, "\r%s%s", text, strings.Repeat(" ", max(0, l.shown-len(text))))
	l.shown = len(text)
}

// end replaces the line by the time taken.
func (l *statusLine) end(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := fmt.Sprintf("%s: %s", l.what, time.Since(l.start).Round(time.Second))
	if err != nil {
		text += ", not whole"
	}
	l.print(text)
	if isTerminal(l.w) {
		fmt.Fprintln(l.w)
	}
}

// clear removes a brief line.
func (l *statusLine) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown > 0 {
		fmt.Fprintf(l.w, "\r%s\r", strings.Repeat(" ", l.shown))
		l.shown = 0
	}
}
