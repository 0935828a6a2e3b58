package search

import (
	"strings"
	"testing"
)

// TestNameWords marks heads with *, their accompaniments with +, and what a product is made for with ! at the end.
func TestNameWords(t *testing.T) {
	for name, want := range map[string]string{
		"Full cream milk":               "full cream *milk",
		"Milk chocolate bar":            "milk *chocolate bar",
		"Juhayna Full Cream Milk 500 g": "juhayna full cream *milk +500 +g",
		"20 W wall charger":             "20 w wall *charger",
		"Tea with milk":                 "*tea +with +milk",
		"Water, pack of six":            "*water +pack +of +six",
		"Pair of pigeons":               "pair of *pigeons",
		"Carrot and orange":             "*carrot and *orange",
		"Kebab and kofta mix":           "*kebab and *kofta mix",
		"Shampoo for cats":              "*shampoo +for +cats !",
		"لبن كامل الدسم":                "*لبن كامل الدسم",
		"توست باللبن":                   "*توست +باللبن",
		"شوكولاتة بالحليب والبندق":      "*شوكولاته +بالحليب +والبندق",
		"لبن بديل للقطط الرضيعة":        "*لبن بديل +للقطط +الرضيعه !",
		"تونة قطع في الزيت":             "*تونه قطع +في +الزيت",
		"علبة طحينة":                    "علبه *طحينه",
		"طقم أطباق سفرة":                "طقم *اطباق سفره",
		"مشكل كباب وكفتة":               "مشكل *كباب *وكفته",
		"مياه طبيعية عبوة 6":            "*مياه طبيعيه عبوه +6",
		"6":                             "6",
		"علبة":                          "*علبه",
		"":                              "",
	} {
		var got []string
		about := newSpeller().spell(nil, name)
		list := make([]namedWord, len(about))
		special := nameWords(list, about)
		for _, w := range list {
			switch w.role {
			case roleHead:
				got = append(got, "*"+w.text)
			case roleWith:
				got = append(got, "+"+w.text)
			default:
				got = append(got, w.text)
			}
		}
		if special {
			got = append(got, "!")
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %s, want %s", name, s, want)
		}
	}
}

// TestTheThingItselfComesFirst checks the order one step after another.
func TestTheThingItselfComesFirst(t *testing.T) {
	s := newShop()
	far := s.Branch("far")
	item := func(id, en, ar string, rank int64, change func(*Product)) Product {
		p := s.item(id, en, ar, 100, rank)
		if change != nil {
			change(&p)
		}
		return p
	}
	dairy := func(p *Product) {
		p.Shelves = []Text{{"Milk and yoghurt", "لبن وزبادي"}, {"Dairy", "ألبان"}}
	}
	s.Apply([]Product{
		item("shelf", "Yoghurt", "زبادي", 99, dairy),
		item("with", "Tea with milk", "شاي باللبن", 98, nil),
		item("kind", "Milk chocolate", "شوكولاتة لبن", 97, nil),
		item("special", "Kitten milk", "لبن للقطط", 96, nil),
		item("far", "Buffalo milk", "لبن جاموسي", 95, func(p *Product) { dairy(p); p.Offers[0].Branch = far }),
		item("liked", "Fresh milk", "لبن طازج", 5, dairy),
		item("other", "Light milk", "لبن خفيف", 4, dairy),
		item("meal", "Hot milk", "لبن سخن", 3, func(p *Product) { dairy(p); p.ServiceID = "food" }),
	}, nil)
	here := NewPlace([]PlaceBranch{{Branch: s.main, Delivers: true, Open: true}})
	for _, c := range []struct{ text, first, want string }{
		{"milk", "", "liked other meal far special kind with shelf"},
		{"لبن", "", "liked other meal far special kind with shelf"},
		{"حليب", "", "liked other meal far special kind with shelf"},
		{"laban", "", "liked other meal far special kind with shelf"},
		{"milk", "food", "meal liked other far special kind with shelf"},
		{"milk", "no such", "liked other meal far special kind with shelf"},
	} {
		if got := ids(s.Search(Query{Text: c.text, First: c.first, Place: here})); got != c.want {
			t.Errorf("%s first of %q: %s, want %s", c.text, c.first, got, c.want)
		}
	}
	var labels []string
	for _, x := range s.Suggest(SuggestQuery{Prefix: "mil", Place: here, First: "food", N: 3}) {
		labels = append(labels, x.ID)
	}
	if got := strings.Join(labels, " "); got != "meal liked other" {
		t.Errorf("suggested %s", got)
	}
}

