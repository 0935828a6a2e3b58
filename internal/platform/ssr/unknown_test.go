package ssr

import "testing"

// TestMadeUpNamesAreNotKept: any number of names can be made up, and none of them displaces a page of the shop; sort
// orders and other typed words have their own part.
func TestMadeUpNamesAreNotKept(t *testing.T) {
	r := &Renderer{
		cfg: Config{Knows: func(parameter, value string) bool { return parameter == "category_id" && value == "meals" }}}
	for address, want := range map[string]bool{
		"/home": true, "/search-results?category_id=meals": true, "/search-results?category_id=x1": false,
		"/search-results?q=a&category_id=x1": false,
		"/home?service_id=x":                 false, "/branches-results?store_id=x": false, "/search-results?q=a": true,
		"/search-results?sort=x": true,
	} {
		if got := r.keeps(address); got != want {
			t.Errorf("%s: kept %t", address, got)
		}
	}
	c := newPages(800_000)
	for _, key := range []string{"/search-results?sort=x", "/search-results?tab=x", "/x?in_stock=y", "/x?offer=y",
		"/x?then=y", "/x?step=y"} {
		if c.of(key) != c.typed {
			t.Errorf("%s: kept among the pages that everybody comes by", key)
		}
	}
}
