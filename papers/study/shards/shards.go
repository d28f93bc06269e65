// Package shards runs studies in parts on machines that share nothing but a folder: one file a
// part, for job arrays of SLURM, indexed jobs of Kubernetes, or ssh. No machine talks to another.
//
// A part appends its results to NAME.2-of-8.study.part, so that a stopped or killed one goes on
// where it was, and renames the file to NAME.2-of-8.study when it is whole. Merge checks that the
// files are all there and of one study and equal data, and adds their results to the file that
// study.Run reads.
package shards

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/internal/filelock"
	"fsnb.example/internal/recordlog"
	"fsnb.example/papers/study"
)

const (
	suffix     = ".study"
	unfinished = ".part"
	lock       = ".lock"
	folderMode = 0o755
)

// summary is the record of a file that says what it is; its key is no key of a result.
type summary struct {
	study.Finished
	Command string `json:"command"` // that runs the whole study
	Records int    `json:"records"` // beside this one
	Torn    int    `json:"torn"`    // lines that killed processes left
}

const summaryKey = "part"

// Path is the file of a part of a study.
func Path(dir, name string, part study.Part) string {
	return filepath.Join(dir, fmt.Sprintf("%s.%d-of-%d%s", name, part.Number, part.Of, suffix))
}

// Run computes a part of a study and writes its file in dir, which is made if missing. command is
// the command that runs the whole study, which Merge passes on. A part whose file is there and has
// nothing failed is not run again.
//
// It returns an error for what study.RunPart returns one for, and while another process works on
// the same part; a canceled context returns what is finished with ctx.Err(), and the same call goes
// on from there.
func Run(ctx context.Context, dir string, s study.Study, part study.Part, command string,
	opt algorithms.Options) (*study.Finished, error) {
	if part.Of < 1 {
		return nil, errors.New("no part of a study; give its number, such as 1/8")
	}
	return finished{dir, s, part, command, s.Identity()}.run(func(store string) (*study.Finished,
		error) {
		return study.RunPart(ctx, s, part, store, opt)
	})
}

// RunGroup is Run of a group of the study (study.Groups): part is its number among all groups.
func RunGroup(ctx context.Context, dir string, s study.Study, part study.Part, pieces []study.Piece,
	command string, opt algorithms.Options) (*study.Finished, error) {
	// The groups of one study are not the parts of as many.
	identity := s.Identity() + "-groups"
	return finished{dir, s, part, command, identity}.run(func(store string) (*study.Finished,
		error) {
		done, err := study.RunPieces(ctx, s, pieces, store, opt)
		if done != nil {
			done.Study, done.Part = identity, part
		}
		return done, err
	})
}

// RecordFailure makes the file of a group that could not be computed, with the results that it has
// and the reason, so that the others can be merged. RunGroup tries again.
func RecordFailure(dir string, s study.Study, part study.Part, pieces []study.Piece, command,
	reason string) error {
	identity := s.Identity() + "-groups"
	_, err := finished{dir, s, part, command, identity}.run(func(string) (*study.Finished, error) {
		return &study.Finished{Study: identity, Part: part, Pieces: len(pieces),
			Failed: []string{fmt.Sprintf("%d pieces of %s (group %s): %s", len(pieces),
				s.Data[pieces[0].Data].Name, part, reason)}}, nil
	})
	return err
}

// finished is a file to make.
type finished struct {
	dir      string
	study    study.Study
	part     study.Part
	command  string
	identity string
}

