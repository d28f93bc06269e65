package matfile

import (
	"io"

	"fsnb.example/internal/compressed"
	"fsnb.example/internal/rawfloat"
)

const (
	// chunkBytes is the size of the buffer for raw numbers.
	chunkBytes = 1 << 16
	// trusted is the size up to which a result is allocated as the file states. For a larger one
	// 1/evidence of its data must have arrived.
	trusted  = 1 << 26
	evidence = 16
)

// kinds are the types that numbers have.
var kinds = map[uint32]rawfloat.Kind{
	miINT8: rawfloat.Int8, miUINT8: rawfloat.Uint8, miINT16: rawfloat.Int16,
	miUINT16: rawfloat.Uint16, miINT32: rawfloat.Int32, miUINT32: rawfloat.Uint32,
	miINT64: rawfloat.Int64, miUINT64: rawfloat.Uint64, miSINGLE: rawfloat.Float32,
	miDOUBLE: rawfloat.Float64,
}

// width is the size of a number of the type, 0 for other types.
func width(typ uint32) int64 { return int64(kinds[typ].Size()) }

// dense reads the numbers of a full array, which are stored column by column
// and need not be of the type of its class, from m.
func (d *decoder) dense(m *section, a array) ([]float64, error) {
	n, err := d.elements(a)
	if err != nil || n == 0 {
		return []float64{}, err
	}
	typ, sub, err := m.sub()
	if err != nil {
		return nil, err
	}
	w := width(typ)
	if w == 0 {
		return nil, d.damaged("its numbers are of type %d", typ)
	}
	if sub.left != n*w {
		return nil, d.damaged("%s bytes of numbers where %d×%d need %s", count(sub.left), a.rows,
			a.cols, count(n*w))
	}
	if err := d.charge(8*n + compressed.Memory(a.rows, a.cols, 0)); err != nil {
		return nil, err
	}
	r := numbers{d: d, typ: typ, width: w, src: &sub}
	if n*8 > trusted {
		if r.src, err = rawfloat.Arrive(&sub, sub.left/evidence); err != nil {
			return nil, err
		}
	}
	out := make([]float64, n)
	if err := rawfloat.Transposed(out, a.rows, a.cols, r.read); err != nil {
		return nil, err
	}
	return out, sub.end()
}

// numbers decodes numbers of one type from src.
type numbers struct {
	d     *decoder
	typ   uint32
	width int64
	src   io.Reader
}

// read decodes the next len(dst) numbers.
func (r *numbers) read(dst []float64) error {
	for len(dst) > 0 {
		n := min(len(dst), chunkBytes/int(r.width))
		size := n * int(r.width)
		if size > len(r.d.chunk) {
			r.d.chunk = make([]byte, size)
		}
		p := r.d.chunk[:size]
		if _, err := io.ReadFull(r.src, p); err != nil {
			return err
		}
		if r.d.big {
			reverse(p, int(r.width))
		}
		kinds[r.typ].Decode(dst[:n], p)
		dst = dst[n:]
	}
	return nil
}

// reverse turns big-endian numbers of w bytes into little-endian ones.
func reverse(p []byte, w int) {
	for ; len(p) >= w && w > 1; p = p[w:] {
		for i, j := 0, w-1; i < j; i, j = i+1, j-1 {
			p[i], p[j] = p[j], p[i]
		}
	}
}
