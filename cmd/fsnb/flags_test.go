package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"fsnb.example/internal/must"
)

// values are texts for the flags, some of which begin with a dash, and what the flags are then.
var values = map[string][2]string{
	"param": {"-a=b", "[-a=b]"}, "k": {"3", "3"}, "seed": {"7", "7"}, "workers": {"2", "2"},
	"significant": {".05", "0.05"}, "adjust": {"holm", "holm"}, "counts": {"1, 5", "[1 5]"},
	"repeats": {"3", "3"}, "train": {".7", "0.7"}, "classifier": {"forest", "forest"},
	"measure": {"auc", "auc"}, "regressor": {"ridge", "ridge"}, "neighbors": {"4", "4"},
	"c": {"1e2", "100"}, "ridge": {".5", "0.5"}, "trees": {"9", "9"}, "only": {"a,b", "[a,b]"},
	"shard": {"2/8", "2/8"}, "aggregate": {"median", "median"}, "target": {"classes", "classes"},
	"drop": {"-1,b\\,c", "[-1 b,c]"}, "sep": {"tab", "9"}, "decimal": {"comma", "44"},
	"thousands": {"apostrophe", "39"}, "header": {"yes", "1"}, "missing": {"-999", "-999"},
	"missing-codes": {"-999,x", "-999,x"}, "encoding": {"utf16", "utf16"},
	"code": {"onehot", "onehot"}, "storage": {"disk", "disk"}, "o": {"json", "json"},
}

// Every flag has one dash or two, its value behind it or behind =, before or behind arguments, and
// sets the field of its name alone.
func TestEveryFlag(t *testing.T) {
	count := 0
	for _, c := range newProgram().Commands() {
		for _, flag := range c.Flags {
			text, want := "-any", "-any"
			if v, ok := values[flag.Name]; ok {
				text, want = v[0], v[1]
			}
			if flag.IsSlice() && flag.Name == "method" {
				want = "[-any]"
			}
			one, two := "-"+flag.Name, "--"+flag.Name
			forms := [][]string{{one, text}, {two, text}, {one + "=" + text}, {two + "=" + text}}
			if flag.IsBool() {
				want = "true"
				forms = [][]string{{one}, {two}, {one + "=1"}, {two + "=true"}}
			}
			// Each is before the argument or behind it, and so are both ways to give a value.
			for i, form := range forms {
				count++
				args := append([]string{c.Name, "x"}, form...)
				if i == 1 || i == 2 {
					args = append(append([]string{c.Name}, form...), "x")
				}
				sets(t, flag.Name, want, args)
			}
		}
	}
	if count < 600 {
		t.Errorf("only %d forms of flags", count)
	}
}

// sets checks that a command line with the argument x sets a flag, and nothing else.
func sets(t *testing.T, flag, want string, args []string) {
	t.Helper()
	p := newProgram()
	if _, err := p.Parse(args); err != nil {
		t.Fatal(err)
	}
	c := p.Commands()[slices.IndexFunc(p.Commands(), func(c *kong.Node) bool {
		return c.Name == args[0]
	})]
	changed := fmt.Sprint(c.Positional[0].Target)
	for _, f := range c.Flags {
		now := fmt.Sprint(f.Target)
		if !slices.Contains([]string{f.Default, "[]", "0", "0/0", "false"}, now) {
			changed += " " + f.Name + " " + now
		}
	}
	must.Is(t, changed, "[x] "+flag+" "+want, "%q sets, want %s", args, want)
}

// Flags that are given again add up or replace, a dash is an argument, and behind -- there are no
// flags.
func TestFlagsAgain(t *testing.T) {
	for args, want := range map[string]string{
		"- -drop a -missing mean -drop b -":      "[- -] [a b] mean",
		"-missing 1 -drop a -- -k -drop -- in":   "[-k -drop -- in] [a] 1",
		"in -drop a,b --missing=1 out -drop -- ": "[in out] [a b --] 1",
	} {
		got := must.Get(newProgram().Parse(append([]string{"convert"}, strings.Fields(args)...)))(t)
		c := got.(*convertCommand)
		must.Is(t, fmt.Sprint(c.Args, c.Drop, " ", c.Missing), want, "%s", args)
	}
	fails(t, 2, "rank: bad flag syntax: ---k", "rank", "---k", "3")
	fails(t, 2, "rank: bad flag syntax: -=3", "rank", "-=3")
	fails(t, 2, `version: "x" is too many; it takes nothing`, "version", "x")
}

