package products

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// TestAnIndexFindsWhatAScanFinds: of thousands of pairs of names that are mistyped,
// shortened, joined and turned round, the index lists every product that resembles or
// is a namesake by comparing word by word.
func TestAnIndexFindsWhatAScanFinds(t *testing.T) {
	s := &Service{Deps: Deps{Fold: strings.ToLower}}
	r := rand.New(rand.NewPCG(7, 11))
	stock := strings.Fields("olive oil extra virgin milk full cream chicken kofta tray iphone Pro Max rice basmati زيت " +
		"زيتون بكر لبن كامل الدسم كفتة فراخ أرز بسمتي شاي ليبتون 1 1 2 12 250 500g")
	mistype := func(w string) string {
		l := []rune(w)
		at := r.IntN(len(l))
		switch r.IntN(4) {
		case 0:
			return string(l[:at]) + string(l[at+1:])
		case 1:
			return string(l[:at]) + "x" + string(l[at:])
		case 2:
			l[at] = 'z'
		case 3:
			if at > 0 {
				l[at], l[at-1] = l[at-1], l[at]
			}
		}
		return string(l)
	}
	name := func() string {
		var w []string
		for range r.IntN(5) {
			one := stock[r.IntN(len(stock))]
			if r.IntN(3) == 0 {
				one = mistype(one)
			}
			w = append(w, one)
		}
		return strings.Join(w, []string{" ", " ", " ", ""}[r.IntN(4)])
	}
	called := func() storeName {
		return storeName{NameEN: name(), NameAR: name(), UnitEN: name(), UnitAR: name(), OwnEN: name(), OwnAR: name()}
	}
	rows := make([]storeName, 400)
	for i := range rows {
		rows[i] = called()
	}
	index := s.index(rows, time.Now())
	found, missed, listed, far := 0, 0, 0, 0
	for range 300 {
		was, is := called(), called()
		before, _ := was.spoken(s.words)
		asked, _ := is.spoken(s.words)
		near := map[int32]bool{}
		for _, row := range index.like(asked) {
			near[row] = true
			listed++
		}
		for i := range rows {
			whole, alone := rows[i].spoken(s.words)
			other := whole
			if !nearer(before, asked, other) && !namesake(asked, other) {
				other = alone
			}
			if !nearer(before, asked, other) && !namesake(asked, other) {
				continue
			}
			found++
			if near[int32(i)] {
				continue
			}
			if onlyNumbers(before, asked, other) {
				far++
				continue
			}
			missed++
			if missed < 5 {
				t.Errorf("%+v is not found for %+v", rows[i], is)
			}
		}
	}
	if found < 1000 || far > found/10 {
		t.Errorf("%d found, %d of them by numbers alone: names are to try the index", found, far)
	}
	t.Logf("%d pairs are near, %d listed of %d", found, listed, 300*len(rows))
}

// onlyNumbers reports whether names are near in no pair of languages in which they have
// a word in common: the index finds numbers alone only where all of them are the same.
func onlyNumbers(was, is, other [2]nameWords) bool {
	for i, mine := range is {
		for _, theirs := range other {
			var one [2]nameWords
			one[i] = mine
			if (nearer(was, one, [2]nameWords{theirs}) || namesake(one, [2]nameWords{theirs})) && haveAWord(mine, theirs) {
				return false
			}
		}
	}
	return true
}

func haveAWord(a, b nameWords) bool {
	for _, one := range a.whole.all {
		for _, other := range b.whole.all {
			if !numeric(one) && alike(one, other) {
				return true
			}
		}
	}
	return false
}
