package tabular

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"fsnb.example/internal/suggest"
	"fsnb.example/internal/visible"
)

// arff gathers an ARFF file.
type arff struct {
	text       *Source
	lines      *lines
	opt        Options
	policy     policy
	codes      codes
	coding     string
	attributes Pieces[attribute]
	list       []attribute
	size       int // bytes of names and declared values
	levels     int // declared values
	columns        // what each attribute is for
	roles      roles
	kept       int
	column     []int // of the features, -1 for what is none
	blanks     bool  // blanks separate values
	rows       int
	given      int64 // values given in the file
	passed     int   // empty values between separators that are passed over
	values     Pieces[float64]
	rounded    rounded
	defaults   []float64 // the values of a row that omits all
	odd        bool
	words      words
	places     []oddPlaces
	classes    Labels
	weights    bool
	doubt      string // about the label
	renamed    string // what RenameDuplicates did
	refused    refused
}

// attribute is a column that an ARFF file declares.
type attribute struct {
	name   string
	kind   attributeKind
	levels *declaredLevels // of a nominal one
}

type attributeKind uint8

const (
	numeric attributeKind = iota
	nominal
	text
	date
)

// declaredLevels are the values that a nominal attribute may have, in order.
type declaredLevels struct {
	index map[string]int
	list  []string
}

// ReadARFF reads a file of Weka's attribute-relation format.
func ReadARFF(text *Source, opt Options) (*Table, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	if err := opt.NoNames("ARFF, which declares them"); err != nil {
		return nil, err
	}
	if opt.Transposed {
		return nil, errors.New("the samples of an ARFF file are its rows; leave Transposed out")
	}
	a := &arff{text: text, lines: newLines(text), opt: opt}
	a.words.room = new(vocabulary)
	a.classes.room = a.words.room
	a.classes.numeric = opt.Continuous
	a.policy, _ = opt.policy()
	a.codes, _ = opt.codes()
	a.coding, _ = opt.coding()
	if err := a.header(); err != nil {
		return nil, err
	}
	if err := a.choose(); err != nil {
		return nil, err
	}
	for {
		line, more, err := a.nextLine()
		if err != nil {
			return nil, err
		}
		if !more {
			return a.table()
		}
		if err := a.row(line); err != nil {
			return nil, err
		}
	}
}

// nextLine returns the next line that is neither blank nor a comment.
func (a *arff) nextLine() ([]byte, bool, error) {
	for {
		line, more, err := a.lines.next()
		if err != nil || !more {
			return nil, false, err
		}
		if len(line) > 0 && line[0] != '%' {
			return line, true, nil
		}
	}
}

// header reads the declarations, up to @data.
func (a *arff) header() error {
	for {
		line, more, err := a.nextLine()
		if err != nil {
			return err
		}
		if !more {
			return errors.New("the file has no @data; it is cut off, or no ARFF file")
		}
		if a.lines.number == 1 {
			if bytes.IndexByte(line, 0) >= 0 {
				return errors.New("this is no ARFF file (it holds zero bytes); set Encoding to " +
					"utf16 if it is text")
			}
		}
		keyword, rest := line, []byte(nil)
		if i := bytes.IndexAny(line, " \t"); i >= 0 {
			keyword, rest = line[:i], bytes.TrimSpace(line[i:])
		}
		switch strings.ToLower(string(keyword)) {
		case "@data":
			if a.attributes.n == 0 {
				return fmt.Errorf("row %d: no @attribute before @data; declare the columns",
					a.lines.number)
			}
			a.list = a.attributes.Join()
			return nil
		case "@relation", "@inputs", "@input", "@outputs", "@output": // the last four are KEEL's
		case "@attribute":
			if err := a.declare(rest); err != nil {
				return fmt.Errorf("row %d: %w", a.lines.number, err)
			}
		default:
			return fmt.Errorf("row %d: %q where @relation, @attribute or @data should be; mend "+
				"the line", a.lines.number, visible.Short(string(line)))
		}
	}
}

// declare reads what follows @attribute.
func (a *arff) declare(rest []byte) error {
	if a.attributes.n == MaxColumns {
		return fmt.Errorf("more than %d attributes; split the file", MaxColumns)
	}
	if err := a.text.roomFor(a.attributes.n); err != nil {
		return err
	}
	name, _, rest, err := token(rest, " \t{")
	if err != nil {
		return err
	}
	at := attribute{name: string(name)}
	switch {
	case at.name == "":
		return errors.New("an attribute has no name; name it")
	case !utf8.ValidString(at.name):
		return fmt.Errorf("the name %q is not UTF-8 text; %s", visible.Short(at.name),
			adviceUTF8)
	}
	if a.size += len(rest) + len(name); a.size > MaxHeader {
		return fmt.Errorf("the declarations are longer than %d bytes", MaxHeader)
	}
	rest = bytes.TrimSpace(rest)
	if len(rest) > 0 && rest[0] == '{' {
		at.kind = nominal
		if at.levels, err = a.declaredLevels(rest[1:]); err != nil {
			return fmt.Errorf("attribute %s: %w", visible.Name(at.name), err)
		}
		a.attributes.Add(at)
		return nil
	}
	word := rest
	if i := bytes.IndexAny(rest, " \t[{"); i >= 0 { // real [0,1] is KEEL's
		word = rest[:i]
	}
	switch strings.ToLower(string(word)) {
	case "numeric", "real", "integer":
		at.kind = numeric
	case "string":
		at.kind = text
	case "date":
		at.kind = date
	case "relational":
		return fmt.Errorf("attribute %s is relational, a table in each cell, which is not read",
			visible.Name(at.name))
	default:
		return fmt.Errorf("attribute %s: %s", visible.Name(at.name), suggest.Unknown("type",
			visible.Short(string(word)), []string{"numeric", "real", "integer", "string", "date"}))
	}
	a.attributes.Add(at)
	return nil
}

