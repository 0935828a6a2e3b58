package imports

import "testing"

// TestFormulas: the same as the prices sheet reckons in the browser (model.test.ts).
func TestFormulas(t *testing.T) {
	for _, c := range []struct {
		from int64
		f    Formula
		want int64
	}{
		{4500, Formula{"percent", 500, "none"}, 4725},
		{4500, Formula{"percent", 500, "0.95"}, 4695},
		{4500, Formula{"percent", -1000, "0"}, 4100},
		{4500, Formula{"amount", -200, "none"}, 4300},
		{4500, Formula{"amount", 20, "0.50"}, 4550},
		{4500, Formula{"amount", -4500, "none"}, 0},
		{4500, Formula{"percent", -20000, "0.95"}, 0},
		{100, Formula{"amount", -60, "0.95"}, 0},
		{145, Formula{"amount", 0, "0.95"}, 195},
		{144, Formula{"amount", 0, "0.95"}, 95},
		{3333, Formula{"percent", 333, "none"}, 3444},
	} {
		if got := c.f.Of(c.from); got != c.want {
			t.Errorf("%+v of %d: %d, not %d", c.f, c.from, got, c.want)
		}
	}
}
