package processor

import "testing"

func TestIn(t *testing.T) {
	for text, want := range map[string]string{
		"processor\t: 0\nmodel\t\t: 143\nmodel name\t: Name: of it @ 2 GHz \nmodel name\t: b\n": "" +
			"Name: of it @ 2 GHz",
		"model name\t: \nmodel name : second": "second",
		"processor\t: 0\nBogoMIPS\t: 50\n":    unknown,
		"":                                    unknown,
	} {
		if got := in(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
