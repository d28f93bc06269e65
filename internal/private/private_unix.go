//go:build unix

package private

import (
	"io/fs"
	"syscall"
)

// noFollow refuses links, and does not wait for the writer of a pipe.
const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// otherOwner returns the number of the user who owns a file when it is neither that of
// user nor root's.
func otherOwner(info fs.FileInfo, user int) (id int, other bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	id = int(st.Uid)
	return id, id != 0 && id != user
}

func writableByOthers(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }
