package project

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/projection"
	"fsnb.example/datasets"
	"fsnb.example/evaluation/stats"
	"fsnb.example/papers"
	"fsnb.example/papers/study"
)

// traceRatio counts for how many numbers of features the subset-level score is the better one.
func (v *verdicts) traceRatio() {
	for _, p := range ran(v.stored("trace-ratio-2008-figure-2", "trace-ratio-2008-figure-3")) {
		for m, pair := range []string{"fisher", "laplacian"} {
			higher, lower := 0, 0
			for _, k := range p.r.Sets[p.set].Counts {
				switch d := p.r.Cell(p.set, 2*m+1, k, 0).Mean - p.r.Cell(p.set, 2*m, k, 0).Mean; {
				case d > 1e-12:
					higher++
				case d < -1e-12:
					lower++
				}
			}
			v.set("trace-ratio/"+p.name()+"/"+pair, "%d / %d / %d", higher,
				len(p.r.Sets[p.set].Counts)-higher-lower, lower)
		}
		for m := range p.r.Methods {
			v.set(fmt.Sprintf("trace-ratio/%s/mean/%d", p.name(), m), "%s",
				fraction(value(p.r, p.set, m, 0)))
		}
	}
	ranks := map[string]int{}
	tested := 0
	for _, p := range ran(v.stored("trace-ratio-2008-figure-2")) {
		for _, pair := range [][2]string{{"trace-ratio", "fisher"},
			{"trace-ratio, graph=neighbors", "laplacian"}} {
			mean, t := p.better(pair[0], pair[1], 0)
			ranks[pair[1]] += max(mean, 0)
			tested += max(t, -t)
		}
	}
	for _, p := range ran(v.stored("trace-ratio-2008-figure-3")) {
		for _, pair := range [][2]string{{"trace-ratio", "fisher"},
			{"trace-ratio, graph=neighbors", "laplacian"}} {
			_, t := p.better(pair[0], pair[1], 0)
			tested += max(t, -t)
		}
	}
	v.set("trace-ratio/UCI/fisher", "%d of 6", ranks["fisher"])
	v.set("trace-ratio/UCI/laplacian", "%d of 6", ranks["laplacian"])
	v.holds("no difference in a pair is significant by the corrected test", tested == 0)
}

// The three solvers, and what Table 2 compares them with.
var (
	solvers   = []string{"spfs-sfs", "spfs-nes", "spfs-lar"}
	baselines = []string{"relieff", "fisher", "trace-ratio", "hsic", "mrmr", "arom-svm"}
)

func (v *verdicts) spfs() {
	places := ran(v.stored("spfs-2013-table-2"))
	means, all := map[string]float64{}, 0.0
	for _, m := range slices.Concat(solvers, baselines) {
		means[m] = over(places, m, 0)
		if slices.Contains(solvers, m) || m == "mrmr" || m == "arom-svm" {
			v.set("spfs/accuracy/"+m, "%s", fraction(means[m]))
		}
	}
	for _, m := range solvers {
		var sets, pairs tally
		won := 0
		for _, p := range places {
			best, _ := p.best(0,
				func(o study.Method) bool { return !slices.Contains(baselines, o.Label) })
			sets.add(p, m, best, 0)
			before := pairs
			for _, b := range baselines {
				pairs.add(p, m, b, 0)
			}
			if pairs.won-before.won == len(baselines) {
				won++
			}
			if name := p.name(); name == "PCMAC" && m != "spfs-sfs" {
				v.set("spfs/PCMAC below/"+m, "%d of %d", pairs.lower-before.lower, len(baselines))
			}
		}
		v.set("spfs/accuracy/best/"+m, "%s", sets.count())
		v.set("spfs/accuracy/tested/"+m, "%d of %d", won, sets.of)
		v.set("spfs/accuracy/pairs/"+m, "%d of %d better, %d worse", pairs.won, pairs.of,
			pairs.lost)
		all += means[m] / 3
	}
	lower := 0.0
	for _, b := range baselines {
		lower += means[b] / float64(len(baselines))
	}
	v.set("spfs/accuracy/baselines lower", "%.0f%%", 100*(1-lower/all))
	v.set("spfs/accuracy/SPFS", "%s", fraction(all))
	v.set("spfs/accuracy/baselines", "%s", fraction(lower))
	v.holds("NES is the most accurate in the mean, then LAR, then SFS",
		means["spfs-nes"] > means["spfs-lar"] && means["spfs-lar"] > means["spfs-sfs"])
	redundancy := ran(v.stored("spfs-2013-table-3", "spfs-2013-table-3-text"))
	for _, m := range solvers {
		n := 0
		for _, p := range redundancy {
			_, least := p.best(1,
				func(o study.Method) bool { return slices.Contains(solvers, o.Label) })
			if p.value(m, 1) < least {
				n++
			}
		}
		v.set("spfs/redundancy/least/"+m, "%d of %d", n, len(redundancy))
	}
}

