package replay

import (
	"slices"

	"fsnb.example/datasets"
	"fsnb.example/papers"
	"fsnb.example/papers/study"
)

// withStandIns adds substitutes for the unavailable data sets of a paper, each after its original;
// in tables only where that is missing.
func withStandIns(paper string, data []study.Data) []study.Data {
	var out []study.Data
	for _, d := range data {
		out = append(out, d)
		for _, n := range papers.Names() {
			if n.Paper == paper && n.Kind == "stand-in" && standsFor(paper, n.Name) == d.Name &&
				n.Name != d.Name {
				out = append(out, study.Named(n.Name)...)
			}
		}
	}
	return out
}

// unlabeled removes the labels, so that no method sees them.
func unlabeled(data []study.Data) []study.Data {
	out := slices.Clone(data)
	for i, d := range data {
		out[i].Load = func() (*datasets.Dataset, error) {
			labeled, err := d.Load()
			if err != nil {
				return nil, err
			}
			plain := *labeled
			plain.Y, plain.Classes = nil, nil
			plain.History = append(slices.Clone(labeled.History), "left the classes out")
			return &plain, nil
		}
	}
	return out
}

func dataOf(paper string, table int) []study.Data {
	t, err := papers.Find(paper, table)
	if err != nil {
		panic(err) // the files are embedded
	}
	var names []string
	for _, e := range t.Entries {
		if e.Dataset != "" && !slices.Contains(names, e.Dataset) {
			names = append(names, e.Dataset)
		}
	}
	return study.Named(names...)
}

func keep(data []study.Data, names ...string) []study.Data {
	return slices.DeleteFunc(slices.Clone(data),
		func(d study.Data) bool { return !slices.Contains(names, d.Name) })
}

func withCounts(data []study.Data, counts map[string][]int) []study.Data {
	out := slices.Clone(data)
	for i := range out {
		if own, ok := counts[out[i].Name]; ok {
			out[i].Counts = own
		}
	}
	return out
}
