package pdf

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"sync"

	"github.com/go-text/typesetting/font"
)

// Weight selects a typeface of the family.
type Weight int

// The available weights.
const (
	Regular Weight = iota
	Bold
	weights
)

//go:embed fonts/regular.ttf
var regularTTF []byte

//go:embed fonts/bold.ttf
var boldTTF []byte

// typeface is one weight of the family: the shaper's font, and the tables from which a document copies the glyphs it
// uses.
type typeface struct {
	name   string
	shape  *font.Font
	tables map[string][]byte
	units  int // per em
	long   bool
	hm     int // glyphs with their own width
	glyphs int
}

var (
	once  sync.Once
	faces [weights]*typeface
)

// family reads the embedded fonts, once.
func family() *[weights]*typeface {
	once.Do(func() {
		faces[Regular] = mustParse("ReadexPro-Regular", regularTTF)
		faces[Bold] = mustParse("ReadexPro-SemiBold", boldTTF)
	})
	return &faces
}

func mustParse(name string, ttf []byte) *typeface {
	face, err := font.ParseTTF(bytes.NewReader(ttf))
	if err != nil {
		panic("pdf: the embedded font cannot be read: " + err.Error())
	}
	t := read(name, ttf)
	t.shape = face.Font
	return t
}

// read finds the tables of a font.
func read(name string, ttf []byte) *typeface {
	t := &typeface{name: name, tables: map[string][]byte{}}
	for i := range int(binary.BigEndian.Uint16(ttf[4:])) {
		entry := ttf[12+16*i:]
		from, length := binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		t.tables[string(entry[:4])] = ttf[from : from+length]
	}
	t.units = int(binary.BigEndian.Uint16(t.tables["head"][18:]))
	t.long = binary.BigEndian.Uint16(t.tables["head"][50:]) == 1
	t.hm = int(binary.BigEndian.Uint16(t.tables["hhea"][34:]))
	t.glyphs = int(binary.BigEndian.Uint16(t.tables["maxp"][4:]))
	return t
}

// width returns a glyph's advance width, in thousandths of an em.
func (t *typeface) width(gid uint16) int {
	at := min(int(gid), t.hm-1)
	units := int(binary.BigEndian.Uint16(t.tables["hmtx"][4*at:]))
	return int(math.Round(float64(units) * 1000 / float64(t.units)))
}

// metric returns a signed value of a table, in thousandths of an em.
func (t *typeface) metric(table string, at int) int {
	return int(int16(binary.BigEndian.Uint16(t.tables[table][at:]))) * 1000 / t.units
}

func (t *typeface) outline(gid uint16) []byte {
	loca, glyf := t.tables["loca"], t.tables["glyf"]
	if t.long {
		return glyf[binary.BigEndian.Uint32(loca[4*int(gid):]):binary.BigEndian.Uint32(loca[4*int(gid)+4:])]
	}
	return glyf[2*int(binary.BigEndian.Uint16(loca[2*int(gid):])) : 2*int(binary.BigEndian.Uint16(loca[2*int(gid)+2:]))]
}

// The flags of a component of a composite glyph.
const (
	partWords  = 0x0001
	partScale  = 0x0008
	partMore   = 0x0020
	partScales = 0x0040
	partMatrix = 0x0080
)

// parts calls f with the position, in an outline, of each glyph it is composed of.
func parts(outline []byte, f func(at int)) {
	if len(outline) < 10 || int16(binary.BigEndian.Uint16(outline)) >= 0 {
		return
	}
	for at := 10; ; {
		flags := binary.BigEndian.Uint16(outline[at:])
		f(at + 2)
		at += 6
		if flags&partWords != 0 {
			at += 2
		}
		switch {
		case flags&partScale != 0:
			at += 2
		case flags&partScales != 0:
			at += 4
		case flags&partMatrix != 0:
			at += 8
		}
		if flags&partMore == 0 {
			return
		}
	}
}

// subset returns a font with the used glyphs, numbered in order, and the components of composite ones. The first must
// be 0, the glyph for missing characters.
func (t *typeface) subset(used []uint16) []byte {
	place := map[uint16]uint16{}
	var order []uint16
	add := func(gid uint16) uint16 {
		if n, there := place[gid]; there {
			return n
		}
		n := uint16(len(order))
		place[gid], order = n, append(order, gid)
		return n
	}
	for _, gid := range used {
		add(gid)
	}
	var glyf, hmtx bytes.Buffer
	loca := binary.BigEndian.AppendUint32(nil, 0)
	for i := 0; i < len(order); i++ { // grows as components are found
		outline := bytes.Clone(t.outline(order[i]))
		parts(outline, func(at int) {
			binary.BigEndian.PutUint16(outline[at:], add(binary.BigEndian.Uint16(outline[at:])))
		})
		glyf.Write(outline)
		for glyf.Len()%4 != 0 {
			glyf.WriteByte(0)
		}
		loca = binary.BigEndian.AppendUint32(loca, uint32(glyf.Len()))
		hmtx.Write(t.metrics(order[i]))
	}
	head, hhea, maxp := bytes.Clone(t.tables["head"]), bytes.Clone(t.tables["hhea"]), bytes.Clone(t.tables["maxp"])
	binary.BigEndian.PutUint16(head[50:], 1)
	binary.BigEndian.PutUint16(hhea[34:], uint16(len(order)))
	binary.BigEndian.PutUint16(maxp[4:], uint16(len(order)))
	tables := []struct {
		tag  string
		data []byte
	}{{"cvt ", t.tables["cvt "]}, {"fpgm", t.tables["fpgm"]}, {"glyf", glyf.Bytes()}, {"head", head}, {"hhea", hhea},
		{"hmtx", hmtx.Bytes()}, {"loca", loca}, {"maxp", maxp}, {"prep", t.tables["prep"]}}
	var out, body []byte
	n := 0
	for _, table := range tables {
		if table.data != nil {
			n++
		}
	}
	out = binary.BigEndian.AppendUint32(out, 0x00010000)
	out = binary.BigEndian.AppendUint16(out, uint16(n))
	out = append(out, 0, 0, 0, 0, 0, 0) // search hints, which no reader uses today
	for _, table := range tables {
		if table.data == nil {
			continue
		}
		out = append(out, table.tag...)
		out = binary.BigEndian.AppendUint32(out, checksum(table.data))
		out = binary.BigEndian.AppendUint32(out, uint32(12+16*n+len(body)))
		out = binary.BigEndian.AppendUint32(out, uint32(len(table.data)))
		body = append(body, table.data...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
	}
	return append(out, body...)
}

// metrics returns a glyph's row of hmtx.
func (t *typeface) metrics(gid uint16) []byte {
	hmtx := t.tables["hmtx"]
	if int(gid) < t.hm {
		return hmtx[4*int(gid) : 4*int(gid)+4]
	}
	bearing := hmtx[4*t.hm+2*(int(gid)-t.hm):]
	return []byte{hmtx[4*(t.hm-1)], hmtx[4*(t.hm-1)+1], bearing[0], bearing[1]}
}

func checksum(data []byte) uint32 {
	var sum uint32
	for i := 0; i < len(data); i += 4 {
		var word [4]byte
		copy(word[:], data[i:])
		sum += binary.BigEndian.Uint32(word[:])
	}
	return sum
}

// tagged returns the name of a subset, in the form that readers expect.
func (t *typeface) tagged() string { return fmt.Sprintf("WEKALA+%s", t.name) }
