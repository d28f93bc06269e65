package command

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode"

	"fsnb.example/algorithms"
	"fsnb.example/display"
	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/processor"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/visible"
	"fsnb.example/internal/wording"
	"fsnb.example/papers/replay"
	"fsnb.example/papers/study"
	"fsnb.example/papers/study/shards"
)

// Replay lists the papers and the benchmark, or runs the experiments of one.
type Replay struct {
	Args    []string `arg:"" optional:"" name:"[PAPER|benchmark]" words:"${replays}" help:"what to run; without it, what there is"`
	Quick   bool     `help:"fewer data sets, splits and numbers of features"`
	Only    []string `sep:"none" placeholder:"DATASET" help:"this data set; may be repeated, or a list with commas"`
	Out     string   `placeholder:"DIR" help:"write tables and figures into this folder"`
	Results string   `placeholder:"DIR" help:"write the numbers into this folder, for lab.Read"`
	Workers int      `placeholder:"N" want:"a whole number" negative:"give a positive number, or 0 for all processors" help:"goroutines (all processors)"`
	Shard   part     `placeholder:"I/N" want:"the number of the part and how many there are, such as 1/8" help:"run part I of N, for a cluster; fsnb merge puts the parts together"`
	Shards  string   `placeholder:"DIR" help:"the folder of the parts (PAPER-shards)"`
}

// part is a part as a flag.
type part struct{ study.Part }

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *part) UnmarshalText(text []byte) (err error) {
	p.Part, err = study.ParsePart(string(text))
	return err
}

// Run runs the command.
func (c *Replay) Run(ctx context.Context, out, errOut io.Writer) error {
	whole := c.Shard == part{}
	switch {
	case len(c.Args) == 0:
		_, err := io.WriteString(out, replays().Text())
		return err
	case len(c.Args) > 1:
		return terminal.BadUsage("replay: one paper or benchmark at a time; %q is too many",
			c.Args[1])
	case whole && c.Shards != "":
		return terminal.BadUsage("replay: -shards without -shard; say which part to run, such as " +
			"-shard 1/8")
	case !whole && (c.Out != "" || c.Results != ""):
		return terminal.BadUsage(
			"replay: a part has no tables; run fsnb merge when all parts are " +
				"done, then fsnb replay with -out or -results")
	}
	r, err := replay.Find(c.Args[0])
	if err != nil {
		return terminal.Usage(err)
	}
	var names []string
	for _, o := range c.Only {
		for name := range strings.SplitSeq(o, ",") {
			names = append(names, strings.TrimSpace(name))
		}
	}
	experiments, err := r.Only(r.Experiments(c.Quick), names...)
	if err != nil {
		return terminal.Usage(err)
	}
	command := commandLine(r.Paper, c.Quick, names)
	if !whole {
		return runShard(ctx, experiments, shardRun{part: c.Shard.Part,
			dir:     cmp.Or(c.Shards, r.Paper+"-shards"),
			command: command, workers: c.Workers}, out, errOut)
	}
	for name, folder := range map[string]string{"-out": c.Out, "-results": c.Results} {
		if folder == "" {
			continue
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return fmt.Errorf("cannot make the folder of the results: %w; name another by %s", err,
				name)
		}
	}
	p := player{replay: r, dir: c.Out, results: c.Results,
		command: command + " -results " + filepath.ToSlash(c.Results), out: out, errOut: errOut}
	var played []*study.Result
	for i, e := range experiments {
		result, err := p.play(ctx, e, fmt.Sprintf("%d/%d", i+1, len(experiments)), c.Workers)
		if result != nil {
			played = append(played, result)
		}
		if err != nil {
			if ctx.Err() != nil {
				return errors.Join(p.compare(experiments, played), err)
			}
			return err
		}
	}
	return p.compare(experiments, played)
}

func commandLine(paper string, quick bool, only []string) string {
	text := "fsnb replay " + paper
	if quick {
		text += " -quick"
	}
	for _, name := range only {
		text += " -only " + name
	}
	return text
}

func replays() *display.Table {
	t := &display.Table{Title: "What can be replayed",
		Columns: []display.Column{{Name: "name"}, {Name: "what it is"}}}
	for _, r := range replay.All() {
		t.Rows = append(t.Rows, []string{r.Paper, r.About})
	}
	t.Notes = []string{"fsnb replay NAME runs it; -quick takes less of each; -out DIR writes " +
		"tables and figures into a folder, -results DIR the numbers for lab.Read."}
	return t
}

// player runs experiments, prints their tables and writes their files.
type player struct {
	replay      replay.Replay
	dir         string // of tables and figures, or ""
	results     string // of files that a notebook reads, or ""
	command     string // the command that makes these again
	out, errOut io.Writer
}

