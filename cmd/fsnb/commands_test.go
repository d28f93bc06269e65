package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/terminal"
	"fsnb.example/papers"
)

func TestAdvise(t *testing.T) {
	text := good(t, "advise", "wine")
	if !strings.HasPrefix(text, "What to try first on wine\n") ||
		!strings.Contains(text, "Taken as a table: it has 13 features and 178 samples.") {
		t.Errorf("%s", text)
	}
	var got struct {
		Dataset, Kind, Because string
		Picks                  []struct {
			Method      string
			InGo        string  `json:"in_go"`
			AverageRank float64 `json:"average_rank"`
		}
	}
	must.Do(t, json.Unmarshal([]byte(good(t, "advise", "-o", "json", "wine")), &got))
	if got.Dataset != "wine" || got.Kind != "tables" || len(got.Picks) != 3 ||
		got.Picks[0].Method == "" || got.Picks[0].InGo == "" || got.Picks[0].AverageRank < 1 {
		t.Errorf("%+v", got)
	}
}

// stopper ends a context with the first line that is written.
type stopper struct {
	bytes.Buffer
	stop context.CancelFunc
}

func (s *stopper) Write(p []byte) (int, error) {
	s.stop()
	return s.Buffer.Write(p)
}

// The line comes before the work, which it stops here.
func TestForesee(t *testing.T) {
	for _, args := range []string{
		"rank -method backward-elimination -param model=forest digits",
		"rank -method backward-elimination -param model=forest -choose one-error digits",
		"accuracy -method backward-elimination:model=forest digits",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		errOut := &stopper{stop: cancel}
		run(ctx, strings.Fields(args), io.Discard, errOut)
		cancel()
		first, rest, _ := strings.Cut(errOut.String(), "\n")
		const want = " features of 1797 samples take about 7.9 minutes of one processor: it " +
			"begins with all features and drops one at a time, whatever k is, for d²/2 " +
			"predictions; take the best 500 of a filter first, or take rfe"
		if !strings.HasPrefix(first, "fsnb: backward-elimination: all 64") ||
			!strings.HasSuffix(first, want) || strings.Contains(rest, "minutes") {
			t.Errorf("fsnb %s: %q", args, errOut.String())
		}
	}
}

// The flags that are offered are those that the command knows; papers are offered by name.
func TestCompletionOffersAll(t *testing.T) {
	script := good(t, "completion", "bash")
	for _, c := range newProgram().Commands() {
		var known []string
		for _, flag := range c.Flags {
			known = append(known, "-"+flag.Name)
		}
		has(t, script, fmt.Sprintf("%q*) words=%q ;;\n", c.Name+" -", strings.Join(known, " ")))
		_, _, errOut := fsnb(t.Context(), c.Name, "-no-such-flag")
		has(t, errOut, known...)
	}
	var names []string
	for _, p := range papers.All() {
		names = append(names, p.ID)
	}
	shown := strings.Join(names, " ")
	has(t, script, `"papers "*) words="`+shown+`" ;;`, `"replay "*) words="`+shown+` benchmark" ;;`)
}

func TestCompletionScripts(t *testing.T) {
	for shell, want := range map[string][]string{
		"bash": {"complete -o default -F _fsnb fsnb\n", "-method) words=\"anova-f arom-svm"},
		"zsh":  {"bashcompinit\n", "complete -o default -F _fsnb fsnb\n"},
		"fish": {"complete -c fsnb -n __fish_use_subcommand -f -a rank -d 'rank or select " +
			"features, or keep the significant ones of a test'\n",
			"-o adjust -x -a 'none bonferroni holm bh by'\n",
			"complete -c fsnb -n '__fish_seen_subcommand_from rank' -o code -x -a 'one-hot " +
				"ordinal'\n"},
	} {
		has(t, good(t, "completion", shell), want...)
	}
	for _, args := range [][]string{{}, {"tcsh"}, {"bash", "zsh"}} {
		fails(t, 2, "completion: give one shell of bash, zsh, fish",
			append([]string{"completion"}, args...)...)
	}
}

