package photos_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"
)

// Files that people and attackers send.

var script = []byte(`<html><script>alert(document.cookie)</script></html>`)

const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

func drawn(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	r := rand.New(rand.NewPCG(1, 2))
	for y := range h {
		for x := range w {
			m.SetRGBA(x, y, color.RGBA{byte(x), byte(y), byte(r.IntN(60)), 255})
		}
	}
	return m
}

func jpegOf(t testing.TB, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, drawn(w, h), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t testing.TB, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, drawn(w, h)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// webpFile is one pixel, lossless.
func webpFile(t testing.TB) []byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func webpClaiming() []byte {
	b := []byte("RIFF\x40\x00\x00\x00WEBPVP8L\x34\x00\x00\x00\x2f")
	b = binary.LittleEndian.AppendUint32(b, 16383|16383<<14)
	return append(b, make([]byte, 64)...)
}

func chunk(kind string, body []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	b = append(append(b, kind...), body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

func pngHeader(w, h uint32, depth, kind byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	return append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(head, depth, kind, 0, 0, 0))...)
}

func pngClaiming(w, h uint32) []byte { return append(pngHeader(w, h, 8, 2), chunk("IEND", nil)...) }
func deepPNGClaiming(w, h uint32) []byte {
	return append(pngHeader(w, h, 16, 6), chunk("IEND", nil)...)
}

// frame finds the frame header of a JPEG of ours.
func frame(t testing.TB, b []byte) int {
	t.Helper()
	at := bytes.Index(b, []byte{0xff, 0xc0, 0x00, 0x11})
	if at < 0 {
		t.Fatal("no frame")
	}
	return at
}

// jpegClaiming returns a small JPEG whose header claims large dimensions.
func jpegClaiming(t testing.TB, w, h uint16, kind byte) []byte {
	t.Helper()
	b := jpegOf(t, 8, 8)
	at := frame(t, b)
	b[at+1] = kind
	binary.BigEndian.PutUint16(b[at+5:], h)
	binary.BigEndian.PutUint16(b[at+7:], w)
	return b
}

// manyScans repeats the scan of a JPEG marked as progressive.
func manyScans(t testing.TB) []byte {
	t.Helper()
	b := jpegClaiming(t, 2000, 2000, 0xc2)
	at := bytes.Index(b, []byte{0xff, 0xda})
	scan := bytes.Clone(b[at : len(b)-2])
	out := bytes.Clone(b[:at])
	for range 1000 {
		out = append(out, scan...)
	}
	return append(out, 0xff, 0xd9)
}

// withPart inserts a part after the start of a JPEG.
func withPart(b []byte, mark byte, body []byte) []byte {
	out := append([]byte{0xff, 0xd8, 0xff, mark}, byte((len(body)+2)>>8), byte(len(body)+2))
	return append(append(out, body...), b[2:]...)
}

func commented(t testing.TB, b []byte) []byte {
	t.Helper()
	return withPart(b, 0xfe, script)
}

// turned adds metadata to a picture: the camera's orientation and the location.
func turned(t testing.TB, b []byte, orientation uint16) []byte {
	t.Helper()
	body := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01")
	body = binary.BigEndian.AppendUint16(body, orientation)
	body = append(body, 0, 0, 0, 0, 0, 0)
	return withPart(b, 0xe1, append(body, "Cairo, 30.0444N 31.2357E"...))
}
