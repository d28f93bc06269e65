// Package pgm reads portable gray maps, the plain pictures of many collections of faces: the binary
// form P5 and the text form P2. It is written from the description of the format in the manual of
// Netpbm.
//
// Alternative: github.com/spakin/netpbm allocates what a header claims before it reads a pixel,
// accepts P5 pixels above the largest value, and returns an image of bytes that must be converted.
package pgm

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

const (
	// MaxPixels is the number of pixels above which a picture is refused.
	MaxPixels = 1 << 21
	// maxValue is the largest gray value of the format.
	maxValue = 1<<16 - 1
	// maxComment is how many bytes of comments and blanks a header may have, and
	// a text picture between two pixels.
	maxComment = 1 << 16
)

// ErrTruncated is matched by the errors of pictures that end too early.
var ErrTruncated = errors.New("the picture is cut short")

// Reader reads the pixels of one picture, row by row from the top.
type Reader struct {
	Width, Height int
	Max           int // the value of white; black is 0

	r     *bufio.Reader
	plain bool
	row   int
	buf   []byte
}

// NewReader reads the header of a picture.
func NewReader(r *bufio.Reader) (*Reader, error) {
	p := &Reader{r: r}
	var magic [2]byte
	if n, err := io.ReadFull(r, magic[:]); err != nil && n == 0 && errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: it is empty", ErrTruncated)
	} else if err != nil {
		return nil, p.ended(err)
	}
	switch string(magic[:]) {
	case "P5":
	case "P2":
		p.plain = true
	case "P1", "P3", "P4", "P6", "P7":
		return nil, fmt.Errorf("it is a %s picture, not a gray map (P5 or P2); convert it to .pgm",
			magic)
	default:
		return nil, fmt.Errorf("it begins with %q, not with P5 or P2 as a gray map; convert it "+
			"to .pgm", magic)
	}
	for _, f := range []struct {
		what string
		to   *int
		most int
	}{{"width", &p.Width, MaxPixels}, {"height", &p.Height, MaxPixels},
		{"largest value", &p.Max, maxValue}} {
		v, err := p.number()
		switch {
		case errors.Is(err, errNoNumber):
			return nil, fmt.Errorf("its %s is no number", f.what)
		case err != nil:
			return nil, err
		case v < 1 || v > f.most:
			return nil, fmt.Errorf("its %s is not between 1 and %d", f.what, f.most)
		}
		*f.to = v
	}
	if p.Width > MaxPixels/p.Height {
		return nil, fmt.Errorf("it has %d×%d pixels, more than %d", p.Height, p.Width, MaxPixels)
	}
	if p.plain {
		return p, nil
	}
	// One blank ends the header; the next byte may look like one and be a pixel.
	c, err := r.ReadByte()
	if err != nil {
		return nil, p.ended(err)
	}
	if !blank(c) {
		return nil, errors.New("no blank follows its largest value")
	}
	p.buf = make([]byte, p.Width*p.bytes())
	return p, nil
}

// bytes is the size of a binary pixel.
func (p *Reader) bytes() int {
	if p.Max > 255 {
		return 2
	}
	return 1
}

// Row reads the next row of pixels into dst, which has a place for each. After the last row it
// returns io.EOF, or an error when anything but blanks follows.
func (p *Reader) Row(dst []float64) error {
	if len(dst) != p.Width {
		panic("pgm: row of another width")
	}
	if p.row == p.Height {
		return p.end()
	}
	if p.plain {
		if err := p.plainRow(dst); err != nil {
			return err
		}
		p.row++
		return nil
	}
	if _, err := io.ReadFull(p.r, p.buf); err != nil {
		return p.ended(err)
	}
	for x := range dst {
		v := int(p.buf[x])
		if p.Max > 255 { // the most significant byte first
			v = int(p.buf[2*x])<<8 | int(p.buf[2*x+1])
		}
		if v > p.Max {
			return p.above(x, v)
		}
		dst[x] = float64(v)
	}
	p.row++
	return nil
}

func (p *Reader) plainRow(dst []float64) error {
	for x := range dst {
		v, err := p.number()
		switch {
		case errors.Is(err, errNoNumber):
			return fmt.Errorf("the pixel in row %d, column %d is no number", p.row+1, x+1)
		case err != nil:
			return err
		case v > p.Max:
			return p.above(x, v)
		}
		dst[x] = float64(v)
	}
	return nil
}

func (p *Reader) above(x, v int) error {
	return fmt.Errorf("the pixel in row %d, column %d is %d, above the largest value %d", p.row+1,
		x+1, v, p.Max)
}

// end makes sure that only blanks follow.
func (p *Reader) end() error {
	for {
		c, err := p.r.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return io.EOF
		case err != nil:
			return err
		case !blank(c):
			return errors.New("it goes on after its last pixel; give one picture a file")
		}
	}
}

var errNoNumber = errors.New("no number")

// number reads a whole number after blanks and comments, which go from # to the
// end of the line.
func (p *Reader) number() (int, error) {
	comment := false
	for passed := 0; ; passed++ {
		if passed > maxComment {
			return 0, fmt.Errorf("%d bytes of blanks and comments before a number", maxComment)
		}
		c, err := p.r.ReadByte()
		if err != nil {
			return 0, p.ended(err)
		}
		switch {
		case comment:
			comment = c != '\n' && c != '\r'
		case c == '#':
			comment = true
		case blank(c):
		case c >= '0' && c <= '9':
			return p.digits(int(c - '0'))
		default:
			return 0, errNoNumber
		}
	}
}

// digits reads the rest of a number of up to twenty digits, and leaves what
// follows it. It counts to 2^30, beyond all that the format allows.
func (p *Reader) digits(v int) (int, error) {
	for range 20 {
		c, err := p.r.ReadByte()
		if errors.Is(err, io.EOF) {
			return v, nil
		}
		if err != nil {
			return 0, err
		}
		if c < '0' || c > '9' {
			if !blank(c) && c != '#' {
				return 0, errNoNumber
			}
			return v, p.r.UnreadByte()
		}
		v = min(v*10+int(c-'0'), 1<<30)
	}
	return 0, errNoNumber
}

func blank(c byte) bool {
	return c == ' ' || c >= '\t' && c <= '\r'
}

// ended distinguishes a truncated picture from one that cannot be read.
func (p *Reader) ended(err error) error {
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if p.Max == 0 {
		return fmt.Errorf("%w: it ends in its header", ErrTruncated)
	}
	return fmt.Errorf("%w: it ends in row %d of %d", ErrTruncated, p.row+1, p.Height)
}
