package realdata

import (
	"os"
	"testing"

	"fsnb.example/datasets"
)

// recorder stands in for a test that is expected to log or to fail.
type recorder struct {
	testing.TB
	logged []any
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Name() string          { return "TestX" }
func (r *recorder) Log(args ...any)       { r.logged = append(r.logged, args...) }
func (r *recorder) Fatalf(string, ...any) { r.failed = true }

func TestDir(t *testing.T) {
	if Variable != datasets.DataVariable {
		t.Errorf("the variable is %s here and %s in datasets", Variable, datasets.DataVariable)
	}
	folder := t.TempDir()
	for _, test := range []struct {
		value      string
		ok, failed bool
		logged     int
	}{
		{value: "", logged: 1},
		{value: folder, ok: true},
		{value: folder + "/absent", ok: true, failed: true}, // a real Fatalf does not return
	} {
		t.Setenv(Variable, test.value)
		r := &recorder{TB: t}
		dir, ok := Dir(r)
		if ok != test.ok || r.failed != test.failed || len(r.logged) != test.logged {
			t.Errorf("%s=%q: ok %v, failed %v, logged %v", Variable, test.value, ok, r.failed, r.logged)
		}
		if ok && dir != os.Getenv(Variable) {
			t.Errorf("%s=%q: dir is %q", Variable, test.value, dir)
		}
		if test.logged == 1 && r.logged[0] != "fsnb: real-data test not run: TestX" {
			t.Errorf("logged %q, which script/test does not count", r.logged[0])
		}
	}
}
