package search

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

func TestSuggest(t *testing.T) {
	s := grocery()
	again := s.item("milk2", "Juhayna full cream milk 1 l", "", 4100, 1)
	s.Apply([]Product{again}, nil)
	entries := PrepareEntries([]Entry{
		{Kind: "category", ID: "c1", NameEN: "Milk & Dairy", NameAR: "ألبان حليب"},
		{Kind: "store", ID: "s1", NameEN: "Seoudi Market", NameAR: "سعودي ماركت"},
		{Kind: "category", ID: "c2", NameEN: "Juices"},
	})
	for _, c := range []struct{ typed, lang, want string }{
		{"milk", "en", "c1:Milk & Dairy milk:Juhayna Full Cream Milk 1 L choc:Milk Chocolate Bar shake:Milkshake Vanilla"},
		{"حل", "ar", "c1:ألبان حليب milk:حليب جهينة كامل الدسم ١ لتر choc:شوكولاتة بالحليب"},
		{"seoud", "en", "s1:Seoudi Market"},
		{"seodi", "ar", "s1:سعودي ماركت"},
		{"jui", "ar", "c2:Juices juice:عصير مانجو"},
		{"3as", "ar", "juice:عصير مانجو"},
		{"samsng", "en", "tv:Samsung Smart TV 55"},
		{" ", "en", ""},
		{"xqzk", "en", ""},
	} {
		var got []string
		for _, x := range s.Suggest(SuggestQuery{Prefix: c.typed, Lang: c.lang, Entries: entries}) {
			got = append(got, x.ID+":"+x.Text)
			if x.Kind == KindProduct && x.Slug != x.ID+"-slug" {
				t.Errorf("%s has the slug %s", x.ID, x.Slug)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s", c.typed, strings.Join(got, " "))
		}
	}
	away := s.item("oat", "Milk", "", 100, 99)
	away.Offers = []Offer{{Branch: s.near, Price: 100, Available: true}}
	s.Apply([]Product{away}, nil)
	for _, c := range []struct {
		what, want string
		place      *Place
	}{
		{"anywhere", "Milk", nil},
		{"where the near branch does not deliver", "Juhayna Full Cream Milk 1 L",
			NewPlace([]PlaceBranch{{Branch: s.main, Delivers: true, Open: true}})},
	} {
		got := s.Suggest(SuggestQuery{Prefix: "milk", Lang: "en", Place: c.place})
		if got[0].Text != c.want || !slices.ContainsFunc(got, func(x Suggestion) bool { return x.ID == "oat" }) {
			t.Errorf("%s: %v", c.what, got)
		}
	}
	if got := s.Suggest(SuggestQuery{Prefix: "m", N: 2, Entries: entries}); len(got) != 2 {
		t.Errorf("%d suggestions instead of 2", len(got))
	}
	if got := s.Suggest(SuggestQuery{Prefix: "milk", Service: "pharmacy"}); got != nil {
		t.Errorf("another service's %v", got)
	}
}

func TestHighlight(t *testing.T) {
	for _, c := range []struct {
		name, query string
		want        []string
	}{
		{"Juhayna Full Cream Milk", "milk", []string{"Milk"}},
		{"Milkshake", "mil", []string{"Mil"}},
		{"Red Apples", "apple", []string{"Apples"}},
		{"شوكولاتة بالحليب", "حليب", []string{"بالحليب"}},
		{"قَهْوَةٌ تركي", "قهوة", []string{"قَهْوَةٌ"}},
		{"قَهْوَةٌ تركي", "قه", []string{"قَهْ"}},
		{"الشوكولاتة", "شوك", []string{"الشوك"}},
		{"سعر ٥٠٠ جنيه", "500", []string{"٥٠٠"}},
		{"Samsung TV", "samsng tv", []string{"Samsung", "TV"}},
		{"🍎🍎 Crème Brûlée", "creme brul", []string{"Crème", "Brûl"}},
		{norm.NFD.String("Crème أرز"), "creme ارز", []string{norm.NFD.String("Crème"), norm.NFD.String("أرز")}},
		{"Milk", "", nil},
		{"", "milk", nil},
		{"a\xffmilk", "milk", []string{"milk"}},
	} {
		spans := Highlight(c.name, c.query)
		units, runes := utf16.Encode([]rune(c.name)), []rune(c.name)
		var got []string
		for _, s := range spans {
			text := string(utf16.Decode(units[s.Start:s.End]))
			if text != string(runes[s.RuneStart:s.RuneEnd]) {
				t.Errorf("%q: units give %q, runes %q", c.name, text, string(runes[s.RuneStart:s.RuneEnd]))
			}
			got = append(got, text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("Highlight(%q, %q) = %q", c.name, c.query, got)
		}
	}
}
