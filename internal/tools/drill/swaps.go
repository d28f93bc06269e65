package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"fsnb.example/datasets"
	"fsnb.example/fsnb"
	"fsnb.example/internal/parallel"
)

func init() { childJobs["choose"] = chooseJob }

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
	do   func(from, to string) error
}{
	{"renamed", renameOver},
	{"written again", writeOver},
}

// renameOver replaces a file as a whole.
func renameOver(from, to string) error {
	beside := to + ".new"
	if err := writeOver(from, beside); err != nil {
		return err
	}
	return os.Rename(beside, to)
}

// writeOver writes a file again in its place.
func writeOver(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o600)
}

// swaps loads files of each kind, and chooses features, in processes with one cache, while the file
// is replaced again and again. A process gives the answer of one of the two files, or one line. In
// the end each file gives its own answer.
func swaps(ctx context.Context, d *drill, dir string) error {
	if err := buildParquet(ctx, dir); err != nil {
		return err
	}
	for _, r := range readers {
		for _, way := range ways {
			what := fmt.Sprintf("%s: %s while they load", r.what, way.what)
			if err := d.trials(what, func(t *tally) error {
				own, err := os.MkdirTemp(dir, "")
				if err != nil {
					return err
				}
				s := swap{dir: dir, own: own, reader: r, do: way.do}
				return s.run(ctx, d, t)
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// swap is what a kind of file is put through.
type swap struct {
	dir, own string // of the programs, and of the files
	reader   reader
	do       func(from, to string) error
	want     []string // the answer of each version
}

func (s *swap) run(ctx context.Context, d *drill, t *tally) error {
	path := filepath.Join(s.own, "table"+s.reader.ending)
	versions := []string{s.version(0), s.version(1)}
	for v, file := range versions {
		shape := swapped
		if s.reader.opt.Storage == onDisk.Storage {
			shape = mapped
		}
		shape.version = uint64(v)
		// A program that writes Parquet lies beside the others.
		made := filepath.Join(s.dir, "made"+s.reader.ending)
		err := writeTable(made, s.reader.write, shape)
		if err = errors.Join(err, os.Rename(made, file), writeOver(file, path)); err != nil {
			return err
		}
		answer, err := s.choose(ctx, "off", path)
		if err != nil {
			return err
		}
		s.want = append(s.want, answer)
	}
	if s.want[0] == s.want[1] {
		return fmt.Errorf("%s: both files give one answer", s.reader.what)
	}
	cache := filepath.Join(s.own, "cache")
	if err := s.while(ctx, d, t, versions, path, cache); err != nil {
		return err
	}
	for v, file := range versions {
		if err := s.do(file, path); err != nil {
			return err
		}
		got, err := s.choose(ctx, cache, path)
		if err == nil && got != s.want[v] {
			err = fmt.Errorf("a file that no longer changes gives %s, want %s", got, s.want[v])
		}
		if err := t.add(1, err); err != nil {
			return err
		}
	}
	return nil
}

func (s *swap) version(v int) string {
	return filepath.Join(s.own, fmt.Sprint("version", v, s.reader.ending))
}

// while runs the trials, and replaces the file until they end.
func (s *swap) while(ctx context.Context, d *drill, t *tally, versions []string, path,
	cache string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var replaced sync.WaitGroup
	var failed error
	replaced.Go(func() {
		rng := d.random(3000)
		for v := 0; ctx.Err() == nil && failed == nil; v = 1 - v {
			failed = s.do(versions[v], path)
			sleep(ctx, time.Duration(rng.ExpFloat64()*rng.Float64()*float64(swapEvery)))
		}
	})
	var lock sync.Mutex
	refused := 0
	err := parallel.Each(ctx, swapProcesses, d.times(swapTrials),
		func(ctx context.Context, _ int) error {
			got, err := s.choose(ctx, cache, path)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			lock.Lock()
			defer lock.Unlock()
			var said refusedFile
			switch {
			case errors.As(err, &said) && strings.Contains(string(said), filepath.Base(path)):
				refused++
				err = nil
			case err == nil && got != s.want[0] && got != s.want[1]:
				err = fmt.Errorf("the answer is %s, want %s or %s", got, s.want[0], s.want[1])
			}
			t.note("%d of them refused the file", refused)
			return t.add(1, err)
		})
	stop()
	replaced.Wait()
	return errors.Join(err, failed)
}

// refusedFile is the line with which a process ends.
type refusedFile string

func (r refusedFile) Error() string { return string(r) }

// choose runs chooseJob; a refusal is one line.
func (s *swap) choose(ctx context.Context, cache, path string) (string, error) {
	opt, err := json.Marshal(s.reader.opt)
	if err != nil {
		return "", err
	}
	o := runChild(ctx, []string{"FSNB_CACHE=" + cache,
		"FSNB_PARQUET=" + filepath.Join(s.dir, "fsnb-parquet")}, "choose", path, string(opt))
	switch {
	case o.err == nil && o.said == "":
		return strings.TrimSpace(o.out), nil
	case o.err == nil:
		return "", fmt.Errorf("it says %.300q", o.said)
	}
	if err := errOneLine(o.said); err != nil {
		return "", err
	}
	return "", refusedFile(o.said)
}

// chooseJob loads a file with options, and prints its hash and the features that a method chooses.
func chooseJob(args []string) error {
	var opt datasets.Options
	if err := json.Unmarshal([]byte(args[1]), &opt); err != nil {
		return err
	}
	d := fsnb.Load(args[0], opt)
	r := fsnb.Select(d, fsnb.Variance{}, 3)
	_, err := fmt.Printf("%s %v %v\n", d.Hash(), r.Features, r.Scores)
	return err
}
