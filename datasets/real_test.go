package datasets

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/rawfloat"
	"fsnb.example/internal/realdata"
	"fsnb.example/internal/tabular"
)

var (
	realCounts  = regexp.MustCompile(`counts ((?:\S+:\d+ ?)+)`)
	realClasses = regexp.MustCompile(`counts \d+ classes of (\d+)-(\d+)`)
	realRange   = regexp.MustCompile(`range \[([^,]+),([^\]]+)\]`)
	realBlob    = regexp.MustCompile(`git blob sha1=([0-9a-f]{40})`)
)

// realRows reads the manifest: a map from columns to cells for each row.
func realRows(t *testing.T) []map[string]string {
	t.Helper()
	dir := realdata.Need(t, "manifest.csv")
	f := must.Get(os.Open(filepath.Join(dir, "manifest.csv")))(t)
	defer f.Close()
	rows := must.Get(csv.NewReader(f).ReadAll())(t)
	var out []map[string]string
	for _, row := range rows[1:] {
		m := map[string]string{}
		for j, name := range rows[0] {
			m[name] = row[j]
		}
		out = append(out, m)
	}
	return out
}

// The registry has every set of the manifest, and says of it what that says.
func TestRealManifest(t *testing.T) {
	realdata.Need(t, "manifest.csv")
	rows := realRows(t)
	if len(rows) != 47 {
		t.Errorf("the manifest lists %d sets, want 47", len(rows))
	}
	for _, row := range rows {
		e, err := Find(row["name"])
		if row["name"] == "Wine" { // the name of the embedded set
			e, err = Find("Wine_mat")
		}
		if err != nil {
			t.Error(err)
			continue
		}
		number := func(n int) string {
			if n == 0 {
				return ""
			}
			return strconv.Itoa(n)
		}
		if got, want := []string{number(e.N), number(e.D), number(e.C)}, []string{row["rows"],
			row["cols"], row["classes"]}; !slices.Equal(got, want) {
			t.Errorf("%s: samples, features and classes %q, the manifest has %q", e.Name, got, want)
		}
		checkRealFile(t, e, row)
		if want := realCountsOf(e, row["notes"]); want != "" && e.Counts != want {
			t.Errorf("%s: class counts %q, the manifest has %q", e.Name, e.Counts, want)
		}
		for _, paper := range []struct{ in, name string }{{"TraceRatio", traceRatio},
			{"SPFS", spfs}, {"FSIR2", fsir}, {"GRM", grm}, {"LAP", lap}} {
			if strings.Contains(row["papers"], paper.in) &&
				!slices.Contains(e.PaperNames(), paper.name) {
				t.Errorf("%s: papers %q, the manifest has %s", e.Name, e.PaperNames(),
					row["papers"])
			}
		}
	}
}

func checkRealFile(t *testing.T, e Entry, row map[string]string) {
	t.Helper()
	f := e.File
	if row["file"] != "" && row["file"] == e.Original.Name {
		f = e.Original
	}
	size := ""
	if f.Sum.Size > 0 {
		size = strconv.FormatInt(f.Sum.Size, 10)
	}
	if row["file"] != "" && f.Name != row["file"] || size != row["bytes"] ||
		f.Sum.SHA256 != row["sha256"] || f.Pinned != row["pinned_url"] {
		t.Errorf("%s: %+v, the manifest has %q", e.Name, f, row)
	}
	public, _, _ := strings.Cut(row["public_url"], " ")
	if strings.HasPrefix(public, "https:") && f.Public != public &&
		!strings.HasPrefix(e.Origin, public) {
		t.Errorf("%s: public address %q, origin %q, the manifest has %s", e.Name, f.Public,
			e.Origin, public)
	}
	if m := realBlob.FindStringSubmatch(row["notes"]); m != nil && f.Sum.GitBlob != m[1] &&
		!strings.Contains(strings.Join(e.Cautions, " "), m[1]) {
		t.Errorf("%s: git blob %q, the manifest has %s", e.Name, f.Sum.GitBlob, m[1])
	}
}

