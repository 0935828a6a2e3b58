package pictures

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"testing"
	"time"
)

// The scans of a JPEG as libjpeg writes them: the components of each, and for progressive files the coefficients and
// bits it carries.
type scan struct {
	components []byte
	from, to   byte
	bits       byte // high and low
}

var (
	whole       = scan{[]byte{1, 2, 3}, 0, 63, 0}
	progressive = []scan{
		{[]byte{1, 2, 3}, 0, 0, 0x01}, {[]byte{1}, 1, 5, 0x02}, {[]byte{3}, 1, 63, 0x01}, {[]byte{2}, 1, 63, 0x01},
		{[]byte{1}, 6, 63, 0x02}, {[]byte{1}, 1, 63, 0x21}, {[]byte{1, 2, 3}, 0, 0, 0x10}, {[]byte{3}, 1, 63, 0x10},
		{[]byte{2}, 1, 63, 0x10}, {[]byte{1}, 1, 63, 0x10},
	}
	progressiveGrey = []scan{
		{[]byte{1}, 0, 0, 0x01}, {[]byte{1}, 1, 5, 0x02}, {[]byte{1}, 6, 63, 0x02}, {[]byte{1}, 1, 63, 0x21},
		{[]byte{1}, 0, 0, 0x10}, {[]byte{1}, 1, 63, 0x10},
	}
)

// jpegOf writes a grey JPEG of such scans: every code of its tables is one bit and every block is empty.
func jpegOf(frame byte, components, width, height int, scans []scan) []byte {
	var b bytes.Buffer
	segment := func(mark byte, body ...byte) {
		b.Write([]byte{0xff, mark})
		_ = binary.Write(&b, binary.BigEndian, uint16(len(body)+2)) //nolint:gosec // short
		b.Write(body)
	}
	b.Write([]byte{0xff, 0xd8})
	segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	header := []byte{8, byte(height >> 8), byte(height), byte(width >> 8), byte(width), byte(components)}
	for i := range components {
		header = append(header, byte(i+1), 0x11, 0)
	}
	segment(frame, header...)
	for _, class := range []byte{0x00, 0x10} {
		segment(0xc4, append(append([]byte{class, 1}, make([]byte, 15)...), 0)...)
	}
	blocks := ((width + 7) / 8) * ((height + 7) / 8)
	for _, s := range scans {
		header := []byte{byte(len(s.components))}
		for _, c := range s.components {
			header = append(header, c, 0)
		}
		segment(0xda, append(header, s.from, s.to, s.bits)...)
		b.Write(make([]byte, blocks*len(s.components)*2/8+1))
	}
	b.Write([]byte{0xff, 0xd9})
	return b.Bytes()
}

func repeated(s scan, n int) []scan { return plus(nil, s, n) }

func plus(scans []scan, more scan, n int) []scan {
	all := slices.Clone(scans)
	for range n {
		all = append(all, more)
	}
	return all
}

// TestScansOfAJPEGAreBounded: a baseline JPEG has each component once, and a progressive one as many passes as its size
// leaves time for. Files of real encoders are accepted.
func TestScansOfAJPEGAreBounded(t *testing.T) {
	one := func(c byte) scan { return scan{[]byte{c}, 0, 63, 0} }
	const baseline, extended, staged = 0xc0, 0xc1, 0xc2
	small, deep, last := 64, progressive[0], progressive[9]
	for name, c := range map[string]struct {
		frame         byte
		components    int
		width, height int
		scans         []scan
		refused       bool
	}{
		"baseline in one scan":                {baseline, 3, small, small, []scan{whole}, false},
		"baseline, a scan for each component": {baseline, 3, small, small, []scan{one(1), one(2), one(3)}, false},
		"baseline of 32 whole scans":          {baseline, 3, small, small, repeated(whole, 32), true},
		"baseline, the whole and a component": {baseline, 3, small, small, []scan{whole, one(1)}, true},
		"extended, grey, twice":               {extended, 1, small, small, repeated(one(1), 2), true},
		"the largest baseline":                {baseline, 3, 5000, 5000, []scan{whole}, false},
		"progressive as encoders write it":    {staged, 3, small, small, progressive, false},
		"the largest progressive":             {staged, 3, 4000, 3000, progressive, false},
		"the largest of 12 scans":             {staged, 3, 4000, 3000, plus(progressive, last, 2), false},
		"the largest grey progressive":        {staged, 1, 5000, 5000, progressiveGrey, false},
		"the largest grey of 12 scans":        {staged, 1, 5000, 5000, plus(progressiveGrey, last, 6), false},
		"the largest grey of 13 scans":        {staged, 1, 5000, 5000, plus(progressiveGrey, last, 7), true},
		"small of 32 scans":                   {staged, 3, small, small, plus(progressive, last, 22), false},
		"small of 33 scans":                   {staged, 3, small, small, plus(progressive, last, 23), true},
		"large of 32 scans":                   {staged, 3, 4000, 3000, plus(progressive, deep, 22), true},
	} {
		file := bytes.NewReader(jpegOf(c.frame, c.components, c.width, c.height, c.scans))
		h, err := look(file, Want{MaxBytes: int64(file.Len()), MaxSide: 100})
		if c.refused {
			if !errors.Is(err, ErrTooMany) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err == nil && c.width == small {
			_, err = remake(t.Context(), file, h, Want{MaxSide: 100})
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// BenchmarkSlowestJPEG decodes the slowest progressive JPEG that is taken.
func BenchmarkSlowestJPEG(b *testing.B) {
	file := bytes.NewReader(jpegOf(0xc2, 3, 4000, 3000, plus(progressive, progressive[9], 11)))
	want := Want{MaxBytes: int64(file.Len()), MaxSide: 1600}
	for b.Loop() {
		began := time.Now()
		if _, err := NewDecoder().Remake(b.Context(), "a", file, want); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(time.Since(began).Seconds(), "s")
	}
}
