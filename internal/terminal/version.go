package terminal

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version is the version of this program, the commit that it was built from if known, and those of Go
// and the system, in a line.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	return versionLine(info)
}

func versionLine(info *debug.BuildInfo) string {
	version := info.Main.Version
	if version == "" {
		version = "(unknown)"
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = " " + s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " with changes"
		}
	}
	return fmt.Sprintf("fsnb %s%s%s, %s, %s/%s\n", version, commit, changed, runtime.Version(),
		runtime.GOOS, runtime.GOARCH)
}
