package i18n

import (
	"maps"
	"strings"
	"sync/atomic"
)

// DefaultBrand is the name in the texts of the repository: the program's own, and its demo's.
var DefaultBrand = Text{EN: "Wekala", AR: "وكالة"}

// named is the shop's name with the texts that contain it.
type named struct {
	brand Text
	texts map[Lang]map[string]string
}

var current atomic.Pointer[named]

// SetBrand replaces the shop's name in every text, in both languages; an empty name means the default.
func SetBrand(brand Text) {
	if brand == (Text{}) {
		brand = DefaultBrand
	}
	if Brand() == brand {
		return
	}
	next := &named{brand: brand, texts: map[Lang]map[string]string{}}
	for _, lang := range Langs {
		next.texts[lang] = maps.Clone(texts[lang])
		for key, text := range texts[lang] {
			next.texts[lang][key] = strings.ReplaceAll(text, DefaultBrand.In(lang), brand.In(lang))
		}
	}
	current.Store(next)
}

// Brand is the shop's name.
func Brand() Text {
	if now := current.Load(); now != nil {
		return now.brand
	}
	return DefaultBrand
}

// said returns the texts of a language, with the shop's name filled in.
func said(lang Lang) map[string]string {
	if now := current.Load(); now != nil {
		return now.texts[lang]
	}
	return texts[lang]
}
