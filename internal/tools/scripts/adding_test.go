package script

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// block is a block of code in a list of a page; its first line may be a comment that says what it
// is.
var block = regexp.MustCompile("(?m)^    ```(go|sh)\n((?:    .*\n|\n)*?)    ```$")

// Following "Adding a method" of docs/architecture.md to the letter, on a copy of the repository,
// gives a method that passes every check and that the command knows.
func TestAddingAMethod(t *testing.T) {
	if os.Getenv("FSNB_KERNEL_TEST") == "" {
		t.Skip("FSNB_KERNEL_TEST is not set: run script/test")
	}
	text := must.Get(os.ReadFile("../docs/architecture.md"))(t)
	_, section, _ := strings.Cut(string(text), "## Adding a method\n")
	section, _, _ = strings.Cut(section, "\n## ")
	to := t.TempDir()
	copyProject(t, to)
	said := ""
	for _, m := range block.FindAllStringSubmatch(section, -1) {
		code := strings.ReplaceAll("\n"+m[2], "\n    ", "\n")[1:]
		head, body, _ := strings.Cut(code, "\n")
		switch file, isFile := strings.CutPrefix(head, "// file: "); {
		case m[1] == "sh":
			for command := range strings.Lines(code) {
				cmd := exec.Command("bash", "-c", command)
				cmd.Dir = to
				// Packages compiled elsewhere serve here, too, as they do not know their folder.
				cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath -mod=mod", "FSNB_CACHE=off")
				out, err := cmd.CombinedOutput()
				said = string(out)
				if err != nil {
					t.Fatalf("%s: %v\n%s", strings.TrimSpace(command), err, said)
				}
			}
		case isFile:
			write(t, filepath.Join(to, file), body)
		case strings.HasPrefix(head, "// line: "):
			file, where, _ := strings.Cut(strings.TrimPrefix(head, "// line: "), ", in ")
			insert(t, filepath.Join(to, file), "func "+where+"()", body)
		default:
			t.Fatalf("a block of the section does not say which file or line it is: %s", head)
		}
	}
	if !strings.Contains(said, "petal_length_cm") || !strings.Contains(said, "span") {
		t.Errorf("the last command says\n%s", said)
	}
}

// insert puts a line first into the list that a function returns.
func insert(t *testing.T, file, function, line string) {
	t.Helper()
	text := must.Get(os.ReadFile(file))(t)
	at := strings.Index(string(text), function)
	end := strings.Index(string(text[max(at, 0):]), "{\n\treturn ")
	if at < 0 || end < 0 {
		t.Fatalf("%s has no list %s", file, function)
	}
	end += at + strings.Index(string(text[at+end+2:]), "{\n") + 4
	write(t, file, string(text[:end])+line+string(text[end:]))
}

func write(t *testing.T, file, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(file, []byte(text), 0o644))
}

// copyProject copies what a new method needs: all but notebooks, tools and what git keeps.
func copyProject(t *testing.T, to string) {
	t.Helper()
	must.Do(t, filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(filepath.ToSlash(path), "../")
		switch {
		case e.IsDir() && (name == ".git" || name == ".tools" || name == "notebooks" ||
			name == "beam" || name == "internal/browser" || name == "internal/tools"):
			return filepath.SkipDir
		case e.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		case !e.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), text, 0o644)
	}))
}
