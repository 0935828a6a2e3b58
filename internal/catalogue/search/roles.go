package search

import (
	"slices"
	"strings"
)

// roles describe what a word means for a product: the product itself, or something about it. "Milk" is the product in
// "Full cream milk", but only describes it in "Milk chocolate bar". Likewise, لبن begins لبن كامل الدسم and ends توست
// باللبن.
type roles uint32

const (
	roleHead roles = 1 << iota // what the product is
	// with roleHead: the product has a special purpose, as in لبن بديل للقطط, or is one of several, as in جزر وبرتقال
	roleSpecial
	roleKind   // in a name, about the head
	roleWith   // in a name, what comes with the product or what it is for
	roleAlias  // another name of the product, one of its keywords
	roleNamed  // all the name of a shelf it stands on, its own or one further up
	roleShelf  // in the longer name of its own shelf
	roleWord   // in any other keyword, or in the longer name of a shelf further up
	roleBits   = iota
	roleMask   = 1<<roleBits - 1
	rolesNamed = roleHead | roleKind | roleWith
	rolesThing = roleHead | roleAlias | roleNamed // the product is that thing
)

// portions are words for a pack, a part or a cut. The product is then its content or the whole: "fish fillet" is fish,
// علبة طحينة is طحينة.
var portions = set(`
	bag bags bar bars block bottle box breast bunch can carton chop chops crate cube cubes cup fillet fillets
	half jar kit loaf mix pack pair piece pieces pot rings set single slice slices sticks stick thigh thighs triangles tub whole
	باكت باكو برطمان ثلاثي جوز حبه حلقات رقايق ربطه زجاجه شرايح صدر صدور طبق طقم عبوه علبه فيليه قالب قدره قطع قطعه كرتونه
	كيس مشكل مكعبات نص نصف اوراك`)

// joints introduce what comes with a product, or what it is for.
var joints = set(`with without in for from on by مع في من علي بدون بلا بغير عشان علشان bel bil lel fel 3ashan 3alashan`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// namedWord is a word of a name and its role in the product.
type namedWord struct {
	*spelled
	role roles
}

// nameWords sets the role of each word of a name. In English the head is the last word before any joint, in Arabic the
// first.
func nameWords(list []namedWord, about []spelling) (special bool) {
	for i := range about {
		list[i] = namedWord{about[i].spelled, roleKind}
	}
	// The phrase that names the product extends from the first letter to the first joint.
	from := 0
	for from < len(list) && about[from].kind == kindDigit {
		from++
	}
	to := from
	for ; to < len(list); to++ {
		w := list[to].text
		if to == from {
			continue
		}
		if w == "of" && portions[list[to-1].text] {
			from = to + 1 // pair of pigeons
			continue
		}
		if about[to].begin || about[to].kind == kindDigit || joints[w] || w == "of" || joined(w) {
			break
		}
	}
	for i := to; i < len(list); i++ {
		list[i].role = roleWith
		special = special || list[i].text == "for" || strings.HasPrefix(list[i].text, "لل") && len(list[i].text) >= 4*letter
	}
	if from >= to {
		return special
	}
	if about[from].kind == kindArabic {
		head := from
		for head < to-1 && portions[list[head].text] {
			head++
		}
		list[head].role = roleHead
		for i := head + 1; i < to && strings.HasPrefix(list[i].text, "و") && len(list[i].text) >= 4*letter; i++ {
			list[i].role = roleHead // كباب وكفتة
		}
		return special
	}
	head := to - 1
	for head > from && portions[list[head].text] {
		head--
	}
	list[head].role = roleHead
	for i := from + 1; i < head; i++ {
		if list[i].text == "and" {
			list[i-1].role = roleHead
		}
	}
	return special
}

// joined reports whether a word is joined to the one before it: باللبن, للقطط.
func joined(w string) bool {
	return isArabic(w) && len(w) >= 4*letter && (strings.HasPrefix(w, "بال") || strings.HasPrefix(w, "لل"))
}

// writer determines the words of one product after another.
type writer struct {
	*speller
	names [2][]spelling // of the product looked at
	said  []namedWord
	shelf []spelling

	called bool // its name is one of namesTable
}

// eachWord emits every word of a product and its role, until emit returns false. A word may be emitted more than once.
func (s *writer) eachWord(p *Product, emit func(w *spelled, role roles) bool) {
	s.names[0], s.names[1] = s.spell(s.names[0][:0], p.NameEN), s.spell(s.names[1][:0], p.NameAR)
	en, ar := s.names[0], s.names[1]
	en, ar = en[:min(len(en), maxTermsPerProduct)], ar[:min(len(ar), maxTermsPerProduct)]
	said := slices.Grow(s.said[:0], len(en)+len(ar))[:len(en)+len(ar)]
	s.said = said
	lists := [2][]namedWord{said[:len(en)], said[len(en):]}
	specials := [2]bool{nameWords(lists[0], en), nameWords(lists[1], ar)}
	special := specials[0] || specials[1]
	s.called = false
	for i, list := range lists {
		heads := 0
		for _, w := range list {
			heads += int(w.role & roleHead)
		}
		if !s.otherNames(list, specials[i], heads > 1, said, emit) {
			return
		}
		for _, w := range list {
			if w.role == roleHead && (special || heads > 1) {
				w.role |= roleSpecial
			}
			if !emit(w.spelled, w.role) {
				return
			}
		}
	}
	for _, k := range p.Keywords {
		for phrase := range strings.FieldsFuncSeq(clip(k, maxFieldBytes), func(r rune) bool { return r == ',' || r == '،' }) {
			s.shelf = s.spell(s.shelf[:0], phrase)
			list := s.shelf[:min(len(s.shelf), maxTermsPerProduct)]
			role := roleWord
			// A product whose name contains a known product type matches other types only as a near result: أورج is not بيانو.
			if len(list) == 1 && !(s.called && things[list[0].stem]) {
				role = roleAlias
			}
			for _, w := range list {
				if !emit(w.spelled, role) {
					return
				}
			}
		}
	}
	for i, shelf := range p.Shelves {
		for _, name := range [...]string{shelf.EN, shelf.AR} {
			s.shelf = s.spell(s.shelf[:0], name)
			list := s.shelf[:min(len(s.shelf), maxTermsPerProduct)]
			role := roleWord
			switch {
			case len(list) == 1:
				role = roleNamed
			case i == 0:
				role = roleShelf
			}
			for _, w := range list {
				if !emit(w.spelled, role) {
					return
				}
				if i > 0 {
					continue
				}
				// The category's name may have another form of the word.
				for _, o := range said {
					if o.stem == w.stem && !emit(o.spelled, role) {
						return
					}
				}
			}
		}
	}
}
