package auth

import "testing"

func TestMobilePhone(t *testing.T) {
	const want = "+201001234567"
	for _, raw := range []string{
		"01001234567", "1001234567", "+201001234567", "+20 010 0123 4567", "+20 100 123 4567",
		"00201001234567", "201001234567", "٠١٠٠١٢٣٤٥٦٧", "۰۱۰۰۱۲۳۴۵۶۷", "+٢٠ ١٠٠ ١٢٣ ٤٥٦٧",
		" 010-0123-4567 ", "(010) 0123.4567", "\u200e+20 100 123 4567",
	} {
		got, country, err := MobilePhone(raw, "EG")
		if err != nil || got != want || country != "EG" {
			t.Errorf("MobilePhone(%q) = %q, %q, %v; want %q", raw, got, country, err, want)
		}
	}
	for _, prefix := range []string{"010", "011", "012", "015"} {
		if _, _, err := MobilePhone(prefix+"12345678", "EG"); err != nil {
			t.Errorf("%s refused: %v", prefix, err)
		}
	}
	for _, raw := range []string{
		"", " ", "01301234567", "01401234567", "01901234567", "0100123456", "010012345678",
		"0223456789" /* a landline of Cairo */, "+20 2 2345 6789", "19777", "phone", "0100-FLOWERS",
		"01001234567 x5", "01001234567;ext=5", "+2010+01234567", "++201001234567", "01001234567\x00",
		"010012345670100123456701001234567010", "+1 555 0100",
	} {
		if got, _, err := MobilePhone(raw, "EG"); err == nil {
			t.Errorf("MobilePhone(%q) = %q, want a refusal", raw, got)
		}
	}
}

func TestAnyPhone(t *testing.T) {
	for raw, want := range map[string]string{
		"01001234567": "+201001234567", "0223456789": "+20223456789", "٠٢٢٣٤٥٦٧٨٩": "+20223456789",
	} {
		if got, err := AnyPhone(raw, "EG"); err != nil || got != want {
			t.Errorf("AnyPhone(%q) = %q, %v; want %q", raw, got, err, want)
		}
	}
	for _, raw := range []string{"", "12", "01301234567", "abc"} {
		if got, err := AnyPhone(raw, "EG"); err == nil {
			t.Errorf("AnyPhone(%q) = %q, want a refusal", raw, got)
		}
	}
}

func TestCallingCode(t *testing.T) {
	for _, s := range []string{"+20", " 20", "20", "٢٠", "+٢٠", "0020", "020"} {
		if got := CallingCode(s); got != 20 {
			t.Errorf("CallingCode(%q) = %d, want 20", s, got)
		}
	}
	for _, s := range []string{"", "+", "EG", "999999", "0"} {
		if got := CallingCode(s); got != 0 {
			t.Errorf("CallingCode(%q) = %d, want none", s, got)
		}
	}
	if region(20) != "EG" || region(7777) != "" || region(0) != "" {
		t.Error("regions are wrong")
	}
}

func TestMaskPhone(t *testing.T) {
	if got := MaskPhone("+201001234567"); got != "+2010••••4567" {
		t.Errorf("got %q", got)
	}
	if got := MaskPhone("12345"); got != "•••" {
		t.Errorf("got %q", got)
	}
}
