package papers

import (
	"errors"
	"fmt"
	"slices"

	"fsnb.example/display"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// Verdict says whether a claim of a paper is found again.
type Verdict int

// The zero Verdict is none of them, so that a claim without one is an error.
const (
	Holds  Verdict = iota + 1 // found as the paper states it
	InPart                    // found for some of what the paper states
	Not                       // not found
)

// String is the verdict in words.
func (v Verdict) String() string {
	switch v {
	case Holds:
		return "holds"
	case InPart:
		return "in part"
	case Not:
		return "not"
	}
	return fmt.Sprintf("verdict %d", int(v))
}

// Claim is a statement of a paper, and what became of it here.
type Claim struct {
	Claim   string // in our words
	Printed string // the evidence of the paper; "" where it gives none
	Ours    string // the same of ours
	Verdict Verdict
	Why     string // the reason, in one sentence
}

// Verdicts are the claims of a paper, the most important first. They show as a table.
type Verdicts []Claim

// check returns an error for an empty list, and for a claim without words or a verdict.
func (v Verdicts) check() error {
	if len(v) == 0 {
		return errors.New("there are no claims; give one at least")
	}
	for i, c := range v {
		switch {
		case c.Claim == "":
			return fmt.Errorf("claim %d has no words; set Claim", i+1)
		case c.Verdict < Holds || c.Verdict > Not:
			return fmt.Errorf("claim %d (%s) has no verdict; give Holds, InPart or Not", i+1,
				c.Claim)
		}
	}
	return nil
}

func (v Verdicts) count(verdict Verdict) (n int) {
	for _, c := range v {
		if c.Verdict == verdict {
			n++
		}
	}
	return n
}

// ShowOn shows the claims of a paper with our verdicts.
func (v Verdicts) ShowOn(screen any) {
	display.Parts{Tables: func() ([]*table.Table, error) {
		if err := v.check(); err != nil {
			return nil, err
		}
		return []*table.Table{v.Table()}, nil
	}}.ShowOf(v, screen)
}

// Table has a row for each claim. The column of printed evidence is left out where no
// claim has any.
func (v Verdicts) Table() *table.Table {
	t := &table.Table{Title: "Claims of the paper, and what we find"}
	printed := false
	for _, c := range v {
		printed = printed || c.Printed != ""
	}
	t.Columns = []table.Column{{Name: "claim", Prose: true, Room: 9},
		{Name: "printed", Prose: true, Room: 5}, {Name: "ours", Prose: true, Room: 9},
		{Name: "verdict"}, {Name: "why", Prose: true, Room: 9}}
	if !printed {
		t.Columns = slices.Delete(t.Columns, 1, 2)
	}
	for _, c := range v {
		row := []string{wording.Visible(c.Claim)}
		if printed {
			row = append(row, wording.Visible(c.Printed))
		}
		t.Rows = append(t.Rows, append(row, wording.Visible(c.Ours), c.Verdict.String(),
			wording.Visible(c.Why)))
	}
	t.Notes = []string{fmt.Sprintf("Holds: %d, in part: %d, not: %d.", v.count(Holds),
		v.count(InPart), v.count(Not))}
	return t
}
