package ostest

import (
	"os/exec"
	"strconv"
	"syscall"
)

// Group makes a command, not yet started, the leader of a new process group.
func Group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// EndGroup ends a command that Group was given, and all that it started, and waits for it.
func EndGroup(cmd *exec.Cmd) {
	// A group takes no signal here; taskkill ends a process with its children.
	_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run()
	_ = cmd.Wait()
}
