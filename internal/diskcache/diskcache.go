// Package diskcache stores results between the cells of a notebook, each of which is a new process:
// one small file per entry, shared by all notebooks of a user.
//
// An entry is written under a temporary name and renamed, so that several notebooks can share the
// folder. It carries its key and a checksum: a damaged or foreign file counts as absent. The size
// of the folder is bounded; the least recently used entries are removed first. Only the owner may
// use the folder. A folder that another user owns or can write to is refused, since a checksum does
// not prove who wrote an entry.
//
// Alternatives: github.com/peterbourgon/diskv has no bound on disk use and no checksums; gonb's
// cache package uses keys chosen by the user, so that changed data give stale results.
package diskcache

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/private"
)

// Variable is the environment variable with the folder of the cache, or "off".
const Variable = "FSNB_CACHE"

const (
	// MaxBytes is the largest total size of the folder.
	MaxBytes = 256 << 20
	// maxEntry is the largest size of one entry: a larger one would evict all others.
	maxEntry = MaxBytes / 8

	// MaxCopies is the largest total size of the folder of OpenCopies, and maxCopy that of one
	// entry.
	MaxCopies = 512 << 20
	maxCopy   = MaxCopies / 4

	// ahead is by how much the clocks of processes that share the folder may differ.
	ahead = time.Hour

	extension = ".result"
	magic     = "fsnb result 1\n"
)

// Dir is the folder of a cache; "" disables the cache.
type Dir string

// Open returns the cache of results that the environment selects: in the folder that FSNB_CACHE
// names, in the user's cache folder when it is unset, disabled when it is "off" or the system knows
// no such folder.
func Open() Dir {
	if os.Getenv(Variable) == "off" {
		return ""
	}
	return Dir(Folder("results"))
}

// OpenCopies returns the cache of parsed copies of data files, whose entries are written and read
// by Write and Read. They are large and have a folder of their own, so that they do not evict
// results.
func OpenCopies() Dir {
	if os.Getenv(Variable) == "off" {
		return ""
	}
	return Dir(Folder("parsed"))
}

// Folder returns the folder called name beside those of other purposes: below the one that
// FSNB_CACHE names, below the user's cache folder when it is unset, "" when the system knows none.
// "off" disables the cache of results only; here it counts as unset.
func Folder(name string) string {
	base := os.Getenv(Variable)
	if base == "" || base == "off" {
		user, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		base = filepath.Join(user, "fsnb")
	}
	return filepath.Join(base, name)
}

// file is the path of the entry of a key.
func (d Dir) file(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(string(d), hex.EncodeToString(sum[:])+extension)
}

// Get reads the entry of key into v, a pointer to gob-safe data, and reports whether there was one.
// A damaged entry, or one of another key, counts as absent.
func (d Dir) Get(key string, v any) bool {
	most := int64(len(entryHead(key)) + sha256.Size + maxEntry)
	return d.read(key, most, func(f io.Reader, size int64) bool {
		text := make([]byte, size)
		if _, err := io.ReadFull(f, text); err != nil {
			return false
		}
		payload, ok := verified(text, key)
		return ok && gob.NewDecoder(bytes.NewReader(payload)).Decode(v) == nil
	})
}

// verified returns the payload of an entry that is intact and belongs to key.
func verified(text []byte, key string) ([]byte, bool) {
	head := entryHead(key)
	if len(text) < len(head)+sha256.Size || !bytes.HasPrefix(text, head) {
		return nil, false
	}
	sum, payload := text[len(head):len(head)+sha256.Size], text[len(head)+sha256.Size:]
	want := sha256.Sum256(payload)
	return payload, bytes.Equal(sum, want[:])
}

func entryHead(key string) []byte { return fmt.Appendf(nil, "%s%q\n", magic, key) }

// Put writes v as the entry of key, atomically, and evicts old entries when the folder exceeds
// MaxBytes. An entry above an eighth of that is dropped without an error.
func (d Dir) Put(key string, v any) error {
	if d == "" {
		return nil
	}
	var payload bytes.Buffer
	if err := gob.NewEncoder(&payload).Encode(v); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	if payload.Len() > maxEntry {
		return nil
	}
	sum := sha256.Sum256(payload.Bytes())
	return d.write(key, MaxBytes, func(w io.Writer) error {
		_, err := io.Copy(w, io.MultiReader(bytes.NewReader(entryHead(key)),
			bytes.NewReader(sum[:]), &payload))
		return err
	})
}

