package cell

import (
	"context"
	"errors"
	"fmt"
	"html"
	"os"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/janpfeifer/gonb/gonbui"

	"fsnb.example/algorithms"
	"fsnb.example/internal/visible"
)

// Interrupted is set by the first interrupt and stays so: the calls that follow
// in the program return at once with what they have, so that what was computed
// is shown before the kernel's patience of five seconds ends.
var Interrupted atomic.Bool

// Interruptible runs work with a context that the stop button (an interrupt)
// cancels, and shows its progress when it takes over a second. Interrupted work
// that has a partial result returns it. A second interrupt, or one between two
// calls, ends the program as usual.
func Interruptible[T any](o algorithms.Options, what string,
	work func(context.Context, algorithms.Options) (*T, error)) *T {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	var ended atomic.Bool
	defer func() {
		ended.Store(true)
		cancel()
	}()
	before := Interrupted.Load()
	if before {
		cancel()
	}
	line := newProgressLine(what)
	go line.beats(ctx)
	report := o.Progress
	o.Progress = func(p algorithms.Progress) {
		line.update(p)
		if report != nil {
			report(p)
		}
	}
	go func() {
		<-ctx.Done()
		if !ended.Load() && !before {
			MarkStopped(what, time.Since(line.start))
		}
		stop() // a second interrupt kills
	}()
	v, err := work(ctx, o)
	line.clear()
	if err != nil && ctx.Err() != nil && errors.Is(err, context.Canceled) {
		Interrupted.Store(true)
		if v != nil {
			return v
		}
		err = fmt.Errorf("%s: stopped before there was a result", what)
	}
	return Must(v, err)
}

const (
	quietTime  = time.Second            // work finished by then shows no progress
	updateTime = 300 * time.Millisecond // between two updates
)

// progressLine is one line with the progress, replaced by the result at the end.
type progressLine struct {
	mu      sync.Mutex
	what    string
	start   time.Time
	last    time.Time
	id      string // of the notebook's output, once there is one
	shown   int    // width of what stands on the terminal
	latest  *algorithms.Progress
	since   time.Time // when the stage of the latest began
	cleared bool
}

func newProgressLine(what string) *progressLine {
	return &progressLine{what: what, start: time.Now()}
}

func (l *progressLine) update(p algorithms.Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	switch {
	case l.latest == nil:
		l.since = l.start
	case l.latest.Stage != p.Stage:
		l.since = now
	}
	l.latest = &p
	if l.cleared || now.Sub(l.start) < quietTime || now.Sub(l.last) < updateTime {
		return
	}
	l.last = now
	l.print(l.text(p, now))
}

// beats redraws the line when the work was silent for a second, so that long steps show activity,
// until ctx ends.
func (l *progressLine) beats(ctx context.Context) {
	ticker := time.NewTicker(quietTime)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-ticker.C:
			l.beat(now)
		}
	}
}

func (l *progressLine) beat(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cleared || now.Sub(l.start) < quietTime || now.Sub(l.last) < quietTime {
		return
	}
	l.last = now
	l.print(l.silentText(now))
}

// silentText is the line during silence: the last text, and the time since.
func (l *progressLine) silentText(now time.Time) string {
	text := l.what
	if l.latest != nil {
		text = l.text(*l.latest, now)
	}
	return fmt.Sprintf("%s, working for %s", text, now.Sub(l.start).Round(time.Second))
}

// text is the stage, a bar, the share and the time that the stage has left.
func (l *progressLine) text(p algorithms.Progress, now time.Time) string {
	if p.Total <= 0 {
		return fmt.Sprintf("%s: %s", l.what, p.Stage)
	}
	share := min(float64(p.Done)/float64(p.Total), 1)
	const width = 20
	full := int(share * width)
	bar := strings.Repeat("█", full) + strings.Repeat("░", width-full)
	text := fmt.Sprintf("%s: %s %s %3.0f%%", l.what, p.Stage, bar, 100*share)
	if p.Done > 0 {
		since := l.since
		if since.IsZero() {
			since = l.start
		}
		left := time.Duration(float64(now.Sub(since)) * (1 - share) / share)
		text += fmt.Sprintf(", about %s left", left.Round(time.Second))
	}
	return text
}

func (l *progressLine) print(text string) {
	text = visible.Text(text)
	if InNotebook() {
		if l.id == "" {
			l.id = gonbui.UniqueId()
		}
		gonbui.UpdateHTML(l.id, "<span style=\"font-family:monospace\">"+html.EscapeString(text)+
			"</span>")
		return
	}
	if !isTerminal() {
		return
	}
	fmt.Fprintf(Stderr, "\r%s%s", text, strings.Repeat(" ", max(0, l.shown-len(text))))
	l.shown = len(text)
}

// clear removes the line.
func (l *progressLine) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cleared = true
	if l.id != "" {
		gonbui.UpdateHTML(l.id, "")
	}
	if l.shown > 0 {
		fmt.Fprintf(Stderr, "\r%s\r", strings.Repeat(" ", l.shown))
	}
}

// isTerminal reports whether the error stream is a terminal.
func isTerminal() bool {
	st, err := os.Stderr.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}
