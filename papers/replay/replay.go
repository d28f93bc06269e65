// Package replay defines the papers' experiments as studies, with the printed tables to compare
// with: one file per paper. What a paper leaves open is decided here, and stated in the study's
// remarks. Methods come from the printed tables by their names in the catalogue; missing methods
// leave their columns empty.
package replay

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fsnb.example/internal/suggest"
	"fsnb.example/papers"
	"fsnb.example/papers/study"
)

// Replay is the experiments of a paper, or those of the benchmark of all methods.
type Replay struct {
	Paper string // its ID in package papers, or Benchmark
	About string // in one line
	make  func(quick bool) []Experiment
}

// Experiment is one study of a paper. Its remarks state what the paper leaves open, our choices,
// and what is reduced.
type Experiment struct {
	Study   study.Study
	Against []against // printed tables
	// Digits are the significant digits of values in files; 0 means all.
	Digits int
}

// against is a printed table that a study is compared with.
type against struct {
	Table int
	// Counts means that the table describes the data sets; otherwise Measure is the index of a
	// measure of the study and Entry its name in the table, "" for a table of a single measure.
	Counts  bool
	Measure int
	Entry   string
	Unlike  string // why the numbers cannot be compared
	// OverCounts means that the ± of the table is over the numbers of features.
	OverCounts bool
	// Printed are the table's names of methods whose label is another here, by label. A method
	// whose own label is one of these names is not compared.
	Printed map[string]string
	// Grids means that the table's numbers are the best of a grid: the best of each grid of the
	// study is compared with the number of its method, and so is a method with a single
	// configuration.
	Grids bool
}

// Experiments returns the paper's experiments. Quick ones have fewer splits, data sets and numbers
// of features, and say so in their remarks.
func (r Replay) Experiments(quick bool) []Experiment { return r.make(quick) }

// All returns the replays: the papers in their order, and the benchmark.
func All() []Replay {
	return []Replay{traceRatio, spfs, grm, fsir, lap, benchmark}
}

// Find returns the replay of a paper, or the benchmark. It returns an error for another name.
func Find(paper string) (Replay, error) {
	var known []string
	for _, r := range All() {
		if r.Paper == paper {
			return r, nil
		}
		known = append(known, r.Paper)
	}
	return Replay{}, errors.New(suggest.Unknown("paper", paper, known))
}

// FindExperiment returns the experiment whose study has a name, such as
// spfs-2013-table-2.
func FindExperiment(name string, quick bool) (Experiment, error) {
	var known []string
	for _, r := range All() {
		for _, e := range r.Experiments(quick) {
			if e.Study.Name == name {
				return e, nil
			}
			known = append(known, e.Study.Name)
		}
	}
	return Experiment{}, errors.New(suggest.Unknown("experiment", name, known))
}

// Only keeps the experiments on some data sets, by their names here or as the paper
// prints them. It returns an error when no experiment has one of them.
func (r Replay) Only(experiments []Experiment, names ...string) ([]Experiment, error) {
	if len(names) == 0 {
		return experiments, nil
	}
	var out []Experiment
	var all []string
	found := map[string]bool{}
	for _, e := range experiments {
		var kept []study.Data
		for _, d := range e.Study.Data {
			all = append(all, d.Name)
			for _, n := range names {
				if strings.EqualFold(n, d.Name) || strings.EqualFold(r.name(n), d.Name) {
					found[n] = true
					kept = append(kept, d)
					break
				}
			}
		}
		if len(kept) > 0 {
			e.Study.Data = kept
			out = append(out, e)
		}
	}
	slices.Sort(all)
	for _, n := range names {
		if !found[n] {
			return nil, errors.New(suggest.Unknown("data set of "+r.Paper, n, slices.Compact(all)))
		}
	}
	return out, nil
}

// name is the library's name of a data set in the paper.
func (r Replay) name(printed string) string {
	for _, n := range papers.Names() {
		if n.Paper == r.Paper && n.Kind == "data set" && strings.EqualFold(n.Printed, printed) {
			return n.Name
		}
	}
	return printed
}

func steps(lo, hi, step int) []int {
	var out []int
	for k := lo; k <= hi; k += step {
		out = append(out, k)
	}
	return out
}

// quickened has a part of some experiments, on those of the data sets that they have, all for no
// name: less makes a study smaller, and says what it has less of.
func quickened(all []Experiment, less func(s *study.Study) string, sets ...string) []Experiment {
	for i := range all {
		s := &all[i].Study
		if len(sets) > 0 {
			s.Data = keep(s.Data, sets...)
		}
		s.Remarks = append(slices.Clone(s.Remarks), "Quick: "+less(s)+".")
	}
	return all
}

func repeats(n int) string { return fmt.Sprintf("%d splits", n) }