// TestWhatCanBeOrderedNowComesFirst: among the products that a word names, not before them.
func TestWhatCanBeOrderedNowComesFirst(t *testing.T) {
	s := newShop()
	oven := s.Branch("oven")
	item := func(id, en string, rank int64, branch uint32, shelves ...Text) Product {
		p := s.item(id, en, "", 100, rank)
		p.Shelves, p.Offers[0].Branch = shelves, branch
		return p
	}
	s.Apply([]Product{
		item("baked", "Garden pizza", 9, oven, Text{"Pizza", "بيتزا"}),
		item("frozen", "Frozen pizza", 2, s.main, Text{"Freezer", "مجمدات"}),
		item("cutter", "Wheel for pizza", 99, s.main, Text{"Kitchen", "مطبخ"}),
	}, nil)
	for _, c := range []struct {
		oven PlaceBranch
		want string
	}{
		{PlaceBranch{Branch: oven, Delivers: true, Open: true}, "baked frozen cutter"},
		{PlaceBranch{Branch: oven, Delivers: true}, "frozen baked cutter"},
		{PlaceBranch{Branch: oven}, "frozen baked cutter"},
	} {
		place := NewPlace([]PlaceBranch{{Branch: s.main, Delivers: true, Open: true}, c.oven})
		if got := ids(s.Search(Query{Text: "pizza", Place: place})); got != c.want {
			t.Errorf("%+v: %s, want %s", c.oven, got, c.want)
		}
	}
}

func TestListening(t *testing.T) {
	s := newShop()
	s.Apply([]Product{
		s.item("banana", "Bananas", "موز", 100, 1), s.item("mozzarella", "Mozzarella", "موتزاريلا", 100, 9),
		s.item("rice", "Rice", "أرز", 100, 1), s.item("pudding", "Pudding", "مهلبية", 100, 2),
		s.item("garlic", "Garlic", "ثوم", 100, 1), s.item("tomato", "Tomatoes", "طماطم", 100, 9),
		s.item("beans", "Coffee", "بن", 100, 1), s.item("scarf", "Scarf", "كوفية", 100, 9),
		s.item("cheese", "Feta cheese", "فيتا", 100, 1), s.item("chess", "Chess", "شطرنج", 100, 9),
	}, nil)
	pudding := s.item("pudding", "Pudding", "مهلبية", 100, 2)
	pudding.Keywords = []string{"roz bel laban"}
	s.Apply([]Product{pudding}, nil)
	for _, c := range []struct{ typed, want, corrected string }{
		{"moz", "banana mozzarella", "موز"},      // a word as well as a beginning
		{"mozz", "mozzarella banana", ""},        // rather a beginning
		{"roz", "rice pudding", "أرز"},           // a keyword of something else
		{"toom", "garlic", "ثوم"},                // sounds right: no slip of tomato
		{"rice", "rice", ""},                     // a name holds it: not listened to
		{"ban", "banana beans cheese", ""},       // a beginning, rather than a word it sounds nearly like
		{"chese", "cheese mozzarella", "cheese"}, // a letter written once: likelier than another slip
		{"cofee", "beans", "Coffee"},             // and than what it sounds like
		{"mozarela", "mozzarella", "Mozzarella"},
	} {
		if r := s.Search(Query{Text: c.typed}); ids(r) != c.want || r.Corrected != c.corrected {
			t.Errorf("%s: %s, corrected %q", c.typed, ids(r), r.Corrected)
		}
	}
}