// realCountsOf reads the class counts from the notes of the manifest, in the form
// of the entry; "" when they have none.
func realCountsOf(e Entry, notes string) string {
	if m := realClasses.FindStringSubmatch(notes); m != nil {
		if m[1] == m[2] {
			return m[1] + " each"
		}
		return m[1] + " to " + m[2] + " each"
	}
	m := realCounts.FindStringSubmatch(notes)
	if m == nil {
		return ""
	}
	var pairs []string
	equal := true
	first := ""
	for i, pair := range strings.Fields(m[1]) {
		name, n, _ := strings.Cut(pair, ":")
		if v, err := strconv.ParseFloat(name, 64); err == nil {
			name = tabular.CanonicalNumber(v)
		}
		pairs = append(pairs, name+":"+n)
		if i == 0 {
			first = n
		}
		equal = equal && n == first
	}
	if equal && strings.HasSuffix(e.Counts, " each") {
		return first + " each"
	}
	return strings.Join(pairs, " ")
}

// Every set of FSNB_DATA loads by its name and by each alias, and is as its entry
// and the manifest say.
func TestRealLoad(t *testing.T) {
	realdata.Need(t, "manifest.csv")
	ranges := map[string][]string{}
	for _, row := range realRows(t) {
		if m := realRange.FindStringSubmatch(row["notes"]); m != nil {
			name := row["name"]
			if e, err := Find(name); err == nil && name != "Wine" {
				name = e.Name
			}
			ranges[name] = m[1:]
		}
	}
	ranges["Wine_mat"] = ranges["Wine"]
	here := 0
	for _, e := range Registry() {
		if where, _ := e.Locate(); where != InMirror {
			continue
		}
		here++
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			var d *Dataset
			names := append([]string{e.Name}, e.Aliases...)
			for i, name := range names {
				if found, err := Find(name); err != nil || found.Name != e.Name {
					t.Errorf("%s is found as %v, %v", name, found, err)
				}
				if i > 0 && e.N*e.D > 1<<18 && !longtest.Asked() {
					continue // Load reads what Find finds, a second of it for the largest
				}
				d = must.Get(Load(name, Options{}))(t)
				checkAgainstEntry(t, d, e)
				if d.Name != e.Name || d.Image != e.Image() {
					t.Errorf("%s is called %s, its pictures are %v", name, d.Name, d.Image)
				}
			}
			checkRealRange(t, d, ranges[e.Name])
			if n := must.Get(
				Load(e.Name, Options{Label: NoLabel}))(t); n.Labeled() || n.D() != e.D ||
				n.N() != e.N {
				t.Errorf("%s without labels is %d×%d", e.Name, n.N(), n.D())
			}
			if want := e.Warning; strings.Join(withoutEqualRows(d.Warnings), " ") != want {
				t.Errorf("%s warns %q, want %q", e.Name, d.Warnings, want)
			}
		})
	}
	// The 41 files of the manifest, of which two are the R originals of others.
	if here != 39 {
		t.Errorf("%d sets have a file, want 39", here)
	}
}

func checkRealRange(t *testing.T, d *Dataset, want []string) {
	t.Helper()
	if want == nil {
		return
	}
	s := must.Get(d.Summarize())(t)
	for i, got := range []float64{s.Min, s.Max} {
		// The manifest prints about six digits.
		if v, err := strconv.ParseFloat(want[i], 64); err != nil ||
			math.Abs(got-v) > 1e-5*math.Abs(v) {
			t.Errorf("%s: range %v to %v, the manifest has %q", d.Name, s.Min, s.Max, want)
		}
	}
}

// The file of the LAP paper has the values of the embedded wine, in its order.
func TestRealWine(t *testing.T) {
	realdata.Need(t, "wine.mat")
	own, file := must.Get(Load("wine", Options{}))(t), must.Get(Load("Wine_mat", Options{}))(t)
	if !mat.Equal(own.X, file.X) || !slices.Equal(own.Y, file.Y) {
		t.Error("wine and Wine_mat differ")
	}
}

