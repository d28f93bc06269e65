package figure

import (
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"slices"
)

// tolerances are how far a color of the palette may be from that of edges and from that of areas,
// in steps of 255 of red, green or blue; the second pair is for images that need it. The shades at
// edges differ by less than is seen.
var tolerances = [][2]int{{12, 2}, {20, 4}}

const (
	paletteSize = 256
	// area is the share of an image, 1 of so many pixels, that the pixels of one color take at
	// least where they are not the edges of lines and letters.
	area = 4096
	// manyGrays is how many grays compress better by their differences than as entries.
	manyGrays = 64
	// mostColors is how many colors an image may have for a palette: photographs have more.
	mostColors = 1 << 14
)

// indexed is an opaque image with a palette. The colors of areas are as they are; of rare ones,
// those at edges, near ones share an entry. Where 256 colors are too few it is the image itself,
// and where there are many grays and no color, as of photographs, an image of gray levels.
func indexed(img *image.RGBA) image.Image {
	type run struct{ slot, pixels int32 }
	counts, width := newTally(), img.Rect.Dx()
	runs := make([]run, 0, 1<<16)
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:][:4*width]
		for x := 0; x < len(row); {
			c, from := binary.LittleEndian.Uint32(row[x:]), x
			x = endOfRun(row, x, c)
			slot := counts.add(c, (x-from)/4)
			if slot < 0 {
				return img
			}
			runs = append(runs, run{int32(slot), int32((x - from) / 4)})
		}
	}
	var out image.Image
	var to []uint8
	if len(counts.used) > manyGrays && counts.gray() {
		gray := image.NewGray(img.Rect)
		out, to = gray, gray.Pix
		for _, at := range counts.used {
			counts.slots[at].entry = uint8(counts.slots[at].rgba)
		}
	} else {
		chosen := counts.choose(len(img.Pix) / 4 / area)
		if chosen == nil {
			return img
		}
		few := image.NewPaletted(img.Rect, chosen)
		out, to = few, few.Pix
	}
	for _, r := range runs {
		entry := counts.slots[r.slot].entry
		for i := range to[:r.pixels] {
			to[i] = entry
		}
		to = to[r.pixels:]
	}
	return out
}

// endOfRun is where the pixels of color c end that begin at x, in bytes of the row.
func endOfRun(row []byte, x int, c uint32) int {
	for two := uint64(c)<<32 | uint64(c); x+8 <= len(row) &&
		binary.LittleEndian.Uint64(row[x:]) == two; {
		x += 8
	}
	if x+4 <= len(row) && binary.LittleEndian.Uint32(row[x:]) == c {
		x += 4
	}
	return x
}

// shadeCount is a color, its bytes from the lowest red, green, blue and alpha, with its number of
// pixels and its entry in the palette.
type shadeCount struct {
	rgba   uint32
	pixels int // 0 in a slot that is free
	entry  uint8
}

// tally counts colors, in a table of twice as many slots as it may hold, a power of two.
type tally struct {
	slots []shadeCount
	used  []int // slots with a color
}

func newTally() *tally { return &tally{slots: make([]shadeCount, 2*mostColors)} }

// slot is that of a color, or the free one that is its own.
func (t *tally) slot(rgba uint32) int {
	mask := uint32(len(t.slots) - 1)
	at := rgba * 0x9E3779B1 >> 7 & mask // multiplied by 2³² over the golden ratio
	for t.slots[at].pixels > 0 && t.slots[at].rgba != rgba {
		at = (at + 1) & mask
	}
	return int(at)
}

// add counts pixels and returns the slot of their color, -1 for a translucent one and one too many.
func (t *tally) add(rgba uint32, pixels int) int {
	at := t.slot(rgba)
	if t.slots[at].pixels == 0 {
		if len(t.used) == mostColors || rgba>>24 != 0xff {
			return -1
		}
		t.slots[at].rgba = rgba
		t.used = append(t.used, at)
	}
	t.slots[at].pixels += pixels
	return at
}

func (t *tally) gray() bool {
	for _, at := range t.used {
		if c := t.slots[at].rgba; c&0xff != c>>8&0xff || c&0xff != c>>16&0xff {
			return false
		}
	}
	return true
}

// choose makes the palette and says which entry each color takes, or returns nil where 256 entries
// are too few. The most frequent colors come first; one that is near an entry shares it. Colors of
// at least large pixels are those of areas.
func (t *tally) choose(large int) color.Palette {
	slices.SortFunc(t.used, func(a, b int) int {
		p, q := &t.slots[a], &t.slots[b]
		return cmp.Or(cmp.Compare(q.pixels, p.pixels), cmp.Compare(p.rgba, q.rgba))
	})
	for _, near := range tolerances {
		if chosen := t.within(near[0], near[1], large); chosen != nil {
			return chosen
		}
	}
	return nil
}

// within is the palette whose entries are no further than that from the colors of edges and areas,
// nil where they would be too many.
func (t *tally) within(edges, areas, large int) color.Palette {
	var chosen color.Palette
	var entries []uint32
	for _, at := range t.used {
		s, near := &t.slots[at], edges
		if s.pixels >= large {
			near = areas
		}
		entry := nearest(entries, s.rgba, near)
		if entry < 0 {
			if len(entries) == paletteSize {
				return nil
			}
			entry = len(entries)
			entries = append(entries, s.rgba)
			chosen = append(chosen, color.RGBA{uint8(s.rgba), uint8(s.rgba >> 8),
				uint8(s.rgba >> 16), 0xff})
		}
		s.entry = uint8(entry)
	}
	return chosen
}

// nearest is the first of the nearest entries that are no further than near, -1 for none.
func nearest(entries []uint32, rgba uint32, near int) int {
	best, found := near+1, -1
	for i, e := range entries {
		if d := distance(e, rgba, best); d < best {
			best, found = d, i
		}
	}
	return found
}

// distance is the largest difference of red, green or blue, or at least limit.
func distance(a, b uint32, limit int) int {
	far := 0
	for shift := 0; shift < 24; shift += 8 {
		d := int(a>>shift&0xff) - int(b>>shift&0xff)
		if far = max(far, d, -d); far >= limit {
			break
		}
	}
	return far
}
