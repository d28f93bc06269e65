//go:build !unix

package private

import "io/fs"

const noFollow = 0 // what was opened is compared with what was looked at

func otherOwner(fs.FileInfo, int) (id int, other bool) { return 0, false }

func writableByOthers(fs.FileInfo) bool { return false }
