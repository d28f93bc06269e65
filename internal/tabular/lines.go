package tabular

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

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
