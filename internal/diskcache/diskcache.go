// Package diskcache remembers results between the cells of a notebook, each of
// which is a new process: small files, one an entry, shared by all notebooks of
// a user.
//
// An entry is written under a temporary name and renamed, so that two notebooks
// may share the folder; it carries its key and a checksum, so that a damaged or
// foreign file is taken for absent. The folder is bounded: the entries that were
// used least recently go first.
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
	if d == "" {
		return false
	}
	file := d.file(key)
	text, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	payload, ok := verified(text, key)
	if !ok || gob.NewDecoder(bytes.NewReader(payload)).Decode(v) != nil {
		return false
	}
	touch(file)
	return true
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
	if err := os.MkdirAll(string(d), 0o755); err != nil {
		return fmt.Errorf("cache: %w; set %s to a folder of yours, or to off", err, Variable)
	}
	err := atomicfile.Write(d.file(key), func(w io.Writer) error {
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
	if err := os.MkdirAll(string(d), 0o755); err != nil {
		return fmt.Errorf("cache: %w; set %s to a folder of yours, or to off", err, Variable)
	}
	if err := atomicfile.Write(d.file(key), write); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return d.shrink(MaxCopies)
}

// Read lets read have the entry of key and its size, and reports whether there
// was one that read believed.
func (d Dir) Read(key string, read func(f io.Reader, size int64) bool) bool {
	if d == "" {
		return false
	}
	f, err := os.Open(d.file(key))
	if err != nil {
		return false
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil || !read(f, st.Size()) {
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
	info := Info{Dir: string(d), Entries: len(files)}
	for _, f := range files {
		info.Bytes += f.size
	}
	return info, err
}

// Clear removes all entries and returns what there was.
func (d Dir) Clear() (Info, error) {
	info, err := d.Info()
	if err != nil {
		return info, err
	}
	return info, d.shrink(0)
}

type entry struct {
	path string
	size int64
	used time.Time
}

// files lists the entries, and the temporary files of writers that died more
// than an hour ago, least recently used first.
func (d Dir) files() ([]entry, error) {
	if d == "" {
		return nil, nil
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
		if err != nil || !info.Mode().IsRegular() {
			continue // another notebook removed it
		}
		stale := strings.HasSuffix(e.Name(), ".tmp") && time.Since(info.ModTime()) > time.Hour
		if strings.HasSuffix(e.Name(), extension) || stale {
			out = append(out, entry{filepath.Join(string(d), e.Name()), info.Size(), info.ModTime()})
		}
	}
	slices.SortFunc(out, func(a, b entry) int { return a.used.Compare(b.used) })
	return out, nil
}

// shrink removes the least recently used entries until at most limit bytes are
// left.
func (d Dir) shrink(limit int64) error {
	files, err := d.files()
	if err != nil {
		return err
	}
	var total int64
	for _, f := range files {
		total += f.size
	}
	for _, f := range files {
		if total <= limit && limit > 0 {
			break
		}
		if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cache: %w", err)
		}
		total -= f.size
	}
	return nil
}
