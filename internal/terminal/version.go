package terminal

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version is the version of this program, the commit that it was built from if known, and those of
// Go and the system, in a line.
func Version() string {
	info, _ := debug.ReadBuildInfo()
	return versionLine(cmp.Or(info, new(debug.BuildInfo)))
}

func versionLine(info *debug.BuildInfo) string {
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = " " + s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " with changes"
		}
	}
	return fmt.Sprintf("fsnb %s%s%s, %s, %s/%s\n", cmp.Or(info.Main.Version, "(unknown)"), commit,
		changed, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
