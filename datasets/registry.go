package datasets

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fsnb.example/internal/checksum"
)

// Entry describes a named data set: every set in the tables of the five papers, those that come
// with the library, and related ones. It is plain data.
type Entry struct {
	Name    string
	Aliases []string // names in the papers and other common names
	Title   string
	Kind    string // gene expression, faces, …
	N, D    int    // samples and features; 0 if unknown
	C       int    // classes; 0 if unknown, and with a continuous target
	Counts  string // samples of each class: "a:5 b:7", "72 each", "19 to 48 each"
	Target  string // the name of the continuous target; "" for classes
	Papers  []Use

	Citation string
	License  string
	Cautions []string
	Warning  string // the caution in the Warnings of each loaded Dataset

	File   File    // "" when the set comes with the library
	Recipe Options // the options for File; those of a user override them

	// Origin is the source of the data, if it is not an address of File.
	Origin string
	// Original is another file, from which Convert, a command line, makes File: R data are not read
	// directly. Convert runs in the folder of Original.
	Original File
	Convert  string
	// Obtain says how to get a set without an address.
	Obtain string
}

// Use is a table of a paper that has the data set.
type Use struct {
	Paper string // TraceRatio 2008, SPFS 2013, FSIR², GRM 2015, LAP 2018
	As    string // the printed name, with the size where it differs
	How   string // how the paper codes or uses it; "" when it says nothing
}

// File is a file of known content and the addresses that serve it.
type File struct {
	Name   string
	Sum    checksum.Sum
	Pinned string // at a fixed revision; "" for none
	Public string // where the public finds it; "" for none
}

// published is a file of known size. An address that ends with a slash is that of its folder.
func published(name string, size int64, pinned, public, sha256 string) File {
	return File{name, checksum.Sum{Size: size, SHA256: sha256}, inFolder(pinned, name),
		inFolder(public, name)}
}

// blob is a file that git knows in a public folder.
func blob(name, sum, public string) File {
	return File{name, checksum.Sum{GitBlob: sum}, "", inFolder(public, name)}
}

// inFolder is the address of a file in a folder, or another address.
func inFolder(address, name string) string {
	if strings.HasSuffix(address, "/") {
		return address + name
	}
	return address
}

// Addresses returns the addresses of File, in the order to try.
func (f File) Addresses() []string {
	var out []string
	for _, a := range []string{f.Pinned, f.Public} {
		if a != "" {
			out = append(out, a)
		}
	}
	return out
}

// Image is the shape of the pictures; zero for none.
func (e Entry) Image() ImageShape { return imageShapes[e.Name] }

// BuiltIn reports whether the set comes with the library or is generated.
func (e Entry) BuiltIn() bool { return e.File.Name == "" }

// Fetchable returns the file to fetch: that of the set, or the original if it must be converted.
func (e Entry) Fetchable() (File, bool) {
	for _, f := range []File{e.File, e.Original} {
		if len(f.Addresses()) > 0 {
			return f, true
		}
	}
	return File{}, false
}

// Size is n×d as text, "" if unknown.
func (e Entry) Size() string {
	if e.N == 0 {
		return ""
	}
	return fmt.Sprintf("%d×%d", e.N, e.D)
}

// Classes is the number of classes as text, or "continuous target"; "" if unknown.
func (e Entry) Classes() string {
	switch {
	case e.Target != "":
		return "continuous target"
	case e.C == 0:
		return ""
	}
	return strconv.Itoa(e.C)
}

// PaperNames lists the papers that use the set.
func (e Entry) PaperNames() []string {
	var out []string
	for _, u := range e.Papers {
		if !slices.Contains(out, u.Paper) {
			out = append(out, u.Paper)
		}
	}
	return out
}

// Registry returns an entry for every data set with a name: those that come with
// the library first, then the others in the order of their names.
func Registry() []Entry {
	others := slices.Concat(textSets, geneSets, imageSets, uciSets)
	slices.SortFunc(others, func(a,
		b Entry) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return slices.Concat(ownSets, others)
}

// key is a name without letter case, hyphens, underscores and blanks.
func key(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(name))
}

// registered finds an entry by the key of its name or of an alias.
var registered = sync.OnceValue(func() map[string]Entry {
	out := map[string]Entry{}
	for _, e := range Registry() {
		for _, name := range append([]string{e.Name}, e.Aliases...) {
			out[key(name)] = e
		}
	}
	return out
})

// Find returns the entry of a data set by its name or an alias, as Load finds it. The error for an
// unknown name suggests the nearest one.
func Find(name string) (Entry, error) {
	if e, ok := registered()[key(name)]; ok {
		return e, nil
	}
	return Entry{}, unknownName(name, registeredNames())
}

// registeredNames lists the names of all entries, then their aliases.
func registeredNames() []string {
	var names, aliases []string
	for _, e := range Registry() {
		names = append(names, e.Name)
		aliases = append(aliases, e.Aliases...)
	}
	return append(names, aliases...)
}

// Info is a data set that Load knows by name, and the place of its data.
type Info struct {
	Entry
	Where Where
}

// List returns the data sets that Load knows by name: the entries of Registry, then those that only
// the manifest in FSNB_DATA has. When the manifest cannot be used, the error comes with the entries
// of Registry.
func List() ([]Info, error) {
	var out []Info
	for _, e := range Registry() {
		where, _ := e.Locate()
		out = append(out, Info{e, where})
	}
	own, err := manifest()
	for _, e := range own {
		out = append(out, Info{e.Entry, InMirror})
	}
	return out, err
}
