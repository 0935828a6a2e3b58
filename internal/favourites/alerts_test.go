package favourites

import "testing"

func TestWorth(t *testing.T) {
	marked := int64(100)
	for _, c := range []struct {
		name                  string
		seen                  int64
		had                   bool
		now                   offered
		cheaper, back, dearer bool
	}{
		{"lower", 100, true, offered{80, true}, true, false, false},
		{"lower still", 80, true, offered{70, true}, true, false, false},
		{"dearer than last, cheaper than when marked", 70, true, offered{90, true}, false, false, false},
		{"as dear as when marked", 70, true, offered{100, true}, false, false, true},
		{"from dear to less dear", 150, true, offered{120, true}, false, false, true},
		{"cheaper, but sold out", 100, true, offered{80, false}, false, false, false},
		{"back at the lower price", 80, false, offered{80, true}, false, true, false},
		{"back and cheaper", 100, false, offered{80, true}, true, true, false},
		{"sold out", 100, true, offered{100, false}, false, false, true},
	} {
		m := mark{Price: &marked, SeenPrice: &c.seen, SeenAvailable: c.had}
		cheaper, back, dearer := worth(&m, c.now)
		if cheaper != c.cheaper || back != c.back || dearer != c.dearer {
			t.Errorf("%s: cheaper %v, back %v, dearer %v", c.name, cheaper, back, dearer)
		}
	}
	if cheaper, back, dearer := worth(&mark{}, offered{80, false}); cheaper || back || dearer {
		t.Error("something is told of a mark without a price")
	}
}
