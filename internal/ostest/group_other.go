//go:build !unix && !windows

package ostest

import "os/exec"

// Group does nothing: this system has no process groups.
func Group(*exec.Cmd) {}

// EndGroup ends a command and waits for it.
func EndGroup(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}
