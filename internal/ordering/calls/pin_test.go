package calls

import "testing"

func TestAPinIsAPlaceOnEarth(t *testing.T) {
	for _, c := range [][2]string{{"", ""}, {"30.1", ""}, {"NaN", "31"}, {"30", "Inf"}, {"91", "31"}, {"30", "-181"},
		{"x", "31"}} {
		if p := pinOf(c[0], c[1]); p != nil {
			t.Errorf("%q is a place: %+v", c, *p)
		}
	}
	if p := pinOf("30.0444", "31.2357"); p == nil || p.LatE6 != 30_044_400 || p.LngE6 != 31_235_700 {
		t.Errorf("Cairo: %+v", p)
	}
}
