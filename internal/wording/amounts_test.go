package wording

import (
	"strings"
	"testing"
)

func TestDurationAndMemory(t *testing.T) {
	for v, want := range map[float64]string{.234: "0.23 s", 9.4: "9.4 s", 61: "61 s",
		130: "2.2 minutes", 3599: "60 minutes", 7200: "2 hours", 86400: "24 hours",
		864000: "10 days", 2.2e8: "2500 days"} {
		if got := Duration(v); got != want {
			t.Errorf("%g s is %q, want %q", v, got, want)
		}
	}
	for v, want := range map[float64]string{81.9e6: "82 MB", 9.99e8: "1000 MB",
		1.23e9: "1.2 GB", 5e11: "500 GB"} {
		if got := Memory(v); got != want {
			t.Errorf("%g bytes are %q, want %q", v, got, want)
		}
	}
	if strings.Contains(Duration(1e12), "e") {
		t.Error(Duration(1e12))
	}
}
