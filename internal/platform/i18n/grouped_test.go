package i18n

import "testing"

func TestCountsAreWrittenInGroups(t *testing.T) {
	for _, c := range []struct {
		lang  Lang
		count int64
		want  string
	}{
		{AR, 1422, "1,422 نقطة"}, {EN, 1422, "1,422 points"}, {EN, 1_422_000, "1,422,000 points"},
		{EN, 422, "422 points"}, {EN, -422, "-422 points"}, {EN, -1422, "-1,422 points"},
	} {
		if got := T(c.lang, "pricing.points_used", "count", c.count); got != c.want {
			t.Errorf("%d points are %q, want %q", c.count, got, c.want)
		}
	}
}
