package notify

import (
	"strings"
	"testing"
)

func TestSMSParts(t *testing.T) {
	for text, want := range map[string]int{
		strings.Repeat("ك", 70):        1,
		strings.Repeat("ك", 71):        2,
		strings.Repeat("ك", 134):       2,
		strings.Repeat("ك", 135):       3,
		strings.Repeat("k", 160):       1,
		strings.Repeat("k", 161):       2,
		strings.Repeat("k", 307):       3,
		strings.Repeat("k", 159) + "€": 2, // counts twice in GSM
		strings.Repeat("k", 70) + "ك":  2, // one letter of Arabic, and all of it is UCS-2
		strings.Repeat("k", 68) + "😀":  1,
		strings.Repeat("k", 69) + "😀":  2,
	} {
		if parts := SMSParts(text); parts != want {
			t.Errorf("%d characters go in %d parts, not %d", len([]rune(text)), parts, want)
		}
	}
}
