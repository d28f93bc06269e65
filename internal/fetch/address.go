package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"
)

// shown is an address without its user and password, for errors.
func shown(address string) string {
	u, err := url.Parse(address)
	if err == nil && u.User != nil {
		u.User = url.User("xxxxx")
		return u.String()
	}
	before, rest, ok := strings.Cut(address, "://")
	at := strings.LastIndexByte(rest, '@')
	if err == nil || !ok || at < 0 {
		return address
	}
	// an address that cannot be parsed may hide a password anywhere
	return before + "://xxxxx" + rest[at:]
}

// mark identifies an address, without its password, in the note beside a part.
func mark(address string) string {
	sum := sha256.Sum256([]byte(address))
	return hex.EncodeToString(sum[:])
}

// onTheWeb reports whether an address is an http or https address.
func onTheWeb(u *url.URL) bool { return u.Scheme == "http" || u.Scheme == "https" }
