package project

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fsnb.example/papers/study"
)

// ourTable is the place of a table of our results that stands against no printed one.
var ourTable = regexp.MustCompile(`(?s)(<!-- table ([^>]*?) -->\n).*?(<!-- end of table -->)`)

// TestOurTables keeps these tables equal to the stored results.
func TestOurTables(t *testing.T) {
	v := &verdicts{t, map[string]string{}}
	made := map[string]func() string{
		"grm inside": v.grmInside, "lap searches": v.lapSearches,
		"lap standardized": v.lapStandardized, "lap fair": v.lapFair,
	}
	for _, file := range documents(t) {
		rewrite(t, file, func(text string) string {
			return ourTable.ReplaceAllStringFunc(text, func(block string) string {
				part := ourTable.FindStringSubmatch(block)
				make, ok := made[part[2]]
				if !ok {
					t.Errorf("%s: no table is called %q", file, part[2])
					return block
				}
				delete(made, part[2])
				return part[1] + "\n" + make() + "\n" + part[3]
			})
		})
	}
	for name := range made {
		t.Errorf("no document has the table %q", name)
	}
}

// grmInside has the mean accuracy of the linear machine, and on how many sets GRM is above the
// scores: chosen on all samples, then inside the folds.
func (v *verdicts) grmInside() string {
	var b strings.Builder
	b.WriteString(
		"| scores | alone | GRM of 200 | GRM of all | above, of 200 | above, of all " +
			"|\n|---|--:|--:|--:|--:|--:|\n")
	files := [2][2]string{
		{"grm-2015-tables-5-6", "grm-2015-supervised-inside"}, {"grm-2015-tables-2-3",
			"grm-2015-unsupervised-inside"},
	}
	names := map[string]string{
		"relieff": "ReliefF", "fisher": "Fisher", "infogain": "InfoGain", "laplacian": "Laplacian",
		"lgd": "LGD", "mcfs": "MCFS", "mrmr": "mRMR",
	}
	for group, scorers := range [][]string{withLabels, withoutLabels, {"mrmr"}} {
		for _, s := range scorers {
			var cells [5][]string
			for _, file := range files[group%2] {
				places := ran(v.stored(file))
				cells[0] = append(cells[0], fraction(over(places, s, linear)))
				if s == "mrmr" {
					continue
				}
				for i, of := range []string{"200", "all"} {
					var c tally
					for _, p := range places {
						c.add(p, refinedBy(s, of), s, linear)
					}
					cells[1+i] = append(cells[1+i],
						fraction(over(places, refinedBy(s, of), linear)))
					cells[3+i] = append(cells[3+i], fmt.Sprint(c.higher))
				}
			}
			fmt.Fprintf(&b, "| %s |", names[s])
			for _, c := range cells {
				if len(c) > 0 {
					b.WriteString(" " + strings.Join(c, ", "))
				}
				b.WriteString(" |")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

var lapSets = map[string]string{
	"Wine": "Wine", "Musk": "Musk_v1", "Hill-Valley": "Hill_Valley", "Leukemia": "Leukemia_Golub38",
	"Breast2": "Breast2", "Vehicle": "Vehicle",
	"Ecoli": "Ecoli_343", "Segment": "Segment",
}

var lapNames = map[string]string{
	"slap": "SLAP", "ulap": "ULAP", "relieff": "Relief-F", "rfs": "RFS", "fisher": "Fisher score",
	"fssl": "FSSL-LDA", "laplacian": "Laplacian score",
	"udfs": "UDFS", "mcfs": "MCFS", "sogfs": "SOGFS", "all features": "all features",
}

// lapTable has a row for each method and a column for each data set.
func lapTable(places []place, sets, methods []string, names map[string]string,
	cell func(p place, method string) string) string {
	var b strings.Builder
	b.WriteString("| | " + strings.Join(sets, " | ") + " |\n|---|" + strings.Repeat("--:|",
		len(sets)) + "\n")
	for _, m := range methods {
		name := m
		if names != nil {
			name = names[m]
		}
		b.WriteString("| " + name + " |")
		for _, s := range sets {
			i := slices.IndexFunc(places, func(p place) bool { return p.name() == lapSets[s] })
			b.WriteString(" " + cell(places[i], m) + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// lapSearches has the best, the best at each number of features, and the median of each grid.
func (v *verdicts) lapSearches() string {
	places := ran(v.stored("lap-2018-tables-2-3", "lap-2018-tables-2-3-wide",
		"lap-2018-tables-2-3-genes"))
	sets := []string{"Wine", "Musk", "Hill-Valley", "Leukemia", "Breast2", "Vehicle", "Ecoli",
		"Segment"}
	return lapTable(places, sets, []string{"slap", "fssl", "rfs", "ulap", "udfs", "sogfs"},
		lapNames, func(p place, m string) string {
			i := slices.IndexFunc(p.r.Grids,
				func(g study.Grid) bool { return g.Set == p.set && g.Name == m && g.Measure == 0 })
			if i < 0 {
				return "–"
			}
			g := p.r.Grids[i]
			return fraction(g.Best) + " " + fraction(g.Each) + " " + fraction(g.Median)
		})
}

func (v *verdicts) lapStandardized() string {
	places := ran(v.stored("lap-2018-standardized", "lap-2018-standardized-wide"))
	methods := []string{"slap", "ulap", "relieff", "rfs", "fisher", "fssl", "laplacian", "udfs",
		"mcfs", "sogfs", "all features"}
	return lapTable(places, []string{"Wine", "Musk", "Hill-Valley", "Vehicle"}, methods, lapNames,
		func(p place, m string) string {
			text := fraction(p.value(m, 0))
			i := slices.IndexFunc(p.r.Grids,
				func(g study.Grid) bool { return g.Set == p.set && g.Name == m && g.Measure == 0 })
			if i >= 0 {
				text += " (" + fraction(p.r.Grids[i].Median) + ")"
			}
			return text
		})
}

func (v *verdicts) lapFair() string {
	places := ran(v.stored("lap-2018-fair", "lap-2018-fair-wide"))
	methods := []string{"slap", "ulap", "fisher", "relieff", "rfs", "laplacian", "all features"}
	return lapTable(places, []string{"Wine", "Musk", "Hill-Valley", "Vehicle", "Segment"}, methods,
		nil, func(p place, m string) string {
			for _, label := range []string{m, m + ", tuned", m + ", dimensions=50"} {
				if x := p.value(label, 0); !math.IsNaN(x) {
					return fraction(x) + " / " + fraction(p.value(label, 1))
				}
			}
			return "–"
		})
}
