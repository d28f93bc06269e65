package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"fsnb.example/internal/parallel"
)

// fuzzTime is that of each test.
const fuzzTime = 10 * time.Minute

// fuzzTest is a fuzz test: its module's folder, and its package below that.
type fuzzTest struct{ module, pkg, name string }

// fuzz runs every fuzz test of every module, each with one worker. A failing input stays in the
// package's testdata/fuzz, where go test runs it ever after.
func fuzz(ctx context.Context, d *drill, _ string) {
	tests := slices.DeleteFunc(got(fuzzTests(".")),
		func(t fuzzTest) bool { return !d.only.MatchString(t.name) })
	if len(tests) == 0 {
		wrong("no fuzz test matches %q", d.only)
	}
	length := time.Duration(d.share * float64(fuzzTime))
	do(parallel.Each(ctx, d.jobs, len(tests), func(ctx context.Context, i int) error {
		r, failure := tests[i].run(ctx, length)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return d.report(r, failure)
	}))
}

// execs is how often the test's function ran, in go test's lines of progress.
var execs = regexp.MustCompile(`fuzz: elapsed: .*execs: (\d+)`)

func (t fuzzTest) run(ctx context.Context, length time.Duration) (row, error) {
	start := time.Now()
	cmd := exec.CommandContext(ctx, "go", "test", "-C", t.module, "-run", "^$",
		"-fuzz", "^"+t.name+"$", "-fuzztime", length.String(), "-parallel", "1",
		// Making inputs shorter that reach new code may take all of the time, a minute each.
		"-fuzzminimizetime", "100x", t.pkg)
	// go test passes an interrupt on to its workers.
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
	cmd.WaitDelay = time.Minute
	out, err := cmd.CombinedOutput()
	r := row{stage: "fuzz", seconds: time.Since(start).Seconds()}
	r.what = filepath.ToSlash(filepath.Join(t.module, t.pkg)) + " " + t.name
	if found := execs.FindAllSubmatch(out, -1); len(found) > 0 {
		r.count, _ = strconv.Atoi(string(found[len(found)-1][1]))
	}
	if err != nil {
		r.failed = 1
		return r, fmt.Errorf("%w: %s", err, bytes.TrimSpace(out[max(0, len(out)-2000):]))
	}
	if r.count == 0 {
		r.failed = 1
		return r, errors.New("go test told no count of runs")
	}
	return r, nil
}

// fuzzTests finds the fuzz tests below root, in the order of the files' paths.
func fuzzTests(root string) ([]fuzzTest, error) {
	var tests []fuzzTest
	modules := []string{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if name := e.Name(); path != root && strings.HasPrefix(name, ".") {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
				modules = append(modules, path)
			}
			return nil
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "Fuzz") {
				continue
			}
			module := owner(modules, filepath.Dir(path))
			pkg, err := filepath.Rel(module, filepath.Dir(path))
			if err != nil {
				return err
			}
			tests = append(tests, fuzzTest{module, "./" + filepath.ToSlash(pkg), f.Name.Name})
		}
		return nil
	})
	if err == nil && len(tests) == 0 {
		err = fmt.Errorf("no fuzz test below %s", root)
	}
	return tests, err
}

// owner is the innermost of the modules' folders that holds dir.
func owner(modules []string, dir string) string {
	best := "."
	for _, m := range modules {
		inside := m == "." || dir == m || strings.HasPrefix(dir, m+string(filepath.Separator))
		if inside && len(m) >= len(best) {
			best = m
		}
	}
	return best
}
