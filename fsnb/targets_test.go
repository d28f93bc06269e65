package fsnb

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// notebooks are the committed ones, by their path below notebooks/ without the ending, with what
// they show: tables and figures from the cells, tables in the prose, and words that must be there.
var notebooks = map[string]struct {
	tables, figures, prose int
	words                  []string
}{
	"quickstart": {9, 4, 0, []string{
		"|rank|feature|score|",
		"|1|worst_concave_points|1.701|████████████|",
		"|Samples per class: benign (357), malignant (212).|",
		"|ranking|k|mean squared correlation|",
		"|mean_perimeter ~ mean_radius (1.00)|",
		"|Mean ± standard deviation over 20 stratified splits",
		"|fisher, one of each (20)|0.957 ± 0.009|0.343|6 of 10|",
		"|fisher, one of each (20)|0.941 ± 0.019|0.310|2 of 3|",
	}},
	"figures": {10, 9, 1, []string{
		"|2|worst_perimeter|malignant|212|85.1|119.3|138.0|159.8|251.2|",
		"|fisher|30|1.701|0.000|11|0.552|0.33|10 features, 75%|",
		"|random|64|0.933|0.000|26 (slight)|0.451|0.12|25 features, 68%|",
		"|fisher|0.666|0.742|0.772|0.797|0.691|0.547|0.363|0.225|",
		"|9 of the 20 features are one group; in all there are 3 groups and 3 features alone.|",
		"|grm|0.939 ± 0.016|0.117|3 of 10|",
		"|10|0.957 ± 0.009|0.933 ± 0.013|0.937 ± 0.009|0.934 ± 0.016|",
		"|2 of the 20 features are one group; in all there are 3 groups and 14 features alone.|",
	}},
	"datasets": {6, 8, 0, []string{
		"|COIL20|1440×1024|20|objects|20 objects on a turntable, 32×32 pixels|to fetch|",
		"|other names|PIE10P, PEI10P, PIE|",
		"|Samples are pictures of 8×8 pixels.|",
		"|COIL20|20 objects on a turntable|go run ./cmd/fsnb datasets fetch COIL20|",
		"|wdbc|569|30|0.225|mean_perimeter ~ mean_radius (1.00)|",
		"|10 of the 100 features are one group; in all there are 10 groups and 0 features alone.|",
	}},
	"benchmark": {11, 7, 0, []string{
		"|sparse linear models|1.909|10|",
		"|ls-l21|sparse linear models|22|7.8|3|+0.006|5|17|0.025|",
		"|rfs|161|27.2|",
		"|bahsic|0.48|1.00|1.00|0.85|1.00|",
		"|sum of places lowest for jmi: 2 + 3 of 8|holds|",
		"|Holds: 4, in part: 2, not: 3.|",
		"|cmim|information.CMIM{}|the fastest of the 18 that remain",
	}},
	"trace-ratio": {11, 6, 0, []string{
		"|10|0.873 ± 0.021|0.288 ± 0.064|",
		"|proof|certified; equal to trying all sets of wine|holds|",
		"|proof; 3 to 5|rises; at most 3 in 8 of 9 searches|holds|",
		"|S-FS higher than F-FS on 5 of 6 data sets (0 significant), lower on 1 (0); S-LS " +
			"higher than F-LS on 4 of 6 data sets (0 significant), lower on 2 (0)|in part|",
		"|S-FS higher than F-FS on 0 of 2 data sets (0 significant), lower on 2 (0); S-LS " +
			"higher than F-LS on 0 of 2 data sets (0 significant), lower on 2 (0)|not|",
		"|Holds: 3, in part: 2, not: 1.|",
		"|1|flavanoids, nonflavanoid_phenols, hue|2.463854|",
		"|6|flavanoids, od280_od315_of_diluted_wines, proline|2.376234|",
		"|wine|2|2|2|wdbc|2|2|5|digits|2|3|3|",
		"|australian|S-FS|F-FS|12|2|0|0.732|0.689|+0.0436|0.578|",
		"|credit_g|credit_amount|5 of 20|0 of 19|",
		"|UMIST|S-FS|F-FS|13|0|19|0.872|0.873|−0.0010|0.921|",
		"|wdbc|raw|3|false|wdbc|standardized|10|true|",
	}},
	"tables/trace-ratio": {13, 2, 0, []string{
		"|10 of 10 in common:",
		"s in all 32.|",
	}},
	"grm": {12, 10, 0, []string{
		"|0.02% to 4.16% above it on wdbc|not|",
		"|on 7 of 12 sets|on 2 of 10|not|",
		"|2 is best, by little|not|",
		"|in 10 of 12 pictures|in part|",
		"|third|9.5|0.380|2|",
		"|0.348377|4.16%|",
		"|the paper",
		"in 120 of 120 comparisons",
		"inside the folds in 20 of 30, significantly in 13, worse in 0",
		"|grm, top=200|fisher|10|8|0|2|0.872|0.788|5 higher, 0 lower|",
	}},
	"tables/grm": {21, 11, 0, []string{
		"|GRM|0.031 0.387 0.380 0.202|0.0454|",
		"|grm|10|19|32|43|",
		"|fisher|0.690|0.897|",
	}},
	"fsir2": {6, 8, 1, []string{
		"|2873 iterations with η = 17, 23885 with 167|holds|",
		"|2.45 times the best set (wine, 2 features)|not|",
		"|the best at 10 of 14 numbers, from 60 features on|holds|",
		"|the best at 6 of 15 numbers|not|",
		"|fsir2|0.694|0.048|0.459|",
		"|FSIR²|7|0.567|0.592|",
		"|FSIR²|7|0.874|0.861|",
		"|fsir2|5|0.321|",
	}},
	"tables/fsir2": {23, 11, 0, []string{
		"|1|8 of 100|0.008|8|",
		"|digits|10|0.459|0.736|0.873|0.891|0.967|",
		"|PIE10P|0.37 → 0.41|0.18 → 0.19|",
		"|TOX171|0.56 → 0.55|0.97 → 0.97|",
		"|2|-0.278|0.719|1.761|0.751|0.751|145%|",
		"|Algorithm 1, from another side|173.8°|0.9491|0.0818|0.0915|",
	}},
	"lap": {11, 11, 0, []string{
		"|Hill_Valley|",
		"|slap, gamma=1000|1.000|0.000|0.000|",
		"|fssl|0.000|0.000|1.000|",
		"|199|9900|10000|1.00|1.00|1.0|",
		"|ulap, dimensions=2|0.220|0.069|0.711|",
		"|Vehicle|0.728 ± 0.032|0.734 ± 0.026|0.679 ± 0.034|0.778 ± 0.037|",
		"|ratio 20 between pairs inside a clump and across|holds|",
		"|0.894 with γ = 1, 1.000 with γ = 1000|in part|",
		"|within 1% after 2 and 8 rounds|holds|",
		"|Musk: 0.000 by γ, 0.005 by k, 0.028 by m|holds|",
		"|.944 for .449|0.888 for 0.445|in part|",
		"SLAP is more accurate than FSSL-LDA|on 7 of 8 sets|on 3 of 8 sets|not|",
	}},
	"tables/lap": {21, 3, 0, []string{
		"|100|199|0.47%|0|",
		"|dimensions=80, neighbors=20, gamma=1000|0.578|",
		"|the library, γ = 1000|f6, f4, f1|",
		"|SLAP|0.944 → 0.888|0.603 → 0.583|",
		"|ulap|54|0.512|dimensions=14, gamma=0.001|0.519|0.458|0.348|",
		"|2|78|0.933|",
		"|Vehicle|ulap|laplacian udfs mcfs|1|",
		"|all features|0.994 ± 0.018|0.778 ± 0.037|0.886|",
	}},
	"spfs": {13, 10, 0, []string{
		"|SPSF-NES|7|0.847|0.891|",
		"|spfs-sfs, similarity=rbf|a, a duplicate, a again|",
		"better on: SFS 1, NES 5, LAR 4 of 7",
		"|would end after 1 to 7 features|not|",
		"|petal_length_cm|16.0566|0.0586282809|0.0586282809|",
		"|SPSF-NES|7|0.847|0.891|+0.044|4|6|",
	}},
	"tables/spfs": {31, 4, 0, []string{
		"|a and its duplicate|3.694|1463.254|",
		"|spfs-sfs, similarity=rbf|10|31.73|0.450|0.426|0.304|",
		"|SPSF-LAR|7|0.226|0.218|",
		"|orlraws10P|kept nearest|0.69|0.62|0.64|0.67|0.55|",
		"|TOX_171|spfs-lar, weighted|46.1|0.51|0.41|",
	}},
	// What its last page says of this run must be what the cells say.
	"own-data": {24, 8, 3, []string{
		"|no options|tumors.csv: row 2, column 1 (clinic):",
		"|Warning: column patient grows with every row: it looks like an identifier or a time; " +
			"leave it out of the features (Drop when a file is read).|",
		"|1|patient|2.348|",
		"|History: put the median of the column for 19 missing values in 15 columns.|",
		"|mrmr|0.964 ± 0.016|0.340|6 of 10|",
		"|5|spfs-lar|0.884|0.83 to 0.94|0.844|1|9|",
		"|5|0.945 ± 0.016|0.950 ± 0.016|0.964 ± 0.012|",
		"|tumors|0.969 ± 0.022|0.949 ± 0.031|† 0.962 ± 0.027|0.969 ± 0.022|0.927 ± 0.042|0.976 " +
			"± 0.025|",
		"|mean_concave_points|86% (74% to 93%)|",
		"|coins|spfs-lar|0.510|0.775|+0.265|",
		"accuracy of .969 ± .022 in stratified ten-fold",
	}},
	"methods": {21, 5, 1, []string{
		"|fisher|1|4|5|–|–|–|2|3|3 of 6|",
		"|5 of 60 features are significant (adjusted p ≤ 0.05, Benjamini–Hochberg over 60 tests).|",
		"|multisurf|2|1|7|5|6|8|2|0|6 of 6|",
		"The first 8 of the ranking are confirmed",
		"|multisurf, one of each (8)|0.773 ± 0.044|0.002|4 of 6|",
	}},
	"words": {20, 7, 1, []string{
		"|comments of go1.26.8|",
		"|Whole numbers from 0 to 229, sparse: 225730 other than 0 (0.29%), none missing; no " +
			"constant column.|",
		"|History: 873 groups by file.|",
		"|driver|69|database|97%|24%|",
		"|fisher|96%|64%|38%|10%|",
		"|1000|0.717 ± 0.005|0.702 ± 0.006|0.468 ± 0.023|",
		"|300|0.662|0.733|+0.071|",
		"|lda: the 10234×7599 values are sparse, and this takes values in memory only; take the " +
			"best 3000 by fisher or variance first, which are then in memory|",
		"|History: left 400×50000 values of type int8 on disk.|",
		"|3|f7000|0.071|",
		"|2|pearson|0.541 ± 0.092|0.425 ± 0.049|0.541 ± 0.067|",
		"|pearson (2)|2|66%|34%|0.734|0.083|",
	}},
}

