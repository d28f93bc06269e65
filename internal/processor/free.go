package processor

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/internal/wording"
)

// FreeMemory is how many bytes this process may still take without swapping, and what allows no
// more: the least of GOMEMLIMIT (debug.SetMemoryLimit), and on Linux of the memory that is
// available, the limits of the control groups, of either version, and that of addresses (ulimit
// -v). by is "" where nothing is known. Garbage of this process counts as taken.
func FreeMemory() (free float64, by string) {
	free, by = freeMemory(os.DirFS("/"))
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		if left := float64(limit) - held(); by == "" || left < free {
			free, by = left, "GOMEMLIMIT"
		}
	}
	return max(0, free), by
}

// littleMemory is the need below which it does not matter what there is.
const littleMemory = 64e6

// TightMemory compares a need with FreeMemory, after garbage is collected. said is "" for at most
// half of that or 64 MB, and where nothing is known; else both in words: "about 3 GB of memory, and
// this process may take 2 GB (available memory)".
func TightMemory(need float64) (free float64, said string) {
	if !(need > littleMemory) {
		return 0, ""
	}
	free, by := FreeMemory()
	if by != "" && need > free/2 {
		debug.FreeOSMemory()
		free, by = FreeMemory()
	}
	if by == "" || need <= free/2 {
		return free, ""
	}
	return free, fmt.Sprintf("about %s of memory, and this process may take %s (%s)",
		wording.Memory(need), wording.Memory(free), by)
}

// CheckMemory returns an error of one line if what takes more than this process may take: "the
// distances of 9 samples take about 3 GB of memory, and …; take fewer".
func CheckMemory(need float64, what, remedy string) error {
	if free, said := TightMemory(need); said != "" && need > free {
		return fmt.Errorf("%s take %s; %s", what, said, remedy)
	}
	return nil
}

// held is what GOMEMLIMIT limits, less the free part of the heap.
func held() float64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.Sys) - float64(m.HeapIdle)
}

// freeMemory is FreeMemory by the files of Linux.
func freeMemory(root fs.FS) (free float64, by string) {
	least := func(v float64, name string) {
		if by == "" || v < free {
			free, by = v, name
		}
	}
	if v, ok := number(root, "proc/meminfo", "MemAvailable:"); ok {
		least(1024*v, "available memory")
	}
	if limit, ok := number(root, "proc/self/limits", "Max address space"); ok {
		size, _ := number(root, "proc/self/status", "VmSize:")
		least(limit-1024*size, "ulimit -v")
	}
	text, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		top, limit, use, cached := "sys/fs/cgroup", "memory.max", "memory.current", ""
		switch {
		case len(parts) < 3:
			continue
		case parts[1] == "": // version 2
		case slices.Contains(strings.Split(parts[1], ","), "memory"):
			top, limit, use = top+"/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
			cached = "total_"
		default:
			continue
		}
		// All groups above limit as well. In a container the path may be that outside of it, of
		// which only the top is there.
		for at := path.Join("/", parts[2]); ; at = path.Dir(at) {
			folder := path.Join(top, at)
			most, limited := number(root, folder+"/"+limit, "")
			taken, known := number(root, folder+"/"+use, "")
			if limited && known && most < math.MaxInt64>>1 {
				for _, kind := range []string{"inactive_file ", "active_file "} {
					files, _ := number(root, folder+"/memory.stat", cached+kind)
					taken -= files // which make room
				}
				least(most-taken, "the limit of the control group")
			}
			if at == "/" {
				break
			}
		}
	}
	return free, by
}

// number is the first number of the line of a file that begins with name.
func number(root fs.FS, file, name string) (v float64, ok bool) {
	text, _ := fs.ReadFile(root, file)
	for line := range strings.Lines(string(text)) {
		if rest, found := strings.CutPrefix(line, name); found {
			words := strings.Fields(rest)
			if len(words) == 0 {
				return 0, false
			}
			v, err := strconv.ParseFloat(words[0], 64)
			return v, err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
		}
	}
	return 0, false
}
