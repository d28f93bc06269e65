// Package diskcache remembers results between the cells of a notebook, each of
// which is a new process: small files, one an entry, shared by all notebooks of
// a user.
//
// An entry is written under a temporary name and renamed, so that two notebooks
// may share the folder; it carries its key and a checksum, so that a damaged or
// foreign file is taken for absent. The folder is bounded: the entries that were
// used least recently go first. Only its owner may use it; one that another user owns
// or can write to is refused, since a checksum does not tell who wrote an entry.
//
// github.com/peterbourgon/diskv (no bound on the disk, no checksums) and gonb's
// own cache package (keyed by a name that the user chooses, so that changed data
// read back stale) were looked at.
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
	// MaxBytes is what the folder may hold.
	MaxBytes = 256 << 20
	// maxEntry is what one entry may hold: a larger one would push out all others.
	maxEntry = MaxBytes / 8

	// MaxCopies is what the folder of OpenCopies may hold, and maxCopy one entry.
	MaxCopies = 512 << 20
	maxCopy   = MaxCopies / 4

	extension = ".result"
	magic     = "fsnb result 1\n"
)

// Dir is the folder of a cache; "" is a cache that remembers nothing.
type Dir string

// Open returns the cache that the environment asks for: results in the folder
// that FSNB_CACHE names, in the user's cache folder when it is unset, none when it
// is "off" or the system knows no such folder.
func Open() Dir {
	if os.Getenv(Variable) == "off" {
		return ""
	}
	return Dir(Folder("results"))
}

// OpenCopies returns the cache of parsed copies of data files, beside that of
// results, whose entries are written and read by Write and Read. They are large,
// so that results do not share their room.
func OpenCopies() Dir {
	if os.Getenv(Variable) == "off" {
		return ""
	}
	return Dir(Folder("parsed"))
}

// Folder returns the folder called name beside those of other purposes: below the
// one that FSNB_CACHE names, below the user's cache folder when it is unset, "" when
// the system knows none. "off" turns remembering off and not what a user asked to
// keep: it is as good as unset here.
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

// file is where the entry of a key stands.
func (d Dir) file(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(string(d), hex.EncodeToString(sum[:])+extension)
}

// Get reads the entry of key into v, a pointer to gob-safe data, and reports
// whether there was one. What is damaged, or was written for another key, counts
// as absent.
func (d Dir) Get(key string, v any) bool {
	file := d.file(key)
	text, ok := d.content(file, int64(len(entryHead(key))+sha256.Size+maxEntry))
	if !ok {
		return false
	}
	payload, ok := verified(text, key)
	if !ok || gob.NewDecoder(bytes.NewReader(payload)).Decode(v) != nil {
		return false
	}
	touch(file)
	return true
}

// content reads a file of at most most bytes.
func (d Dir) content(file string, most int64) ([]byte, bool) {
	f, size, ok := d.open(file, most)
	if !ok {
		return nil, false
	}
	defer f.Close()
	text := make([]byte, size)
	_, err := io.ReadFull(f, text)
	return text, err == nil
}

// open opens a file of at most most bytes, unless the folder is refused.
func (d Dir) open(file string, most int64) (f *os.File, size int64, ok bool) {
	if d == "" || d.Refused() != nil {
		return nil, 0, false
	}
	f, size, err := private.Open(file, most)
	return f, size, err == nil
}

// touch marks an entry as used, as well as it can: only the order of eviction
// depends on it.
func touch(file string) {
	now := time.Now()
	_ = os.Chtimes(file, now, now)
}

// verified returns the payload of an entry that is whole and belongs to key.
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

// Put writes v as the entry of key, whole or not at all, and makes room when the
// folder has grown beyond MaxBytes. An entry above an eighth of that is not
// kept, without an error.
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
	if err := Make(string(d)); err != nil {
		return err
	}
	err := atomicfile.WritePrivate(d.file(key), func(w io.Writer) error {
		sum := sha256.Sum256(payload.Bytes())
		for _, part := range [][]byte{entryHead(key), sum[:], payload.Bytes()} {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return d.shrink(MaxBytes)
}

// Remove removes the entry of key, if there is one.
func (d Dir) Remove(key string) {
	if d != "" {
		_ = os.Remove(d.file(key)) // what cannot be removed stays
	}
}

// Write keeps size bytes that write writes as the entry of key, whole or not at
// all, and makes room when the folder has grown beyond MaxCopies. More than a
// quarter of that is not kept, without an error. The bytes carry their own
// checksum.
func (d Dir) Write(key string, size int64, write func(w io.Writer) error) error {
	if d == "" || size > maxCopy {
		return nil
	}
	if err := Make(string(d)); err != nil {
		return err
	}
	if err := atomicfile.WritePrivate(d.file(key), write); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return d.shrink(MaxCopies)
}

// Read lets read have the entry of key and its size, and reports whether there
// was one that read believed. What is larger than an entry of Write may be is none.
func (d Dir) Read(key string, read func(f io.Reader, size int64) bool) bool {
	f, size, ok := d.open(d.file(key), maxCopy)
	if !ok {
		return false
	}
	defer f.Close()
	if !read(f, size) {
		return false
	}
	touch(f.Name())
	return true
}

// Info is what a cache holds.
type Info struct {
	Dir     string
	Entries int
	Bytes   int64
}

// Info counts the entries. A folder that is not there yet is empty.
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

// Clear removes all entries and returns what there was.
func (d Dir) Clear() (Info, error) {
	info, err := d.Info()
	if err != nil {
		return info, err
	}
	return info, d.shrink(-1)
}

type entry struct {
	path string
	size int64
	used time.Time
	dead bool // no entry: a link, a pipe, a device, or what a killed writer left
}

// files lists the entries, and what is dead among them, least recently used first.
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
	var out []entry
	for _, e := range list {
		info, err := e.Info()
		if err != nil || info.IsDir() {
			continue // another notebook removed it
		}
		stale := strings.HasSuffix(e.Name(), ".tmp") && time.Since(info.ModTime()) > atomicfile.StaleAfter
		if stale || strings.HasSuffix(e.Name(), extension) {
			dead := stale || !info.Mode().IsRegular()
			out = append(out, entry{filepath.Join(string(d), e.Name()), info.Size(), info.ModTime(), dead})
		}
	}
	slices.SortFunc(out, func(a, b entry) int { return a.used.Compare(b.used) })
	return out, nil
}

// shrink removes the least recently used entries until at most limit bytes are left,
// all with a negative limit. What is no entry, or larger than all may be, goes first.
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
