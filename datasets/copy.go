package datasets

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/zeebo/xxh3"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/checksum"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/rawfloat"
	"fsnb.example/internal/tabular"
)

// ReadersRevision rises whenever a reader of files changes its results: parsed copies carry it.
const ReadersRevision = 9

const (
	// leastCopied is the file size from which a parsed copy is kept: smaller files parse as fast.
	leastCopied = 1 << 16

	copyMagic = "fsnb parsed 5\n"
	copySum   = 16 // bytes of an XXH3 sum at the end of a copy
	copyHead  = 7  // numbers at its beginning

	// denseCopy stands for the number of entries of dense data.
	denseCopy = math.MaxUint64
)

type reader = func(io.Reader, string, Options) (*Dataset, error)

// readOrRecall reads a file whose checksum was verified as sum, or returns the copy kept when the
// same content was read with the same options before, in any notebook. The key is the content (its
// size and 128-bit XXH3 sum), not the path or the time, so a copy is never stale. Copies are kept
// in the folder of FSNB_CACHE and are bounded there; failures of the cache are ignored.
func readOrRecall(
	f *os.File, path string, opt Options, sum checksum.Sum, kind string, read reader,
) (*Dataset, error) {
	cache := diskcache.OpenCopies()
	st, err := f.Stat()
	if cache == "" || err != nil || !st.Mode().IsRegular() || st.Size() < leastCopied {
		return verifyAndRead(f, f, path, opt, sum, read)
	}
	version, err := settled(f)
	if err != nil {
		return nil, named(path, err)
	}
	content, err := contentSum(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, tabular.ReadError(err))
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("%s: %w", path, tabular.ReadError(err))
	}
	beside, err := opt.besideSums(kind)
	if err != nil {
		return verifyAndRead(f, f, path, opt, sum, read) // which says what is wrong with the file
	}
	with := opt
	with.opened = nil
	key := fmt.Sprintf("%d %s %x %s %x %#v", ReadersRevision, kind, content, beside, sum, with)
	var d *Dataset
	if cache.Read(key, func(r io.Reader, size int64) (ok bool) {
		d, ok = readCopy(r, size, key)
		return ok
	}) {
		return d, nil
	}
	again := xxh3.New()
	d, err = verifyAndRead(f, io.TeeReader(f, again), path, opt, sum, read)
	if err != nil {
		return nil, err
	}
	// A file that was modified meanwhile does not match its sum. One that has its former content
	// again does, and has another version.
	_, err = io.Copy(again, f)
	besideAgain, besideErr := opt.besideSums(kind)
	if err == nil && besideErr == nil && again.Sum128() == content && besideAgain == beside &&
		version.Check(f) == nil {
		_ = writeCopy(cache, key, d)
	}
	return d, nil
}