func (v *verdicts) fsir() {
	clusters := ran(v.stored("fsir2-2016-tables-2-3"))
	const fsir, spec = "fsir2, similarity=rbf", "spec, criterion=phi1, rbf"
	for measure, name := range []string{"accuracy", "nmi"} {
		first, next := 0, 0.0
		var c tally
		for _, p := range clusters {
			c.add(p, fsir, spec, measure)
			_, best := p.best(measure,
				func(m study.Method) bool { return m.All || m.Label == fsir })
			if p.value(fsir, measure) >= best {
				first++
			}
		}
		for _, m := range clusters[0].r.Methods {
			if !m.All && m.Label != fsir {
				next = max(next, over(clusters, m.Label, measure))
			}
		}
		v.set("fsir2/clusters/"+name+"/above SPEC", "%s", c.count())
		v.set("fsir2/clusters/"+name+"/first", "%d of %d", first, len(clusters))
		v.set("fsir2/clusters/"+name+"/mean", "%s", fraction(over(clusters, fsir, measure)))
		v.set("fsir2/clusters/"+name+"/next", "%s", fraction(next))
	}
	places := ran(v.stored("fsir2-2016-tables-4-5", "fsir2-2016-tables-4-5-wide"))
	const class = "spec, criterion=phi1, similarity=class"
	for _, m := range []string{"fsir2", class, "spec, similarity=class", "mcfs", "mrsf", "mrmr",
		"qpfs"} {
		v.set("fsir2/accuracy/"+m, "%s", fraction(over(places, m, 0)))
	}
	least := 0
	for _, p := range places {
		if _, other := p.best(2, func(m study.Method) bool {
			return m.All || m.Label == "fsir2"
		}); p.value("fsir2", 2) < other {
			least++
		}
	}
	v.set("fsir2/redundancy/least", "%d of %d", least, len(places))
	vote := v.stored("fsir2-2016-figure-1")[0]
	first := 0
	for _, k := range vote.Sets[0].Counts {
		best := true
		for m, o := range vote.Methods {
			best = best && (m == 0 || o.All || vote.Cell(0, m, k, 0).Mean <= vote.Cell(0, 0,
				k, 0).Mean)
		}
		if best {
			first++
		}
	}
	v.set("fsir2/vote/first", "%d of %d", first, len(vote.Sets[0].Counts))
}

