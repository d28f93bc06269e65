package tabular

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

// The same table as other programs write it.
func TestReadCSVDialects(t *testing.T) {
	want := [][]float64{{1, -2.5, 1000}, {300, 0, .25}}
	for name, c := range map[string]struct {
		text    string
		opt     Options
		history []string
	}{
		"blanks": {"a  b c   class\n 1  -2.5\t1000  x \n300 0  .25\ty\t \n",
			Options{}, nil},
		"blanks given": {"a b c class\n1 -2.5 1000 x\n300 0 .25 y",
			Options{Comma: ' '}, nil},
		"blanks, quotes": {
			"a \"b\" c class\r\n1 \"-2.5\"   1000 \"x\"\r\n300 0 .25 y\r\n", Options{}, nil},
		"decimal comma": {"a;b;c;class\n1;-2,5;1000;x\n300;0;,25;y\n", Options{}, nil},
		"decimal comma, tabs": {"a\tb\tc\tclass\n1\t-2,5\t1000\tx\n300\t0\t0,25\ty\n",
			Options{}, nil},
		"decimal comma, blanks":   {"a b c class\n1 -2,5 1000 x\n300 0 0,25 y\n", Options{}, nil},
		"decimal comma, no names": {"1,0;-2,5;1e3;x\n300;0;2,5e-1;y\n", Options{}, nil},
		"decimal comma, quoted": {"a,b,c,class\n1,\"-2,5\",1000,x\n300,0,\"0,25\",y\n",
			Options{Decimal: ','}, nil},
		"decimal comma given": {"a;b;c;class\n1;-2,500;1000;x\n300;0;0,250;y\n",
			Options{Decimal: ','}, nil},
		"thousands beside decimals": {"a;b;c;class\n1;-2,5;1000;x\n300;0,000;0,250;y\n",
			Options{}, nil},
		"comments": {
			"# made by hand\n% twice, with commas\n\na,b,c,class\n1,-2.5,1000,x\n  # " +
				"between\n300,0,.25,y\n#", Options{},
			[]string{"passed over 4 lines of comment (# or %)"}},
		"a comment with quotes and zero": {"# it's \"open\n1,-2.5,1000,x\n300,0,.25,y\n", Options{},
			[]string{"passed over 1 line of comment (# or %)"}},
		"a separator that is a sign": {"1#-2.5#1000#x\n300#0#.25#y\n",
			Options{Comma: '#'}, nil},
	} {
		for way, wrap := range map[string]func(io.Reader) io.Reader{
			"whole": func(r io.Reader) io.Reader {
				return r
			}, "bytes": iotest.OneByteReader, "halves": iotest.HalfReader,
			"early end": iotest.DataErrReader,
		} {
			for kind, data := range map[string][]byte{"text": []byte(c.text),
				"gzip": gzipped(t, c.text)} {
				d := must.Get(readCSV(wrap(bytes.NewReader(data)), "t.csv", c.opt))(t)
				if diff := cmp.Diff(want, matrixOf(d)); diff != "" {
					t.Errorf("%s, %s, %s: %s", name, way, kind, diff)
				}
				if diff := cmp.Diff(c.history, d.History); diff != "" || d.Classes[0] != "x" ||
					d.Classes[1] != "y" {
					t.Errorf("%s: classes %q; %s", name, d.Classes, diff)
				}
			}
		}
	}
}

// Cells that lie across the border of two reads are copied, however many blanks
// follow.
func TestBlanksAcrossReads(t *testing.T) {
	text := "1" + strings.Repeat(" ", 1<<17) + "22" + strings.Repeat("\t", 1<<16) + "x\n3 44" +
		strings.Repeat(" ", 1<<16) + "y"
	for _, r := range []io.Reader{strings.NewReader(text),
		iotest.HalfReader(strings.NewReader(text))} {
		d := must.Get(readCSV(r, "t", Options{Comma: ' ', Header: HeaderNo}))(t)
		if diff := cmp.Diff(content{Features: []string{"f0", "f1"},
			Rows: [][]float64{{1, 22}, {3, 44}}, Labels: []string{"x", "y"}},
			contentOf(d)); diff != "" {
			t.Error(diff)
		}
	}
}

