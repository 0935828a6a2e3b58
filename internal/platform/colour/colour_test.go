package colour

import "testing"

// TestContrast holds the reckoning at colours whose contrast is known.
func TestContrast(t *testing.T) {
	for pair, want := range map[[2]string]int{
		{"#ffffff", "#000000"}: 2100, {"#777777", "#ffffff"}: 448, {"#767676", "#ffffff"}: 454, {"#0e7a5f", "#0e7a5f"}: 100,
	} {
		a, okA := Parse(pair[0])
		b, okB := Parse(pair[1])
		if got := Contrast(a, b); !okA || !okB || got != want {
			t.Errorf("%v: %d, want %d", pair, got, want)
		}
	}
	for _, text := range []string{"", "0e7a5f", "#0e7a5", "#0e7a5g", "#0e7a5f0", "red"} {
		if _, ok := Parse(text); ok {
			t.Errorf("%q was taken for a colour", text)
		}
	}
}

// TestUntil: whatever the colour, what comes out can be read.
func TestUntil(t *testing.T) {
	white, black := RGB{255, 255, 255}, RGB{}
	for _, text := range []string{"#ffff00", "#0e7a5f", "#ff0000", "#ffffff", "#000000"} {
		c, _ := Parse(text)
		if got := c.Until(black, white, 450); Contrast(got, white) < 450 {
			t.Errorf("%s became %s, which cannot be read on white", text, got)
		}
	}
}
