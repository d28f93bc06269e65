package matfile

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

	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// golden are weighted sums of the features and of the labels of each file,
// which tell a wrong value and a wrong order: the sum of
// x[i,j]·((7i+13j) mod 101), i and j from 0. They come from scipy 1.10.1
// (scipy.io.loadmat, sums in long double).
var golden = map[string][2]float64{
	"ALLAML.mat":            {5600.994963, 4659},
	"COIL20.mat":            {22228178.033088237, 754970},
	"GLIOMA.mat":            {21004653.20844639, 6212},
	"Hill_Valley.mat":       {24443480489.81224, 45924},
	"Hill_Valley_noise.mat": {25399118667.63, 46618},
	"Musk_clean1.mat":       {-208355111, 33920},
	"ORL.mat":               {2721102252, 409636},
	"ORL_28x23.mat":         {1451637995, 409636},
	"PCMAC.mat":             {7205900, 144846},
	"PalmData25_uni.mat":    {3264408352.4535594, 5047273},
	"RELATHE.mat":           {9492106, 103592},
	"TOX_171.mat":           {46449034245.02, 20717},
	"binalpha_uni.mat":      {9270080, 1298816},
	"breast2.mat":           {-1374597.157, 5894},
	"ecoli_uni.mat":         {75138.31, 52363},
	"leukemia_38x3051.mat":  {3540.218629999992, 2133},
	"mfeat.mat":             {7994948716.688849, 549331},
	"orlraws10P.mat":        {5886262004, 28347},
	"pixraw10P.mat":         {1571746473, 28347},
	"segment_uni.mat":       {-4660.378921, 463870},
	"umist_28x23.mat":       {1655285221, 311061},
	"vehicle_uni.mat":       {89226603, 103385},
	"warpAR10P.mat":         {2440133745, 36822},
	"warpPIE10P.mat":        {1606086791, 56937},
	"wine.mat":              {8066255.943999, 16933},
}

// realNames are the variables of the files that have others than X and Y.
var realNames = map[string]struct {
	features []string
	labels   string
}{
	"mfeat.mat":       {[]string{"view_1", "view_2", "view_3", "view_4", "view_5", "view_6"}, "y"},
	"umist_28x23.mat": {[]string{"fea"}, "gnd"},
}

// The real files hold what the manifest of the data says.
func TestRealFiles(t *testing.T) {
	dir := realdata.Need(t, "manifest.csv")
	entries := manifest(t, dir)
	must.Is(t, len(entries), len(golden), "the manifest lists .mat files")
	for _, e := range entries {
		t.Run(e["file"], func(t *testing.T) {
			t.Parallel()
			checkReal(t, dir, e)
		})
	}
}

// manifest reads the rows of the manifest that are about MAT-files.
func manifest(t *testing.T, dir string) []map[string]string {
	f := must.Get(os.Open(filepath.Join(dir, "manifest.csv")))(t)
	defer f.Close()
	rows := must.Get(csv.NewReader(f).ReadAll())(t)
	var out []map[string]string
	for _, row := range rows[1:] {
		e := map[string]string{}
		for i, column := range rows[0] {
			e[column] = row[i]
		}
		if strings.HasSuffix(e["file"], ".mat") {
			out = append(out, e)
		}
	}
	return out
}

var (
	countsOf  = regexp.MustCompile(`counts ((?:\d+:\d+ ?)+)`)
	classesOf = regexp.MustCompile(`counts (\d+) classes of (\d+)-(\d+)`)
	rangeOf   = regexp.MustCompile(`range \[([^,]+),([^\]]+)\]`)
)

func checkReal(t *testing.T, dir string, e map[string]string) {
	use, ok := realNames[e["file"]]
	if !ok {
		use.features, use.labels = []string{"X"}, "Y"
	}
	f := must.Get(os.Open(filepath.Join(dir, e["file"])))(t)
	defer f.Close()
	vars := must.Get(readFull(f, func(name, class string, rows, cols int) bool {
		return slices.Contains(use.features, name) || name == use.labels
	}))(t)
	var y []float64
	var cols int
	var sum, size float64
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range vars {
		if v.Values == nil || fmt.Sprint(v.Rows) != e["rows"] {
			t.Fatalf("variable %s is %s %d×%d with %d values, want %s rows", v.Name, v.Class,
				v.Rows, v.Cols, len(v.Values), e["rows"])
		}
		if v.Name == use.labels {
			y = v.Values
			continue
		}
		for k, x := range v.Values {
			w := float64((7*(k/v.Cols) + 13*(cols+k%v.Cols)) % 101)
			sum += x * w
			size += math.Abs(x * w)
			lo, hi = min(lo, x), max(hi, x)
		}
		cols += v.Cols
	}
	must.Is(t, fmt.Sprint(cols), e["cols"], "%d columns", cols)
	var sumY float64
	counts := map[int]int{}
	for i, label := range y {
		sumY += label * float64(7*i%101)
		counts[int(label)]++
	}
	want := golden[e["file"]]
	if math.Abs(sum-want[0]) > 1e-12*size || sumY != want[1] {
		t.Errorf("weighted sums %v and %v, want %v", sum, sumY, want)
	}

	// What the manifest says of the labels and of the range.
	must.Is(t, fmt.Sprint(len(counts)), e["classes"], "%d labels", len(counts))
	if m := countsOf.FindStringSubmatch(e["notes"]); m != nil {
		for _, pair := range strings.Fields(m[1]) {
			var label, n int
			if _, err := fmt.Sscanf(pair, "%d:%d", &label, &n); err != nil || counts[label] != n {
				t.Errorf("label %d has %d samples, the manifest says %s", label,
					counts[label], pair)
			}
		}
	}
	if m := classesOf.FindStringSubmatch(e["notes"]); m != nil {
		least, most := len(y), 0
		for _, n := range counts {
			least, most = min(least, n), max(most, n)
		}
		must.Items(t, []string{fmt.Sprint(len(counts)), fmt.Sprint(least), fmt.Sprint(most)}, m[1:],
			"classes, least and most samples")
	}
	if m := rangeOf.FindStringSubmatch(e["notes"]); m != nil {
		for i, got := range []float64{lo, hi} {
			// The manifest prints about six digits.
			if want, err := strconv.ParseFloat(m[1+i], 64); err != nil ||
				math.Abs(got-want) > 1e-5*math.Abs(want) {
				t.Errorf("range %v to %v, want %s", lo, hi, m[0])
			}
		}
	}
}
