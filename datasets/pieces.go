package datasets

// pieces collects values of which nobody knows how many will come. It never
// copies what it has to make room, as append does, so that it takes the memory
// of the values and no more, and twice that while they are joined.
type pieces[T any] struct {
	full [][]T
	last []T
	n    int
}

// The capacity of the first piece, and the one at which pieces stop doubling.
const (
	firstPiece   = 1 << 8
	largestPiece = 1 << 17
)

func (p *pieces[T]) add(v T) {
	if len(p.last) == cap(p.last) {
		p.grow()
	}
	p.last = append(p.last, v)
	p.n++
}

func (p *pieces[T]) addAll(values []T) {
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
func (p *pieces[T]) grow() {
	size := firstPiece
	if p.last != nil {
		p.full = append(p.full, p.last)
		size = min(2*cap(p.last), largestPiece)
	}
	p.last = make([]T, 0, size)
}

// take gives the pieces in turn and leaves p empty.
func (p *pieces[T]) take(use func(piece []T)) {
	for i, piece := range p.full {
		use(piece)
		p.full[i] = nil
	}
	use(p.last)
	*p = pieces[T]{}
}

// join returns the values in one slice and leaves p empty.
func (p *pieces[T]) join() []T {
	out := make([]T, 0, p.n)
	p.take(func(piece []T) { out = append(out, piece...) })
	return out
}