// write stores an entry, and evicts old ones when the folder exceeds limit bytes.
func (d Dir) write(key string, limit int64, write func(w io.Writer) error) error {
	if err := Make(string(d)); err != nil {
		return err
	}
	if err := atomicfile.WritePrivate(d.file(key), write); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return d.shrink(limit)
}

// Remove removes the entry of key, if there is one.
func (d Dir) Remove(key string) {
	if d != "" {
		_ = os.Remove(d.file(key)) // failures are ignored
	}
}

// Write stores the size bytes that write produces as the entry of key, atomically, and evicts old
// entries when the folder exceeds MaxCopies. An entry above a quarter of that is dropped without an
// error. The bytes carry their own checksum.
func (d Dir) Write(key string, size int64, write func(w io.Writer) error) error {
	if d == "" || size > maxCopy {
		return nil
	}
	return d.write(key, MaxCopies, write)
}

// Read calls read with the entry of key and its size, and reports whether there was an entry that
// read accepted. A file larger than Write allows counts as absent.
func (d Dir) Read(key string, read func(f io.Reader, size int64) bool) bool {
	return d.read(key, maxCopy, read)
}

// read is Read of a file of at most most bytes.
func (d Dir) read(key string, most int64, read func(f io.Reader, size int64) bool) bool {
	if d == "" || d.Refused() != nil {
		return false
	}
	f, size, err := private.Open(d.file(key), most)
	if err != nil {
		return false
	}
	defer f.Close()
	if !read(f, size) {
		return false
	}
	now := time.Now()
	_ = os.Chtimes(f.Name(), now, now) // failures are ignored: it only says what to evict last
	return true
}

// Info describes the content of a cache.
type Info struct {
	Dir     string
	Entries int
	Bytes   int64
}

// Info counts the entries. A folder that does not exist is empty.
func (d Dir) Info() (Info, error) {
	files, err := d.files()
	info := Info{Dir: string(d)}
	for _, f := range files {
		if !f.dead {
			info.Entries, info.Bytes = info.Entries+1, info.Bytes+f.size
		}
	}
	return info, err
}

// Clear removes all entries, and what killed writers left, and returns which entries there were.
func (d Dir) Clear() (Info, error) {
	info, err := d.Info()
	if err != nil {
		return info, err
	}
	if d != "" {
		atomicfile.Sweep(string(d))
	}
	return info, d.shrink(-1)
}

type entry struct {
	path string
	size int64
	used time.Time
	dead bool // not an entry: a link, a pipe or a device
}

// files lists the entries, and dead files among them, least recently used first.
func (d Dir) files() ([]entry, error) {
	if d == "" {
		return nil, nil
	}
	if err := d.Refused(); err != nil {
		return nil, err
	}
	list, err := os.ReadDir(string(d))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	// An entry of a later time was used while the clock was ahead, and would outlive all others.
	late := time.Now().Add(ahead)
	var out []entry
	for _, e := range list {
		info, err := e.Info()
		if err != nil || info.IsDir() {
			continue // another notebook removed it
		}
		if !strings.HasSuffix(e.Name(), extension) {
			continue
		}
		used := info.ModTime()
		if used.After(late) {
			used = time.Time{}
		}
		out = append(out, entry{filepath.Join(string(d), e.Name()), info.Size(), used,
			!info.Mode().IsRegular()})
	}
	slices.SortFunc(out, func(a, b entry) int { return a.used.Compare(b.used) })
	return out, nil
}

// shrink removes the least recently used entries until at most limit bytes are left; a negative
// limit removes all. Files that are not entries, or are too large, go first.
func (d Dir) shrink(limit int64) error {
	files, err := d.files()
	if err != nil {
		return err
	}
	var total int64
	var entries []entry
	for _, f := range files {
		if !f.dead && f.size <= limit {
			entries, total = append(entries, f), total+f.size
			continue
		}
		if err := remove(f.path); err != nil {
			return err
		}
	}
	for _, f := range entries {
		if total <= limit {
			break
		}
		if err := remove(f.path); err != nil {
			return err
		}
		total -= f.size
	}
	return nil
}

func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}