// declaredLevels reads what follows the opening brace.
func (a *arff) declaredLevels(rest []byte) (*declaredLevels, error) {
	l := &declaredLevels{index: make(map[string]int)}
	for {
		level, quoted, after, err := token(rest, ",}")
		if err != nil {
			return nil, err
		}
		if len(after) == 0 {
			return nil, errors.New("the list of values has no closing brace; close it on the " +
				"same line")
		}
		end := after[0]
		name := string(level)
		_, twice := l.index[name]
		switch {
		case end != ',' && end != '}':
			return nil, fmt.Errorf("the value %q is followed by %q; separate values by commas",
				visible.Short(name), visible.Short(string(after)))
		case name == "" && !quoted:
			return nil, errors.New("an empty value is declared; write one between the commas, " +
				"or remove a comma")
		case twice:
			return nil, fmt.Errorf("the value %q is declared twice", visible.Short(name))
		case !utf8.ValidString(name):
			return nil, fmt.Errorf("the value %q is not UTF-8 text; %s",
				visible.Short(name), adviceUTF8)
		case a.levels == maxWords:
			return nil, fmt.Errorf("more than %d values are declared in all", maxWords)
		}
		l.index[name] = len(l.list)
		l.list = append(l.list, name)
		a.levels++
		if end == '}' {
			return l, nil
		}
		rest = after[1:]
	}
}

// choose finds the label and what is left out.
func (a *arff) choose() error {
	names := make([]string, len(a.list))
	for j, at := range a.list {
		names[j] = at.name
	}
	if a.opt.RenameDuplicates {
		names = renameDuplicates(names, func(what string) { a.renamed = what })
		for j := range a.list {
			a.list[j].name = names[j]
		}
	}
	a.opt.chooseSamples(names, nil)
	var err error
	if a.columns, err = chooseColumns(a.opt, len(names), names); err != nil {
		return err
	}
	a.roles.begin(&a.columns, names)
	if i, j, found := FirstDuplicate(names); found {
		if i, j, found = duplicateBut(names, a.dropped, i, j); found {
			return fmt.Errorf("attributes %d and %d (counted from 0) are both named %q; %s",
				i, j, visible.Short(names[i]), duplicateAdvice(names, a.label, i, j))
		}
	}
	if len(a.list) == 1 && a.label == 0 {
		return fmt.Errorf("there is one attribute only, and it would be the label; read the "+
			"file without labels (label %s)", NoLabel)
	}
	a.doubt = otherClass(a.opt, a.label, names, a.out)
	a.column = make([]int, len(a.list))
	for j, at := range a.list {
		a.column[j] = -1
		if j == a.label || a.isOut(j) {
			continue
		}
		a.column[j] = a.kept
		a.kept++
		switch {
		case at.kind == date:
			return fmt.Errorf("column %d (%s) holds dates, which are no numbers; set Drop for it",
				j, visible.Name(at.name))
		case at.kind == text && a.coding == "":
			return fmt.Errorf("column %d (%s) holds strings; set Drop for it, ID if it names the "+
				"samples, or Code (ordinal or one-hot)", j, visible.Name(at.name))
		case at.kind == text && a.places == nil:
			a.places = make([]oddPlaces, len(a.list))
		}
	}
	if a.label >= 0 && a.list[a.label].kind == date {
		return fmt.Errorf("the label column %s holds dates, which are no classes; name another "+
			"label", visible.Name(a.list[a.label].name))
	}
	a.defaults = make([]float64, a.kept)
	return nil
}

func (a *arff) table() (*Table, error) {
	if a.rows == 0 {
		return nil, errors.New("no sample follows @data; give at least one row")
	}
	g := &grid{text: a.text, n: a.rows, cells: a.values.Join(), odd: a.odd, words: a.words.list,
		policy: a.policy, coding: a.coding, rename: a.opt.RenameDuplicates,
		roles: &a.roles}
	names := make([]string, len(a.list))
	for j, at := range a.list {
		names[j] = at.name
		if k := a.column[j]; k >= 0 && at.kind == nominal {
			if g.levels == nil {
				g.levels = make([][]string, a.kept)
			}
			g.levels[k] = at.levels.list
		}
	}
	if err := a.refused.err(names); err != nil {
		return nil, err
	}
	if a.renamed != "" {
		g.did(a.renamed)
	}
	if a.passed > 0 {
		g.did("passed over " + plural(a.passed, "empty value") + " between separators, as Weka " +
			"does")
	}
	if s := dropped(names, a.dropped); s != "" {
		g.did(s)
	}
	g.target = targetName(names, a.label)
	g.names = keep(names, a.label, a.out)
	g.warnings = append(g.warnings, a.rounded.say(g.names, len(names), a.isNoFeature)...)
	if a.places != nil {
		g.places = keep(a.places, a.label, a.out)
	}
	if a.label >= 0 {
		g.classes = &a.classes
		if a.opt.Label == "" && a.list[a.label].kind == numeric {
			g.lastLabel = g.target
		}
	}
	if a.doubt != "" {
		g.warn(a.doubt)
	}
	if a.weights {
		g.warn("the file has weights of rows, which are ignored")
	}
	t, err := g.table()
	if err == nil && a.label >= 0 {
		t.DeclaredNumber = a.list[a.label].kind == numeric && !a.opt.Continuous
	}
	return t, err
}
