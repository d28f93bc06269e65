package main

import (
	"strings"
	"testing"
)

// FuzzRank throws words at the flags of rank: whatever they are, there is an
// answer, or one line of complaint and nothing else.
func FuzzRank(f *testing.F) {
	for _, seed := range [][4]string{
		{"fisher", "", "3", ""}, {"laplacian", "neighbors=7", "2", "class"},
		{"laplacian", "heat=1e-300", "", "none"},
		{"trace-ratio", "graph=laplacian", "4", "0"}, {"trace-ratio", "graph=\x00", "-1", "4"},
		{"random", "=", "99999999999999999999", "-1"},
		{"grm", "scorer=fisher", "1", ""}, {"variance", "heat", "0x2", "sepal_length_cm"},
		{"laplacian", "neighbors=9223372036854775807", "1", "\n"},
		{"laplacian", "heat=NaN", "1", ""}, {"laplacian", "heat=-Inf", "1", ""},
		{"-h", "-h", "-h", "-h"},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	f.Fuzz(func(t *testing.T, method, param, k, label string) {
		args := []string{"rank", "-o", "csv", "-method=" + method, "-label=" + label, "iris"}
		if param != "" {
			args = append(args, "-param="+param)
		}
		if k != "" {
			args = append(args, "-k="+k)
		}
		status, out, said := fsnb(t.Context(), args...)
		switch status {
		case 0:
			if said != "" || !strings.HasPrefix(out, "rank,feature,name,score") ||
				strings.Contains(out, "NaN") {
				t.Errorf("%q: said %q, wrote %q", args, said, out)
			}
		case 1, 2:
			if out != "" || !strings.HasPrefix(said, "fsnb: ") || strings.Count(said, "\n") != 1 ||
				!strings.HasSuffix(said, "\n") {
				t.Errorf("%q: status %d, said %q, wrote %q", args, status, said, out)
			}
		default:
			t.Errorf("%q: status %d", args, status)
		}
	})
}
