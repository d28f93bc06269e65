package tabular

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"fsnb.example/internal/visible"
)

// signs are the decimal sign of numbers, '.' or ',', and the sign between their thousands: a comma,
// a point, an apostrophe, a blank for any kind of blank, or 0 for none.
type signs struct {
	decimal   byte
	thousands rune
}

// thousandsSigns are the signs of Options.Thousands, in place of each of which others may stand.
var thousandsSigns = map[rune]string{
	',': ",", '.': ".", '\'': "'’", ' ': " \u00a0\u2009\u202f",
}

// canonicalThousands returns the sign of thousandsSigns that c is a kind of; 0 for none.
func canonicalThousands(c rune) rune {
	for sign, kinds := range thousandsSigns {
		if strings.ContainsRune(kinds, c) {
			return sign
		}
	}
	return 0
}

// parse reads a number.
func (s signs) parse(text []byte) (float64, bool) {
	if s.decimal == ',' || s.thousands != 0 {
		plain, ok := s.plain(text)
		if !ok {
			return 0, false
		}
		text = plain
	}
	return ParseNumber(text)
}

// plain writes a number with a decimal point and without signs between thousands, each of which
// must stand before exactly three digits; false for text that is no number of these signs. It is
// text itself where nothing changes.
func (s signs) plain(text []byte) ([]byte, bool) {
	whole, rest := text, []byte(nil)
	if i := bytes.IndexByte(text, s.decimal); i >= 0 {
		whole, rest = text[:i], text[i+1:]
	}
	out, grouped := []byte(nil), false
	if s.thousands != 0 {
		out, grouped = ungroup(whole, thousandsSigns[s.thousands])
	}
	switch {
	case !grouped && bytes.ContainsAny(whole, ".,"), bytes.ContainsAny(rest, ".,"):
		return nil, false
	case !grouped && (len(whole) == len(text) || s.decimal == '.'):
		return text, true
	case !grouped:
		out = append(make([]byte, 0, len(text)), whole...)
	}
	if len(whole) < len(text) {
		out = append(append(out, '.'), rest...)
	}
	return out, true
}

// ungroup removes one of the signs between thousands from a whole number; false unless each stands
// before exactly three digits, and behind one to three of which the first is not 0.
func ungroup(whole []byte, kinds string) ([]byte, bool) {
	begin := len(whole) - len(bytes.TrimLeft(whole, "+-"))
	digits := whole[begin:]
	i := bytes.IndexAny(digits, kinds)
	if begin > 1 || i < 1 || i > 3 || !isDigits(digits[:i]) || digits[0] == '0' {
		return nil, false
	}
	_, size := utf8.DecodeRune(digits[i:])
	sign := digits[i : i+size]
	out := append(make([]byte, 0, len(whole)+1), whole[:begin+i]...)
	for digits = digits[i:]; len(digits) > 0; {
		group, ok := bytes.CutPrefix(digits, sign)
		if !ok || len(group) < 3 || !isDigits(group[:3]) {
			return nil, false
		}
		out, digits = append(out, group[:3]...), group[3:]
	}
	return out, true
}

// thousandsOf returns the signs of a number with thousands, and the number as it is written without
// the sign between them; the zero value for other text.
func thousandsOf(text string) (s signs, plain string) {
	for _, s := range []signs{{'.', ','}, {',', '.'}, {'.', '\''}, {',', '\''}, {'.', ' '},
		{',', ' '}} {
		if !strings.ContainsAny(text, thousandsSigns[s.thousands]) {
			continue
		}
		if plain, ok := s.plain([]byte(text)); ok && string(plain) != text {
			if _, ok := ParseNumber(plain); ok {
				return s, string(plain)
			}
		}
	}
	return signs{}, ""
}

// otherSign is the decimal sign of numbers with that sign between thousands.
func otherSign(thousands rune) byte {
	if thousands == '.' {
		return ','
	}
	return '.'
}

// SayThousands describes a number with signs between its thousands, and how to read it; "" for
// other text.
func SayThousands(text string) string {
	s, plain := thousandsOf(text)
	if s.thousands == 0 {
		return ""
	}
	set := fmt.Sprintf("set Thousands to %q", s.thousands)
	if s.decimal == ',' {
		set += " and Decimal to ','"
	}
	return fmt.Sprintf("%q has a thousands separator; %s, or write %s", visible.Short(text), set,
		visible.Short(plain))
}

// manyGroups is the number of cells from which it is no chance that all have three decimals.
const manyGroups = 10

// form is what the cells of a column look like at the beginning of a text.
type form struct {
	decimals bool // some have a decimal comma that cannot stand between thousands
	grouped  float64
	plain    float64 // the largest numbers with a decimal sign before three digits, and without one
	first    string  // of the former
	groups   int     // how many those are
	other    bool    // whether there are other numbers
}

// forms looks at the columns in the whole rows of head, the beginning of a text.
func (d *dialect) forms(head []byte) []form {
	head = head[:bytes.LastIndexAny(head, "\r\n")+1]
	if d.comma == ',' && bytes.IndexByte(head, '"') < 0 {
		return nil
	}
	var out []form
	s := &scanner{buf: head, end: len(head), err: io.EOF, line: 1}
	s.separate(d.comma)
	for rows := 0; ; rows++ {
		if more, err := s.nextRow(); err != nil || !more {
			return out
		}
		if rows == 1 {
			for j := range out {
				out[j].plain = 0 // of a name such as a wavelength
			}
		}
		if s.each(func(j int, text []byte, _ bool) error {
			if j == len(out) {
				out = append(out, form{})
			}
			out[j].add(text, d.decimal)
			return nil
		}) != nil {
			return out
		}
	}
}

func (f *form) add(text []byte, decimal byte) {
	f.decimals = f.decimals || isDecimalComma(text) && !isThousand(text)
	v, ok := signs{decimal: decimal}.parse(text)
	if !ok {
		return
	}
	digits := bytes.TrimLeft(text, "+-")
	sign := bytes.IndexByte(digits, decimal)
	switch {
	case sign < 0 && isDigits(digits) && len(digits) <= 3:
		f.plain = max(f.plain, v, -v)
	case sign > 0 && len(digits)-sign == 4 && digits[0] != '0' && sign <= 3:
		f.groups++
		if f.grouped = max(f.grouped, v, -v); f.first == "" {
			f.first = visible.Short(string(text))
		}
	default:
		f.other = true
	}
}

// doubtThousands warns of a column such as 950, 1.200, 2.300, 880, where the point, or the comma,
// may stand between thousands: numbers without it are ten times those with it, or those with it are
// so many that three decimals at each are no chance.
func (d *dialect) doubtThousands(forms []form) {
	for j, f := range forms {
		if f.other || f.grouped == 0 || f.plain < 100 ||
			10*f.grouped > f.plain && f.groups < manyGroups {
			continue
		}
		d.doubt = fmt.Sprintf("column %d (counted from 0) has %q beside %s: %q may stand "+
			"between thousands; set Thousands to %q, or Decimal to %q", j, f.first,
			CanonicalNumber(f.plain), d.decimal, d.decimal, d.decimal)
		return
	}
}
