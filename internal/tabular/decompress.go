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
	// maxExpansion is the largest expansion of a gzip file. Tables reach 10, nearly empty ones 100;
	// deflate reaches 1032.
	maxExpansion = 250
	// freeExpansion is the size in bytes up to which expansion is not checked.
	freeExpansion = 1 << 24
)

var errBomb = fmt.Errorf("the gzip data unpack to more than %d times their size; if that is "+
	"right, unpack the file yourself and load the result", maxExpansion)

// Open uncompresses gzip, whatever the name of the file, and decodes what a byte order mark says.
func Open(r io.Reader) (*Source, error) { return OpenText(r, Options{}) }

// OpenText is Open for text in the encoding of opt.
func OpenText(r io.Reader, opt Options) (*Source, error) {
	encoding, err := opt.encoding()
	if err != nil {
		return nil, err
	}
	in := NewCounter(r)
	b := bufio.NewReaderSize(in, 1<<13)
	if magic, _ := b.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, in.blame(err)
		}
		b = bufio.NewReaderSize(&unpacker{z: z, packed: in}, 1<<13)
	}
	if b, err = decoded(b, encoding); err != nil {
		return nil, err
	}
	return &Source{b, in}, nil
}

// Counter counts the bytes read, and keeps the error that ended reading.
type Counter struct {
	N     int64 // bytes
	Ended bool  // a read reached the end and returned nothing
	Err   error // other than io.EOF
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

// blame distinguishes a file that cannot be read from damaged gzip data.
func (c *Counter) blame(err error) error {
	if c.Err != nil {
		return c.Err
	}
	return fmt.Errorf("the gzip data are cut off or damaged (%w); fetch the file again", err)
}

// unpacker uncompresses packed, and refuses data that expand too much.
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

// ReadError removes the path, which every error of a loader begins with.
func ReadError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("cannot be read: %w", path.Err)
	}
	return err
}
