package datasets

import (
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// Every name and alias means one entry, and the entries are in their order.
func TestRegistryNames(t *testing.T) {
	owner := map[string]string{}
	var names []string
	for _, e := range Registry() {
		for _, name := range append([]string{e.Name}, e.Aliases...) {
			if other, taken := owner[key(name)]; taken {
				t.Errorf("%s of %s is a name of %s already", name, e.Name, other)
			}
			owner[key(name)] = e.Name
			if got := must.Get(Find(strings.ToUpper(strings.ReplaceAll(name, "_", "- "))))(
				t); got.Name != e.Name {
				t.Errorf("%s is %s, want %s", name, got.Name, e.Name)
			}
		}
		if !e.BuiltIn() {
			names = append(names, strings.ToLower(e.Name))
		} else if findBuiltin(e.Name) == nil {
			t.Errorf("%s has no file and does not come with the library", e.Name)
		}
	}
	if !slices.IsSorted(names) {
		t.Errorf("not sorted: %q", names)
	}
	must.Is(t, len(Registry())-len(names), len(builtins), "sets come with the library")
	_, err := Find("warpPEI10")
	wantError(t, err, `no data set "warpPEI10"; did you mean "warpPIE10P"?`)
}

var (
	countList = regexp.MustCompile(`^\S+:\d+( \S+:\d+)+$`)
	countEach = regexp.MustCompile(`^(\d+) (?:to (\d+) )?each$`)
	someHosts = regexp.MustCompile(
		`^https://(raw\.githubusercontent\.com/[^/]+/[^/]+/[0-9a-f]{40}/|jundongl\.github\.io/|archive\.ics\.uci\.edu/)`)
)

// Every entry says what a reader must know, and what it says is consistent.
func TestRegistryEntries(t *testing.T) {
	for _, e := range Registry() {
		if e.Title == "" || e.Kind == "" || e.License == "" || (e.C == 0) != (e.Target != "") ||
			e.Citation == "" && e.Kind != kindSynthetic {
			t.Errorf("%s lacks a fact: %+v", e.Name, e)
		}
		for _, u := range e.Papers {
			if u.Paper == "" || u.As == "" {
				t.Errorf("%s: use %+v", e.Name, u)
			}
		}
		checkCounts(t, e)
		if s := e.Image(); s.Pixels() > 0 && s.Pixels() != e.D {
			t.Errorf("%s: pictures of %v for %d features", e.Name, s, e.D)
		}
		for _, f := range []File{e.File, e.Original} {
			checkFile(t, e, f)
		}
		_, served := e.Fetchable()
		switch {
		case e.BuiltIn(), served && e.Obtain == "", !served && e.Obtain != "":
		default:
			t.Errorf("%s: fetchable %v, and to obtain it: %q", e.Name, served, e.Obtain)
		}
		if (e.Original.Name == "") != (e.Convert == "") ||
			!strings.Contains(e.Convert, e.Original.Name) || e.Convert != "" &&
			!strings.Contains(e.Convert, e.File.Name) || strings.Contains(e.Convert, "\n") {
			t.Errorf("%s: %q makes %s of %s", e.Name, e.Convert, e.File.Name, e.Original.Name)
		}
	}
}

func checkCounts(t *testing.T, e Entry) {
	t.Helper()
	switch {
	case countList.MatchString(e.Counts):
		sum := 0
		pairs := strings.Fields(e.Counts)
		for _, p := range pairs {
			n, err := strconv.Atoi(p[strings.LastIndex(p, ":")+1:])
			if err != nil {
				t.Error(err)
			}
			sum += n
		}
		if len(pairs) != e.C || sum != e.N {
			t.Errorf("%s: %d classes of %d samples, want %d of %d", e.Name, len(pairs), sum,
				e.C, e.N)
		}
	case countEach.MatchString(e.Counts):
		m := countEach.FindStringSubmatch(e.Counts)
		least, _ := strconv.Atoi(m[1])
		most := least
		if m[2] != "" {
			most, _ = strconv.Atoi(m[2])
		}
		if least*e.C > e.N || most*e.C < e.N || least > most {
			t.Errorf("%s: %s is not %d samples in %d classes", e.Name, e.Counts, e.N, e.C)
		}
	case e.Counts == "":
		if e.Target == "" && e.Name != "CALTECH-7" && e.Name != "ProCancer" {
			t.Errorf("%s has no class counts", e.Name)
		}
	default: // of a set that was never read: numbers in words
		sum := 0
		for _, word := range strings.FieldsFunc(e.Counts,
			func(r rune) bool { return r < '0' || r > '9' }) {
			n, _ := strconv.Atoi(word)
			sum += n
		}
		if sum != e.N || e.File.Sum.GitBlob == "" {
			t.Errorf("%s: counts %q of %d samples", e.Name, e.Counts, e.N)
		}
	}
}

func checkFile(t *testing.T, e Entry, f File) {
	t.Helper()
	for sum, size := range map[string]int{f.Sum.SHA256: 32, f.Sum.GitBlob: 20} {
		if b, err := hex.DecodeString(sum); err != nil || len(b) != 0 && len(b) != size {
			t.Errorf("%s: checksum %q", e.Name, sum)
		}
	}
	if strings.ContainsAny(f.Name, `/\ `) {
		t.Errorf("%s: file %q", e.Name, f.Name)
	}
	for _, a := range f.Addresses() {
		if u, err := url.Parse(a); err != nil || !someHosts.MatchString(a) || u.RawQuery != "" {
			t.Errorf("%s: address %s", e.Name, a)
		}
		if f.Sum.SHA256 == "" && f.Sum.GitBlob == "" {
			t.Errorf("%s: nothing tells whether %s is the file", e.Name, a)
		}
	}
}

// The names of every table of the five papers, with the samples, features and
// classes printed beside them.
func TestPapersTables(t *testing.T) {
	const misprint = -1
	type row struct {
		printed   string
		n, d, c   int
		canonical string
	}
	for paper, rows := range map[string][]row{
		traceRatio: { // Table 3
			{"vehicle", 846, 18, 4, "Vehicle"}, {"ionosphere", 351, 34, 2, "ionosphere"},
			{"heart", 270, 13, 2, "heart_statlog"},
			{"german", 1000, 20, 2, "credit_g"}, {"crx", 690, 15, 2, "crx"}, {"australian", 690, 14,
				2, "australian"},
			{"AT&T", 400, 644, 40, "ORL_28x23"}, {"UMIST", 575, 644, 20, "UMIST"},
		},
		spfs: { // Table 1, then the heads of Tables 2 to 7
			{"RELATHE", 1427, 4322, 2, "RELATHE"}, {"PCMAC", 1943, 3289, 2, "PCMAC"},
			{"TOX", 171, 5748, 4, "TOX_171"},
			{"CLL-SUB", 111, 11340, 3, "CLL_SUB_111"}, {"AR10P", 130, 2400, 10, "warpAR10P"},
			{"PIE10P", 210, misprint, 10, "warpPIE10P"},
			{"PIX10P", 100, 10000, 10, "pixraw10P"}, {"ORL10P", 100, misprint, 10, "orlraws10P"},
			{"PEI10P", 210, 2420, 10, "warpPIE10P"}, {"PIE", 210, 2420, 10, "warpPIE10P"},
			{"PIX", 100, 10000, 10, "pixraw10P"}, {"AR", 130, 2400, 10, "warpAR10P"},
		},
		fsir: { // Table I, then V
			{"Austra", 690, 14, 2, "australian"}, {"Clean", 476, 166, 2, "Musk_v1"},
			{"Heart", 270, 13, 2, "heart_statlog"}, {"Vote", 435, 16, 2, "vote"},
			{"CLL-SUB-111", 111, 11340, 3, "CLL_SUB_111"}, {"GLI-85", 85, 22283, 2, "GLI_85"},
			{"PIE10P", 210, 2420, 10, "warpPIE10P"},
			{"PIX10P", 100, 10000, 10, "pixraw10P"}, {"SMK-CAN-187", 187, 19993, 2, "SMK_CAN_187"},
			{"TOX-171", 171, 5748, 4, "TOX_171"}, {"TOX171", 171, 5748, 4, "TOX_171"},
		},
		grm: { // Table 1
			{"Synthetic", 400, 100, 2, "grm-blocks"}, {"GLIOMA", 50, 4434, 4, "GLIOMA"},
			{"LUNG", 203, 3312, 5, "LUNG"}, {"AMLALL", 72, misprint, 2, "ALLAML"},
			{"ProCancer", 89, 15154, 2, "ProCancer"}, {"LEU", 72, 3571, 2, "LEU_3571"},
			{"SRBCT", 83, 2308, 4, "SRBCT"}, {"COIL20", 1440, 1024, 20, "COIL20"},
			{"BINALPHA", 1404, 320, 36, "BINALPHA"}, {"PalmData", 2000, 256, 100, "PalmData25"},
			{"DIGIT", 2000, 649, 10, "MFEAT"}, {"CALTECH", misprint, misprint, 7, "CALTECH-7"},
		},
		lap: { // Table I, II and III, then the synthetic sets
			{"Wine", 178, 13, 3, "wine"}, {"Musk", 476, 166, 2, "Musk_v1"},
			{"HV", 606, 100, 2, "Hill_Valley"}, {"Hill-Valley", 606, 100, 2, "Hill_Valley"},
			{"Leukemia", 38, 3051, 2, "Leukemia_Golub38"}, {"Breast2", 77, 4869, 2, "Breast2"},
			{"Vehicle", 846, 18, 4, "Vehicle"}, {"Ecoli", 336, 343, 8, "Ecoli_343"},
			{"Segment", 2310, 19, 7, "Segment"}, {"D1", 400, 12, 2, "lap-d1"},
			{"D2", 200, 22, 2, "lap-d2"},
		},
	} {
		for _, r := range rows {
			e, err := Find(r.printed)
			if err != nil || e.Name != r.canonical || !slices.Contains(e.PaperNames(), paper) {
				t.Errorf("%s: %s is %s of %v (%v), want %s", paper, r.printed, e.Name,
					e.PaperNames(), err, r.canonical)
				continue
			}
			for what, pair := range map[string][2]int{"samples": {r.n, e.N}, "features": {r.d, e.D},
				"classes": {r.c, e.C}} {
				if pair[0] != misprint && pair[0] != pair[1] {
					t.Errorf("%s: %s has %d %s, the paper prints %d", paper, e.Name, pair[1],
						what, pair[0])
				}
			}
			if (r.n == misprint || r.d == misprint) &&
				!strings.Contains(fmt.Sprint(e.Papers), "×") {
				t.Errorf("%s: %s does not say what the paper prints", paper, e.Name)
			}
		}
	}
}

// One name in two cases is one set.
func TestWineIsEmbedded(t *testing.T) {
	for _, name := range []string{"wine", "Wine", "WINE"} {
		if d := must.Get(Load(name, Options{}))(t); d.Name != "wine" || d.Features[0] != "alcohol" {
			t.Errorf("%s is %s with %q", name, d.Name, d.Features[:2])
		}
	}
}

// The answer of a set in words.
func TestEntryClasses(t *testing.T) {
	for want, e := range map[string]Entry{"": {}, "12": {C: 12},
		"continuous target": {Target: "y"}} {
		must.Is(t, e.Classes(), want, "%+v has", e)
	}
}

// What comes with the library is as its entries say.
func TestOwnSets(t *testing.T) {
	for _, e := range ownSets {
		d := must.Get(Load(e.Name, Options{}))(t)
		checkAgainstEntry(t, d, e)
		must.Is(t, d.Name, e.Name, "is called")
	}
}

// checkAgainstEntry compares a data set with sizes and class counts.
func checkAgainstEntry(t *testing.T, d *Dataset, e Entry) {
	t.Helper()
	if d.N() != e.N || d.D() != e.D || len(d.Classes) != e.C ||
		d.Continuous() != (e.Target != "") || d.TargetName != e.Target {
		t.Errorf("%s is %d×%d with %d classes and %q, want %s with %q", e.Name, d.N(), d.D(),
			len(d.Classes), d.TargetText(), e.Size(), e.Classes())
		return
	}
	if e.Target != "" {
		must.Is(t, e.Counts, "", "%s has a continuous target and counts", e.Name)
		return
	}
	counts := d.ClassCounts()
	least, most := slices.Min(counts), slices.Max(counts)
	got := fmt.Sprintf("%d each", least)
	if m := countEach.FindStringSubmatch(e.Counts); m != nil {
		if m[2] != "" {
			got = fmt.Sprintf("%d to %d each", least, most)
		} else if least != most {
			got = fmt.Sprint(counts)
		}
	} else {
		var pairs []string
		for c, n := range counts {
			pairs = append(pairs, fmt.Sprintf("%s:%d", d.Classes[c], n))
		}
		want := strings.Fields(e.Counts)
		slices.Sort(want)
		slices.Sort(pairs)
		must.Items(t, pairs, want, "%s has", e.Name)
		return
	}
	must.Is(t, got, e.Counts, "%s has", e.Name)
}

// Whatever a manifest holds, it is read or refused in one line, and the sets that
// it lists have a name and a file.
func FuzzManifest(f *testing.F) {
	for _, seed := range []string{
		tinyManifest, "", "name,file\n", "name,file\na,\"b\nc\"\n", "file,name,name\nx,y,\n",
		"name,file\n,x\n", "\xef\xbb\xbfname,file\na,b\n",
		"name,file,rows\nTOX_171,../TOX_171.mat,-1\n", "name;file\na;b\n", "name,file\na,\x00\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		dir := t.TempDir()
		must.Do(t, os.WriteFile(filepath.Join(dir, "manifest.csv"), []byte(text), 0o644))
		t.Setenv(DataVariable, dir)
		own, err := manifest()
		if err != nil && (strings.Contains(strings.TrimPrefix(err.Error(), dir), "\n") ||
			own != nil) {
			t.Errorf("%d sets and %v", len(own), err)
		}
		for _, e := range own {
			if e.File.Name == "" || e.path == "" {
				t.Errorf("%q has no file", e.Name)
			}
		}
		if where, _ := must.Get(Find("TOX"))(t).Locate(); where == InMirror {
			t.Errorf("TOX_171 is in a folder without its file")
		}
	})
}

// Every word is a name that is found, or an error of one line.
func FuzzFind(f *testing.F) {
	for _, seed := range []string{"iris", "WINE", "tox-171", "AT&T", "van 't Veer", "", "-_ ",
		"\xff\xfe", "a\nb", strings.Repeat("x", 200), "ſmk_can_187"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		e, err := Find(name)
		switch {
		case err == nil && e.Name == "":
			t.Errorf("%q is an entry without a name", name)
		case err != nil && (strings.Contains(err.Error(), "\n") ||
			!strings.HasPrefix(err.Error(), "no data set ")):
			t.Errorf("%q: %v", name, err)
		}
		if again, err := Find(strings.ToUpper(e.Name)); e.Name != "" &&
			(err != nil || again.Name != e.Name) {
			t.Errorf("%q is %s, and %s is %s (%v)", name, e.Name, strings.ToUpper(e.Name),
				again.Name, err)
		}
	})
}
