package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"fsnb.example/datasets"
	"fsnb.example/internal/fetch"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/visible"
)

const (
	// builtIn is in place of the path of a set that has no file.
	builtIn = "comes with the library"
	// offlineVariable, set to 1, forbids the network.
	offlineVariable = "FSNB_OFFLINE"
	// fromVariable is a base address that serves the files by their names, such as a mirror of an
	// institute; it replaces their own addresses.
	fromVariable = "FSNB_FETCH_FROM"
)

// fetched is the result for one data set.
type fetched struct {
	entry datasets.Entry
	path  string // of the file, or of the original that must be converted
	err   error
}

// fetchDatasets fetches the files of the named sets, or of all that have an address.
func fetchDatasets(
	ctx context.Context, names []string, all, offline bool, format string, out, errOut io.Writer,
) error {
	entries, err := toFetch(names, all)
	if err != nil {
		return err
	}
	dir, err := datasets.CacheDir()
	if err != nil {
		return err
	}
	f := fetch.New(dir)
	f.Offline = offline || os.Getenv(offlineVariable) == "1"
	line := &progressLine{w: errOut, live: terminal.Is(errOut), now: time.Now}
	f.Progress, f.Note = line.show, line.note
	var results []fetched
	var failed []string
	for _, e := range entries {
		r := fetched{entry: e}
		r.path, r.err = fetchOne(ctx, f, e)
		line.end()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if r.err != nil {
			failed = append(failed, e.Name)
			if len(entries) > 1 {
				line.note(oneLine(r.err))
			}
		}
		results = append(results, r)
	}
	if err := writeFetched(results, format, out); err != nil {
		return err
	}
	switch {
	case len(failed) == 0:
		return nil
	case len(entries) == 1:
		return results[0].err
	}
	return fmt.Errorf("%d of %d data sets are not here: %s", len(failed), len(entries),
		strings.Join(failed, ", "))
}

// toFetch finds the entries of names; with all, those that have an address.
func toFetch(names []string, all bool) ([]datasets.Entry, error) {
	switch {
	case all && len(names) > 0:
		return nil, terminal.BadUsage(
			"datasets fetch: -all takes no names; %q is too many", names[0])
	case !all && len(names) == 0:
		return nil, terminal.BadUsage("datasets fetch: give the names of data sets, or -all")
	}
	var out []datasets.Entry
	for _, name := range names {
		e, err := datasets.Find(name)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	for _, e := range datasets.Registry() {
		if _, ok := e.Fetchable(); ok && all {
			out = append(out, e)
		}
	}
	return out, nil
}

// fetchOne fetches the file of a set into the cache, unless a valid one is on this machine. Files
// of FSNB_DATA are only read.
func fetchOne(ctx context.Context, f *fetch.Fetcher, e datasets.Entry) (string, error) {
	where, path := e.Locate()
	switch where {
	case datasets.Embedded, datasets.Generated:
		return "", nil
	case datasets.InMirror:
		return path, e.Verify()
	case datasets.InCache:
		if e.Verify() == nil {
			return path, nil
		}
	case datasets.Nowhere:
		return "", e.Missing()
	}
	file, ok := e.Fetchable()
	if !ok { // R data in the folder of FSNB_DATA
		return path, e.Missing()
	}
	path, err := f.Fetch(ctx, fetch.File{Name: file.Name, Sum: file.Sum,
		Addresses: addresses(file)})
	if errors.Is(err, fetch.ErrOffline) {
		return "", fmt.Errorf("%w (-offline or %s=1); go online, or copy %s into %s", err,
			offlineVariable, file.Name, f.Dir)
	}
	if err != nil {
		return "", fmt.Errorf("%w; look at the network, or put %s into the folder that %s names",
			err, file.Name, datasets.DataVariable)
	}
	return path, e.Missing() // R data must be converted
}

func addresses(file datasets.File) []string {
	if base := os.Getenv(fromVariable); base != "" {
		return []string{strings.TrimSuffix(base, "/") + "/" + file.Name}
	}
	return file.Addresses()
}

func writeFetched(results []fetched, format string, out io.Writer) error {
	sets := []terminal.Object{}
	for _, r := range results {
		message := ""
		if r.err != nil {
			message = oneLine(r.err)
		}
		sets = append(sets,
			terminal.Object{{"name", r.entry.Name}, {"path", r.path}, {"error", message}})
		if format == "json" || r.err != nil {
			continue
		}
		if err := visible.Say(out, "%s: %s", r.entry.Name, cmp.Or(r.path, builtIn)); err != nil {
			return err
		}
	}
	if format == "json" {
		return terminal.WriteJSON(out, sets)
	}
	return nil
}

// progressLine shows the progress of a download: on a terminal in one line that is rewritten three
// times a second, elsewhere in a new line every two seconds.
type progressLine struct {
	w     io.Writer
	live  bool
	now   func() time.Time
	last  time.Time
	width int // width of the text in the line
}

func (l *progressLine) show(p fetch.Progress) {
	pause := 2 * time.Second
	if l.live {
		pause = time.Second / 3
	}
	now := l.now()
	if l.last.IsZero() { // work within the first pause needs only the last line
		l.last = now
	}
	if now.Sub(l.last) < pause && p.Done != p.Total {
		return
	}
	l.last = now
	text := p.Name + ": " + size(p.Done, p.Done)
	if p.Total > 0 {
		done, _, _ := strings.Cut(size(p.Done, p.Total), " ")
		text = fmt.Sprintf("%s: %s of %s, %d%%", p.Name, done, size(p.Total, p.Total),
			100*p.Done/p.Total)
	}
	if p.Left > 0 {
		text += fmt.Sprintf(", %d s left", int64((p.Left+time.Second-1)/time.Second))
	}
	if !l.live {
		visible.Say(l.w, "%s", text)
		return
	}
	text = visible.Text(text)
	fmt.Fprintf(l.w, "\r%-*s", l.width, text)
	l.width = len(text)
}

// size is a number of bytes in the unit that suits like.
func size(n, like int64) string {
	if like < 1<<20 {
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}

// note writes a separate line.
func (l *progressLine) note(text string) {
	l.end()
	visible.Say(l.w, "%s", text)
}

// end closes the rewritten line.
func (l *progressLine) end() {
	if l.width > 0 {
		fmt.Fprintln(l.w)
	}
	l.width, l.last = 0, time.Time{}
}