// besideSums are the sums of what else decides what is read: the names of the columns, the labels,
// which tell what column names the samples, and the program that reads the file.
func (o Options) besideSums(kind string) (string, error) {
	files := []string{o.Names, o.Labels, ""}
	if kind == ".parquet" {
		program, err := parquetProgram()
		if err != nil {
			return "", err
		}
		files[2] = program
	}
	var sums [3]xxh3.Uint128 // 0 for ""
	for i, path := range files {
		if path == "" {
			continue
		}
		if err := o.reading(path, func(f openFile) (err error) {
			sums[i], err = contentSum(f.content())
			return err
		}); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", sums), nil
}

// verifyAndRead reads r, which is f or passes on what it reads of it.
func verifyAndRead(
	f *os.File, r io.Reader, path string, opt Options, sum checksum.Sum, read reader,
) (*Dataset, error) {
	if sum != (checksum.Sum{}) {
		if err := sum.CheckFile(f); err != nil {
			return nil, err
		}
	}
	return read(r, path, opt)
}

func contentSum(f io.Reader) (xxh3.Uint128, error) {
	h := xxh3.New()
	_, err := io.CopyBuffer(struct{ io.Writer }{h}, struct{ io.Reader }{f}, make([]byte, 1<<18))
	return h.Sum128(), err
}

// writeCopy keeps d as the copy of key. A copy is a magic word and the key, then n, d, the height
// and width of pictures with their order, the number of entries of sparse data (denseCopy for
// others), and that of the bytes of words, all as 8-byte numbers; what writeWords writes; blanks up
// to a multiple of 8; the values, or what writeEntries writes; and the XXH3 sum of all of this.
func writeCopy(cache diskcache.Dir, key string, d *Dataset) error {
	sparse, _ := d.Stored.(*storage.Sparse)
	if d.Truth != nil || d.Stored != nil && sparse == nil { // no file has a Truth
		return nil
	}
	var words copyWords
	d.writeWords(&words)
	n, p := d.Matrix().Dims()
	entries, size := uint64(denseCopy), 8*int64(n)*int64(p)
	if sparse != nil {
		entries = uint64(sparse.NonZeros())
		size = int64(sparseSize(uint64(p), entries))
	}
	words = append(words, make([]byte, -len(words)&7)...)
	head := fmt.Appendf(nil, "%s%q\n", copyMagic, key)
	byRow := uint64(0)
	if d.Image.ByRow {
		byRow = 1
	}
	for _, v := range [copyHead]uint64{uint64(n), uint64(p), uint64(d.Image.Height),
		uint64(d.Image.Width), byRow, entries, uint64(len(words))} {
		head = binary.LittleEndian.AppendUint64(head, v)
	}
	size += int64(len(head)+len(words)) + copySum
	return cache.Write(key, size, func(w io.Writer) error {
		sum := xxh3.New()
		w = io.MultiWriter(w, sum)
		for _, part := range [][]byte{head, words} {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
		write := d.writeRows
		if sparse != nil {
			write = func(w io.Writer) error { return writeEntries(w, sparse) }
		}
		if err := write(w); err != nil {
			return err
		}
		total := sum.Sum128().Bytes()
		_, err := w.Write(total[:])
		return err
	})
}

// writeRows writes the values of dense data.
func (d *Dataset) writeRows(w io.Writer) error {
	var buf []byte
	for i := range d.N() {
		buf = rawfloat.Bytes(d.X.RawRowView(i), buf)
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}

// readCopy reads a copy of that size. A damaged or truncated copy, or one of another key, counts as
// absent.
func readCopy(r io.Reader, size int64, key string) (*Dataset, bool) {
	begin := fmt.Appendf(nil, "%s%q\n", copyMagic, key)
	head := make([]byte, len(begin)+8*copyHead)
	if _, err := io.ReadFull(r, head); err != nil || !bytes.HasPrefix(head, begin) ||
		size < int64(len(head)+copySum) {
		return nil, false
	}
	sum := xxh3.New()
	sum.Write(head)
	var numbers [copyHead]uint64
	for i := range numbers {
		numbers[i] = binary.LittleEndian.Uint64(head[len(head)-8*(copyHead-i):])
	}
	n, p, entries, words := numbers[0], numbers[1], numbers[5], numbers[6]
	left := uint64(size) - uint64(len(head)) - copySum
	if n == 0 || p == 0 || words > left {
		return nil, false
	}
	switch left -= words; {
	case entries == denseCopy:
		if n > left/8/p || 8*n*p != left {
			return nil, false
		}
	case n > math.MaxInt32 || p > left || entries > left || sparseSize(p, entries) != left:
		return nil, false
	}
	text := make([]byte, words)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, false
	}
	sum.Write(text)
	d := &Dataset{Image: ImageShape{int(numbers[2]), int(numbers[3]), numbers[4] == 1}}
	if entries == denseCopy {
		values := make([]float64, n*p)
		if rawfloat.Read(r, values) != nil {
			return nil, false
		}
		sum.Write(rawfloat.Bytes(values, nil))
		d.X = mat.NewDense(int(n), int(p), values)
	} else {
		x, err := readEntries(io.TeeReader(r, sum), int(n), int(p), int(entries))
		if err != nil {
			return nil, false
		}
		d.Stored = x
	}
	var want [copySum]byte
	if _, err := io.ReadFull(r, want[:]); err != nil || sum.Sum128().Bytes() != want {
		return nil, false
	}
	if d.readWords(&copyReader{rest: string(text)}) != nil {
		return nil, false
	}
	d.Origin = d.Hash()
	return d, true
}
