package search

// soundsLike lists letters that are often confused because they are pronounced alike.
var soundsLike = map[rune]string{
	'ث': "ست", 'س': "صث", 'ت': "طث", 'ص': "س", 'ط': "ت", 'ذ': "دز", 'د': "ذض", 'ز': "ذظ", 'ض': "دظ", 'ظ': "ضز",
	'ق': "كا", 'ك': "ق", 'ا': "قه", 'ه': "حا", 'ح': "ه", 'غ': "ج", 'ج': "غ",
}

// alike reads an Arabic word as one that sounds alike: تماتم as طماطم.
func (m repairer) alike(w *word) []*wanted {
	if len(w.tokens) != 1 || !isArabic(w.tokens[0]) || runeLen(w.tokens[0]) > 12 {
		return nil
	}
	for _, one := range alikes(w.tokens[0]) {
		if m.known(one, roleMask, false) {
			return []*wanted{{word: one}}
		}
	}
	for _, one := range alikes(w.tokens[0]) {
		for _, two := range alikes(one) {
			if m.known(two, roleMask, false) {
				return []*wanted{{word: two}}
			}
		}
	}
	return nil
}

// alikeSlips reads a long Arabic word as one that sounds alike, with one typing error: شوكلاطه as شوكولاتة.
func (m repairer) alikeSlips(w *word) []*wanted {
	if len(w.tokens) != 1 || !isArabic(w.tokens[0]) || runeLen(w.tokens[0]) < 6 || runeLen(w.tokens[0]) > 12 {
		return nil
	}
	for _, one := range alikes(w.tokens[0]) {
		o := word{raw: one, tokens: []string{one}, prefix: w.prefix, all: w.all}
		if found := m.slips(&o); len(found) > 0 && m.met(found, 1) > 0 {
			return found
		}
	}
	return nil
}

// alikes returns the spellings that differ in one letter with a similar pronunciation.
func alikes(w string) (out []string) {
	letters := []rune(w)
	for i, r := range letters {
		for _, o := range soundsLike[r] {
			letters[i] = o
			out = append(out, string(letters))
		}
		letters[i] = r
	}
	return out
}
