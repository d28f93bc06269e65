// Measure runs the benchmarks behind the speeds and counts of the documents and writes their
// figures to docs/performance.csv, from which go test ./internal/project -update makes the tables
// of docs/performance.md and every figure that README.md and docs/ cite.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// suite is the benchmarks of one package that match a pattern. Times is go test's -benchtime of a
// run that is not a quick one.
type suite struct {
	name, pkg, pattern, times string
}

// suites are in the order of docs/performance.md. What takes longer than a minute runs once.
var suites = []suite{
	{"passes", "./internal/conformance", "Passes/(fisher|trace-ratio|variance)", "5x"},
	{"products", "./internal/conformance", "Products", "3x"},
	{"trace-ratio", "./algorithms/traceratio", "Steps", "1x"},
	{"diagonals", "./algorithms/traceratio", "Diagonals", "5x"},
	{"spfs", "./algorithms/spfs", "(SFS|Path|Convex)$", "1x"},
	{"nes", "./algorithms/spfs", "NESAgainstGradient", "1x"},
	{"lar", "./algorithms/spfs", "LARAgainstSFS", "5x"},
	{"grm", "./algorithms/grm", "GRM", "3x"},
	{"lgd", "./algorithms/grm", "LGDAgainstLaplacian", "5x"},
	{"fsir2", "./algorithms/fsir", "FSIR2/100×(2500|25000)$", "3x"},
	{"fsir2-large", "./algorithms/fsir", "FSIR2/100×250000/k=12500", "1x"},
	{"factors", "./algorithms/fsir", "Factors", "1x"},
	{"polish", "./algorithms/fsir", "Polish", "1x"},
	{"iteration", "./algorithms/fsir", "Iteration", "5x"},
	{"peers", "./algorithms/filter", "EVSC", "1x"},
	{"peers", "./algorithms/embedded", "MRSF", "3x"},
	{"peers", "./algorithms/information", "QPFS", "3x"},
	{"counts", "./algorithms/information", "Counts$", "3x"},
	{"projection", "./algorithms/projection", "Projection/", "1x"},
	{"slap", "./algorithms/lap", "LAPStep", "1x"},
	{"slap", "./algorithms/lap", "LAPFeatures", "1x"},
	{"read", "./datasets", "ReadCSV|ReadMAT", "3x"},
	{"load", "./datasets", "WarmLoad", "5x"},
	{"second", "./fsnb", "SecondSelect", "5x"},
	{"sparse", "./datasets", "LoadSparse", "3x"},
	{"sparse", "./internal/conformance", "Sparse", "1x"},
	{"sparse", "./evaluation", "SparseAccuracy", "1x"},
	{"disk", "./internal/conformance", "OnDisk", "3x"},
	{"openblas", "./openblas", "Large", "9x"},
	{"openblas", "./openblas", "Methods", "7x"},
	{"beam", "./beam/cmd/fsnb-beam", "Rank", "3x"},
}

func main() {
	log := func(err error) {
		fmt.Fprintln(os.Stderr, "script/measure:", err)
		os.Exit(1)
	}
	once := flag.Bool("once", false, "")
	file := flag.String("o", filepath.Join("docs", "performance.csv"), "")
	flag.Parse()
	chosen, err := choose(flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "script/measure:", err)
		os.Exit(2)
	}
	for _, name := range chosen {
		start := time.Now()
		figures, err := run(name, *once)
		if err != nil {
			log(fmt.Errorf("%s: %w", name, err))
		}
		if err := replace(*file, name, conditions(), figures); err != nil {
			log(err)
		}
		took := time.Since(start).Round(time.Second)
		fmt.Fprintf(os.Stderr, "%s: %d figures in %s\n", name, len(figures), took)
	}
}

// scripts print a table. Rounds and once are their arguments.
var scripts = []struct {
	name, file   string
	rounds, once string
}{
	{"cells", "script/cellspeed", "20", "3"},
	{"completion", "script/completion", "3", "1"},
	{"first", "script/debian", "--steps 12", "--steps 12"},
	{"methods-COIL20", "script/peers", "3 --set COIL20", "1 --set COIL20"},
	{"methods-TOX_171", "script/peers", "3 --set TOX_171", "1 --set TOX_171"},
	{"methods-PCMAC", "script/peers", "3 --set PCMAC", "1 --set PCMAC"},
	{"methods-wide", "script/peers", "3 --set 100x20000", "1 --set 100x20000"},
}

// choose returns the names of the suites to run, all for none.
func choose(args []string) ([]string, error) {
	var known []string
	for _, s := range scripts {
		known = append(known, s.name)
	}
	for _, s := range suites {
		if known[len(known)-1] != s.name {
			known = append(known, s.name)
		}
	}
	if len(args) == 0 {
		return known, nil
	}
	for _, a := range args {
		if !strings.Contains(" "+strings.Join(known, " ")+" ", " "+a+" ") {
			return nil, fmt.Errorf("no suite %q; known: %s", a, strings.Join(known, ", "))
		}
	}
	return args, nil
}

func run(name string, once bool) ([]figure, error) {
	for _, s := range scripts {
		if s.name != name {
			continue
		}
		rounds := s.rounds
		if once {
			rounds = s.once
		}
		out, err := command("bash", append([]string{s.file}, strings.Fields(rounds)...)...)
		if err != nil {
			return nil, err
		}
		return tableFigures(name, out)
	}
	var figures []figure
	for _, s := range suites {
		if s.name != name {
			continue
		}
		times := s.times
		if once {
			times = "1x"
		}
		out, err := command("go", append(inModule(s.pkg), "-run", "^$", "-bench", s.pattern,
			"-benchtime", times, "-timeout", "30m")...)
		if err != nil {
			return nil, err
		}
		found := benchFigures(filepath.Base(s.pkg), out)
		if len(found) == 0 {
			return nil, fmt.Errorf("no benchmark of %s matches %q", s.pkg, s.pattern)
		}
		figures = append(figures, found...)
	}
	return figures, nil
}

// inModule is go test of a package, which may be of a module of its own.
func inModule(pkg string) []string {
	for dir, below := pkg, "."; dir != "."; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return []string{"test", "-C", dir, below}
		}
		below = "./" + filepath.Join(filepath.Base(dir), below)
	}
	return []string{"test", pkg}
}

func command(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return "", errors.Join(err, errors.New(lines[max(0, len(lines)-3)]))
	}
	return string(out), nil
}

var loads = regexp.MustCompile(`^[0-9.]+`)

// conditions are what a time depends on beside the code.
func conditions() string {
	text := fmt.Sprintf("%s, %d processors", runtime.Version(), runtime.NumCPU())
	if cpu, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(cpu)) {
			if name, ok := strings.CutPrefix(line, "model name"); ok {
				text += ", " + strings.Trim(name, " \t:\n")
				break
			}
		}
	}
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		text += ", load " + loads.FindString(string(load))
	}
	return text
}
