package tabular

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"fsnb.example/internal/visible"
)

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