// TestFrancoFigures reads every figure that represents a sound.
func TestFrancoFigures(t *testing.T) {
	for typed, want := range map[string]string{
		"2ahwa": "قهوة", "3asal": "عسل", "5oyar": "خيار", "6a7ina": "طحينة", "7alawa": "حلاوة", "8orayeba": "غريبة",
		"9aboon": "صابون",
	} {
		s := newShop()
		s.Apply([]Product{s.item("it", "It", want, 100, 1), s.item("not", "Other", "كمبيوتر", 100, 2)}, nil)
		if got := ids(s.Search(Query{Text: typed})); got != "it" {
			t.Errorf("%s does not find %s: %q", typed, want, got)
		}
	}
}

// TestUnfinishedSlips holds that four letters with a slip begin no word.
func TestUnfinishedSlips(t *testing.T) {
	s := newShop()
	s.Apply([]Product{
		s.item("sobia", "Sobia", "سوبيا", 100, 1), s.item("soap", "Dish soap", "صابون سوائل", 100, 1),
		s.item("pasta", "Pasta", "مكرونة", 100, 1),
	}, nil)
	for typed, want := range map[string]string{"سوشي": "", "سوري": "", "سوبي": "sobia", "سوببا": "sobia",
		"مكزون": "pasta"} {
		if got := ids(s.Search(Query{Text: typed})); got != want {
			t.Errorf("%s finds %q, want %q", typed, got, want)
		}
	}
}

// TestNear distinguishes what the user searched for from near results.
func TestNear(t *testing.T) {
	s := newShop()
	wrap := s.item("wrap", "Shish wrap", "ساندوتش شيش طاووق", 100, 1)
	mixed := s.item("mixed", "Mixed wrap", "ساندوتش مشكل", 100, 9)
	mixed.Keywords = []string{"house special wrap"}
	s.Apply([]Product{
		wrap, mixed, s.item("indomie", "Indomie noodles", "إندومي", 100, 1),
		s.item("vermicelli", "Vermicelli", "شعرية", 100, 9),
		s.item("apples", "Red apples", "تفاح أحمر", 100, 1), s.item("green", "Green apples", "تفاح أخضر", 100, 9),
		s.item("charger", "Wall charger", "شاحن حائط", 100, 1),
	}, nil)
	for _, c := range []struct{ typed, want, near string }{
		{"shawarma", "wrap", "wrap"},
		{"شاورما", "wrap", "wrap"},
		{"shawrma", "wrap", "wrap"},
		{"wrap", "mixed wrap", ""},
		{"special", "mixed", ""}, // a merchant's own words
		{"indomie", "indomie vermicelli", "vermicelli"},
		{"red apples", "apples green", "green"},
		{"تليفن", "charger", "charger"}, // a slip for تليفون, which a charger is asked by
		{"تليفزيون", "", ""},            // two slips: a television is no phone, and a charger neither
	} {
		r := s.Search(Query{Text: c.typed})
		var near []string
		for _, h := range r.Hits {
			if h.Near {
				near = append(near, h.ID)
			}
		}
		if ids(r) != c.want || strings.Join(near, " ") != c.near {
			t.Errorf("%s: %s, near %v", c.typed, ids(r), near)
		}
	}
	// A product named like that matches with two slips, and its near products match with it.
	s.Apply([]Product{s.item("phone", "Desk phone", "تليفون مكتب", 100, 1)}, nil)
	if r := s.Search(Query{Text: "تليفزيون"}); !strings.HasPrefix(ids(r), "phone") {
		t.Errorf("a phone is not found with two slips: %s", ids(r))
	}
}
