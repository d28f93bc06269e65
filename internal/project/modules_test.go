package project

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// required are the modules that each go.mod of the project requires itself. A user of the library
// gets those of its go.mod, and theirs, and no more; a new one is a decision.
var required = map[string][]string{
	".": {
		"github.com/alecthomas/kong",
		"github.com/google/go-cmp",
		"github.com/janpfeifer/gonb",
		"github.com/zeebo/xxh3",
		"golang.org/x/sync",
		"gonum.org/v1/gonum",
		"gonum.org/v1/plot",
		"pgregory.net/rapid",
	},
	"beam": {
		"fsnb.example",
		"github.com/apache/beam/sdks/v2",
		"github.com/google/go-cmp",
		"gonum.org/v1/gonum",
		"google.golang.org/grpc",
	},
	"cmd/fsnb-parquet": {
		"github.com/andybalholm/brotli",
		"github.com/klauspost/compress",
		"github.com/parquet-go/parquet-go",
		"github.com/pierrec/lz4/v4",
	},
	"internal/browser": {
		"fsnb.example",
		"github.com/chromedp/cdproto",
		"github.com/chromedp/chromedp",
	},
	"internal/tools": {
		"fsnb.example",
		"github.com/google/go-cmp",
		"golang.org/x/sync",
		"gonum.org/v1/gonum",
	},
	"openblas": {
		"fsnb.example",
		"github.com/ebitengine/purego",
		"gonum.org/v1/gonum",
		"pgregory.net/rapid",
	},
}

func TestRequiredModules(t *testing.T) {
	for folder, want := range required {
		t.Run(folder, func(t *testing.T) {
			cmd := exec.Command("go", "mod", "edit", "-json")
			cmd.Dir = filepath.Join("..", "..", folder)
			text := must.Get(cmd.Output())(t)
			var file struct {
				Require []struct {
					Path     string
					Indirect bool
				}
			}
			must.Do(t, json.Unmarshal(text, &file))
			var got []string
			for _, r := range file.Require {
				if !r.Indirect {
					got = append(got, r.Path)
				}
				if folder == "." && strings.Contains(r.Path, "chromedp") {
					t.Errorf("the library requires %s, a driver of browsers", r.Path)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("go.mod requires %q, want %q", got, want)
			}
		})
	}
}

// Every module is checked by script/test; that of the tools has no code.
func TestModulesAreChecked(t *testing.T) {
	root := filepath.Join("..", "..")
	var found []string
	must.Do(t, filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && path != root && strings.HasPrefix(e.Name(), ".") {
			return filepath.SkipDir
		}
		if e.Name() == "go.mod" {
			folder, err := filepath.Rel(root, filepath.Dir(path))
			found = append(found, filepath.ToSlash(folder))
			return err
		}
		return nil
	}))
	slices.Sort(found)
	want := []string{".", "beam", "cmd/fsnb-parquet", "internal/browser", "internal/tools",
		"openblas", "tools", "tools/site"}
	if !slices.Equal(found, want) {
		t.Errorf("the modules are %q, want %q", found, want)
	}
	text := must.Get(os.ReadFile(filepath.Join(root, "script", "report.sh")))(t)
	const line = "\nmodules='. cmd/fsnb-parquet internal/browser internal/tools openblas beam'\n"
	if !strings.Contains(string(text), line) {
		t.Errorf("script/report.sh has no line %q", line)
	}
}
