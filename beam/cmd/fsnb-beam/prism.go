package main

import (
	"context"
	"io"
	"runtime/debug"

	"fsnb.example/beam/engine"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/visible"
)

// runPrism serves until it is interrupted.
func runPrism(ctx context.Context, args []string, out, _ io.Writer) error {
	fs, m := newFlags("prism")
	port := fs.Int("port", 8073, "")
	rest, err := m.parse(fs, args)
	switch {
	case err != nil:
		return err
	case len(rest) > 0:
		return terminal.BadUsage("prism: %q is too many; give -port alone", rest[0])
	case *port < 0 || *port > 65535:
		return terminal.BadUsage(
			"prism: -port %d; give one up to 65535, or 0 for a free one", *port)
	}
	if !*m.verbose {
		engine.Quiet()
	}
	endpoint, err := engine.StartPrism(*port)
	if err != nil {
		return err
	}
	if err := visible.Say(out, "Prism serves %s, for this machine only; use -runner=universal "+
		"-endpoint=%s -environment_type=LOOPBACK", endpoint, endpoint); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// runVersion prints the version of the build.
func runVersion(_ context.Context, _ []string, out, _ io.Writer) error {
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
	}
	return visible.Say(out, "fsnb-beam %s, Beam %s", version, engine.Beam)
}
