package setup

import (
	"fmt"

	"wekala/internal/platform/colour"
)

// The page backgrounds behind colours: in light and in dark mode.
var (
	white = colour.RGB{R: 255, G: 255, B: 255}
	black = colour.RGB{}
	night = colour.RGB{R: 24, G: 37, B: 34}
)

// Paint returns the shop's own colour, if it has one.
func (shop Shop) Paint() (colour.RGB, bool) { return colour.Parse(shop.Colour) }

// Styles returns the theme's colours derived from the shop's own, for light and dark mode; empty if it has none. Text
// in the colour is darkened or lightened until it is readable on the tint behind some texts.
func (shop Shop) Styles() string {
	own, ok := colour.Parse(shop.Colour)
	if !ok {
		return ""
	}
	daySoft, nightSoft := own.Towards(white, 88), own.Towards(night, 75)
	dayText, nightText := own.Until(black, daySoft, minContrast), own.Until(white, nightSoft, minContrast)
	return fmt.Sprintf(
		":root{--color-go:%s;--color-go-strong:%s;--color-go-soft:%s;--color-go-text:%s;--color-on-go:#ffffff}\n"+
			"@media (prefers-color-scheme:dark){:root{--color-go:%s;--color-go-strong:%s;--color-go-soft:%s;--color-go-text:%s;--color-on-go:#04190f}}\n",
		own, own.Towards(black, 20), daySoft, dayText,
		nightText, nightText.Towards(white, 30), nightSoft, nightText)
}
