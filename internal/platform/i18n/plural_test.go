package i18n

import (
	"testing"
	"time"
)

// TestForm holds the forms of CLDR at their edges.
func TestForm(t *testing.T) {
	for n, want := range map[int64][2]string{
		0: {"other", "zero"}, 1: {"one", "one"}, 2: {"other", "two"}, 3: {"other", "few"}, 10: {"other", "few"},
		11: {"other", "many"},
		99: {"other", "many"}, 100: {"other", "other"}, 102: {"other", "other"}, 103: {"other", "few"},
		111: {"other", "many"}, -2: {"other", "two"},
	} {
		if en, ar := Form(EN, n), Form(AR, n); en != want[0] || ar != want[1] {
			t.Errorf("%d is %s and %s, want %v", n, en, ar, want)
		}
	}
}

// TestWait words a pause in the unit people count it in.
func TestWait(t *testing.T) {
	for d, want := range map[time.Duration]Text{
		time.Second:                        {"1 second", "ثانية"},
		1500 * time.Millisecond:            {"2 seconds", "ثانيتين"},
		5 * time.Second:                    {"5 seconds", "5 ثوانٍ"},
		60 * time.Second:                   {"60 seconds", "60 ثانية"},
		91 * time.Second:                   {"2 minutes", "دقيقتين"},
		11 * time.Minute:                   {"11 minutes", "11 دقيقة"},
		2*time.Hour + 1:                    {"3 hours", "3 ساعات"},
		23*time.Hour + 59*time.Minute + 59: {"24 hours", "24 ساعة"},
	} {
		if got := Wait(d); got != want {
			t.Errorf("%v: %+v, want %+v", d, got, want)
		}
	}
	if got, want := T(AR, "common.too_many", "wait", Wait(3*time.Second)),
		"محاولات كثيرة في وقت قصير. أعد المحاولة بعد 3 ثوانٍ."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
