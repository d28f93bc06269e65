//go:build unix

package ostest

import (
	"os/exec"
	"syscall"
)

// Group makes a command, not yet started, the leader of a new process group.
func Group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// EndGroup asks a command that Group was given, and all that it started, to end, and waits for it.
func EndGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
	_ = cmd.Wait()
}
