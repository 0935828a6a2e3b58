// Package colour calculates how well colours can be distinguished.
package colour

import (
	"fmt"
	"math"
	"strconv"
)

// RGB is a colour in sRGB, as the web uses it.
type RGB struct{ R, G, B uint8 }

// Parse reads "#0e7a5f".
func Parse(text string) (RGB, bool) {
	if len(text) != 7 || text[0] != '#' {
		return RGB{}, false
	}
	n, err := strconv.ParseUint(text[1:], 16, 32)
	return RGB{uint8(n >> 16), uint8(n >> 8), uint8(n)}, err == nil
}

// String writes "#0e7a5f".
func (c RGB) String() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// luminance is the relative luminance of a colour, from 0 to 1, as WCAG defines it.
func (c RGB) luminance() float64 {
	part := func(c uint8) float64 {
		v := float64(c) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
}

// Contrast is the contrast of two colours, in hundredths: from 100 to 2100. Small letters need 450 (WCAG AA).
func Contrast(a, b RGB) int {
	one, two := a.luminance(), b.luminance()
	return int(math.Round(100 * (math.Max(one, two) + 0.05) / (math.Min(one, two) + 0.05)))
}

// Towards mixes some percent of another colour into this one.
func (c RGB) Towards(to RGB, percent int) RGB {
	at := func(from, to uint8) uint8 { return uint8((int(from)*(100-percent) + int(to)*percent + 50) / 100) }
	return RGB{at(c.R, to.R), at(c.G, to.G), at(c.B, to.B)}
}

// Until mixes in another colour until the result has the contrast with the background.
func (c RGB) Until(to, ground RGB, contrast int) RGB {
	for percent := 0; percent < 100; percent += 2 {
		if now := c.Towards(to, percent); Contrast(now, ground) >= contrast {
			return now
		}
	}
	return to
}
