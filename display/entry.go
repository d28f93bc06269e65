package display

import (
	"strconv"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/internal/wording"
)

// DatasetsTable is the table of the data sets that have a name.
func DatasetsTable(infos []datasets.Info) *Table {
	t := &Table{
		Title: "Data sets by name",
		Columns: []Column{
			{Name: "name"}, {Name: "n×d", Align: Right}, {Name: "classes", Align: Right},
			{Name: "kind"}, {Name: "what"}, {Name: "where"},
		},
		Notes: []string{
			`Where: embedded and generated come with the library; FSNB_DATA and cache are on ` +
				`this machine; "fsnb datasets fetch NAME" gets what is to fetch; "fsnb datasets ` +
				`info NAME" says more.`,
		},
	}
	for _, i := range infos {
		t.Rows = append(t.Rows,
			[]string{wording.Clean(i.Name), i.Size(), i.Classes(), wording.Clean(i.Kind),
				wording.CleanSentence(i.Title), string(i.Where)})
	}
	return t
}

// EntryTable is the table of what is known of one data set that has a name.
func EntryTable(i datasets.Info) *Table {
	t := &Table{Title: wording.Clean(i.Name) + ": " + wording.CleanSentence(i.Title),
		Columns: []Column{{Name: "what"}, {Name: "is known"}}}
	add := func(name, value string) {
		if value != "" {
			t.Rows = append(t.Rows, []string{name, wording.Visible(value)})
		}
	}
	add("where", string(i.Where))
	add("other names", strings.Join(i.Aliases, ", "))
	add("kind", i.Kind)
	add("n×d", i.Size())
	if i.Target != "" {
		add(i.Classes(), i.Target)
	} else {
		add("classes", i.Classes())
	}
	add("samples a class", i.Counts)
	if s := i.Image(); s.Pixels() > 0 {
		order := "down the columns"
		if s.ByRow {
			order = "along the rows"
		}
		add("pictures", strconv.Itoa(s.Height)+"×"+strconv.Itoa(s.Width)+" pixels, "+order)
	}
	for _, u := range i.Papers {
		add(u.Paper, joined(": ", u.As, u.How))
	}
	add("citation", i.Citation)
	add("license", i.License)
	for _, c := range i.Cautions {
		add("caution", c)
	}
	add("file", i.File.Name)
	if i.File.Sum.Size > 0 {
		add("bytes", strconv.FormatInt(i.File.Sum.Size, 10))
	}
	add("sha256", i.File.Sum.SHA256)
	add("git blob sha1", i.File.Sum.GitBlob)
	for _, a := range i.File.Addresses() {
		add("address", a)
	}
	add("original", i.Original.Name)
	for _, a := range i.Original.Addresses() {
		add("its address", a)
	}
	add("to convert it", i.Convert)
	add("origin", i.Origin)
	add("to obtain it", i.Obtain)
	return t
}

// joined joins the texts that are not empty.
func joined(sep string, texts ...string) string {
	var out []string
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return strings.Join(out, sep)
}
