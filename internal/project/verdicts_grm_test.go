package project

import (
	"fmt"
	"strings"
)

// What GRM refines, with labels and without.
var (
	withLabels    = []string{"relieff", "fisher", "infogain"}
	withoutLabels = []string{"laplacian", "lgd", "mcfs"}
)

// refinedBy is the label of GRM of a scorer, of the 200 features of highest score or of all.
func refinedBy(scorer, of string) string {
	label := "grm"
	if scorer != "fisher" {
		label += ", scorer=" + scorer
	}
	if of == "200" {
		label += ", top=200"
	}
	return label
}

// The measures of the GRM studies.
const (
	linear  = 0
	nearest = 2
)

func (v *verdicts) grm() {
	measures := map[string]int{"linear": linear, "nearest": nearest}
	where := map[string][2]string{
		"chosen on all":   {"grm-2015-tables-5-6", "grm-2015-tables-2-3"},
		"chosen in folds": {"grm-2015-supervised-inside", "grm-2015-unsupervised-inside"},
	}
	for chosen, files := range where {
		groups := map[string][]string{"labels": withLabels, "no labels": withoutLabels,
			"mcfs": {"mcfs"}, "fisher": {"fisher"}}
		for group, scorers := range groups {
			file := files[1]
			if group == "labels" || group == "fisher" {
				file = files[0]
			}
			places := ran(v.stored(file))
			for name, measure := range measures {
				for _, of := range []string{"200", "all"} {
					var c tally
					gain := 0.0
					for _, p := range places {
						for _, s := range scorers {
							c.add(p, refinedBy(s, of), s, measure)
							gain += (p.value(refinedBy(s, of), measure) - p.value(s,
								measure)) / float64(len(places)*len(scorers))
						}
					}
					key := strings.Join([]string{"grm", name, group, of, chosen}, "/")
					cited := map[string]bool{"labels": true, "no labels": true, "mcfs": of == "200"}
					if cited[group] {
						v.set(key, "%s", c.count())
						v.set(key+"/tested", "%s", c.tested())
					}
					if group == "fisher" && of == "200" && name == "linear" &&
						chosen == "chosen in folds" {
						v.set(key+"/gain", "%s", fraction(gain))
					}
				}
			}
		}
	}
	v.grmBest()
	v.grmRedundancy()
}

// grmBest is about which method is the best of a table, and means over the sets.
func (v *verdicts) grmBest() {
	places, labeled := ran(v.stored("grm-2015-tables-2-3")), ran(v.stored("grm-2015-tables-5-6"))
	for name, measure := range map[string]int{"linear": linear, "nearest": nearest} {
		glgd, refined := 0, 0
		for _, p := range places {
			best, bestOf := "", 0.0
			for _, m := range withoutLabels {
				for _, label := range []string{m, refinedBy(m, "200")} {
					if x := p.value(label, measure); x > bestOf {
						best, bestOf = label, x
					}
				}
			}
			if best == refinedBy("lgd", "200") {
				glgd++
			}
			if strings.HasPrefix(best, "grm") {
				refined++
			}
		}
		v.set("grm/"+name+"/GLGD best", "%d of %d", glgd, len(places))
		v.set("grm/"+name+"/GRM best without labels", "%d of %d", refined, len(places))
		for _, m := range []string{"lgd", "laplacian"} {
			v.set("grm/"+name+"/mean/"+m, "%s", fraction(over(places, m, measure)))
		}
		for _, m := range []string{"mrmr", refinedBy("relieff", "200"), refinedBy("fisher", "200"),
			refinedBy("infogain", "200")} {
			v.set("grm/"+name+"/mean/"+m, "%s", fraction(over(labeled, m, measure)))
		}
	}
	v.holds("LGD is less accurate than the Laplacian score by the linear machine",
		over(places, "lgd", linear) < over(places, "laplacian", linear))
	fifth := ran(v.stored("grm-2015-fifth"))
	for _, m := range []int{linear, nearest} {
		v.set("grm/"+map[int]string{linear: "linear", nearest: "nearest"}[m]+"/mean/fifth", "%s",
			fraction(over(fifth, "relieff", m)))
	}
	v.set("grm/linear/mean/mcfs", "%s", fraction(over(places, "mcfs", linear)))
	sizes := ran(v.stored("grm-2015-figure-3"))
	for _, k := range []int{2, 5, 8, 15, 30} {
		label := fmt.Sprintf("lgd, neighbors=%d", k)
		if k == 5 {
			label = "lgd"
		}
		v.set(fmt.Sprintf("grm/figure 3/%d", k), "%s", fraction(over(sizes, label, 0)))
	}
	v.holds("2 neighbors are better for LGD than 5",
		over(sizes, "lgd, neighbors=2", 0) > over(sizes, "lgd", 0))
}

func (v *verdicts) grmRedundancy() {
	places := ran(v.stored("grm-2015-tables-4-7"))
	var c tally
	for _, p := range places {
		for _, s := range append(append([]string{}, withLabels...), withoutLabels...) {
			c.add(p, refinedBy(s, "200"), s, 0)
			c.add(p, refinedBy(s, "all"), s, 0)
		}
	}
	v.set("grm/redundancy lower", "%s", c.count())
	v.holds("GRM lowers the redundancy everywhere", c.higher == c.of)
	v.set("grm/redundancy/mrmr", "%s", fraction(over(places, "mrmr", 0)))
	for _, s := range withLabels {
		v.set("grm/redundancy/"+s, "%s", fraction(over(places, refinedBy(s, "200"), 0)))
	}
}
