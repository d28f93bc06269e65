package tabular

import "testing"

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
