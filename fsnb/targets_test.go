package fsnb

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// stripped is what GitHub's sanitiser takes away: styles and scripts.
var stripped = regexp.MustCompile(`(?s)<style.*?</style>|<script.*?</script>| style="[^"]*"| class="[^"]*"`)

// tags are runs of tags, which part the words of a table.
var tags = regexp.MustCompile(`(\s*<[^>]*>\s*)+`)

// The committed notebook must read well wherever it is rendered: as a page, as
// Markdown, and with styles and scripts taken away.
func TestKernelRenderingTargets(t *testing.T) {
	if os.Getenv("FSNB_KERNEL_TEST") == "" {
		t.Log("fsnb: kernel test not run: " + t.Name() + " (run script/test)")
		return
	}
	notebook, err := filepath.Abs("../notebooks/quickstart.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, target := range []string{"html", "markdown"} {
		cmd := exec.Command(filepath.Join(os.Getenv("FSNB_JUPYTER"), "jupyter-nbconvert"), "--to", target, "--output-dir", dir, notebook)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("nbconvert --to %s: %v\n%s", target, err, said)
		}
	}
	for file, pictures := range map[string]string{"quickstart.html": `src="data:image/png;base64,`, "quickstart.md": "](quickstart_files/"} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(string(text), pictures); got != 3 {
			t.Errorf("%s has %d pictures, want 3", file, got)
		}
		bare := stripped.ReplaceAllString(string(text), "")
		if strings.Contains(bare, "style=") || strings.Contains(bare, "<script") {
			t.Fatalf("%s: styles or scripts are left: is the test right?", file)
		}
		if got := strings.Count(bare, "<table"); got != 7 {
			t.Errorf("%s has %d tables, want 7", file, got)
		}
		words := tags.ReplaceAllString(bare, "|")
		for _, want := range []string{
			"|rank|feature|score|",
			"|1|worst_concave_points|1.701|████████████|",
			"|Samples per class: benign 357, malignant 212.|",
			"|ranking|k|mean squared correlation|",
			"|mean_perimeter ~ mean_radius (1.00)|",
			"|Mean ± standard deviation over 20 stratified splits",
		} {
			if !strings.Contains(words, want) {
				t.Errorf("%s without styles does not say %s", file, want)
			}
		}
	}
}