// The notebooks are committed with the outputs of a whole run, in order, and
// small enough for GitHub to show them.
func TestNotebooksAreExecuted(t *testing.T) {
	files, err := filepath.Glob("../notebooks/*.ipynb")
	appendices, _ := filepath.Glob("../notebooks/tables/*.ipynb")
	files = append(files, appendices...)
	if err != nil || len(files) != len(notebooks) {
		t.Fatalf("notebooks %v (%v), and the tests know %d", files, err, len(notebooks))
	}
	for _, file := range files {
		name := strings.TrimPrefix(filepath.ToSlash(file), "../notebooks/")
		if _, ok := notebooks[strings.TrimSuffix(name, ".ipynb")]; !ok {
			t.Errorf("the tests do not know %s", file)
		}
		text := must.Get(os.ReadFile(file))(t)
		if len(text) > 1_500_000 {
			t.Errorf("%s has %d bytes, want at most 1,500,000", file, len(text))
		}
		var book struct {
			Cells []struct {
				Type    string            `json:"cell_type"`
				ID      string            `json:"id"`
				Count   int               `json:"execution_count"`
				Outputs []json.RawMessage `json:"outputs"`
			} `json:"cells"`
		}
		if err := json.Unmarshal(text, &book); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		ran := 0
		for _, c := range book.Cells {
			if c.Type != "code" {
				continue
			}
			ran++
			if c.Count != ran || len(c.Outputs) == 0 {
				t.Errorf("%s: cell %s ran as number %d with %d outputs; run script/notebook "+
					"--update", file, c.ID, c.Count, len(c.Outputs))
			}
			for _, o := range c.Outputs {
				if len(o) > 300_000 || strings.Contains(string(o), `"output_type": "error"`) {
					t.Errorf("%s: cell %s has an error or an output of more than 300,000 bytes",
						file, c.ID)
				}
			}
		}
	}
}