// What repeats is told: a split may have it on both sides.
func TestRealRepeats(t *testing.T) {
	realdata.Need(t, "manifest.csv")
	for _, e := range Registry() {
		if where, _ := e.Locate(); where != InMirror && where != Embedded {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			d := must.Get(Load(e.Name, Options{}))(t)
			first := map[string]int{}
			repeats, across := 0, 0
			for i := range d.N() {
				row := string(rawfloat.Bytes(d.X.RawRowView(i), nil))
				j, again := first[row]
				if !again {
					first[row] = i
					continue
				}
				repeats++
				if d.Y[i] != d.Y[j] {
					across++
				}
			}
			want := ""
			switch {
			case repeats == 1:
				want = "1 sample repeats another"
			case repeats > 1:
				want = fmt.Sprintf("%d samples repeat others", repeats)
			}
			if told := strings.Join(e.Cautions, " "); !strings.Contains(told, want) || want == "" &&
				strings.Contains(told, "repeat") {
				t.Errorf("%s: %d samples repeat others, the cautions are %q", e.Name, repeats, told)
			}
			if wantAcross := map[string]int{"BINALPHA": 39}[e.Name]; across != wantAcross {
				t.Errorf("%s: %d samples repeat others of another class, want %d", e.Name, across,
					wantAcross)
			}
		})
	}
}

// The codings that the papers leave to the reader.
func TestRealCodings(t *testing.T) {
	realdata.Need(t, "vote.arff", "credit.g.arff", "crx.data", "ecoli_uni.mat",
		"ecoli.arff", "bhattacharjee-2001_database.txt", "mfeat.mat")
	values := func(d *Dataset) map[float64]int {
		out := map[float64]int{}
		for i := range d.N() {
			for _, v := range d.X.RawRowView(i) {
				out[v]++
			}
		}
		return out
	}
	vote := must.Get(Load("vote", Options{}))(t)
	if got := values(vote); len(got) != 3 || got[0.5] != 392 || got[0]+got[1] != 435*16-392 {
		t.Errorf("vote has the values %v, want 392 times .5", got)
	}
	// The first republican: n,y,n,y,y,y,n,n,n,y,?,y,y,y,n,y.
	if got, want := vote.X.RawRowView(0), []float64{0, 1, 0, 1, 1, 1, 0, 0, 0, 1, .5, 1, 1, 1, 0,
		1}; !slices.Equal(got, want) {
		t.Errorf("the first vote is %v, want %v", got, want)
	}
	german := must.Get(Load("German", Options{}))(t)
	for v := range values(german) {
		if v != math.Trunc(v) {
			t.Errorf("german has the value %v, want integers", v)
		}
	}
	// '<0', 6, 'critical/other existing credit', radio/tv, 1169, 'no known savings',
	// '>=7', 4, 'male single', none, 4, 'real estate', 67, none, own, 2, skilled, 1,
	// yes, yes: places in the file's declarations.
	if got, want := german.X.RawRowView(0), []float64{0, 6, 4, 3, 1169, 4, 4, 4, 2, 0, 4, 0, 67, 2,
		1, 2, 2, 1, 1, 0}; !slices.Equal(got, want) {
		t.Errorf("the first loan is %v, want %v", got, want)
	}
	if d := must.Get(Load("credit_g", Options{Code: "one-hot"}))(t); d.D() <= 20 || d.N() != 1000 {
		t.Errorf("one-hot: %d features", d.D())
	}
	if crx := must.Get(Load("crx", Options{}))(t); len(crx.History) == 0 {
		t.Error("crx does not say what became of its missing values")
	}
	ecoli, plain := must.Get(Load("Ecoli", Options{}))(t), must.Get(Load("ecoli_7", Options{}))(t)
	if got, want := mat.Sum(ecoli.X.Slice(0, 336, 0, 336)), 336.; got != want {
		t.Errorf("the names of ecoli have %v ones, want %v", got, want)
	}
	if got, want := mat.Sum(ecoli.X.Slice(0, 336, 336, 343)),
		mat.Sum(plain.X); math.Abs(got-want) > 1e-9 {
		t.Errorf("the measurements of ecoli sum to %v, those of ecoli_7 to %v", got, want)
	}
	lung := must.Get(Load("LUNG_1543", Options{}))(t)
	if lung.Features[0] != "AFFX-BioDn-3_at" || lung.X.At(0, 0) != 121.62 ||
		lung.X.At(1, 1) != 86.63 {
		t.Errorf("the first gene is %s with %v", lung.Features[0], lung.X.At(0, 0))
	}
	for name, d := range map[string]int{"fac": 216, "fou": 76, "kar": 64, "mor": 6, "pix": 240,
		"zer": 47} {
		if got := must.Get(Load("DIGIT", Options{View: name}))(t); got.D() != d {
			t.Errorf("view %s has %d features, want %d", name, got.D(), d)
		}
	}
}
