package processor

import (
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"
)

const (
	meminfo = "MemTotal: 90 kB\nMemAvailable:   60 kB\n"
	limits  = "Limit Soft Limit Hard Limit Units\nMax address space 40960 unlimited bytes\n"
	open    = "Max address space         unlimited            unlimited            bytes\n"
)

// The least limit counts: of a group and of those above it, in both versions, less what is taken
// without the cache of files, which makes room.
func TestFreeMemory(t *testing.T) {
	for _, test := range []struct {
		files map[string]string
		free  float64
		by    string
	}{
		{nil, 0, ""},
		{map[string]string{"proc/meminfo": "MemTotal: 90 kB\n"}, 0, ""},
		{map[string]string{"proc/meminfo": meminfo, "proc/self/limits": open}, 60 << 10,
			"available memory"},
		{map[string]string{"proc/meminfo": meminfo, "proc/self/limits": limits,
			"proc/self/status": "VmSize:\t 30 kB\n"}, 10 << 10, "ulimit -v"},
		{map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/b/memory.current": "700\n",
			"sys/fs/cgroup/a/memory.max":     "9000\n",
			"sys/fs/cgroup/a/memory.current": "8000\n",
			"sys/fs/cgroup/a/memory.stat": "anon 1\nfile 990\ninactive_file 500\n" +
				"active_file 60\n"}, 1560, "the limit of the control group"},
		// the path outside of a container
		{map[string]string{"proc/self/cgroup": "0::/outside/of/it\n",
			"sys/fs/cgroup/memory.max":     "9000\n",
			"sys/fs/cgroup/memory.current": "1000\n"}, 8000, "the limit of the control group"},
		{map[string]string{"proc/meminfo": meminfo,
			"proc/self/cgroup": "8:cpu:/a\n4:hugetlb,memory:/c\n0::/\n",
			"sys/fs/cgroup/memory/c/memory.limit_in_bytes": "9000\n",
			"sys/fs/cgroup/memory/c/memory.usage_in_bytes": "8000\n",
			"sys/fs/cgroup/memory/c/memory.stat": "inactive_file 9\n" +
				"total_inactive_file 7\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
			"sys/fs/cgroup/memory/memory.usage_in_bytes": "90000\n"}, 1007,
			"the limit of the control group"},
		{map[string]string{"proc/meminfo": "MemAvailable:\n", "proc/self/cgroup": "0:\n4:memory",
			"sys/fs/cgroup/memory.max": "x\n"}, 0, ""},
	} {
		root := fstest.MapFS{}
		for name, text := range test.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if free, by := freeMemory(root); free != test.free || by != test.by {
			t.Errorf("%v: %g by %q, want %g by %q", test.files, free, by, test.free, test.by)
		}
	}
}

// The limit of the Go runtime counts with what is held: it falls by what is allocated.
func TestFreeMemoryByLimit(t *testing.T) {
	debug.FreeOSMemory()
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(held()) + 1<<30))
	before, by := FreeMemory()
	if by == "GOMEMLIMIT" && math.Abs(before-1<<30) > 1<<27 {
		t.Errorf("%g bytes by %s, want 1 GiB", before, by)
	}
	taken := make([]byte, 1<<28)
	if after, also := FreeMemory(); by == "GOMEMLIMIT" && also == by &&
		math.Abs(before-after-1<<28) > 1<<26 {
		t.Errorf("%g bytes less after taking %d", before-after, len(taken))
	}
	runtime.KeepAlive(taken)
	debug.SetMemoryLimit(1)
	if free, by := FreeMemory(); free != 0 || by != "GOMEMLIMIT" {
		t.Errorf("%g bytes by %s, want none by GOMEMLIMIT", free, by)
	}
}

// A need above all that there is is an error of one line, one above half of that is none.
func TestCheckMemory(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(held()) + 1<<30))
	if err := CheckMemory(700e6, "nine things", "take one"); err != nil {
		t.Error(err)
	}
	const begins, ends = "nine things take about 3 GB of memory, and this process may take ",
		" (GOMEMLIMIT); take one"
	if err := CheckMemory(3e9, "nine things", "take one"); err == nil ||
		!strings.HasPrefix(err.Error(), begins) || !strings.HasSuffix(err.Error(), ends) {
		t.Errorf("%v, want %q…%q", err, begins, ends)
	}
}
