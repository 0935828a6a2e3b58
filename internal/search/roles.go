package search

import "strings"

// roles says what a word is to a product: the product itself, or something
// about it. "Milk" is milk in "Full cream milk", and a kind of chocolate in
// "Milk chocolate bar"; لبن begins لبن كامل الدسم and ends توست باللبن.
type roles uint32

const (
	roleHead    roles = 1 << iota // what the product is
	roleSpecial                   // beside roleHead: made for something, as لبن بديل للقطط, or one of several, as جزر وبرتقال
	roleKind                      // in a name, about the head
	roleWith                      // in a name, what comes with the product or what it is for
	roleAlias                     // another name of the product, one of its keywords
	roleNamed                     // all the name of a shelf it stands on, its own or one further up
	roleShelf                     // in the longer name of its own shelf
	roleWord                      // in any other keyword, or in the longer name of a shelf further up
	roleBits    = iota
	roleMask    = 1<<roleBits - 1
	rolesNamed  = roleHead | roleKind | roleWith
)

// portions are words for a pack, a part or a cut: the product is what they
// hold or are cut of ("fish fillet" is fish, علبة طحينة is طحينة).
var portions = set(`
	bag bags bar bars block bottle box breast bunch can carton chop chops crate cube cubes cup fillet fillets
	half jar kit loaf mix pack pair piece pieces pot rings set single slice slices sticks stick thigh thighs triangles tub whole
	باكت باكو برطمان ثلاثي جوز حبه حلقات رقايق ربطه زجاجه شرايح صدر صدور طبق طقم عبوه علبه فيليه قالب قدره قطع قطعه كرتونه
	كيس مشكل مكعبات نص نصف اوراك`)

// joints begin what comes with a product, or what it is for.
var joints = set(`with without in for from on by مع في من علي بدون بلا بغير عشان علشان bel bil lel fel 3ashan 3alashan`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// namedWord is a word of a name and what it is to the product.
type namedWord struct {
	text string
	role roles
	stem string // once eachWord has looked
}

// nameWords cuts a name into words and says what each is. In English the head
// is the last word before anything is joined on, in Arabic the first.
func nameWords(name string, max int) (list []namedWord, special bool) {
	var buf [16]struct {
		kind  runeKind
		begin bool // after a comma or a bracket
	}
	about := buf[:0]
	last := 0
	tokens(name, func(t token) bool {
		about = append(about, struct {
			kind  runeKind
			begin bool
		}{t.kind, t.start > last && strings.ContainsAny(name[last:t.start], ",،;()/")})
		list = append(list, namedWord{text: string(t.text), role: roleKind})
		last = t.end
		return len(list) < max
	})
	// The phrase that names the product goes from the first letter to what is
	// joined on.
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
		return list, special
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
		return list, special
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
	return list, special
}

// joined reports that a word is joined to what stands before it: باللبن, للقطط.
func joined(w string) bool {
	return isArabic(w) && len(w) >= 4*letter && (strings.HasPrefix(w, "بال") || strings.HasPrefix(w, "لل"))
}

// eachWord gives every word of a product and what it is to the product, until
// emit returns false. A word may come more than once.
func eachWord(p *Product, emit func(w string, role roles) bool) {
	en, forEN := nameWords(p.NameEN, maxTermsPerProduct)
	ar, forAR := nameWords(p.NameAR, maxTermsPerProduct)
	special := forEN || forAR
	var buf [16]string
	said := buf[:0]
	for _, list := range [...][]namedWord{en, ar} {
		for i := range list {
			list[i].stem = stem(list[i].text)
			said = append(said, list[i].stem)
		}
	}
	spelled := func(k int) string {
		if k < len(en) {
			return en[k].text
		}
		return ar[k-len(en)].text
	}
	for i, list := range [...][]namedWord{en, ar} {
		heads := 0
		for _, w := range list {
			heads += int(w.role & roleHead)
		}
		if !otherNames(list, [...]bool{forEN, forAR}[i], heads > 1, said, emit) {
			return
		}
		for _, w := range list {
			if w.role == roleHead && (special || heads > 1) {
				w.role |= roleSpecial
			}
			if !emit(w.text, w.role) {
				return
			}
		}
	}
	for _, k := range p.Keywords {
		for phrase := range strings.FieldsFuncSeq(clip(k, maxFieldBytes), func(r rune) bool { return r == ',' || r == '،' }) {
			list := words(phrase, maxTermsPerProduct)
			role := roleWord
			if len(list) == 1 {
				role = roleAlias
			}
			for _, w := range list {
				if !emit(w, role) {
					return
				}
			}
		}
	}
	for i, shelf := range p.Shelves {
		for _, name := range [...]string{shelf.EN, shelf.AR} {
			list := words(name, maxTermsPerProduct)
			role := roleWord
			switch {
			case len(list) == 1:
				role = roleNamed
			case i == 0:
				role = roleShelf
			}
			for _, w := range list {
				if !emit(w, role) {
					return
				}
				if i > 0 {
					continue
				}
				// The shelf may have another form of the word.
				own := stem(w)
				for k, s := range said {
					if s == own && !emit(spelled(k), role) {
						return
					}
				}
			}
		}
	}
}