// run makes it of what compute appends to a file.
func (f finished) run(compute func(store string) (*study.Finished, error)) (*study.Finished,
	error) {
	dir, s, part := f.dir, f.study, f.part
	if err := os.MkdirAll(dir, folderMode); err != nil {
		return nil, fmt.Errorf("cannot make the folder of the parts: %w; name another", err)
	}
	path := Path(dir, s.Name, part)
	unlock, err := filelock.Try(path + lock)
	if errors.Is(err, filelock.ErrLocked) {
		return nil, fmt.Errorf("%s: another process works on this part; wait for it, or name "+
			"another folder", path)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot lock %s: %w; name a folder that you may write to", path, err)
	}
	defer unlock()
	if _, err := os.Stat(path); err == nil {
		before, _, err := read(path)
		if err == nil && before.Study == f.identity && len(before.Failed) == 0 {
			before.Reused, before.Computed = before.Reused+before.Computed, 0
			return &before.Finished, nil
		}
		if err := reopen(path); err != nil {
			return nil, err
		}
	}
	done, err := compute(path + unfinished)
	if err != nil {
		return done, err
	}
	if err := finish(path, summary{Finished: *done, Command: f.command}); err != nil {
		return done, err
	}
	return done, nil
}

// reopen makes a finished file an unfinished one: its results are found by what they depend on, so
// those that still count are not computed again.
func reopen(path string) error {
	if _, err := os.Stat(path + unfinished); err == nil {
		return nil // a later attempt has begun
	}
	if err := os.Rename(path, path+unfinished); err != nil {
		return fmt.Errorf("cannot continue %s: %w", path, errors.Unwrap(err))
	}
	return nil
}

// finish writes the summary and gives the file its name.
func finish(path string, s summary) error {
	log, err := recordlog.Open(path + unfinished)
	if err != nil {
		return err
	}
	defer log.Close()
	s.Records, s.Torn = log.Len(), log.Damaged()
	if slices.Contains(log.Keys(), summaryKey) {
		s.Records-- // of an earlier attempt
	}
	if err := log.Put(summaryKey, s); err != nil {
		return err
	}
	if err := os.Rename(path+unfinished, path); err != nil {
		return fmt.Errorf("cannot finish %s: %w", path, errors.Unwrap(err))
	}
	return nil
}

// read returns the summary of a finished file, and its records, open for reading.
func read(path string) (summary, *recordlog.Log, error) {
	var s summary
	log, err := recordlog.Read(path)
	if err != nil {
		return s, nil, err
	}
	if !log.Get(summaryKey, &s) || log.Damaged() != s.Torn || log.Len() != s.Records+1 {
		return s, nil, fmt.Errorf("%s is damaged or cut: remove it, and run that part again", path)
	}
	return s, log, nil
}

// Merged says what Merge did with the parts of a study.
type Merged struct {
	Study   string // its name
	Path    string // of the file that has the results
	Parts   int
	Results int      // in the parts
	Added   int      // of these, new in the file
	Failed  []string // what has no value, and why: a line each
	Left    []string // methods that are left to the whole run
	Command string   // that shows the study
}

// A file of a part, by its name.
type file struct {
	study      string
	number, of int
	begun      bool // not finished
}

var named = regexp.MustCompile(`^(.+)\.(\d+)-of-(\d+)\.study(\.part)?$`)

// Merge adds the results of all parts in dir to the file of each study, store(name). Nothing is
// written unless the parts of every study are complete, undamaged, of one study, and of equal data.
// Results that a file has stay as they are.
//
// It returns an error for a part that is missing or unfinished, for parts of different studies or
// data, and for a folder without parts.
func Merge(dir string, store func(name string) string) ([]Merged, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, folderError(dir, err)
	}
	parts := map[string][]file{}
	for _, e := range entries {
		m := named.FindStringSubmatch(e.Name())
		if m == nil {
			continue
		}
		number, err := strconv.Atoi(m[2])
		count, err2 := strconv.Atoi(m[3])
		if err != nil || err2 != nil || number < 1 || number > count {
			continue
		}
		parts[m[1]] = append(parts[m[1]], file{m[1], number, count, m[4] != ""})
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("%s has no part of a study; run the parts first, such as fsnb "+
			"replay PAPER -shard 1/8 -shards %s", dir, dir)
	}
	var groups []group
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		g, err := gather(dir, name, parts[name])
		if err != nil {
			return nil, err
		}
		groups = append(groups, g)
	}
	var out []Merged
	for _, g := range groups {
		m, err := g.merge(store(g.name))
		if err != nil {
			return out, err
		}
		out = append(out, m)
	}
	return out, nil
}

