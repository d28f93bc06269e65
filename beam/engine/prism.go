package engine

import (
	"fmt"
	"net"
	"unsafe"

	// The job service and the engine are internal packages of this one.
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
)

// server is how jobservices.Server begins: the types that it embeds before have no size.
type server struct {
	listener net.Listener
}

//go:linkname newServer github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism/internal/jobservices.NewServer
func newServer(port int, execute func(unsafe.Pointer)) *server

//go:linkname serve github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism/internal/jobservices.(*Server).Serve
func serve(*server)

//go:linkname runPipeline github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism/internal.RunPipeline
func runPipeline(unsafe.Pointer)

// StartPrism starts Prism, Beam's engine for one machine, in this process, and returns its
// endpoint. It accepts connections from this machine only, at a port, or at a free one for 0.
//
// Prism listens on all interfaces, and its functions have no way to say otherwise. So this makes
// the server that they make, and gives it a listener of 127.0.0.1 before it serves. A version of
// Prism in which that does not hold is refused (TestPrismListensHere looks at the sockets).
func StartPrism(port int) (endpoint string, err error) {
	defer func() {
		if r := recover(); r != nil { // newServer panics if the port is taken
			err = fmt.Errorf("cannot start Prism at port %d: %v; name another port", port, r)
		}
	}()
	s := newServer(port, runPipeline)
	all, ok := s.listener.(*net.TCPListener)
	if !ok {
		return "", fmt.Errorf("this Prism is another version than the one of go.mod, and would "+
			"accept connections from other machines; build fsnb-beam with Beam %s", Beam)
	}
	at := all.Addr().(*net.TCPAddr).Port // its workers are told this number
	if err := all.Close(); err != nil {
		return "", fmt.Errorf("cannot start Prism: %w", err)
	}
	if s.listener, err = net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", at)); err != nil {
		return "", fmt.Errorf("cannot start Prism: %w; name another port", err)
	}
	go serve(s)
	return fmt.Sprintf("localhost:%d", at), nil
}

// Beam is the version of Beam in go.mod.
const Beam = "2.77.0"
