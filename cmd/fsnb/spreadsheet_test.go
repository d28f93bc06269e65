package main

import (
	"io"
	"strings"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/terminal"
)

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