// stripped is what GitHub's sanitizer takes away: styles and scripts.
var stripped = regexp.MustCompile(
	`(?s)<style.*?</style>|<script.*?</script>| style="[^"]*"| class="[^"]*"`)

// tags are runs of tags, which part the words of a table.
var tags = regexp.MustCompile(`(\s*<[^>]*>\s*)+`)

// The committed notebooks must read well wherever they are rendered: as a page,
// as Markdown, and with styles and scripts taken away; without --long one of each kind.
func TestKernelRenderingTargets(t *testing.T) {
	needKernel(t)
	dir := t.TempDir()
	var files []string
	// Names without a folder, so that one process renders all.
	flat := strings.NewReplacer("/", "-")
	rendered := func(name string) bool {
		return longtest.Asked() || name == "quickstart" || name == "words" || name == "tables/lap"
	}
	for name := range notebooks {
		if !rendered(name) {
			continue
		}
		file := must.Get(filepath.Abs("../notebooks/" + name + ".ipynb"))(t)
		files = append(files, filepath.Join(dir, flat.Replace(name)+".ipynb"))
		must.Do(t, os.Symlink(file, files[len(files)-1]))
	}
	// Starting a process takes longer than a notebook.
	for _, format := range []string{"html", "markdown"} {
		cmd := exec.Command(filepath.Join(os.Getenv("FSNB_JUPYTER"), "jupyter-nbconvert"),
			append([]string{"--to", format, "--output-dir", dir}, files...)...)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("nbconvert --to %s: %v\n%s", format, err, said)
		}
	}
	for name, want := range notebooks {
		if !rendered(name) {
			continue
		}
		name = flat.Replace(name)
		for _, target := range []struct {
			file, picture string
			tables        int
		}{
			{name + ".html", `src="data:image/png;base64,`, want.tables + want.prose},
			{name + ".md", "](" + name + "_files/", want.tables},
		} {
			t.Run(target.file, func(t *testing.T) {
				text := must.Get(os.ReadFile(filepath.Join(dir, target.file)))(t)
				must.Is(t, strings.Count(string(text), target.picture), want.figures,
					"%s has pictures", target.file)
				bare := stripped.ReplaceAllString(string(text), "")
				if strings.Contains(bare, "style=") || strings.Contains(bare, "<script") {
					t.Fatalf("%s: styles or scripts are left: is the test right?", target.file)
				}
				must.Is(t, strings.Count(bare, "<table"), target.tables, "%s has tables",
					target.file)
				// A reader sees no difference between the two spaces.
				words := strings.ReplaceAll(tags.ReplaceAllString(bare, "|"), "\u00a0", " ")
				for _, w := range want.words {
					must.Contain(t, words, w, target.file)
				}
			})
		}
	}
}
