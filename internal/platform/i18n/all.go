package i18n

import "maps"

// All lists every text of a language by its key, for review.
func All(lang Lang) map[string]string { return maps.Clone(texts[lang]) }
