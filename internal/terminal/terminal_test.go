package terminal

import (
	"bytes"
	"io"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

func TestStatusLine(t *testing.T) {
	var b bytes.Buffer
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	l := NewStatus(&b, "1/2 study")
	l.start = start
	if got := l.text(progress{Done: 25, Total: 100},
		start.Add(10*time.Second)); got != "1/2 study: 25 of 100 steps, about 30s left" {
		t.Error(got)
	}
	if got := l.text(progress{Total: 100}, start); got != "1/2 study: 0 of 100 steps" {
		t.Error(got)
	}
	l.start = time.Now()
	l.update(progress{Done: 1, Total: 2}) // too early to say
	l.End(nil)
	if b.String() != "1/2 study: 0s\n" {
		t.Errorf("%q", b.String())
	}
}

// On a terminal work over a second shows a line, which is gone at the end; elsewhere
// there is none.
func TestProgressOnATerminal(t *testing.T) {
	old := Is
	defer func() { Is = old }()
	var b bytes.Buffer
	Is = func(io.Writer) bool { return true }
	l := NewBrief(&b, "mrmr")
	l.update(progress{Stage: "features", Done: 1, Total: 4})
	if b.Len() > 0 {
		t.Errorf("%q before a second has passed", b.String())
	}
	l.start, l.last = l.start.Add(-10*time.Second), time.Time{}
	l.update(progress{Stage: "features", Done: 1, Total: 4})
	if want := "\rmrmr: features, 1 of 4, about 30s left"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	l.Clear()
	if !strings.HasSuffix(b.String(), "\r") || strings.Contains(b.String(), "\n") {
		t.Errorf("the line is not taken away: %q", b.String())
	}
	b.Reset()
	Is = old
	l.last = time.Time{}
	l.update(progress{Stage: "features", Done: 2, Total: 4})
	l.Clear()
	if b.Len() > 0 {
		t.Errorf("%q where no one watches", b.String())
	}
}

func TestVersion(t *testing.T) {
	info := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.modified", Value: "true"}}}
	const want = "fsnb v1.2.3 0123456789ab with changes, go"
	if line := versionLine(info); !strings.HasPrefix(line, want) {
		t.Errorf("%q", line)
	}
	if line := versionLine(new(debug.BuildInfo)); !strings.HasPrefix(line, "fsnb (unknown), go") {
		t.Errorf("%q", line)
	}
}