// play runs one experiment and shows its result, also a partial one.
func (p player) play(
	ctx context.Context, e replay.Experiment, number string, workers int,
) (*study.Result, error) {
	store, err := shards.Store(e.Study.Name)
	if err != nil {
		return nil, err
	}
	line := terminal.NewStatus(p.errOut, number+" "+e.Study.Name)
	result, err := study.Run(ctx, e.Study, store,
		algorithms.Options{Workers: workers,
			Progress: terminal.Progress[algorithms.Progress](line)})
	line.End(err)
	if err != nil && (result == nil || ctx.Err() == nil) {
		return nil, err
	}
	if showErr := p.show(result, e.Digits); showErr != nil {
		return nil, showErr
	}
	if err != nil {
		kept := "nothing is kept, as " + diskcache.Variable + " is off"
		if store != "" {
			kept = "what is finished is in " + store + ": the same command goes on from there"
		}
		visible.Say(p.errOut, "stopped; %s", kept)
	}
	return result, err
}

// show prints the tables of a study and writes them into the folder with its
// figures. digits are those of values in files, 0 for all.
func (p player) show(r *study.Result, digits int) error {
	for m, info := range r.Measures {
		name := r.Name
		if len(r.Measures) > 1 {
			name += "-" + slug(info.Label)
		}
		table := r.Table(m, study.View{})
		if err := p.table(name, table, table); err != nil {
			return err
		}
		if grid := r.GridTable(m); grid != nil {
			if err := p.table(name+"-grid", grid, grid); err != nil {
				return err
			}
		}
		if err := p.figure(name+"-ranks", r.RanksFigure(m, study.View{})); err != nil {
			return err
		}
		if r.Single() {
			continue
		}
		if err := p.figure(name, r.Figure(m)); err != nil {
			return err
		}
	}
	filed := *r
	if digits > 0 {
		filed = *r.Rounded(digits)
	}
	filed.Made = made(time.Now())
	write := func(w io.Writer) error { return filed.WriteCSV(w, p.command) }
	if p.dir != "" {
		if err := atomicfile.Write(filepath.Join(p.dir, r.Name+"-values.csv"), write); err != nil {
			return err
		}
	}
	if p.results == "" || r.Partial { // a partial result must not replace a complete one
		return nil
	}
	return writeStudy(filepath.Join(p.results, r.Name+".csv"), write)
}

// plainResult is the size in bytes up to which a result is not compressed.
const plainResult = 1 << 20

// writeStudy writes a result of a study, and compresses a large one: .gz is added to its name. A
// result of the other kind that stands there, which would be older, is removed.
func writeStudy(file string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	to, old := file, file+".gz"
	zipped := text.Len() > plainResult
	if zipped {
		to, old = old, to
	}
	err := atomicfile.Write(to, func(w io.Writer) error {
		if !zipped {
			_, err := text.WriteTo(w)
			return err
		}
		z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			return err
		}
		_, err = text.WriteTo(z)
		return errors.Join(err, z.Close())
	})
	if err != nil {
		return err
	}
	if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot remove the result that %s replaces: %w; remove it yourself", to,
			err)
	}
	return nil
}

// made says with what, on what and when a result was made.
func made(at time.Time) string {
	return fmt.Sprintf("%s, %s, %s, %s", strings.TrimSpace(terminal.Version()), processor.Name(),
		wording.Plural(runtime.NumCPU(), "processor", "processors"), at.UTC().Format(time.DateOnly))
}

// compare prints the printed tables with the results beside them.
func (p player) compare(experiments []replay.Experiment, results []*study.Result) error {
	comparisons, err := p.replay.Compare(experiments, results)
	if err != nil {
		return err
	}
	for _, c := range comparisons {
		table := c.Shown()
		if err := p.table(fmt.Sprintf("%s-table-%s-compared", p.replay.Paper, slug(c.Table)), table,
			c.Comparison); err != nil {
			return err
		}
	}
	return nil
}

// table prints a table and writes it in all its forms; rows is the result for its CSV.
func (p player) table(name string, t *display.Table, rows any) error {
	if _, err := io.WriteString(p.out, t.Text()+"\n"); err != nil {
		return err
	}
	if p.dir == "" {
		return nil
	}
	if err := p.forms(name, t, ".txt", ".md", ".html"); err != nil {
		return err
	}
	if err := p.write(name+".tex", []byte(t.LaTeX())); err != nil {
		return err
	}
	write, err := display.CSV(rows)
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(p.dir, name+".csv"), write)
}

// figure writes a figure, if there is one and a folder for it.
func (p player) figure(name string, f *display.Figure) error {
	if f == nil || p.dir == "" {
		return nil
	}
	return p.forms(name, f, ".png", ".svg")
}

// forms writes a result in the forms of files that end so.
func (p player) forms(name string, result display.Showable, ends ...string) error {
	outputs, err := display.Render(result)
	if err != nil {
		return err
	}
	for _, end := range ends {
		text, err := display.File(end, outputs)
		if err != nil {
			return err
		}
		if err := p.write(name+end, text); err != nil {
			return err
		}
	}
	return nil
}

func (p player) write(name string, text []byte) error {
	return atomicfile.Write(filepath.Join(p.dir, name), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// slug makes a file name of a label: small letters and digits, with dashes between.
func slug(label string) string {
	words := strings.FieldsFunc(strings.ToLower(label), func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(words, "-")
}
