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
		{"lower", 100, true, offered{80, true, "br"}, true, false, false},
		{"lower still", 80, true, offered{70, true, "br"}, true, false, false},
		{"dearer than last, cheaper than when marked", 70, true, offered{90, true, "br"}, false, false, false},
		{"as dear as when marked", 70, true, offered{100, true, "br"}, false, false, true},
		{"from dear to less dear", 150, true, offered{120, true, "br"}, false, false, true},
		{"cheaper, but sold out", 100, true, offered{80, false, "br"}, false, false, false},
		{"back at the lower price", 80, false, offered{80, true, "br"}, false, true, false},
		{"back and cheaper", 100, false, offered{80, true, "br"}, true, true, false},
		{"cheaper at another branch", 100, true, offered{80, true, "other"}, false, false, false},
		{"back at another branch", 100, false, offered{80, true, "other"}, false, true, false},
		{"sold out", 100, true, offered{100, false, "br"}, false, false, true},
	} {
		m := mark{BranchID: "br", Price: &marked, SeenPrice: &c.seen, SeenAvailable: c.had}
		cheaper, back, dearer := worth(&m, c.now)
		if cheaper != c.cheaper || back != c.back || dearer != c.dearer {
			t.Errorf("%s: cheaper %v, back %v, dearer %v", c.name, cheaper, back, dearer)
		}
	}
	unknown := mark{Price: &marked, SeenPrice: &marked, SeenAvailable: true}
	if cheaper, _, _ := worth(&unknown, offered{80, true, "br"}); !cheaper {
		t.Error("a mark of before branches were noted is told of nothing any more")
	}
	if cheaper, back, dearer := worth(&mark{}, offered{80, false, "br"}); cheaper || back || dearer {
		t.Error("something is told of a mark without a price")
	}
}

func TestAnotherBranchsPriceIsNotRemembered(t *testing.T) {
	seen := int64(100)
	m := mark{BranchID: "br", SeenPrice: &seen}
	for branch, want := range map[string]int64{"br": 80, "other": 100, "": 100} {
		if got := m.priceSeen(offered{80, true, branch}); *got != want {
			t.Errorf("%q: %d", branch, *got)
		}
	}
}
