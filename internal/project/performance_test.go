package project

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fsnb.example/display"
	"fsnb.example/internal/must"
)

// measured is docs/performance.txt, which script/measure writes.
type measured struct {
	suites     []string
	conditions map[string]string
	order      []string // benchmarks
	values     map[string][]metric
}

type metric struct {
	name  string
	value float64
}

// benchmark is a line of go test -bench without the number of processors: a name, in which ~ stands
// for a blank, a count, and values with their units.
var benchmark = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.*)`)

func readMeasured(t *testing.T) *measured {
	t.Helper()
	m := &measured{conditions: map[string]string{}, values: map[string][]metric{}}
	suite, pkg := "", ""
	for line := range strings.Lines(read(t, "docs/performance.txt")) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "suite":
			suite = value
			m.suites = append(m.suites, suite)
		case "conditions":
			m.conditions[suite] = value
		case "pkg":
			pkg = value
		}
		part := benchmark.FindStringSubmatch(line)
		if part == nil {
			continue
		}
		name := pkg + "." + strings.ReplaceAll(part[1], "~", " ")
		if m.values[name] == nil {
			m.order = append(m.order, name)
		}
		fields := strings.Fields(part[2])
		for i := 0; i+1 < len(fields); i += 2 {
			v, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			unit := strings.ReplaceAll(fields[i+1], "~", " ")
			if unit == "ns/op" {
				v, unit = v/1e9, "s"
			}
			m.values[name] = append(m.values[name], metric{unit, v})
		}
	}
	return m
}

// table is one of the benchmarks whose name begins with prefix: a row for each, a column for each
// metric. Wanted are the metrics, all when empty.
func (m *measured) table(prefix string, wanted []string) string {
	t := &display.Table{Columns: []display.Column{{Name: "benchmark"}}}
	var metrics []string
	for _, b := range m.order {
		for _, v := range m.values[b] {
			if strings.HasPrefix(b, prefix) && !slices.Contains(metrics, v.name) &&
				(len(wanted) == 0 || slices.Contains(wanted, v.name)) {
				metrics = append(metrics, v.name)
			}
		}
	}
	for _, name := range metrics {
		t.Columns = append(t.Columns, display.Column{Name: name, Align: display.Right})
	}
	for _, b := range m.order {
		if !strings.HasPrefix(b, prefix) {
			continue
		}
		row := []string{strings.TrimLeft(strings.TrimPrefix(b, prefix), "/.")}
		for _, name := range metrics {
			i := slices.IndexFunc(m.values[b], func(v metric) bool { return v.name == name })
			if i < 0 {
				row = append(row, "")
				continue
			}
			row = append(row, digits(m.values[b][i].value))
		}
		t.Rows = append(t.Rows, row)
	}
	return t.Markdown()
}

// digits writes whole numbers from 100 on, and two digits below.
func digits(v float64) string {
	if v == math.Trunc(v) || math.Abs(v) >= 100 {
		return strconv.FormatFloat(math.Round(v), 'f', -1, 64)
	}
	if math.Abs(v) < 1e-4 {
		return strconv.FormatFloat(v, 'g', 2, 64)
	}
	places := max(0, 1-int(math.Floor(math.Log10(math.Abs(v)))))
	return strings.TrimPrefix(strconv.FormatFloat(v, 'f', places, 64), "0")
}

// span is the least and the most of a metric of the benchmarks that match a pattern, in which a
// star stands for anything; +Inf and -Inf for none.
func (m *measured) span(pattern, name string) (lo, hi float64) {
	stars := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`,
		".*") + "$")
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, b := range m.order {
		for _, v := range m.values[b] {
			if v.name == name && stars.MatchString(b) {
				lo, hi = min(lo, v.value), max(hi, v.value)
			}
		}
	}
	return lo, hi
}

