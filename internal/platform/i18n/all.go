package i18n

import "maps"

// All lists every text of a language by its key, for looking at them.
func All(lang Lang) map[string]string { return maps.Clone(texts[lang]) }
