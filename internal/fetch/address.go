package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"
)

// shown is an address for errors: without the user and the password that it may hold.
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
	return before + "://xxxxx" + rest[at:] // what cannot be parsed may hide a password anywhere
}

// mark stands for an address in the note beside a part, which a password has no place in.
func mark(address string) string {
	sum := sha256.Sum256([]byte(address))
	return hex.EncodeToString(sum[:])
}

// onTheWeb reports whether an address is one that is asked: http or https.
func onTheWeb(u *url.URL) bool { return u.Scheme == "http" || u.Scheme == "https" }
