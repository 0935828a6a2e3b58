package notify

import (
	"strings"
	"unicode/utf16"
)

// gsm are the letters of GSM 03.38's basic set; those of gsmLong take two.
const (
	gsm = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿" +
		"abcdefghijklmnopqrstuvwxyzäöñüà"
	gsmLong = "\f^{}\\[~]|€"
	// latinLetters go alone in a message of GSM-7.
	latinLetters = 160
)

// SMSParts is how many messages a text costs by SMS: 160 letters of GSM-7 or
// 70 of UCS-2 go alone, in several parts each carries 153 or 67.
func SMSParts(text string) int {
	n, _, _, _ := SMSCost(text)
	return n
}

// SMSCost is how many messages a text costs by SMS, how many letters it has as
// they are counted there, and how many go alone and in each of several.
func SMSCost(text string) (messages, letters, alone, each int) {
	for _, r := range text {
		switch {
		case strings.ContainsRune(gsm, r):
			letters++
		case strings.ContainsRune(gsmLong, r):
			letters += 2
		default: // one letter outside, and all of it is UCS-2
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