// A CSV has names as they are; -spreadsheet keeps them from being run.
func TestSpreadsheet(t *testing.T) {
	table := file(t, "t.csv", []byte("\"=cmd|' /C calc'!A0\",-b,class\n-1,2,x\n3,5,y\n4,4,x\n"))
	args := []string{"rank", "-method", "variance", "-o", "csv", table}
	want := "rank,feature,name,score\n1,0,=cmd|' /C " +
		"calc'!A0,4.666666666666667\n2,1,-b,1.5555555555555554\n"
	must.Is(t, good(t, args...), want, "good(t, args...)")
	want = strings.NewReplacer("=cmd", "'=cmd", "-b", "'-b").Replace(want)
	must.Is(t, good(t, append(args, "-spreadsheet")...), want, "the result")
	status, out, said := fsnb(t.Context(), "rank", "-method", "variance", "-spreadsheet", table)
	want = "fsnb: rank: -spreadsheet is for -o csv; leave it out, or add -o csv\n"
	if status != 2 || out != "" || said != want {
		t.Errorf("status %d, %q, %q, want %q", status, out, said, want)
	}
}

// A CSV on a terminal cannot move the cursor; in a pipe it has the names as they are.
func TestCSVOnATerminal(t *testing.T) {
	table := file(t, "t.csv", []byte("a\x1b[2K,b\u202e,class\n-1,2,x\n3,5,y\n4,4,x\n"))
	args := []string{"rank", "-method", "variance", "-o", "csv", table}
	raw := good(t, args...)
	must.ContainAll(t, raw, "a\x1b[2K", "b\u202e")
	old := terminal.Is
	defer func() { terminal.Is = old }()
	terminal.Is = func(io.Writer) bool { return true }
	want := strings.NewReplacer("\x1b", `\x1b`, "\u202e", `\u202e`).Replace(raw)
	if _, got, _ := fsnb(t.Context(), args...); got != want {
		t.Errorf("a terminal gets %q, want %q", got, want)
	}
}

// Nothing in an error line moves the cursor or turns the writing direction: not a path,
// not an argument.
func TestErrorLinesAreHarmless(t *testing.T) {
	bad := "a\x1b[31m\x07\u202eb\u2066\u200f\u009b1m.csv"
	shown := `a\x1b[31m\a\u202eb\u2066\u200f\u009b1m.csv`
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"rank", "-method", "fisher", bad}, 1, "cannot open " + shown +
			": no such file or directory; check the path"},
		{[]string{"redundancy", "-features", "0,1", bad}, 1, "cannot open " + shown +
			": no such file or directory; check the path"},
		{[]string{"datasets", "info", bad}, 1, "cannot open " + shown +
			": no such file or directory; check the path"},
	} {
		status, out, said := fsnb(t.Context(), c.args...)
		if status != c.status || out != "" || said != "fsnb: "+c.want+"\n" {
			t.Errorf("%q: status %d, %q, %q, want %q", c.args, status, out, said, c.want)
		}
	}
	for _, args := range [][]string{
		{bad}, {"rank", bad, bad, bad}, {"rank", "-" + bad}, {"replay", bad},
		{"datasets", bad}, {"cache", bad}, {"rank", "-method", bad, "iris"},
	} {
		_, out, said := fsnb(t.Context(), args...)
		if out != "" || strings.ContainsAny(said, "\x1b\x07\u202e\u2066\u200f\u009b") ||
			strings.Count(said, "\n") != 1 {
			t.Errorf("%q: %q, %q", args, out, said)
		}
	}
}