// cite is what a document may say of a metric of the benchmarks that match a pattern, such as "1.3
// s" or "37 to 322".
func (m *measured) cite(pattern, name string) (string, error) {
	lo, hi := m.span(pattern, name)
	if lo > hi {
		return "", fmt.Errorf("docs/performance.txt has no %s of %s; run script/measure",
			name, pattern)
	}
	unit := ""
	if name == "s" || name == "processor-s" {
		if unit = " s"; hi < .1 {
			lo, hi, unit = 1000*lo, 1000*hi, " ms"
		}
	}
	a, b := digits(lo), digits(hi)
	if a == b {
		return a + unit, nil
	}
	return a + " to " + b + unit, nil
}

var benchBlock = regexp.MustCompile(
	`(?s)(<!-- bench ([^ >]*)( [^>]*?)? -->\n).*?(<!-- end of bench -->)`)

// TestPerformance keeps the tables of docs/performance.md and other pages equal to what
// script/measure wrote.
func TestPerformance(t *testing.T) {
	m := readMeasured(t)
	for _, file := range documents(t) {
		rewrite(t, file, func(text string) string {
			return benchBlock.ReplaceAllStringFunc(text, func(block string) string {
				part := benchBlock.FindStringSubmatch(block)
				table := m.table(part[2], strings.Fields(part[3]))
				if strings.Count(table, "\n") < 3 {
					t.Errorf("docs/performance.txt has no benchmark %s…; run script/measure",
						part[2])
				}
				return part[1] + "\n" + table + "\n" + part[4]
			})
		})
	}
	var b strings.Builder
	for _, s := range m.suites {
		fmt.Fprintf(&b, "- %s: %s\n", s, m.conditions[s])
	}
	generated(t, "docs/performance.md", "<!-- conditions: generated by script/measure -->\n\n",
		"\n<!-- end of conditions -->", b.String())
}

// What the pages conclude from measurements, in words that no figure can mend.
func TestMeasuredVerdicts(t *testing.T) {
	m := readMeasured(t)
	for _, test := range []struct {
		sentence, benchmark, metric string
		least, most                 float64
	}{
		{"docs/spfs.md: LAR is not cheaper than SFS", "spfs.LARAgainstSFS/*", "ratio", 1,
			math.Inf(1)},
		{"docs/grm.md: LGD is not cheaper than the Laplacian score for 85 samples",
			"grm.LGDAgainstLaplacian/85×*", "ratio", 1, math.Inf(1)},
		{"docs/grm.md: LGD is cheaper than the Laplacian score for 1,000 samples",
			"grm.LGDAgainstLaplacian/1000×*", "ratio", 0, 1},
		{"docs/grm.md: it takes less than a minute", "grm.GRM/*", "s", 0, 60},
		{"docs/trace-ratio.md: the diagonals take more than 95%",
			"traceratio.Diagonals/laplacian/*", "percent", 95, 100},
		{"docs/trace-ratio.md: fewer steps than three to five", "traceratio.Steps/all", "in-1-or-2",
			344 / 2, 344},
	} {
		if lo, hi := m.span(test.benchmark, test.metric); lo < test.least || hi > test.most ||
			lo > hi {
			t.Errorf("%s: %g to %g %s", test.sentence, lo, hi, test.metric)
		}
	}
}

// rewrite compares a document with what change makes of it, and writes that with -update.
func rewrite(t *testing.T, file string, change func(string) string) {
	t.Helper()
	name := filepath.Join("..", "..", file)
	text := must.Get(os.ReadFile(name))(t)
	now := change(string(text))
	if now == string(text) {
		return
	}
	if !*update {
		old, want := firstDifference(string(text), now)
		t.Errorf("%s says\n%s\nand the stored figures say\n%s\nrun go test ./internal/project "+
			"-update", file, old, want)
		return
	}
	must.Do(t, os.WriteFile(name, []byte(now), 0o644))
}

func firstDifference(a, b string) (string, string) {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i], y[i]
		}
	}
	return "", "another length"
}

func read(t *testing.T, file string) string {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join("..", "..", file)))(t)
	return string(text)
}
