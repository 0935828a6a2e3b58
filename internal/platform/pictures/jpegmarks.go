package pictures

import (
	"bufio"
	"encoding/binary"
	"errors"
	"image"
	"io"
)

// marks contains what the markers of a JPEG show before it is decoded.
type marks struct {
	progressive bool
	components  int64
	scans       int
	passes      int64 // components of all scans together: each goes over the whole picture
	turn        int   // EXIF orientation
}

// cost returns the memory that decoding takes. A progressive picture is held as four-byte numbers until its last scan
// is read.
func (m marks) cost(c image.Config) int64 {
	each := max(m.components, 1)
	if each == 4 {
		each *= 2 // converted from CMYK in a copy
	}
	if m.progressive {
		each += 4 * m.components
	}
	return pixels(c) * each
}

// slow reports whether decoding processes the picture more often than honest files need. Only a progressive picture has
// a reason to process a component again.
func (m marks) slow(c image.Config) bool {
	if !m.progressive {
		return m.passes > m.components
	}
	return m.scans > maxScans || m.passes*pixels(c) > maxPasses
}

var errNoJPEG = errors.New("pictures: not a JPEG")

// scanJPEG reads the markers of a JPEG up to its end, without decoding.
func scanJPEG(r io.Reader) (marks, error) {
	m := marks{turn: 1}
	in := bufio.NewReaderSize(r, 64<<10)
	if b, err := in.Peek(2); err != nil || b[0] != 0xff || b[1] != 0xd8 {
		return m, errNoJPEG
	}
	_, _ = in.Discard(2)
	frames := 0
	for {
		mark, err := nextMark(in)
		if err == io.EOF && m.scans > 0 {
			return m, nil // decoding will detect a truncated file
		}
		if err != nil {
			return m, errNoJPEG
		}
		if mark == 0xd9 {
			break
		}
		if mark == 0x01 || mark >= 0xd0 && mark <= 0xd8 {
			continue // has no segment
		}
		var size [2]byte
		if _, err := io.ReadFull(in, size[:]); err != nil {
			return m, errNoJPEG
		}
		n := int(binary.BigEndian.Uint16(size[:])) - 2
		if n < 0 {
			return m, errNoJPEG
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(in, body); err != nil {
			return m, errNoJPEG
		}
		switch {
		case mark == 0xda:
			if n < 1 {
				return m, errNoJPEG
			}
			m.scans++
			m.passes += int64(body[0])
		case mark >= 0xc0 && mark <= 0xcf && mark != 0xc4 && mark != 0xc8 && mark != 0xcc:
			if frames++; frames > 1 || n < 6 {
				return m, errNoJPEG
			}
			m.progressive = mark == 0xc2
			m.components = int64(body[5])
		case mark == 0xe1 && m.turn == 1:
			m.turn = orientation(body)
		}
	}
	if m.scans == 0 || frames == 0 {
		return m, errNoJPEG
	}
	return m, nil
}

// nextMark skips to the next marker, over the data of a scan.
func nextMark(in *bufio.Reader) (byte, error) {
	for {
		b, err := in.ReadByte()
		if err != nil {
			return 0, err
		}
		for b == 0xff {
			if b, err = in.ReadByte(); err != nil {
				return 0, err
			}
			if b != 0 && b != 0xff {
				return b, nil
			}
		}
	}
}

// orientation reads the camera's orientation from the EXIF part of a JPEG; 1, upright, if it cannot be parsed.
func orientation(app1 []byte) int {
	const head = "Exif\x00\x00"
	if len(app1) < len(head)+8 || string(app1[:len(head)]) != head {
		return 1
	}
	tiff := app1[len(head):]
	var order binary.ByteOrder
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	entries := int64(order.Uint16(tiff[at:]))
	for i := range entries {
		e := at + 2 + 12*i
		if e+12 > int64(len(tiff)) {
			return 1
		}
		if order.Uint16(tiff[e:]) != 0x0112 {
			continue
		}
		if turn := int(order.Uint16(tiff[e+8:])); turn >= 1 && turn <= 8 {
			return turn
		}
		return 1
	}
	return 1
}
