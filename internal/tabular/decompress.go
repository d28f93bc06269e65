package tabular

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

const (
	// maxExpansion is how many times its size a gzip file may unpack to. Tables
	// reach 10, nearly empty ones 100; deflate ends at 1032.
	maxExpansion = 250
	// freeExpansion is how many bytes may be unpacked before that is asked.
	freeExpansion = 1 << 24
)

var errBomb = fmt.Errorf("the gzip data unpack to more than %d times their size; if that is "+
	"right, unpack the file yourself and load the result", maxExpansion)

// Open unpacks gzip, whatever the file is called, and drops a byte order
// mark.
func Open(r io.Reader) (*Source, error) {
	in := NewCounter(r)
	b := bufio.NewReaderSize(in, 1<<13)
	if magic, _ := b.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, in.blame(err)
		}
		b = bufio.NewReaderSize(&unpacker{z: z, packed: in}, 1<<13)
	}
	if mark, _ := b.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		if _, err := b.Discard(len(mark)); err != nil {
			return nil, err
		}
	}
	return &Source{b, in}, nil
}

// Counter counts what is read, and keeps the error that ends it.
type Counter struct {
	N     int64 // bytes
	Ended bool  // a read met the end and gave nothing
	Err   error // other than the end
	r     io.Reader
}

// NewCounter counts what is read from r.
func NewCounter(r io.Reader) *Counter { return &Counter{r: r} }

// Read implements io.Reader.
func (c *Counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.N += int64(n)
	c.Ended = n == 0 && errors.Is(err, io.EOF)
	if err != nil && !errors.Is(err, io.EOF) {
		c.Err = ReadError(err)
		err = c.Err
	}
	return n, err
}

// blame tells a file that cannot be read from one whose gzip data are damaged.
func (c *Counter) blame(err error) error {
	if c.Err != nil {
		return c.Err
	}
	return fmt.Errorf("the gzip data are cut off or damaged (%w); fetch the file again", err)
}

// unpacker unpacks packed, and refuses data that unpack to far more than they
// are.
type unpacker struct {
	z      *gzip.Reader
	n      int64
	packed *Counter
}

// Read implements io.Reader.
func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.z.Read(p)
	u.n += int64(n)
	if u.n > freeExpansion && u.n/maxExpansion > u.packed.N {
		return 0, errBomb
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = u.packed.blame(err)
	}
	return n, err
}

// ReadError leaves out the path, which every error of a loader begins with.
func ReadError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("cannot be read: %w", path.Err)
	}
	return err
}
