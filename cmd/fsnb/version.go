package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// runVersion prints the version of the command, the commit that it was built from if known, and
// those of Go and the system.
func runVersion(_ context.Context, args []string, out io.Writer) error {
	if len(args) > 0 {
		if args[0] == "-h" || args[0] == "-help" || args[0] == "--help" {
			return errHelp
		}
		return badUsage("version: %q is too many; it takes nothing", args[0])
	}
	_, err := io.WriteString(out, versionOf())
	return err
}

// versionOf is the line of this program.
func versionOf() string {
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
