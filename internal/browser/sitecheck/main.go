// Program sitecheck opens every page of a built site in Chromium: light, dark, and as wide as a
// phone. It reports links and anchors that lead nowhere, requests that leave the site, files that
// are missing, errors of scripts, pages wider than their window, and what axe-core finds serious;
// and it searches once. script/site --check runs it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "script/site:", err)
		os.Exit(1)
	}
}

// errBad is the answer for a site that is not as it should be; the report has said why.
var errBad = errors.New("the site is not as it should be: the lines above say where")

func run(ctx context.Context, out io.Writer, args []string) error {
	flags := flag.NewFlagSet("sitecheck", flag.ContinueOnError)
	quick := flags.Bool("quick", false,
		"read the links of all pages, and open the shortest of each folder")
	serve := flags.Bool("serve", false, "serve the site, and check nothing")
	axe := flags.String("axe", "internal/browser/testdata/axe/axe.min.js.gz", "axe-core, packed")
	browser := flags.String("browser", os.Getenv("FSNB_BROWSER"), "Chromium")
	pictures := flags.String("pictures", "", "a folder for pictures of the pages, as they were seen")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return errors.New("give the folder of the site")
	}
	s, err := open(flags.Arg(0))
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: http.FileServer(http.Dir(s.dir)),
		ReadHeaderTimeout: time.Minute}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	defer server.Close()
	s.base = "http://" + listener.Addr().String() + "/"
	if *serve {
		fmt.Fprintf(out, "the site is at %s until Ctrl-C\n", s.base)
		select {
		case <-ctx.Done():
			return nil
		case err := <-served:
			return err
		}
	}
	if *browser == "" {
		return errors.New("no Chromium: install it, or name it in FSNB_BROWSER")
	}
	if s.axe, err = unpack(*axe); err != nil {
		return err
	}
	if s.pictures = *pictures; s.pictures != "" {
		if err := os.MkdirAll(s.pictures, 0o755); err != nil {
			return err
		}
	}
	if err := s.check(ctx, *browser, *quick); err != nil {
		return err
	}
	if bad := s.report(out); bad {
		return errBad
	}
	return nil
}
