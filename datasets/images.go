package datasets

import (
	"archive/tar"
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/pgm"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// The limits of an archive of pictures.
const (
	// maxImages is the number of pictures.
	maxImages = 1 << 18
	// maxPath is the length of a path.
	maxPath = 1 << 12
)

// ReadImages reads a tar archive of pictures in one size, plain or compressed with gzip: portable
// gray maps (.pgm, of the forms P5 and P2), one a sample, one folder a class, as the AT&T faces
// come (s1/1.pgm to s40/10.pgm). Dataset.Image has their shape, the features are called pixel_0_0,
// pixel_0_1, … after the row and the column of their pixel, and the values are those of the files,
// from 0 for black to the largest value for white, which all pictures share.
//
// Samples are in the order of their paths, numbers by value, wherever they stand in the archive. A
// class is called after the folder of its pictures, without the outer folders that all pictures
// share. Other files, hidden ones and links are skipped, and counted in the history. The only
// option is Label, which can be NoLabel.
//
// The pixels are read as a stream. Loading takes at most 32 MiB, four times the memory of the
// numbers, and 64 bytes a pixel of a picture. Errors name the picture. Archives that expand to more
// than 250 times their size, pictures above pgm.MaxPixels, and paths that leave the archive are
// errors; nothing is written to disk.
func ReadImages(r io.Reader, source string, opt Options) (*Dataset, error) {
	return readAs(source, func() (*Dataset, error) {
		d, err := readImages(r, opt)
		if err != nil {
			return nil, err
		}
		return d.held(opt)
	})
}

func readImages(r io.Reader, opt Options) (*Dataset, error) {
	if opt.Label != "" && opt.Label != NoLabel {
		return nil, fmt.Errorf("the classes of pictures are their folders, and there is no "+
			"label %q; leave it out, or say %q for none", visible.Short(opt.Label), NoLabel)
	}
	if err := opt.noRoles("an archive of pictures"); err != nil {
		return nil, err
	}
	if opt.Drop != nil || opt.Transposed || opt.View != "" || opt.Names != "" {
		return nil, errors.New("the options Drop, Transposed, View and Names are for tables and " +
			"matrices; leave them out for pictures")
	}
	text, err := tabular.Open(r)
	if err != nil {
		return nil, err
	}
	bytes := tabular.NewCounter(text)
	a := images{text: text, bytes: bytes, archive: tar.NewReader(bytes)}
	for {
		h, err := a.archive.Next()
		if errors.Is(err, io.EOF) {
			// Blocks of zeros end an archive; where they are missing, pictures may be missing.
			if bytes.Ended {
				return nil, errors.New("the archive is cut off: the blocks of zeros that end it " +
					"are missing; fetch the file again")
			}
			// The gzip checksum follows the end of the archive.
			if _, err := io.Copy(io.Discard, bytes); err != nil {
				return nil, err
			}
			return a.dataset(opt)
		}
		if err != nil {
			return nil, blameTar(bytes, err)
		}
		if err := a.add(h); err != nil {
			return nil, err
		}
	}
}

// blameTar distinguishes a damaged archive from data that cannot be read.
func blameTar(c *tabular.Counter, err error) error {
	if c.Err != nil {
		return c.Err
	}
	return fmt.Errorf(
		"the archive is cut off, damaged or no tar archive (%w); fetch the file again", err)
}

// images gathers the pictures of an archive.
type images struct {
	archive *tar.Reader
	bytes   *tabular.Counter // of the unpacked archive
	in      *bufio.Reader
	text    *tabular.Source
	size    int        // of the paths, in bytes
	shape   ImageShape // of all pictures
	most    int        // the value of white
	row     []float64
	paths   []string
	pixels  tabular.Pieces[float64]
	skipped int
}

// add reads the next file of the archive if it is a picture.
func (a *images) add(h *tar.Header) error {
	if h.Typeflag == tar.TypeDir || h.Typeflag == tar.TypeXGlobalHeader {
		return nil
	}
	name := path.Clean(h.Name)
	base := path.Base(name)
	regular := h.Typeflag == tar.TypeReg || h.Typeflag == tar.TypeGNUSparse
	if !regular || strings.HasPrefix(base, ".") || !strings.EqualFold(path.Ext(base), ".pgm") {
		a.skipped++
		return nil
	}
	switch {
	case len(name) > maxPath:
		return fmt.Errorf("%s: the path is longer than %d bytes; shorten it", visible.Name(name),
			maxPath)
	case path.IsAbs(name) || strings.HasPrefix(name, "../") || strings.ContainsAny(name, "\\\x00"):
		return fmt.Errorf("%s: the path leaves the archive; pack the folder of the pictures again",
			visible.Name(name))
	case !utf8.ValidString(name):
		return fmt.Errorf("%s: the path is not UTF-8 text; rename the file", visible.Name(name))
	case a.size+len(name) > tabular.MaxWordBytes:
		return fmt.Errorf("%s: the paths of the pictures are longer than %d bytes; shorten them",
			visible.Name(name), tabular.MaxWordBytes)
	case len(a.paths) == maxImages:
		return fmt.Errorf("%s: more than %d pictures; split the archive", visible.Name(name),
			maxImages)
	}
	if a.in == nil {
		a.in = bufio.NewReaderSize(nil, 1<<13)
	}
	a.in.Reset(a.archive)
	if err := a.read(); err != nil {
		if a.bytes.Err != nil {
			return a.bytes.Err
		}
		return fmt.Errorf("%s: %w", visible.Name(name), err)
	}
	a.paths = append(a.paths, name)
	a.size += len(name)
	return nil
}

// read reads the pixels of a picture.
func (a *images) read() error {
	p, err := pgm.NewReader(a.in)
	if err != nil {
		return err
	}
	shape := ImageShape{p.Height, p.Width, true}
	if len(a.paths) == 0 {
		a.shape, a.most, a.row = shape, p.Max, make([]float64, p.Width)
	}
	switch {
	case shape != a.shape:
		return fmt.Errorf("it has %d×%d pixels, the pictures before have %d×%d; bring all to "+
			"one size", p.Height, p.Width, a.shape.Height, a.shape.Width)
	case p.Max != a.most:
		return fmt.Errorf("its white is %d, that of the pictures before is %d; bring all to one",
			p.Max, a.most)
	case int64(a.pixels.Len())+int64(shape.Pixels()) > MaxElements:
		return fmt.Errorf("more than %d pixels; split the archive", MaxElements)
	}
	for {
		err := p.Row(a.row)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := a.text.Room(int64(a.pixels.Len()) + int64(len(a.row))); err != nil {
			return err
		}
		a.pixels.AddAll(a.row)
		// Sparse files of an archive have pixels that are not stored.
		if int64(a.pixels.Len()) > a.bytes.N {
			return errors.New("it has more pixels than the archive has bytes; pack the pictures " +
				"again, without tar's sparse files")
		}
	}
}

func (a *images) dataset(opt Options) (*Dataset, error) {
	if len(a.paths) == 0 {
		return nil, fmt.Errorf("no picture among the %d files of the archive; give one of .pgm "+
			"pictures, a folder for each class", a.skipped)
	}
	order := upTo(len(a.paths))
	slices.SortFunc(order, func(i, j int) int { return comparePaths(a.paths[i], a.paths[j]) })
	paths := make([]string, len(order))
	for k, i := range order {
		paths[k] = a.paths[i]
		if k > 0 && paths[k] == paths[k-1] {
			return nil, fmt.Errorf("%s: the picture is there twice; pack each once",
				visible.Name(paths[k]))
		}
	}
	d := &Dataset{Image: a.shape, Features: pixelNames(a.shape)}
	d.X = mat.NewDense(len(order), a.shape.Pixels(), a.pixels.Join())
	arrange(d.X, order)
	if opt.continuous() {
		return nil, errors.New("the folders of pictures are classes; leave Target out, and give " +
			"numbers to WithTarget")
	}
	if opt.Label != NoLabel {
		labels, err := folders(paths)
		if err != nil {
			return nil, err
		}
		d.Y, d.Classes = tabular.Encode(labels)
	}
	d.History = append(d.History,
		fmt.Sprintf("decoded %d pictures of %d×%d pixels, black 0 to white %d", len(order),
			a.shape.Height, a.shape.Width, a.most))
	if a.skipped > 0 {
		d.History = append(d.History,
			fmt.Sprintf("passed over %d other files of the archive", a.skipped))
	}
	if err := d.finishAs(opt.Target); err != nil {
		return nil, err
	}
	return d, nil
}

// folders returns the folder of each path, without the common outer ones; its name if nothing is
// left.
func folders(paths []string) ([]string, error) {
	out := make([]string, len(paths))
	common := path.Dir(paths[0])
	for i, p := range paths {
		out[i] = path.Dir(p)
		if out[i] == "." {
			return nil, fmt.Errorf("%s: the picture is in no folder, which would be its class; "+
				"put each class in a folder, or read the pictures without labels (label %s)",
				visible.Name(p), NoLabel)
		}
		for common != "." && out[i] != common && !strings.HasPrefix(out[i], common+"/") {
			common = path.Dir(common)
		}
	}
	for i, dir := range out {
		switch {
		case dir == common:
			out[i] = path.Base(dir)
		case common != ".":
			out[i] = strings.TrimPrefix(dir, common+"/")
		}
	}
	return out, nil
}

// comparePaths compares paths by text, but runs of digits by their numbers.
func comparePaths(a, b string) int {
	digit := func(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
	x, y := a, b
	for x != "" && y != "" {
		if digit(x) && digit(y) {
			m, n := leadingNumber(x), leadingNumber(y)
			if c := cmp.Or(cmp.Compare(len(m), len(n)), strings.Compare(m, n)); c != 0 {
				return c
			}
			x, y = strings.TrimLeft(x, digits), strings.TrimLeft(y, digits)
			continue
		}
		if c := cmp.Compare(x[0], y[0]); c != 0 {
			return c
		}
		x, y = x[1:], y[1:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(a, b))
}

// leadingNumber returns the digits at the beginning without leading zeros.
func leadingNumber(s string) string {
	run := s[:len(s)-len(strings.TrimLeft(s, digits))]
	return strings.TrimLeft(run, "0")
}

// arrange moves row order[k] of x to row k, in place, with one row of memory.
func arrange(x *mat.Dense, order []int) {
	held := make([]float64, x.RawMatrix().Cols)
	done := make([]bool, len(order))
	for k := range order {
		if done[k] || order[k] == k {
			continue
		}
		copy(held, x.RawRowView(k))
		to := k
		for order[to] != k {
			copy(x.RawRowView(to), x.RawRowView(order[to]))
			done[to] = true
			to = order[to]
		}
		copy(x.RawRowView(to), held)
		done[to] = true
	}
}

// pixelNames calls the features pixel_0_0, pixel_0_1, … after the row and the
// column of their pixels.
func pixelNames(s ImageShape) []string {
	names := make([]string, s.Pixels())
	for row := range s.Height {
		for col := range s.Width {
			names[s.Column(row, col)] = fmt.Sprintf("pixel_%d_%d", row, col)
		}
	}
	return names
}

// ImageShape declares that each sample is a picture of Height×Width pixels, one feature a pixel.
// The zero value means that samples are not pictures.
type ImageShape struct {
	Height, Width int
	// ByRow means that the pixels follow one another along the rows of the picture; otherwise down
	// its columns, as in MATLAB.
	ByRow bool
}

// Pixels returns the number of features of such a picture, 0 for none.
func (s ImageShape) Pixels() int { return s.Height * s.Width }

// Column returns the feature of the pixel in a row and a column of the picture,
// both counted from 0 at the upper left.
func (s ImageShape) Column(row, col int) int {
	if s.ByRow {
		return row*s.Width + col
	}
	return col*s.Height + row
}

// check returns an error unless the shape is that of d features, or of none.
func (s ImageShape) check(d int) error {
	switch {
	case s.Height == 0 && s.Width == 0:
		return nil
	case s.Height < 1 || s.Width < 1:
		return fmt.Errorf("the image shape is %d×%d; give a height and a width, or none", s.Height,
			s.Width)
	case s.Height > d || s.Width > d || s.Pixels() != d: // in this order, products do not overflow
		return fmt.Errorf("images of %d×%d pixels for %d features; give the shape of the "+
			"images, or none", s.Height, s.Width, d)
	}
	return nil
}

// imageShapes are the shapes of the named data sets of pictures, each verified by looking; for
// PalmData25 that is not possible.
var imageShapes = map[string]ImageShape{
	"digits":     {8, 8, true},
	"COIL20":     {32, 32, false},
	"ORL":        {32, 32, false},
	"ORL_28x23":  {28, 23, false},
	"UMIST":      {28, 23, false},
	"warpAR10P":  {60, 40, false},
	"warpPIE10P": {55, 44, false},
	"pixraw10P":  {100, 100, false},
	"orlraws10P": {112, 92, false},
	"BINALPHA":   {20, 16, false},
	"PalmData25": {16, 16, false},
}

// setImage sets the shape of the pictures of a named data set, unless it was read without some of
// its pixels.
func (d *Dataset) setImage(name string) {
	if s := imageShapes[name]; s.Pixels() == d.D() {
		d.Image = s
	}
}
