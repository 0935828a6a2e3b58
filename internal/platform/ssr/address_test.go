package ssr

import "testing"

func TestSimpleAddressesAreSpeltAlike(t *testing.T) {
	p := parameters{}
	for address, is := range map[string]bool{
		"/": true, "/en": true, "/ar/products/classic-koshary": true, "/branches/b_1": true,
		"": false, "//": false, "/en/": false, "/en//home": false, "en": false, "/en/Home": false, "/ar/%D9%85": false,
		"/مصر": false, "/home?": false, "/home?q=1": false, "/a.b": false, "/../a": false,
	} {
		if simple(address) != is {
			t.Errorf("%q: simple is %v", address, !is)
		}
		if is && p.spelt(address) != address {
			t.Errorf("%q is spelt %q", address, p.spelt(address))
		}
	}
}
