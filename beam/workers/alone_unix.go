//go:build unix

package workers

import (
	"os/exec"
	"syscall"
)

// alone keeps Ctrl-C of the terminal from the process: the driver ends it in order.
func alone(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
