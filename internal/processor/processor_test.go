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

func TestMemory(t *testing.T) {
	const status = "Name:\ta\nVmHWM:\t   12 kB\nRssAnon:\t3 kB\nVmBad:\tx kB\n"
	for kind, want := range map[string]int64{Peak: 12 << 10, Own: 3 << 10, "VmBad": 0, "Vm": 0} {
		if got := memory(status, kind); got != want {
			t.Errorf("%s: %d, want %d", kind, got, want)
		}
	}
	if peak, own := Memory(Peak), Memory(Own); peak < own || (peak > 0) != (own > 0) {
		t.Errorf("a peak of %d, of %d bytes now", peak, own)
	}
}
