package tabular

import (
	"fmt"
	"io"

	"fsnb.example/internal/compressed"
)

var errTooManySamples = fmt.Errorf("more than %d samples, the limit; save fewer rows", MaxSamples)

// The bound of all readers: a table takes at most 64 MiB and maxGrowth times the bytes of its file.
// Compressed sparse text reaches 700. Package matfile has the same bound.
const (
	freeValues = 1 << 23
	maxGrowth  = 1000
	sideValues = compressed.SideMemory / 8
)

// Source is the uncompressed content of a file; it bounds the size of its table.
type Source struct {
	io.Reader
	packed *Counter // of the bytes of the file
}

// MadeOf says that the content was made of a file of size bytes, which then bounds the table.
func (s *Source) MadeOf(size int64) { s.packed = &Counter{N: size} }

// Room returns an error when values, of 8 bytes each, are too many for the part of the file read so
// far.
func (s *Source) Room(values int64) error {
	if values <= freeValues || 8*(values-freeValues)/maxGrowth <= s.packed.N {
		return nil
	}
	return fmt.Errorf("%d bytes of the file become %d values, which take more than %d times as "+
		"much memory; if that is right, load the file unpacked, or written out in full",
		s.packed.N, values, maxGrowth)
}

// roomFor returns an error when the names and the state of so many columns are too much.
func (s *Source) roomFor(columns int) error {
	if err := s.Room(sideValues * int64(columns)); err != nil {
		return fmt.Errorf("%d columns: %w", columns, err)
	}
	return nil
}
