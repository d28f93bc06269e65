package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"html"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/internal/figure"
)

// familyFile is the page of a family.
func familyFile(f algorithms.Family) string {
	return familyPages + strings.ReplaceAll(string(f), " ", "-") + ".md"
}

func sentenceCase(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// example is the data on which a method is shown, as a cell loads it and as this program does.
type example struct {
	cell  string // the declaration
	about string
	data  *datasets.Dataset
}

// examples are the two data sets of the pages: pictures of two classes, on which the choice can be
// seen, and a continuous target on which five features are known to act.
func examples() (pictures, number example, err error) {
	load := func(name string) *datasets.Dataset {
		var d *datasets.Dataset
		if err == nil {
			d, err = datasets.Load(name, datasets.Options{})
		}
		return d
	}
	digits, friedman := load("digits"), load("friedman1")
	if err != nil {
		return pictures, number, err
	}
	pair, err := digits.TakeClasses("3", "8")
	pictures = example{`var data = fsnb.TakeClasses(fsnb.Load("digits"), "3", "8")`,
		"handwritten 3 and 8, 357 pictures of 8×8 pixels", pair}
	number = example{`var data = fsnb.Load("friedman1")`,
		"a number that depends on x1 to x5, five of 50 features", friedman}
	return pictures, number, err
}

// chosen is how many features the pages choose.
const chosen = 10

// answer runs a method with its defaults on one of the examples, and returns the code of the cell
// and the figure that it shows.
func answer(ctx context.Context, e catalogue.Entry, pictures, number example) (code string,
	f *figure.Figure, about string, err error) {

	on, k := pictures, chosen
	show := "fsnb.Show(fsnb.ChosenPixels(data, ranking))"
	regression := e.Targets&algorithms.Continuous != 0 &&
		e.Targets&(algorithms.Classes|algorithms.TwoClasses) == 0
	if regression {
		on, k, show = number, 0, "fsnb.Show(fsnb.Spectrum(ranking))"
	}
	ranking, err := e.Method.Select(ctx, on.data, algorithms.Options{K: k})
	if err != nil {
		return "", nil, "", fmt.Errorf("%s on %s: %w", e.Name, on.about, err)
	}
	if regression {
		spectrum, err := evaluation.Spectrum(ranking)
		if err != nil {
			return "", nil, "", err
		}
		f = display.SpectrumFigure(spectrum)
	} else {
		pixels, err := evaluation.ChosenPixels(on.data, ranking)
		if err != nil {
			return "", nil, "", err
		}
		f = display.ChosenPixelsFigure(pixels)
	}
	var b strings.Builder
	if own := e.InGo(); !strings.HasPrefix(own, "fsnb.") {
		fmt.Fprintf(&b, "import %q\n\n", reflect.TypeOf(e.Method).PkgPath())
	}
	fmt.Fprintf(&b, "%s\nvar ranking = fsnb.Select(data, %s, %d)\n\n%%%%\n%s\n", on.cell, e.InGo(),
		k, show)
	return b.String(), f, on.about, nil
}

// writeFigure writes a figure below a folder, and returns the HTML that shows it.
func writeFigure(dir, name string, f *figure.Figure) (string, error) {
	png, err := f.PNG()
	if err != nil {
		return "", err
	}
	if err := writeFile(filepath.Join(dir, name+".png"), png); err != nil {
		return "", err
	}
	spec := ""
	if v := f.VegaLite(); v != nil {
		var b bytes.Buffer
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(v); err != nil {
			return "", err
		}
		if err := writeFile(filepath.Join(dir, name+".json"), b.Bytes()); err != nil {
			return "", err
		}
		spec = fmt.Sprintf(" data-spec=%q", "files/"+name+".json")
	}
	width, height := f.Pixels()
	return fmt.Sprintf("<div class=\"fsnb-figure\"%s><img src=%q width=\"%d\" height=\"%d\""+
		" loading=\"lazy\" alt=\"%s\"></div>\n", spec, "files/"+name+".png", width, height,
		html.EscapeString(f.Description())), nil
}

// packageDoc reads the documentation of the package in a folder of the checkout.
func packageDoc(root, folder string) (*doc.Package, error) {
	names, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, f)
	}
	if len(parsed) == 0 {
		return nil, fmt.Errorf("%s has no Go files: is this a complete checkout?", folder)
	}
	return doc.NewFromFiles(set, parsed, module+"/"+folder)
}

