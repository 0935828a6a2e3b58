package search

import "testing"

// TestOtherNames asks for goods by what their names do not say.
func TestOtherNames(t *testing.T) {
	s := newShop()
	shelf := s.item("shelved", "Broom", "مقشة", 100, 1)
	shelf.Shelves = []Text{{"Cleaning", "منظفات"}}
	s.Apply([]Product{
		s.item("eggplant", "Eggplant", "باذنجان", 100, 9),
		s.item("sandwich", "Fried eggplant sandwich", "ساندوتش باذنجان", 100, 99),
		s.item("apple", "Red apples", "تفاح أحمر", 100, 1),
		s.item("puree", "Apple purée", "بيوريه تفاح", 100, 99),
		s.item("bank", "Power bank", "باور بانك", 100, 1),
		s.item("charger", "Wall charger", "شاحن حائط", 100, 99),
		s.item("peanuts", "Salted peanuts", "فول سوداني", 100, 99),
		s.item("beans", "Beans", "فول", 100, 1),
		s.item("persil", "Persil washing powder", "مسحوق برسيل", 100, 1),
		s.item("ariel", "Ariel washing powder", "مسحوق أريال", 100, 99),
		s.item("shoes", "Leather shoes", "حذاء جلد", 100, 1),
		shelf,
	}, nil)
	for _, c := range []struct{ typed, want string }{
		{"aubergine", "eggplant sandwich"}, // the thing before what it is in
		{"بتنجان", "eggplant sandwich"},    // as people say it
		{"betengan", "eggplant sandwich"},  // and type it
		{"فاكهة", "apple"},                 // what it is, not what is made of it
		{"fruit", "apple"},                 //
		{"شاحن متنقل", "bank charger"},     // a longer name, then its head
		{"باوربنك", "bank"},                //
		{"فول", "beans peanuts"},           // half of another thing's name
		{"persil", "persil ariel"},         // the brand itself before what is asked by it
		{"gazma", "shoes"},                 // Franco of another name
		{"cleaning", "shelved"},
		{"cables", ""},
	} {
		if got := ids(s.Search(Query{Text: c.typed})); got != c.want {
			t.Errorf("%s: %s, want %s", c.typed, got, c.want)
		}
	}
}

// TestTheRest shows the thing itself behind the few that meet all words.
func TestTheRest(t *testing.T) {
	s := newShop()
	s.Apply([]Product{
		s.item("roumi", "Roumi cheese", "جبنة رومي", 300, 1),
		s.item("feta", "Feta cheese", "جبنة فيتا", 200, 5),
		s.item("pizza", "Cheese pizza", "بيتزا بالجبنة", 100, 99),
		s.item("turkey", "Roumi turkey", "ديك رومي", 100, 98),
		s.item("lentils", "Brown lentils", "عدس أسمر", 100, 1),
		s.item("soup", "Koshary soup with lentils", "شوربة كشري بالعدس", 100, 99),
		s.item("milk500", "Milk 500 ml", "لبن 500 مل", 100, 1),
		s.item("milk250", "Milk 250 ml", "لبن 250 مل", 100, 9),
	}, nil)
	for _, c := range []struct {
		typed, want string
		sort        Sort
	}{
		{typed: "جبنة رومي", want: "roumi feta"},
		{typed: "roumi cheese", want: "roumi feta"}, // the head is the last word
		{typed: "gebna roumi", want: "roumi feta"},
		{typed: "roumi cheese", want: "roumi", sort: PriceAsc}, // another order has no behind
		{typed: "عدس للكشري", want: "lentils soup"},            // what it is for may be missing
		{typed: "lentils for koshary", want: "lentils soup"},
		{typed: "milk 500", want: "milk500"}, // another figure is another thing
	} {
		if got := ids(s.Search(Query{Text: c.typed, Sort: c.sort})); got != c.want {
			t.Errorf("%s: %s, want %s", c.typed, got, c.want)
		}
	}
}

// TestTheBeginningOfAWordIsNotCorrected: only a word that begins none is read as one that differs in a double letter.
func TestTheBeginningOfAWordIsNotCorrected(t *testing.T) {
	s := newShop()
	s.Apply([]Product{
		s.item("chess", "Chess set", "شطرنج", 350, 99),
		s.item("feta", "Feta cheese", "جبنة فيتا", 200, 5),
		s.item("cheddar", "Cheese slices", "شرائح جبنة", 100, 1),
	}, nil)
	for _, c := range []struct{ typed, want, corrected string }{
		{"chees", "feta cheddar", ""},
		{"feta chees", "feta", ""},
		{"ches", "chess", ""},
		{"chese", "feta cheddar", "cheese"},
		{"cheess", "chess", "Chess"},
	} {
		r := s.Search(Query{Text: c.typed})
		if got := ids(r); got != c.want || r.Corrected != c.corrected {
			t.Errorf("%s: %q as %q, want %q as %q", c.typed, got, r.Corrected, c.want, c.corrected)
		}
	}
}

// TestAlike matches words that are spelled as they are pronounced.
func TestAlike(t *testing.T) {
	for typed, want := range map[string]string{
		"تماتم": "طماطم", "سوم": "ثوم", "زرة": "ذرة", "أوطة": "قوطة", "مخضة": "مخدة", "ساندوتس": "ساندوتش",
	} {
		s := newShop()
		s.Apply([]Product{s.item("it", "It", want, 100, 1), s.item("not", "Other", "كمبيوتر", 100, 2)}, nil)
		if r := s.Search(Query{Text: typed}); ids(r) != "it" || !r.Guessed {
			t.Errorf("%s does not find %s: %q", typed, want, ids(r))
		}
	}
}
