package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fsnb.example/fsnb"
)

// The trials of each kind of file, and how many run at a time.
const (
	swapTrials    = 100
	swapProcesses = 4
	// swapEvery is the mean time between two, twice over.
	swapEvery = 20 * time.Millisecond
)

// swapped is the shape of the files: large enough for a parsed copy. A mapped file is larger, so
// that it is read for a while.
var (
	swapped = table{n: 400, d: 64}
	mapped  = table{n: 20_000, d: 64}
)

// ways are how a program replaces a file: by another that is renamed, or by writing it again, as
// numpy.save does.
var ways = []struct {
	what string
	do   func(from, to string)
}{
	{"renamed", renameOver},
	{"written again", writeOver},
}

// renameOver replaces a file as a whole.
func renameOver(from, to string) {
	beside := to + ".new"
	writeOver(from, beside)
	do(os.Rename(beside, to))
}

// writeOver writes a file again in its place.
func writeOver(from, to string) { do(os.WriteFile(to, got(os.ReadFile(from)), 0o600)) }

// swaps loads files of each kind, and chooses features, in processes with one cache, while the file
// is replaced again and again. A process gives the answer of one of the two files, or one line. In
// the end each file gives its own answer.
func swaps(ctx context.Context, d *drill, dir string) {
	buildParquet(ctx, dir)
	for _, r := range readers {
		for _, way := range ways {
			d.trials(fmt.Sprintf("%s: %s while they load", r.what, way.what), func(t *tally) {
				s := swap{dir: dir, own: got(os.MkdirTemp(dir, "")), reader: r, do: way.do}
				s.run(ctx, d, t)
			})
		}
	}
}

// swap is what a kind of file is put through.
type swap struct {
	dir, own string // of the programs, and of the files
	reader   reader
	do       func(from, to string)
	want     []string // the answer of each version
}

func (s *swap) run(ctx context.Context, d *drill, t *tally) {
	path := filepath.Join(s.own, "table"+s.reader.ending)
	var versions []string
	for v := range 2 {
		shape := swapped
		if s.reader.opt.Storage == onDisk.Storage {
			shape = mapped
		}
		shape.version = uint64(v)
		file := filepath.Join(s.own, fmt.Sprint("version", v, s.reader.ending))
		versions = append(versions, file)
		// A program that writes Parquet lies beside the others.
		made := filepath.Join(s.dir, "made"+s.reader.ending)
		writeTable(made, s.reader.write, shape)
		do(os.Rename(made, file))
		writeOver(file, path)
		s.want = append(s.want, s.choose(ctx, "off", path))
	}
	if s.want[0] == s.want[1] {
		wrong("%s: both files give one answer", s.reader.what)
	}
	cache := filepath.Join(s.own, "cache")
	s.while(ctx, d, t, versions, path, cache)
	for v, file := range versions {
		s.do(file, path)
		t.add(1, try(func() {
			if answer := s.choose(ctx, cache, path); answer != s.want[v] {
				wrong("a file that no longer changes gives %s, want %s", answer, s.want[v])
			}
		}))
	}
}

// while runs the trials, and replaces the file until they end.
func (s *swap) while(ctx context.Context, d *drill, t *tally, versions []string, path,
	cache string) {
	ctx, stop := context.WithCancel(ctx)
	var replaced sync.WaitGroup
	var failed error
	replaced.Go(func() {
		failed = try(func() {
			rng := d.random(3000)
			for v := 0; ctx.Err() == nil; v = 1 - v {
				s.do(versions[v], path)
				sleep(ctx, time.Duration(rng.ExpFloat64()*rng.Float64()*float64(swapEvery)))
			}
		})
	})
	var refused atomic.Int64
	err := try(func() {
		t.each(ctx, swapProcesses, swapTrials, func(ctx context.Context, _ int) int {
			var answer string
			err := try(func() { answer = s.choose(ctx, cache, path) })
			var said refusedFile
			switch {
			case errors.As(err, &said) && strings.Contains(string(said), filepath.Base(path)):
				refused.Add(1)
			case err != nil:
				do(err)
			case answer != s.want[0] && answer != s.want[1]:
				wrong("the answer is %s, want %s or %s", answer, s.want[0], s.want[1])
			}
			t.note("%d of them refused the file", refused.Load())
			return 1
		})
	})
	stop()
	replaced.Wait()
	do(errors.Join(err, failed))
}

// refusedFile is the line with which a process ends.
type refusedFile string

func (r refusedFile) Error() string { return string(r) }

// choose runs chooseJob; a refusal is one line.
func (s *swap) choose(ctx context.Context, cache, path string) string {
	o := readWith(s.dir, cache).run(ctx, "choose", path, s.reader.options())
	switch {
	case o.err != nil:
		do(errOneLine(o.said))
		do(refusedFile(o.said))
	case o.said != "":
		wrong("it says %.300q", o.said)
	}
	return strings.TrimSpace(o.out)
}

// chooseJob loads a file with options, and prints its hash and the features that a method chooses.
func chooseJob(args []string) {
	d := fsnb.Load(args[0], optionsOf(args[1]))
	r := fsnb.Select(d, fsnb.Variance{}, 3)
	got(fmt.Printf("%s %v %v\n", d.Hash(), r.Features, r.Scores))
}
