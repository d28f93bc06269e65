package tabular

// Pieces accumulates a sequence of unknown length. Unlike append it never copies to grow, so that
// it takes the memory of the values only, and twice that while they are joined.
type Pieces[T any] struct {
	full [][]T
	last []T
	n    int
}

// The capacity of the first piece, and the one at which pieces stop doubling.
const (
	firstPiece   = 1 << 8
	largestPiece = 1 << 17
)

// Len is the number of values.
func (p *Pieces[T]) Len() int { return p.n }

// Add appends a value.
func (p *Pieces[T]) Add(v T) {
	if len(p.last) == cap(p.last) {
		p.grow()
	}
	p.last = append(p.last, v)
	p.n++
}

// AddAll appends values, which it copies.
func (p *Pieces[T]) AddAll(values []T) {
	p.n += len(values)
	for len(values) > 0 {
		if len(p.last) == cap(p.last) {
			p.grow()
		}
		room := min(len(values), cap(p.last)-len(p.last))
		p.last = append(p.last, values[:room]...)
		values = values[room:]
	}
}

// grow starts a new piece.
func (p *Pieces[T]) grow() {
	size := firstPiece
	if p.last != nil {
		p.full = append(p.full, p.last)
		size = min(2*cap(p.last), largestPiece)
	}
	p.last = make([]T, 0, size)
}

// Each yields the pieces in turn.
func (p *Pieces[T]) Each(use func(piece []T)) {
	for _, piece := range p.full {
		use(piece)
	}
	use(p.last)
}

// Take yields the pieces in turn and leaves p empty.
func (p *Pieces[T]) Take(use func(piece []T)) {
	for i, piece := range p.full {
		use(piece)
		p.full[i] = nil
	}
	use(p.last)
	*p = Pieces[T]{}
}

// Join returns the values in one slice and leaves p empty.
func (p *Pieces[T]) Join() []T {
	out := make([]T, 0, p.n)
	p.Take(func(piece []T) { out = append(out, piece...) })
	return out
}
