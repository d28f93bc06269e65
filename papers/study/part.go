package study

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/internal/recordlog"
)

// Piece is the unit of work of a study: one method on one split of one data set, with all numbers
// of features and all measures. The fields are indices.
type Piece struct{ Data, Split, Method int }

// pieces are those of the study, by data set, then split, then method.
func (s Study) pieces() []Piece {
	var out []Piece
	for data := range s.Data {
		for split := range s.Splits.number() {
			for method := range s.Methods {
				out = append(out, Piece{data, split, method})
			}
		}
	}
	return out
}

// of are the pieces of one data set.
func of(pieces []Piece, data int) []Piece {
	return slices.DeleteFunc(slices.Clone(pieces), func(p Piece) bool { return p.Data != data })
}

// Part is one of Of parts of a study, for machines that work on it side by side: every piece
// belongs to exactly one. Number is 1 to Of. The zero value is the whole study.
type Part struct{ Number, Of int }

// maxParts catches typing errors.
const maxParts = 1_000_000

// ParsePart reads the form of String, such as 2/8.
func ParsePart(text string) (Part, error) {
	number, count, ok := strings.Cut(text, "/")
	p := Part{}
	var err error
	if p.Number, err = strconv.Atoi(number); err == nil {
		p.Of, err = strconv.Atoi(count)
	}
	if !ok || err != nil || p.Of == 0 || p.check() != nil {
		return Part{}, fmt.Errorf("part %q; give its number from 1 and how many there are, such "+
			"as 1/8", text)
	}
	return p, nil
}

// String is such as 2/8.
func (p Part) String() string { return fmt.Sprintf("%d/%d", p.Number, p.Of) }

func (p Part) check() error {
	if p != (Part{}) && (p.Of < 1 || p.Of > maxParts || p.Number < 1 || p.Number > p.Of) {
		return fmt.Errorf("part %s of a study; give a number from 1 to at most %d parts", p,
			maxParts)
	}
	return nil
}

// deal returns the pieces of a part. They are dealt in a random order, the same everywhere: in the
// order of the study a part could get all splits of the slowest method. With Once the splits of a
// method stay together, as they share the choice.
func (s Study) deal(part Part) []Piece {
	units := s.units()
	var out []Piece
	for at, place := range rand.New(rand.NewPCG(1, 2)).Perm(len(units)) {
		if part == (Part{}) || place%part.Of == part.Number-1 {
			out = append(out, units[at]...)
		}
	}
	slices.SortFunc(out, func(a, b Piece) int {
		return cmp.Or(a.Data-b.Data, a.Split-b.Split, a.Method-b.Method)
	})
	return out
}

// Groups deals the pieces of the study to at most most groups, for workers that take one after the
// other: a group has pieces of one data set, and neighboring ones share splits. With Once the
// splits of a method stay together, as they share the choice.
func (s Study) Groups(most int) [][]Piece {
	s = s.resolve()
	units := s.units()
	per := max(1, (len(units)+max(most, 1)-1)/max(most, 1))
	out := groupsOf(units, per)
	for ; len(out) > max(most, len(s.Data)); out = groupsOf(units, per) {
		per++
	}
	return out
}

// groupsOf are the groups of per units, each of one data set.
func groupsOf(units [][]Piece, per int) (out [][]Piece) {
	count := 0
	for at, u := range units {
		if at == 0 || count == per || u[0].Data != units[at-1][0].Data {
			out, count = append(out, nil), 0
		}
		out[len(out)-1] = append(out[len(out)-1], u...)
		count++
	}
	return out
}

// units are the pieces that are computed together, by data set, then split, then method, without
// those of methods that have no revision.
func (s Study) units() [][]Piece {
	var out [][]Piece
	place := map[Piece]int{}
	for _, p := range s.pieces() {
		if identityOf(s.Methods[p.Method]) == "" {
			continue
		}
		key := p
		if s.Once {
			key.Split = 0
		}
		at, known := place[key]
		if !known {
			at = len(out)
			place[key], out = at, append(out, nil)
		}
		out[at] = append(out[at], p)
	}
	return out
}

// Finished says what RunPart did: plain data, safe for JSON.
type Finished struct {
	Study    string            // its identity: equal for the parts of one study
	Part     Part              //
	Pieces   int               // of the part
	Data     map[string]string // the hash of each data set that the part needed
	Failed   []string          // what has no value, and why: a line each
	Left     []string          // methods that are left to the whole run
	Reused   int               // results read from the store
	Computed int               // results computed
}