// A table of a hospital: names of patients, decimal commas, words, gaps.
const hospital = "name;age;sex;dose;class\nAnn;41,5;f;1,25;ill\nBob;?;m;2,5;well\n" +
	"Cid;30,5;m;;ill\nDee;28;f;5;well\n"

type info struct {
	N, D     int
	Classes  []string
	Counts   []int `json:"class_counts"`
	Min, Max float64
	History  []string
}

func infoOf(t *testing.T, args ...string) (i info) {
	t.Helper()
	text := good(t, append([]string{"datasets", "info", "-o", "json"}, args...)...)
	if err := json.Unmarshal([]byte(text), &i); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return i
}

// Every command that reads a file takes the flags that say how.
func TestFileFlags(t *testing.T) {
	path := file(t, "h.csv", []byte(hospital))
	turned := file(t, "turned.tsv",
		[]byte("id\ts1\ts2\ts3\nclass\ta\ta\tb\ng1\t1\t2\t3\ng2\t4\t5\t6\n"))
	for _, c := range []struct {
		args string
		want info
	}{
		{path + " -drop name,sex -missing median", info{4, 2, []string{"ill", "well"}, []int{2, 2},
			1.25, 41.5,
			[]string{"left out 2 columns: name, sex",
				"put the median of the column for 2 missing values in 2 columns"}}},
		{"-drop 0 -missing drop-rows -code onehot " + path,
			info{2, 3, []string{"ill", "well"}, []int{1, 1}, 1, 41.5,
				[]string{"left out column name", "left out 2 of 4 rows, which have missing values",
					"coded the words of 1 column as 1 column of 0 and 1 called name=level " +
						"(one-hot)"}}},
		{"-drop name -missing columns -code ordinal -sep ; -decimal , -header yes " + path,
			info{4, 1, []string{"ill", "well"}, []int{2, 2}, 0, 1,
				[]string{"left out column name",
					"left out 2 of 3 columns, which have missing values: age, dose",
					"coded the words of 1 column as 0, 1, 2, … in the order of their text " +
						"(ordinal)"}}},
		{"-drop name -drop class -label sex -missing=-1 " + path,
			info{4, 2, []string{"f", "m"}, []int{2, 2}, -1, 41.5,
				[]string{"left out 2 columns: name, class",
					"put -1 for 2 missing values in 2 columns"}}},
		{"-transposed " + turned, info{3, 2, []string{"a", "b"}, []int{2, 1}, 1, 6,
			[]string{"turned the table: its samples are columns of the file",
				"passed over row 1, the names of the samples"}}},
	} {
		got := infoOf(t, strings.Fields(c.args)...)
		if got.N != c.want.N || got.D != c.want.D || !slices.Equal(got.Classes, c.want.Classes) ||
			!slices.Equal(got.Counts, c.want.Counts) ||
			got.Min != c.want.Min || got.Max != c.want.Max ||
			!slices.Equal(got.History, c.want.History) {
			t.Errorf("datasets info %s: %+v, want %+v", c.args, got, c.want)
		}
		r := rankedJSON(t, append([]string{"-method", "variance"}, strings.Fields(c.args)...)...)
		if r.N != c.want.N || r.D != c.want.D || !slices.Equal(r.History, c.want.History) {
			t.Errorf("rank %s: %d×%d, %q", c.args, r.N, r.D, r.History)
		}
		if c.want.D > 1 {
			good(t, append([]string{"redundancy", "-features", "0,1"},
				strings.Fields(c.args)...)...)
		}
	}
}