// A comment takes no memory, however long it is.
func TestLongComment(t *testing.T) {
	long := io.MultiReader(strings.NewReader("1,2,x\n#"),
		io.LimitReader(&repeated{"", "no number ", 0}, 1<<26), strings.NewReader("\n3,4,y\n"))
	var d *read
	var err error
	took := allocated(func() { d, err = readCSV(long, "t", Options{}) })
	if err != nil || d.N() != 2 || took > 2<<20 {
		t.Errorf("%v, %d bytes taken", err, took)
	}
}

// What the first row is, where words are data.
func TestHeaderAmongWords(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		names string
		rows  int
	}{
		"words repeat":               {"p,x,s,x,e\nq,x,y,y,p\n", "f0 f1 f2 f3", 2},
		"a word stands below itself": {"sunny,hot,high,no\nsunny,mild,high,yes\n", "f0 f1 f2", 2},
		"all differ": {"outlook,temp,wind,play\nsunny,hot,weak,no\n",
			"outlook temp wind", 1},
		"a number below":      {"u,v,w,w2\nu,3,a,b\n", "u v w", 1},
		"numbers among words": {"a,1,b,2,c\nb,3,a,4,d\nb,3,a,1,c\n", "a 1 b 2", 2},
	} {
		d := must.Get(readCSV(strings.NewReader(c.text), "t", Options{Code: "ordinal"}))(t)
		if got := strings.Join(d.Features, " "); got != c.names || d.N() != c.rows {
			t.Errorf("%s: %d rows of %s", name, d.N(), got)
		}
	}
}

func TestFindSeparator(t *testing.T) {
	for text, want := range map[string]byte{
		"a,b\n1,2":              ',',
		"a;b\n1;2":              ';',
		"a\tb\n1\t2":            '\t',
		"a b\n1 2":              blanks,
		"a b\n":                 blanks,
		"patient id\n12\n13":    ',', // one column with a blank in its name
		"a b,c d\n1,2":          ',',
		"a;b,c,d\n1;2,3,4":      ',',
		"1,5;2,5\n1,5;2,5":      ';',
		"\"a;b;c\",d\n1,2":      ',',
		"# a;b;c;d\n% a\n1,2\n": ',',
		"":                      ',',
		"#":                     ',',
	} {
		d, err := findDialect([]byte(text), Options{})
		if err != nil || d.comma != want {
			t.Errorf("%q: %q, want %q; %v", text, d.comma, want, err)
		}
	}
}

func TestFindDecimal(t *testing.T) {
	for text, want := range map[string]byte{
		"a;b\n1,5;2\n":       ',',
		"a;b\n1,5;2.5\n":     '.',
		"a;b\n1,500;2\n":     '.', // thousands, or not
		"a;b\n0,500;2\n":     ',',
		"a;b\n1,500;2,25\n":  ',',
		"a;b\n1234,500;2\n":  ',',
		"a;b\n1,2,3;x\n":     '.',
		"a;b\n\"1,5\";2\n":   ',',
		"a,b\n\"1,5\",2\n":   '.', // commas separate
		"a;b\nx,y;2\n":       '.',
		"a\tb\n-1,5e-3\t7\n": ',',
		"a;v1.2\n1,5;2\n":    ',', // a name is no number
	} {
		d, err := findDialect([]byte(text), Options{})
		if err != nil || d.decimal != want {
			t.Errorf("%q: %q, want %q; %v", text, d.decimal, want, err)
		}
	}
}

// A table is not taken for something else.
func TestSniffTables(t *testing.T) {
	for _, text := range []string{"1 1:30 2:15 x\n2 2:30 3:15 y\n", "12:30,1,x\n13:30,2,y\n",
		"1 a:1\n2 b:2\n", "@relationship,b,class\n1,2,x\n", "", "#\n", "x\n", "1 :2\n"} {
		line, whole := firstLine([]byte(text))
		if isPairs(line, whole) || declares(line) && text[0] != '@' {
			t.Errorf("%q is taken for another kind", text)
		}
	}
	long := "1 " + strings.Repeat("7:1 ", 3) + "8:" // cut off in the middle of a pair
	if line, whole := firstLine([]byte(long)); !isPairs(line, whole) {
		t.Error("a long line of pairs is no such line")
	}
}
