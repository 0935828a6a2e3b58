package i18n

import "testing"

func TestStopOfAValueEndsTheSentence(t *testing.T) {
	price := T(AR, "favourites.amount", "amount", "90")
	got := T(AR, "favourites.notice_back_inbox", "name", "رز", "price", price)
	if want := "المنتج «رز» متوفر من جديد بسعر 90\u00a0ج.م."; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if got := T(EN, "favourites.notice_back_inbox", "name", "Rice", "price",
		"EGP 90"); got != "Back in stock: Rice for EGP 90." {
		t.Errorf("a value without a stop: %q", got)
	}
}
