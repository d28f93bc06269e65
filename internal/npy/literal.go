package npy

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/internal/visible"
)

// saveAs is the command that saves an expression.
func saveAs(x string) string { return `np.save("x.npy", ` + x + ")" }

// adviceFields is for arrays whose elements have named fields.
var adviceFields = "save the fields as a matrix: " +
	saveAs(`np.column_stack([x[f] for f in x.dtype.names]).astype("<f8")`)

// literal reads the header's Python dictionary of three known keys, and nothing else of Python.
type literal struct {
	text string
	at   int
}

// parse reads the text of a header.
func parse(text []byte) (Header, error) {
	p := &literal{text: string(text)}
	var h Header
	var seen []string
	if !p.take("{") {
		return h, p.errorf("a dictionary")
	}
	for !p.take("}") {
		key, ok := p.quoted()
		if !ok || !p.take(":") {
			return h, p.errorf("a key and a colon")
		}
		if slices.Contains(seen, key) {
			return h, fmt.Errorf("the header has %q twice; the file is damaged, fetch it again",
				key)
		}
		seen = append(seen, key)
		if err := p.value(key, &h); err != nil {
			return h, err
		}
		if !p.take(",") {
			if !p.take("}") {
				return h, p.errorf("a comma or the end of the dictionary")
			}
			break
		}
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !slices.Contains(seen, key) {
			return h, fmt.Errorf("the header has no %q; the file is damaged, fetch it again", key)
		}
	}
	if p.blanks(); p.at < len(p.text) {
		return h, p.errorf("the end of the header")
	}
	return h, nil
}

// value reads the value of a key into h.
func (p *literal) value(key string, h *Header) error {
	switch key {
	case "descr":
		if p.blanks(); strings.HasPrefix(p.text[p.at:], "[") {
			return errors.New("the elements of the array have named fields; " + adviceFields)
		}
		descr, ok := p.quoted()
		if !ok {
			return p.errorf("the type in quotes")
		}
		var err error
		h.Type, err = typeOf(descr)
		return err
	case "fortran_order":
		switch {
		case p.take("True"):
			h.Fortran = true
		case !p.take("False"):
			return p.errorf("True or False for fortran_order")
		}
		return nil
	case "shape":
		return p.shape(h)
	}
	return fmt.Errorf("the header has a key %q that the format does not have; save the array "+
		"again with numpy.save", visible.Short(key))
}

// shape reads a tuple of sizes, such as (150, 4), (150,) or ().
func (p *literal) shape(h *Header) error {
	if !p.take("(") {
		return p.errorf("a tuple for the shape")
	}
	for comma := false; !p.take(")"); {
		if len(h.Shape) > 0 && !comma {
			return p.errorf("a comma in the shape")
		}
		n, ok := p.number()
		switch {
		case !ok:
			return p.errorf("whole numbers from 0 to %d in the shape", math.MaxInt)
		case len(h.Shape) == maxDims:
			return fmt.Errorf("the shape has more than %d dimensions; the file is damaged, fetch "+
				"it again", maxDims)
		}
		h.Shape = append(h.Shape, n)
		if comma = p.take(","); !comma && len(h.Shape) == 1 {
			return p.errorf("a comma after the one size of the shape")
		}
	}
	return nil
}

// number reads a size. Python 2 wrote an L after it.
func (p *literal) number() (int, bool) {
	p.blanks()
	end := p.at
	for end < len(p.text) && p.text[end] >= '0' && p.text[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(p.text[p.at:end])
	if err != nil {
		return 0, false
	}
	p.at = end
	if strings.HasPrefix(p.text[p.at:], "L") {
		p.at++
	}
	return n, true
}

// quoted reads a text in quotes, which has no escapes.
func (p *literal) quoted() (string, bool) {
	p.blanks()
	rest := p.text[p.at:]
	if rest == "" || rest[0] != '\'' && rest[0] != '"' {
		return "", false
	}
	end := strings.IndexByte(rest[1:], rest[0])
	if end < 0 || strings.ContainsAny(rest[1:1+end], "\\\n") {
		return "", false
	}
	p.at += end + 2
	return rest[1 : 1+end], true
}

// take skips blanks and a token, and reports whether it was there.
func (p *literal) take(token string) bool {
	p.blanks()
	if !strings.HasPrefix(p.text[p.at:], token) {
		return false
	}
	p.at += len(token)
	return true
}

func (p *literal) blanks() {
	for p.at < len(p.text) && strings.IndexByte(" \n\t", p.text[p.at]) >= 0 {
		p.at++
	}
}

func (p *literal) errorf(want string, args ...any) error {
	rest := p.text[p.at:]
	return fmt.Errorf("the header has %q where %s belongs; save the array again with numpy.save",
		visible.Short(rest[:min(len(rest), 40)]), fmt.Sprintf(want, args...))
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// typeOf checks a type, and says how to save an array of one that is not read.
func typeOf(descr string) (Type, error) {
	t := Type(descr)
	if len(descr) > 1 && (t[0] == '=' || t[0] == '<') && kinds["|"+t[1:]].Size() == 1 {
		t = "|" + t[1:] // a byte has no order
	}
	if t.Numeric() || t.Text() {
		return t, nil
	}
	kind := byte(0)
	if len(descr) > 1 {
		kind = descr[1]
	}
	what, how := "elements of type", `x.astype("<f8")`
	switch {
	case kind == 'O':
		return "", fmt.Errorf("the array holds Python objects (%s); save numbers: %s, or text: %s",
			visible.Name(descr), saveAs(how), saveAs("x.astype(str)"))
	case descr[:min(1, len(descr))] == ">":
		what = "big-endian elements"
		if little := Type("<" + descr[1:]); little.Numeric() || little.Text() {
			how = `x.astype("` + string(little) + `")`
		}
	case kind == 'c':
		what, how = "complex numbers", `x.real.astype("<f8")`
	case kind == 'M' || kind == 'm':
		what, how = "times", `x.astype("<i8").astype("<f8")`
	case kind == 'V':
		what = "raw bytes"
	}
	return "", fmt.Errorf("the array holds %s (%s); save numbers of a type that is read: %s",
		what, visible.Name(descr), saveAs(how))
}