// Separators by their names, and names with commas.
func TestSeparatorsAndNames(t *testing.T) {
	for _, sep := range []string{",", "comma", ";", "semicolon", "tab", `\t`, "\t", "space",
		"blanks", "|", ":"} {
		r, ok := separator(sep)
		if !ok {
			t.Errorf("-sep %q is refused", sep)
			continue
		}
		path := file(t, "t.txt",
			[]byte(strings.ReplaceAll("a b class\n1 2 x\n3 4 y\n", " ", string(r))))
		if got := infoOf(t, "-sep", sep, path); got.N != 2 || got.D != 2 {
			t.Errorf("-sep %q: %d×%d", sep, got.N, got.D)
		}
	}
	for text, want := range map[string][]string{"a,b": {"a", "b"}, " a , b c ": {"a", "b c"},
		`a\,b,c`: {"a,b", "c"}, `a\b`: {`a\b`}} {
		got, err := cutNames(text)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

func TestFileFlagMistakes(t *testing.T) {
	path := file(t, "h.csv", []byte(hospital))
	const policies = "give drop-rows, drop-columns, median, mean, most-frequent or a number"
	for _, command := range []string{"rank -method variance", "redundancy -features 0,1",
		"datasets info"} {
		name := strings.Fields(command)[0]
		for args, want := range map[string]string{
			"-missing drop": `invalid value "drop" for flag -missing: ` + policies,
			"-missing NaN":  `invalid value "NaN" for flag -missing: ` + policies,
			"-code dummy":   `invalid value "dummy" for flag -code: give one-hot or ordinal`,
			"-header maybe": `invalid value "maybe" for flag -header: give yes, no or auto`,
			"-sep ab": `invalid value "ab" for flag -sep: give one character, or one of ` +
				`comma, semicolon, tab, space`,
			"-sep …": `invalid value "…" for flag -sep: give one character, or one of ` +
				`comma, semicolon, tab, space`,
			"-decimal ;": `invalid value ";" for flag -decimal: give . or ,`,
			"-drop id,,3": `invalid value "id,,3" for flag -drop: give the names or indices ` +
				`of columns, as in -drop id,3`,
			"-missing":        "-missing needs a value; see fsnb " + name + " -h",
			"-transposed=may": `invalid boolean value "may" for -transposed: parse error`,
		} {
			line := append(strings.Fields(command), path)
			fails(t, 2, name+": "+want, append(line, strings.Fields(args)...)...)
		}
	}
	for args, want := range map[string]string{
		"-drop nam": `h.csv: no column "nam"; did you mean "name"?`,
		"-drop name": `h.csv: row 2, column 2 (sex): "f" is not a number; mend the cell, name ` +
			`this column as the label, set ID: "sex" or Group: "sex" (-id, -group) if it says ` +
			`which sample or group it is, or set Drop or Code (ordinal or one-hot)`,
		"-drop name,2": `h.csv: row 3, column 1 (age): the value is missing ("?"), ` +
			`the first of 2 in 2 columns: age, dose; fill them in, or set Missing (drop-rows, ` +
			`drop-columns, median or a number)`,
		"-drop name,sex -decimal .": `h.csv: row 2, column 1 (age): "41,5" has a decimal comma; ` +
			`write 41.5, or set Decimal to ','`,
	} {
		status, out, errOut := fsnb(t.Context(),
			append([]string{"rank", "-method", "variance", path}, strings.Fields(args)...)...)
		if status != 1 || out != "" || !strings.HasSuffix(errOut, want+"\n") {
			t.Errorf("%s: status %d, %q, %q", args, status, out, errOut)
		}
	}
}

// What was passed over between the rows is said under the ranking.
func TestRankSaysWhatWasPassedOver(t *testing.T) {
	path := file(t, "c.csv", []byte("a,b,c\n1,2,x\n#3,2,y\n3,4,x\n7,4,y\n5,6,x\n7,7,y\n"))
	const want = `Warning about the data: row 3 ("#3,2,y"), which begins with # or %, was ` +
		`passed over as comment; put its first cell in quotes if it is a sample.`
	must.Contain(t, good(t, "rank", "-method", "fisher", path), want)
}
