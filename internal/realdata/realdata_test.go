package realdata

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// recorder stands in for a test that is skipped or fails: like one, it ends there.
type recorder struct {
	testing.TB
	skipped, failed string
}

func (r *recorder) Helper() {}

func (r *recorder) Skipf(format string, args ...any) {
	r.skipped = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.failed = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func TestNeed(t *testing.T) {
	if Variable != datasets.DataVariable {
		t.Errorf("the variable is %s here and %s in datasets", Variable, datasets.DataVariable)
	}
	folder := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, "a.mat"), nil, 0o600))
	for _, test := range []struct {
		name, value     string
		files           []string
		dir             string
		skipped, failed string
	}{
		{name: "it is not set", files: []string{"a.mat", "b.mat"},
			skipped: "FSNB_DATA has no a.mat, b.mat: it is not set"},
		{name: "the file is there", value: folder, files: []string{"a.mat"}, dir: folder},
		{name: "no file is needed", value: folder, dir: folder},
		{name: "some are missing", value: folder, files: []string{"b.mat", "a.mat", "c.mat"},
			skipped: "FSNB_DATA has no b.mat, c.mat: put the published files into " + folder},
		{name: "no folder", value: folder + "/absent", files: []string{"a.mat"},
			failed: "FSNB_DATA=" + folder + "/absent is not a folder; point it to the data sets, " +
				"or unset it"},
		{name: "a file", value: folder + "/a.mat",
			failed: "FSNB_DATA=" + folder + "/a.mat is not a folder; point it to the data sets, " +
				"or unset it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv(Variable, test.value)
			r := &recorder{TB: t}
			dir, ended := "", make(chan struct{})
			go func() {
				defer close(ended)
				dir = Need(r, test.files...)
			}()
			<-ended
			if dir != test.dir || r.skipped != test.skipped || r.failed != test.failed {
				t.Errorf("folder %q, skipped %q, failed %q", dir, r.skipped, r.failed)
			}
		})
	}
}