// RunPart computes the pieces of a part of the study, and appends them to the file store, as Run
// does. Run of the whole study finds them there when the files of all parts have been merged; then
// it computes only measures over all splits, what failed, and methods without a revision, whose
// results cannot be found again: parts leave them out.
//
// It returns an error for an incomplete study, for one whose methods have no revision, and for a
// store that cannot be written; a canceled context returns what is finished with ctx.Err().
func RunPart(ctx context.Context, s Study, part Part, store string, opt algorithms.Options) (
	*Finished, error) {
	s = s.resolve()
	if err := s.check(); err != nil {
		return nil, err
	}
	if err := part.check(); err != nil {
		return nil, err
	}
	out := &Finished{Study: s.Identity(), Part: part}
	return out, s.runPieces(ctx, s.deal(part), store, opt, out)
}

// RunPieces is RunPart of given pieces, such as a group of Groups.
func RunPieces(ctx context.Context, s Study, pieces []Piece, store string, opt algorithms.Options) (
	*Finished, error) {
	s = s.resolve()
	if err := s.check(); err != nil {
		return nil, err
	}
	for _, p := range pieces {
		if p.Data < 0 || p.Data >= len(s.Data) || p.Split < 0 || p.Split >= s.Splits.number() ||
			p.Method < 0 || p.Method >= len(s.Methods) {
			return nil, fmt.Errorf("the study %s has no piece %v; take those of Groups", s.Name, p)
		}
	}
	out := &Finished{Study: s.Identity()}
	return out, s.runPieces(ctx, pieces, store, opt, out)
}

// runPieces computes pieces and adds to out what was done.
func (s Study) runPieces(ctx context.Context, pieces []Piece, store string, opt algorithms.Options,
	out *Finished) error {
	if store == "" {
		return errors.New("a part of a study has no file for its results; name one")
	}
	out.Pieces, out.Left, out.Data = len(pieces), s.unkept(), map[string]string{}
	if len(out.Left) == len(s.Methods) {
		return fmt.Errorf("the study %s: no method has a revision, without which its results "+
			"cannot be found again; give one by Facts, or run the study whole", s.Name)
	}
	log, err := recordlog.Open(store)
	if err != nil {
		return fmt.Errorf("%w; name another file for the results of the study", err)
	}
	defer log.Close()
	tick := opt.Meter(s.Title, len(pieces))
	for at := range s.Data {
		mine := of(pieces, at)
		if len(mine) == 0 {
			continue
		}
		r := &run{study: s, at: at, log: log, workers: opt.Workers, tick: tick}
		err := r.do(ctx, mine)
		r.finish(out)
		if err != nil {
			return err
		}
	}
	return nil
}

// finish adds what was done for a data set.
func (r *run) finish(out *Finished) {
	name := r.study.Data[r.at].Name
	reused, computed := r.counted()
	out.Reused, out.Computed = out.Reused+reused, out.Computed+computed
	if r.note != "" {
		out.Failed = append(out.Failed, name+": "+r.note)
		return
	}
	out.Data[name] = r.hash
	var lines []string
	for at, why := range r.failures {
		lines = append(lines, fmt.Sprintf("%s, %s: %s", name,
			labelOf(r.study.Methods[at.method]), why))
	}
	slices.Sort(lines)
	out.Failed = append(out.Failed, slices.Compact(lines)...)
}

// unkept are the labels of methods whose results cannot be found again.
func (s Study) unkept() (labels []string) {
	for _, m := range s.Methods {
		if identityOf(m) == "" {
			labels = append(labels, labelOf(m))
		}
	}
	return labels
}

// Identity is equal for studies with the same pieces, and for those only; data sets count by their
// names, since a part does not load all of them, and methods without a revision by their labels.
func (s Study) Identity() string {
	s = s.resolve()
	lines := []string{"parts 1", s.Name, s.protocol(),
		fmt.Sprintf("standardize=%v onall=%v once=%v counts=%v", s.Standardize, s.OnAll, s.Once,
			s.Counts)}
	for _, d := range s.Data {
		lines = append(lines, fmt.Sprintf("data %q counts=%v", d.Name, d.Counts))
	}
	for _, m := range s.Methods {
		lines = append(lines, fmt.Sprintf("method %q %q", identityOf(m), labelOf(m)))
	}
	for _, m := range s.Measures {
		lines = append(lines, "measure "+m.Key())
	}
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(sum[:16])
}