func (v *verdicts) lap() {
	results := v.stored("lap-2018-tables-2-3", "lap-2018-tables-2-3-wide",
		"lap-2018-tables-2-3-genes")
	places := ran(results)
	at := func(name string) place {
		return places[slices.IndexFunc(places, func(p place) bool { return p.name() == name })]
	}
	percent := func(a, b float64) string {
		return strings.Replace(fmt.Sprintf("%.1f%%", 100*(a/b-1)), "-", "−", 1)
	}
	higher := 0
	for _, p := range places {
		if p.value("slap", 0)-p.value("fssl", 0) >= .0005 { // which shows in print
			higher++
		}
	}
	v.set("lap/slap above fssl", "%d of %d", higher, len(places))
	for _, name := range []string{"Wine", "Vehicle"} {
		p := at(name)
		v.set("lap/"+name+"/slap over fssl", "%s", percent(p.value("slap", 0), p.value("fssl", 0)))
		v.set("lap/"+name+"/slap over all", "%s",
			percent(p.value("slap", 0), p.value("all features", 0)))
	}
	claimed := map[string][]string{
		"slap": {"Wine", "Musk_v1", "Hill_Valley", "Vehicle"}, "ulap": {"Hill_Valley",
			"Leukemia_Golub38", "Breast2", "Vehicle"},
	}
	for name, others := range map[string][]string{
		"slap": {"relieff", "rfs", "fisher", "fssl"}, "ulap": {"laplacian", "udfs", "mcfs",
			"sogfs"},
	} {
		first := 0
		for _, p := range places {
			reached := notBelow(p, name, others)
			if len(reached) == 0 {
				first++
			}
			if slices.Contains(claimed[name], p.name()) {
				v.set("lap/"+name+" tested/"+p.name(), "%s",
					cmp.Or(strings.Join(reached, ", "), "none"))
			}
		}
		v.set("lap/"+name+" tested", "%d of %d", first, len(places))
	}
	table, err := papers.Find("lap-2018", 2)
	if err != nil {
		v.t.Fatal(err)
	}
	printed := 0
	for _, e := range table.Entries {
		if e.Method != "slap" || e.Summary != "" {
			continue
		}
		for _, o := range table.Entries {
			if o.Method == "fssl" && o.Dataset == e.Dataset && o.Summary == "" {
				a, _ := e.Value()
				b, _ := o.Value()
				if a > b {
					printed++
				}
			}
		}
	}
	v.set("lap/printed slap above fssl", "%d of 8", printed)
	p := at("Vehicle")
	v.set("lap/Vehicle/ulap over sogfs", "%s", percent(p.value("ulap", 0), p.value("sogfs", 0)))
	p = at("Leukemia_Golub38")
	m := method(p.r, "ulap")
	best := p.r.Best(p.set, m, 0)
	v.set("lap/Leukemia/ulap", "%s", fraction(value(p.r, p.set, m, 0)))
	v.set("lap/Leukemia/ulap best", "%s with %d features", fraction(best.Mean), best.K)
	if c := p.r.Cell(p.set, m, 20, 0); c != nil {
		v.set("lap/Leukemia/ulap 20", "%s", fraction(c.Mean))
	}
	d, err := datasets.Load("lap-d1", datasets.Options{})
	if err != nil {
		v.t.Fatal(err)
	}
	s, err := projection.FSSL{}.Score(v.t.Context(), d, algorithms.Options{})
	if err != nil {
		v.t.Fatal(err)
	}
	sum := 0.0
	for _, x := range s.Values {
		sum += math.Abs(x)
	}
	v.set("lap/d1/fssl", "%s", fraction(s.Values[0]/sum))
}

// notBelow are the methods that a method is not better than on a data set by the paper's test: a
// higher mean, and a paired t-test at 5% over the numbers of features.
func notBelow(p place, name string, others []string) (out []string) {
	curve := func(label string) (out []float64) {
		m := method(p.r, label)
		if m < 0 {
			return nil
		}
		for _, k := range p.r.Sets[p.set].Counts {
			if c := p.r.Cell(p.set, m, k, 0); c != nil && len(c.Values) > 0 {
				out = append(out, c.Mean)
			}
		}
		return out
	}
	for _, o := range others {
		theirs := curve(o)
		if theirs == nil {
			continue
		}
		t, err := stats.PairedT(curve(name), theirs)
		if err != nil || t.P >= study.Alpha || t.Difference <= 0 {
			out = append(out, lapNames[o])
		}
	}
	return out
}
