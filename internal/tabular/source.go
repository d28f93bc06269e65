package tabular

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"fsnb.example/internal/compressed"
	"fsnb.example/internal/visible"
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

// The encodings of text, as Options.Encoding has them.
const (
	utf8Text   = "utf8"
	latin1Text = "latin1"
	utf16Text  = "utf16"
)

// adviceUTF8 is what to do with text that is not UTF-8.
const adviceUTF8 = "save the file as UTF-8, or set Encoding (latin1 or utf16)"

// encoding returns Encoding by its one name; "" detects it.
func (o Options) encoding() (string, error) {
	switch strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(o.Encoding)) {
	case "":
		return "", nil
	case "utf8":
		return utf8Text, nil
	case "latin1", "iso88591", "windows1252", "cp1252":
		return latin1Text, nil
	case "utf16":
		return utf16Text, nil
	}
	return "", fmt.Errorf("no encoding %q; give latin1 or utf16, or leave it out for UTF-8",
		visible.Short(o.Encoding))
}

// decoded returns the text as UTF-8, without its byte order mark. With UTF-16 the mark says which
// byte comes first; without one it is the lower.
func decoded(b *bufio.Reader, encoding string) (*bufio.Reader, error) {
	mark, _ := b.Peek(3)
	utf8Mark := bytes.Equal(mark, []byte("\xef\xbb\xbf"))
	big := bytes.HasPrefix(mark, []byte("\xfe\xff"))
	little := bytes.HasPrefix(mark, []byte("\xff\xfe"))
	var read func(b *bufio.Reader, out []byte) ([]byte, error)
	skip := 0
	switch {
	case encoding == latin1Text && !utf8Mark:
		read = readLatin1
	case encoding == utf16Text && !utf8Mark || encoding == "" && (big || little):
		u := &utf16Reader{big: big}
		read = u.read
		if big || little {
			skip = 2
		}
	case utf8Mark:
		skip = 3
	}
	if _, err := b.Discard(skip); err != nil {
		return nil, err
	}
	if read == nil {
		return b, nil
	}
	return bufio.NewReaderSize(&decoder{b: b, decode: read}, 1<<13), nil
}

// decoder is text as UTF-8.
type decoder struct {
	b      *bufio.Reader
	decode func(b *bufio.Reader, out []byte) ([]byte, error) // appends some characters
	out    []byte
	at     int // read from out
	err    error
}

// Read implements io.Reader.
func (d *decoder) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if d.at == len(d.out) {
		d.out, d.at = d.out[:0], 0
		for d.err == nil && len(d.out) < 1<<12 {
			d.out, d.err = d.decode(d.b, d.out)
		}
		if len(d.out) == 0 {
			return 0, d.err
		}
	}
	n := copy(p, d.out[d.at:])
	d.at += n
	return n, nil
}

// high are the characters of the bytes 80 to 9F in Windows-1252. In Latin-1 they are control
// characters, which no table has.
var high = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ',
}

func readLatin1(b *bufio.Reader, out []byte) ([]byte, error) {
	c, err := b.ReadByte()
	switch {
	case err != nil:
		return out, err
	case c >= 0x80 && c < 0xa0:
		return utf8.AppendRune(out, high[c-0x80]), nil
	}
	return utf8.AppendRune(out, rune(c)), nil
}

// utf16Reader reads UTF-16 text.
type utf16Reader struct {
	big bool
	at  int64 // bytes read, after the mark
}

// unit reads 16 bits; io.EOF at the end.
func (u *utf16Reader) unit(b *bufio.Reader) (rune, error) {
	first, err := b.ReadByte()
	if err != nil {
		return 0, err
	}
	second, err := b.ReadByte()
	if errors.Is(err, io.EOF) {
		return 0, errors.New("the UTF-16 text ends with half a character; fetch the file again, " +
			"or set Encoding to what it is (latin1 or utf8)")
	}
	if err != nil {
		return 0, err
	}
	u.at += 2
	if u.big {
		return rune(first)<<8 | rune(second), nil
	}
	return rune(second)<<8 | rune(first), nil
}

func (u *utf16Reader) read(b *bufio.Reader, out []byte) ([]byte, error) {
	c, err := u.unit(b)
	if err != nil {
		return out, err
	}
	if !utf16.IsSurrogate(c) {
		return utf8.AppendRune(out, c), nil
	}
	second, err := u.unit(b)
	if err != nil && !errors.Is(err, io.EOF) {
		return out, err
	}
	r := utf16.DecodeRune(c, second)
	if err != nil || r == utf8.RuneError {
		return out, fmt.Errorf("byte %d is half a character of UTF-16 text; fetch the file "+
			"again, or set Encoding to what it is (latin1 or utf8)", u.at)
	}
	return utf8.AppendRune(out, r), nil
}

// lines reads a text line by line.
type lines struct {
	r      *bufio.Reader
	long   []byte // a line that is longer than the buffer of r
	number int    // of the line that was read last, from 1
	ended  bool
}

func newLines(text io.Reader) *lines { return &lines{r: bufio.NewReaderSize(text, 1<<16)} }

// next returns the next line without its end and the blanks around it; false at the end of the
// text. The line is valid until the next call. A line longer than MaxHeader bytes is an error.
func (l *lines) next() ([]byte, bool, error) {
	if l.ended {
		return nil, false, nil
	}
	l.number++
	l.long = l.long[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) || len(l.long) > 0 {
			if len(l.long)+len(part) > MaxHeader {
				return nil, false, fmt.Errorf("row %d is longer than %d bytes; look at the line "+
					"ends", l.number, MaxHeader)
			}
			l.long = append(l.long, part...)
			part = l.long
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF):
			l.ended = true
			return bytes.TrimSpace(part), len(part) > 0, nil
		case err != nil:
			return nil, false, err
		}
		return bytes.TrimSpace(part), true, nil
	}
}
