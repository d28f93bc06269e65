package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// convert has nbconvert write the executed notebooks as Markdown below the sources, with their
// pictures and specifications as files, by the template of the folder template.
func convert(nbconvert, templates, dir string, notebooks []string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	args := []string{"--to", "markdown", "--template", "fsnb",
		"--TemplateExporter.extra_template_basedirs=" + templates,
		"--ExtractOutputPreprocessor.extract_output_types={'image/png', '" + specType + "'}",
		"--output-dir", dir}
	said, err := exec.Command(nbconvert, append(args, notebooks...)...).CombinedOutput()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(string(said)), "\n")
		return fmt.Errorf("nbconvert failed (%v): %s", err, lines[len(lines)-1])
	}
	return nil
}

const specType = "application/vnd.vegalite.v5+json"

var (
	styles = regexp.MustCompile(`(?s)<style>.*?</style>\n?`)
	// A table without a class would have that of MkDocs' own tables.
	tables = regexp.MustCompile(`<table style="`)
	// A column of bars has no name, and a header without a name puzzles screen readers.
	nameless = regexp.MustCompile(`<th( [^>]*?)?(?: scope="col(?:group)?")([^>]*)></th>`)
)

// tidyOutputs takes from the HTML of tables what the site's style sheet has once for all.
func tidyOutputs(html string) string {
	html = nameless.ReplaceAllString(styles.ReplaceAllString(html, ""), "<td$1$2></td>")
	return tables.ReplaceAllString(html, `<table class="fsnb" style="`)
}

// notebookPage is the page of a notebook: its Markdown with a line that leads to the file.
func (s *sources) notebookPage(file, text string) (string, error) {
	title, rest, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
	if !strings.HasPrefix(title, "# ") {
		return "", fmt.Errorf("%s does not begin with a heading", file)
	}
	name := filepath.Base(file)
	if err := copyFile(filepath.Join(s.root, file), filepath.Join(s.out, file)); err != nil {
		return "", err
	}
	note := fmt.Sprintf("\n<p class=\"fsnb-source\">An executed notebook with its outputs: "+
		"<a href=%q download>%s</a></p>\n", name, name)
	body, err := s.rewrite(file, tidyOutputs(rest))
	return title + "\n" + note + body, err
}
