package tabular

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fsnb.example/internal/must"
)

// Python: bytes(range(0x80, 0x100)).decode("cp1252", errors=…) with the five bytes that it leaves
// undefined as control characters, as browsers read them.
const cp1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ" +
	"\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß" +
	"àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"

func allBytes(from int) []byte {
	var out []byte
	for c := from; c < 256; c++ {
		out = append(out, byte(c))
	}
	return out
}

func textOf(t testing.TB, in io.Reader, encoding string) (string, error) {
	t.Helper()
	s, err := OpenText(in, Options{Encoding: encoding})
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(s)
	return string(text), err
}

func TestLatin1(t *testing.T) {
	for _, name := range []string{"latin1", "Latin-1", "ISO-8859-1", "windows-1252", "cp1252"} {
		got := must.Get(textOf(t, bytes.NewReader(allBytes(0x80)), name))(t)
		if diff := cmp.Diff(cp1252, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// encode16 is UTF-16 text.
func encode16(text string, order binary.ByteOrder, mark bool) []byte {
	units := utf16.Encode([]rune(text))
	if mark {
		units = append([]uint16{0xfeff}, units...)
	}
	out := make([]byte, 2*len(units))
	for i, u := range units {
		order.PutUint16(out[2*i:], u)
	}
	return out
}

// Text in another encoding is what it is in UTF-8, packed or not, however it comes in pieces.
func TestEncodings(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("aé€🧬\n,\"1\x00\u202e"))).Draw(rt, "text")
		mark := rapid.Bool().Draw(rt, "mark")
		encoding := "utf16"
		if mark {
			encoding = rapid.SampledFrom([]string{"utf16", "UTF-16", ""}).Draw(rt, "encoding")
		}
		order := binary.ByteOrder(binary.LittleEndian)
		if mark && rapid.Bool().Draw(rt, "big") {
			order = binary.BigEndian
		}
		data := encode16(text, order, mark)
		for name, in := range map[string]io.Reader{"whole": bytes.NewReader(data),
			"bytes":  iotest.OneByteReader(bytes.NewReader(data)),
			"packed": bytes.NewReader(gzipped(t, string(data)))} {
			if got, err := textOf(t, in, encoding); err != nil || got != text {
				rt.Fatalf("%s: %q, %v, want %q", name, got, err, text)
			}
		}
	})
}

func TestTablesInEncodings(t *testing.T) {
	const table = "größe,name,class\n1,é,été\n2,ü,hiver\n3,é,été\n"
	want := contentOf(must.Get(readCSV(strings.NewReader(table), "t", Options{Code: ordinal}))(t))
	latin1 := []byte(strings.NewReplacer("ö", "\xf6", "ß", "\xdf", "é", "\xe9", "ü", "\xfc").
		Replace(table))
	for name, c := range map[string]struct {
		data     []byte
		encoding string
	}{
		"Latin-1": {latin1, "latin1"}, "marked UTF-8": {[]byte("\ufeff" + table), "latin1"},
		"UTF-8":   {[]byte(table), "utf8"},
		"UTF-16":  {encode16(table, binary.LittleEndian, true), ""},
		"big":     {encode16(table, binary.BigEndian, true), ""},
		"no mark": {encode16(table, binary.LittleEndian, false), "utf16"},
	} {
		for _, how := range []func(*Source, Options) (*Table, error){ReadTable, ReadText} {
			opt := Options{Code: ordinal, Encoding: c.encoding}
			text := must.Get(OpenText(bytes.NewReader(c.data), opt))(t)
			got := must.Get(how(text, opt))(t)
			if diff := cmp.Diff(want, contentOf(&read{got, got.Names})); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	}
	_, err := OpenText(strings.NewReader(table), Options{Encoding: "koi8"})
	wantError(t, err, `no encoding "koi8"; give latin1 or utf16, or leave it out for UTF-8`)
	if got := must.Get(textOf(t, bytes.NewReader(nil), "utf16"))(t); got != "" {
		t.Errorf("%q of nothing", got)
	}
	if !slices.Equal(want.Features, []string{"größe", "name"}) {
		t.Errorf("%q", want.Features)
	}
}
