package displaytest

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fsnb.example/internal/figure"
)

// Broken is a full disk.
type Broken struct{}

// ErrDisk is what it answers.
var ErrDisk = errors.New("disk full")

func (Broken) Write([]byte) (int, error) { return 0, ErrDisk }

// Written is what a result is saved as.
func Written(t *testing.T, write func(io.Writer) error, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Saved is the CSV of a result, by heading.
func Saved(t *testing.T, write func(io.Writer) error, err error) map[string][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(Written(t, write, err))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string][]string)
	for j, head := range rows[0] {
		if _, twice := out[head]; twice {
			t.Errorf("two columns are called %q", head)
		}
		for _, row := range rows[1:] {
			out[head] = append(out[head], row[j])
		}
	}
	return out
}

// CheckNumbers checks that there are columns of these headings, and that they hold numbers.
func CheckNumbers(t *testing.T, what string, columns map[string][]string, heads ...string) {
	t.Helper()
	for _, head := range heads {
		cells, ok := columns[head]
		if !ok {
			t.Errorf("%s: no column %q among %v", what, head, columns)
		}
		for _, c := range cells {
			if _, err := strconv.ParseFloat(c, 64); err != nil && c != "" {
				t.Errorf("%s: %q holds %q", what, head, c)
			}
		}
	}
}

// CheckDescriptions checks that the text of each figure is its description, with the parts of the
// pattern, which … separates, in order. There are as many figures as patterns, or more.
func CheckDescriptions(t *testing.T, figures []*figure.Figure, texts, want []string) {
	t.Helper()
	if len(figures) < len(want) {
		t.Fatalf("%d figures, want %d", len(figures), len(want))
	}
	for i, f := range figures {
		said, ok := strings.CutSuffix(texts[i], "\n")
		if !ok || f.Alt == "" || !strings.HasPrefix(said, f.Alt) ||
			!strings.HasSuffix(said, f.Caption.Text) || !isDescription(texts[i]) {
			t.Errorf("it is described as %q", texts[i])
		}
		if i < len(want) && !hasParts(said, want[i]) {
			t.Errorf("it is described as\n%q, want\n%q", said, want[i])
		}
	}
}

// isDescription reports whether a text is one line of sentences that names no file.
func isDescription(text string) bool {
	said, ok := strings.CutSuffix(text, "\n")
	return ok && said != "" && !strings.ContainsAny(said, "\n\t") &&
		!strings.Contains(said, ". . ") && !strings.Contains(said, "..") &&
		!fileName.MatchString(said)
}

func hasParts(text, pattern string) bool {
	for _, part := range strings.Split(pattern, "…") {
		_, after, ok := strings.Cut(text, part)
		if !ok {
			return false
		}
		text = after
	}
	return true
}

// fileName finds what would be the name of a file.
var fileName = regexp.MustCompile(`\.(png|svg|pdf|csv)\b`)

// Several is a result of several parts.
type Several []interface{ ShowOn(screen any) }

// ShowOn shows the parts one after another.
func (s Several) ShowOn(screen any) {
	for _, part := range s {
		part.ShowOn(screen)
	}
}
