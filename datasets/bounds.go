package datasets

import (
	"fmt"
	"io"
)

// The bound of all readers: a table takes at most 64 MiB and maxGrowth times the bytes of
// its file. Sparse text that is packed reaches 700. Package matfile has the same bound.
const (
	freeValues = 1 << 23
	maxGrowth  = 1000
)

// source is the unpacked content of a file.
type source struct {
	io.Reader
	packed *counter // of the bytes of the file
}

// room returns an error when values, of 8 bytes each, are more than the part of the file
// that was read may become.
func (s *source) room(values int64) error {
	if values <= freeValues || 8*(values-freeValues)/maxGrowth <= s.packed.n {
		return nil
	}
	return fmt.Errorf("%d bytes of the file become %d values, which take more than %d times as "+
		"much memory; if that is right, load the file unpacked, or written out in full",
		s.packed.n, values, maxGrowth)
}