// typeDoc is the comment of a type as Markdown, with headings below a heading of a page.
func typeDoc(p *doc.Package, name string) (string, error) {
	for _, t := range p.Types {
		if t.Name != name {
			continue
		}
		printer := p.Printer()
		printer.HeadingLevel = 4
		printer.DocLinkURL = func(link *comment.DocLink) string {
			folder := strings.TrimPrefix(link.ImportPath, module+"/")
			if link.ImportPath == "" {
				folder = strings.TrimPrefix(p.ImportPath, module+"/")
			}
			anchor := link.Name
			if link.Recv != "" {
				anchor = link.Recv + "." + link.Name
			}
			if !strings.HasPrefix(link.ImportPath+module, module) {
				return "https://pkg.go.dev/" + link.ImportPath + "#" + anchor
			}
			return "../" + apiFile(folder) + "#" + anchor
		}
		return string(printer.Markdown(p.Parser().Parse(t.Doc))), nil
	}
	return "", fmt.Errorf("package %s has no type %s", p.Name, name)
}

// facts is the table of a method's parameters, if it has some, and a list of what else it is. The
// comment has the source.
func facts(e catalogue.Entry) string {
	var b strings.Builder
	t := display.MethodTable(e)
	notes := t.Notes
	if len(algorithms.Parameters(e.Method)) > 0 {
		t.Title, t.Notes = "", nil
		b.WriteString(t.Markdown() + "\n")
	}
	for _, n := range notes {
		if !strings.HasPrefix(n, "Source: ") {
			fmt.Fprintf(&b, "- %s\n", strings.ReplaceAll(n, "_", `\_`))
		}
	}
	return b.String()
}

// folderOf is the folder of a method's package.
func folderOf(e catalogue.Entry) string {
	return strings.TrimPrefix(reflect.TypeOf(e.Method).PkgPath(), module+"/")
}

// writeFamilies writes a page for each family of methods: what each of them computes, by its doc
// comment, its facts, and what it chooses from an example.
func (s *sources) writeFamilies(ctx context.Context) ([]item, error) {
	pictures, number, err := examples()
	if err != nil {
		return nil, err
	}
	docs := make(map[string]*doc.Package)
	var items []item
	for _, family := range algorithms.Families() {
		file := familyFile(family)
		var list, body strings.Builder
		for _, e := range catalogue.ByFamily(catalogue.Wants{Family: family}) {
			folder := folderOf(e)
			if docs[folder] == nil {
				if docs[folder], err = packageDoc(s.root, folder); err != nil {
					return nil, err
				}
			}
			text, err := typeDoc(docs[folder], e.Type)
			if err != nil {
				return nil, err
			}
			code, shown, about, err := answer(ctx, e, pictures, number)
			if err != nil {
				return nil, err
			}
			picture, err := writeFigure(filepath.Join(s.out, familyPages, "files"), e.Name, shown)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&list, "| [%s](#%s) | %s |\n", e.Name, e.Name, e.Summary)
			fmt.Fprintf(&body, "## %s\n\n%s\n%s- [%s in the API](../%s#%s)\n\n**Example:** %s.\n\n"+
				"```go\n%s```\n\n%s\n", e.Name, text, facts(e), strings.TrimSuffix(e.InGo(), "{}"),
				apiFile(folder), e.Type, about, code, picture)
		}
		head := fmt.Sprintf("# %s\n\n%s\n\n| method | what it looks for |\n|:--|:--|\n%s\n",
			sentenceCase(string(family)), family.About(), list.String())
		text := head + separateLists(body.String())
		if err := writeFile(filepath.Join(s.out, file), []byte(text)); err != nil {
			return nil, err
		}
		items = append(items, page(sentenceCase(string(family)), file))
	}
	return items, nil
}

// writeFile writes a file and the folders above it.
func writeFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return writeFile(to, data)
}
