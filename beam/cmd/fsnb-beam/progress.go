package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"fsnb.example/beam/engine"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/visible"
)

// progress shows the counters of a job: on a terminal a line that is rewritten, elsewhere one every
// ten seconds.
type progress struct {
	w     io.Writer
	what  string
	unit  string
	total int64
	start time.Time
	last  time.Time
	shown int
}

func newProgress(w io.Writer, what, unit string, total int) *progress {
	now := time.Now()
	return &progress{w: w, what: what, unit: unit, total: int64(total), start: now, last: now}
}

func (p *progress) update(c engine.Counters) { p.at(c, time.Now()) }

func (p *progress) at(c engine.Counters, now time.Time) {
	wait := 10 * time.Second
	if terminal.Is(p.w) {
		wait = 300 * time.Millisecond
	}
	if c == nil || now.Sub(p.last) < wait {
		return
	}
	p.last = now
	text := visible.Text(p.text(c, now))
	if !terminal.Is(p.w) {
		visible.Say(p.w, "%s", text)
		return
	}
	fmt.Fprintf(p.w, "\r%s%s", text, strings.Repeat(" ", max(0, p.shown-len(text))))
	p.shown = len(text)
}

// text is what is done, what failed, and the time left.
func (p *progress) text(c engine.Counters, now time.Time) string {
	done := min(c["done"], p.total)
	text := fmt.Sprintf("%s: %d of %d %s", p.what, done, p.total, p.unit)
	if c["failed"] > 0 {
		text += fmt.Sprintf(", %d failed", c["failed"])
	}
	if c["restarts"] > 0 {
		text += fmt.Sprintf(", %d workers started again", c["restarts"])
	}
	if done > 0 && done < p.total {
		left := float64(now.Sub(p.start)) * float64(p.total-done) / float64(done)
		text += fmt.Sprintf(", about %s left", time.Duration(left).Round(time.Second))
	}
	return text
}

// end removes the line.
func (p *progress) end() {
	if p.shown > 0 {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", p.shown))
	}
}
