//go:build darwin || freebsd || netbsd

package plainfile

import (
	"io/fs"
	"syscall"
)

func changed(st fs.FileInfo) (at int64, links uint64) {
	if sys, ok := st.Sys().(*syscall.Stat_t); ok {
		return sys.Ctimespec.Nano(), uint64(sys.Nlink)
	}
	return 0, 0
}
