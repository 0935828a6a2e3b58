package files

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Widths are the widths in which an uploaded picture is stored in addition to the original.
var Widths = []int{96, 256, 480, 960}

// Made is an uploaded picture. Its name, "<digest>-1200x900.jpg", contains all the data that a page needs, so no node
// has to look it up.
type Made struct {
	Digest        string // 32 hexadecimal digits of the content
	Width, Height int
	Kind          string // jpg or png
}

var (
	madeName = regexp.MustCompile(`^([0-9a-f]{32})-([1-9][0-9]{0,4})x([1-9][0-9]{0,4})\.(jpg|png)$`)
	madeFile = regexp.MustCompile(`^([0-9a-f]{32}-[1-9][0-9]{0,4}x[1-9][0-9]{0,4})(?:\.([1-9][0-9]{0,4}))?\.(jpg|png)$`)
)

// ParseMade reads the name of an uploaded picture.
func ParseMade(name string) (Made, bool) {
	m := madeName.FindStringSubmatch(name)
	if m == nil {
		return Made{}, false
	}
	w, _ := strconv.Atoi(m[2])
	h, _ := strconv.Atoi(m[3])
	return Made{Digest: m[1], Width: w, Height: h, Kind: m[4]}, true
}

// Name returns the name that refers to the picture.
func (m Made) Name() string { return fmt.Sprintf("%s-%dx%d.%s", m.Digest, m.Width, m.Height, m.Kind) }

// Sizes lists the stored widths, the original last.
func (m Made) Sizes() []int {
	var all []int
	for _, w := range Widths {
		if w < m.Width {
			all = append(all, w)
		}
	}
	return append(all, m.Width)
}

// File returns the name of the file that contains one of the widths.
func (m Made) File(width int) string {
	if width == m.Width {
		return m.Name()
	}
	return strings.TrimSuffix(m.Name(), m.Kind) + strconv.Itoa(width) + "." + m.Kind
}

// MadeOfFile returns the picture and the width that a file contains.
func MadeOfFile(file string) (m Made, width int, ok bool) {
	parts := madeFile.FindStringSubmatch(file)
	if parts == nil {
		return Made{}, 0, false
	}
	if m, ok = ParseMade(parts[1] + "." + parts[3]); !ok {
		return Made{}, 0, false
	}
	if parts[2] == "" {
		return m, m.Width, true
	}
	width, _ = strconv.Atoi(parts[2])
	return m, width, width < m.Width
}

// Image describes the picture to a page.
func (m Made) Image() Image {
	var set []string
	for _, w := range m.Sizes() {
		set = append(set, Prefix+m.File(w)+" "+strconv.Itoa(w)+"w")
	}
	return Image{Src: Prefix + m.Name(), Srcset: strings.Join(set, ", "), Width: m.Width, Height: m.Height}
}
