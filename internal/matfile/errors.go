package matfile

import (
	"fmt"
	"strconv"
	"strings"
)

// readError is an error of one line that matches a sentinel without repeating
// its text.
type readError struct {
	text string
	kind error
}

func (e *readError) Error() string { return e.text }
func (e *readError) Unwrap() error { return e.kind }

func fail(kind error, format string, args ...any) error {
	return &readError{fmt.Sprintf(format, args...), kind}
}

// damaged reports data that contradict the format, near the place reached.
func (d *decoder) damaged(format string, args ...any) error {
	return fail(nil, "%s, near byte %s: %s; the file is damaged, fetch it again", d.where(),
		count(d.off), fmt.Sprintf(format, args...))
}

// where names the variable being read, or its offset while the name is unknown.
func (d *decoder) where() string {
	if d.name == "" {
		return "the variable at byte " + count(d.start)
	}
	return "variable " + strconv.Quote(d.name)
}

// truncated reports that the file ended inside the current variable.
func (d *decoder) truncated() error {
	return fail(ErrTruncated, "the file ends inside %s: %s of %s bytes; fetch it again", d.where(),
		count(d.size-d.raw.left), count(d.size))
}

// count writes n with commas: 1,234,567.
func count(n int64) string {
	s := strconv.FormatInt(n, 10)
	var b strings.Builder
	for i := range len(s) {
		if i > 0 && (len(s)-i)%3 == 0 && s[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
