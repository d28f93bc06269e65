package plainfile

import (
	"os"
	"slices"
	"syscall"
)

// kernels are the file systems whose files are answers of the kernel: proc, sysfs, debugfs and
// tracefs.
var kernels = []uint64{0x9fa0, 0x62656572, 0x64626720, 0x74726163}

// ofKernel says whether reading may wait for the kernel, as it does for /proc/kmsg, which calls
// itself a regular file.
func ofKernel(f *os.File) bool {
	var fs syscall.Statfs_t
	err := syscall.Fstatfs(int(f.Fd()), &fs)
	return err == nil && slices.Contains(kernels, uint64(fs.Type))
}