func TestPapersList(t *testing.T) {
	all := papers.Tables()
	must.Is(t, good(t, "papers"), papers.List(all).Text(), "the list")
	must.Is(t, good(t, "papers", "-o", "md"), papers.List(all).Markdown(), "the list")
	if got := good(t, "papers", "lap-2018"); strings.Count(got, "\nlap-2018") != 3 ||
		strings.Contains(got, "grm") {
		t.Errorf("the tables of a paper are\n%s", got)
	}
	rows, err := csv.NewReader(strings.NewReader(good(t, "papers", "-o", "csv"))).ReadAll()
	if err != nil || len(rows) != len(all)+1 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	listed := decode[[]map[string]any](t, []byte(good(t, "papers", "-o", "json", "grm-2015")))
	if len(listed) != 8 || listed[1]["table"] != 2.0 || listed[1]["numbers"] != 84.0 ||
		listed[1]["percent"] != true {
		t.Errorf("%d tables of grm-2015, %v", len(listed), listed[1])
	}
}

func TestPapersTable(t *testing.T) {
	two := must.Get(papers.Find("lap-2018", 2))(t)
	for _, number := range []string{"2", "II", "ii"} {
		must.Is(t, good(t, "papers", "lap-2018", number), two.Shown().Text(), "table %s", number)
	}
	must.Is(t, good(t, "papers", "lap-2018", "2", "-o", "md"), two.Shown().Markdown(),
		"as Markdown")
	rows, err := csv.NewReader(strings.NewReader(good(t, "papers", "-o=csv", "lap-2018",
		"2"))).ReadAll()
	if err != nil || len(rows) != 81 || rows[1][10] != "0.45" || rows[1][11] != "0.04" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	names, v := members(t, good(t, "papers", "lap-2018", "1", "-o", "json"))
	want := []string{"paper", "table", "printed", "caption", "units", "better", "percent",
		"protocol", "marks", "misprints", "notes", "numbers", "entries"}
	if !slices.Equal(names, want) || compact(t, v["table"]) != "1" ||
		compact(t, v["printed"]) != `"I"` {
		t.Errorf("members %v, want %v", names, want)
	}
	entries := decode[[]map[string]json.RawMessage](t, v["entries"])
	if len(entries) != 32 || string(entries[0]["value"]) != "178" ||
		string(entries[3]["value"]) != "null" || string(entries[3]["printed"]) != `"[2-13]"` {
		t.Errorf("%d entries, %s", len(entries), entries[3])
	}
}

func TestPapersClosedPipe(t *testing.T) {
	for _, format := range []string{"table", "md", "csv", "json"} {
		for _, which := range []string{"", " grm-2015", " grm-2015 2"} {
			var e bytes.Buffer
			args := strings.Fields("papers -o " + format + which)
			if status := run(t.Context(), args, &broken{}, &e); status != 1 ||
				e.String() !=
					"fsnb: cannot write the output: broken pipe; look at where it goes\n" {
				t.Errorf("fsnb %q: status %d, %s", args, status, e.String())
			}
		}
	}
}

func TestPapersMistakes(t *testing.T) {
	for args, want := range map[string]string{
		"papers grm": `no paper "grm"; known: fsir2-2016, grm-2015, lap-2018, ` +
			`spfs-2013, trace-ratio-2008`,
		"papers grm-2016 2":       `no paper "grm-2016"; did you mean "grm-2015"?`,
		"papers grm-2015 9":       "grm-2015 has no table 9; it has 1, 2, 3, 4, 5, 6, 7, 8",
		"papers grm-2015 two":     `papers: "two" is no number of a table; give one such as 2 or II`,
		"papers grm-2015 2 3":     `papers: "3" is too many; give a paper and the number of a table`,
		"papers -o yaml grm-2015": "papers: -o yaml is none of table, md, csv, json",
		"papers trace-ratio-2008 2": "table 2 of trace-ratio-2008 is an algorithm, without " +
			"numbers; with numbers: 3",
	} {
		fails(t, 2, want, strings.Fields(args)...)
	}
}
