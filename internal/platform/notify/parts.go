package notify

import (
	"strings"
	"unicode/utf16"
)

// gsm are the characters of GSM 03.38's basic set; those of gsmLong count twice.
const (
	gsm = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿" +
		"abcdefghijklmnopqrstuvwxyzäöñüà"
	gsmLong = "\f^{}\\[~]|€"
	// latinLetters fit into a single message of GSM-7.
	latinLetters = 160
)

// SMSParts returns the number of SMS that a text needs. A single one holds 160 characters of GSM-7 or 70 of UCS-2; each
// of several holds 153 or 67.
func SMSParts(text string) int {
	n, _, _, _ := SMSCost(text)
	return n
}

// SMSCost returns the number of SMS that a text needs, its length in characters of that encoding, and the capacity of a
// single SMS and of each of several.
func SMSCost(text string) (messages, letters, alone, each int) {
	for _, r := range text {
		switch {
		case strings.ContainsRune(gsm, r):
			letters++
		case strings.ContainsRune(gsmLong, r):
			letters += 2
		default: // a single other character requires UCS-2 for the whole text
			letters = len(utf16.Encode([]rune(text)))
			return parts(letters, 70, 67), letters, 70, 67
		}
	}
	return parts(letters, latinLetters, 153), letters, latinLetters, 153
}

func parts(letters, alone, each int) int {
	if letters <= alone {
		return 1
	}
	return (letters + each - 1) / each
}