func folderError(dir string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("cannot read the folder %s: %w; name the folder of the parts", dir, err)
}

// group is the parts of a study, by number.
type group struct {
	name    string
	summary summary // of the first
	logs    []*recordlog.Log
	failed  []string
}

// gather reads and checks the parts of a study.
func gather(dir, name string, all []file) (group, error) {
	g := group{name: name}
	count := 0
	for _, f := range all {
		if f.begun {
			count = max(count, f.of)
		}
	}
	files := slices.DeleteFunc(slices.Clone(all), func(f file) bool { return f.begun })
	slices.SortFunc(files, func(a, b file) int { return a.number - b.number })
	for _, f := range files {
		if count != 0 && f.of != count {
			return g, fmt.Errorf("%s has parts of %d and of %d of the study %s; remove the files "+
				"of one of the runs", dir, min(f.of, count), max(f.of, count), name)
		}
		count = f.of
	}
	if err := missing(dir, name, count, all); err != nil {
		return g, err
	}
	type content struct {
		part int // the first that has it
		hash string
	}
	data := map[string]content{}
	for _, f := range files {
		path := Path(dir, name, study.Part{Number: f.number, Of: f.of})
		s, log, err := read(path)
		if err != nil {
			return g, err
		}
		if f.number == 1 {
			g.summary = s
		}
		if s.Study != g.summary.Study {
			return g, fmt.Errorf("%s and %s are of different studies, or of different versions; "+
				"run part %d again, by the command of the others", filepath.Base(path),
				filepath.Base(Path(dir, name, g.summary.Part)), f.number)
		}
		for set, hash := range s.Data {
			first, ok := data[set]
			if !ok {
				data[set] = content{f.number, hash}
			} else if first.hash != hash {
				return g, fmt.Errorf("%s: part %d read other values of %s (%.12s) than part %d "+
					"(%.12s); give both machines the same file, and run one of the parts again",
					name, f.number, set, hash, first.part, first.hash)
			}
		}
		g.logs = append(g.logs, log)
		g.failed = append(g.failed, s.Failed...)
	}
	slices.Sort(g.failed)
	g.failed = slices.Compact(g.failed)
	return g, nil
}

// missing returns an error that names the parts that are not there.
func missing(dir, name string, count int, all []file) error {
	var absent, open, what []string
	for number := range count {
		f := file{name, number + 1, count, false}
		text := strconv.Itoa(f.number)
		if slices.Contains(all, f) {
			continue
		}
		if f.begun = true; slices.Contains(all, f) {
			open = append(open, text)
		} else {
			absent = append(absent, text)
		}
	}
	if len(absent) > 0 {
		what = append(what, "missing: "+few(absent))
	}
	if len(open) > 0 {
		what = append(what, "not finished: "+few(open))
	}
	if len(what) == 0 {
		return nil
	}
	return fmt.Errorf("%s: of %d parts of %s, %s; run those again, with -shard NUMBER/%d", dir,
		count, name, strings.Join(what, "; "), count)
}

func few(numbers []string) string {
	const most = 10
	if more := len(numbers) - most; more > 1 {
		return strings.Join(numbers[:most], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(numbers, ", ")
}

// merge adds the results to the file of the study.
func (g group) merge(path string) (Merged, error) {
	m := Merged{Study: g.name, Path: path, Parts: len(g.logs), Failed: g.failed,
		Left: g.summary.Left, Command: g.summary.Command}
	to, err := recordlog.Open(path)
	if err != nil {
		return m, err
	}
	defer to.Close()
	results := map[string]bool{}
	for _, log := range g.logs {
		for _, key := range log.Keys() {
			var value json.RawMessage
			if results[key] || key == summaryKey {
				continue
			}
			if results[key] = true; to.Get(key, &value) {
				continue
			}
			log.Get(key, &value)
			if err := to.Put(key, value); err != nil {
				return m, err
			}
			m.Added++
		}
	}
	m.Results = len(results)
	return m, nil
}
