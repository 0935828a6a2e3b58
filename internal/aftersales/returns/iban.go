package returns

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
)

// Bank is the account for a bank transfer.
type Bank struct {
	IBAN   string `json:"iban"`
	Holder string `json:"holder"`
}

const (
	shortIBAN, longIBAN = 15, 34
	// egyptianIBAN is the length of an Egyptian IBAN: EG, two check digits, 25 more digits.
	egyptianIBAN = 29
	holderLength = 100
)

// readBank normalises the input and returns its errors.
func readBank(in Bank) (Bank, []errs.Field) {
	var wrong []errs.Field
	out := Bank{IBAN: cleanIBAN(in.IBAN), Holder: httpapi.Clean(in.Holder)}
	switch {
	case out.IBAN == "":
		wrong = append(wrong, errs.Field{Name: "bank.iban", Key: "common.required"})
	case !validIBAN(out.IBAN):
		wrong = append(wrong, errs.Field{Name: "bank.iban", Key: "returns.iban_wrong"})
	}
	switch n := utf8.RuneCountInString(out.Holder); {
	case n == 0:
		wrong = append(wrong, errs.Field{Name: "bank.holder", Key: "common.required"})
	case n > holderLength:
		wrong = append(wrong, errs.Field{Name: "bank.holder", Key: "common.too_long", Args: []any{"len", holderLength}})
	}
	return out, wrong
}

// cleanIBAN removes separators between the groups, and converts Arabic digits.
func cleanIBAN(s string) string {
	s = money.LatinDigits(httpapi.Clean(s))
	return strings.ToUpper(strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(s))
}

// validIBAN checks the check digits: with the first four characters moved to
// the end and letters read as 10 to 35, the number leaves 1 when divided by 97.
func validIBAN(s string) bool {
	if len(s) < shortIBAN || len(s) > longIBAN || strings.HasPrefix(s, "EG") && len(s) != egyptianIBAN {
		return false
	}
	rest := 0
	for i := range len(s) {
		c := s[(i+4)%len(s)]
		at := (i + 4) % len(s)
		switch {
		case c >= '0' && c <= '9':
			if at < 2 {
				return false
			}
			rest = (rest*10 + int(c-'0')) % 97
		case c >= 'A' && c <= 'Z':
			if at == 2 || at == 3 {
				return false
			}
			rest = (rest*100 + int(c-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1
}

// masked is an account as responses show it: the country and the last four digits.
func (b Bank) masked() string {
	if len(b.IBAN) < 8 {
		return ""
	}
	return b.IBAN[:2] + "•• •••• " + b.IBAN[len(b.IBAN)-4:]
}

// sealed encodes the account for storage.
func (b Bank) sealed() string {
	raw, err := json.Marshal(b)
	if err != nil {
		panic("returns: two texts must encode: " + err.Error())
	}
	return string(raw)
}

// account is the account for a bank transfer as finance sees it; "" if it is no longer stored.
func (r *Return) account() string {
	if r.Bank == nil {
		return ""
	}
	var b Bank
	_ = json.Unmarshal([]byte(*r.Bank), &b) // sealed wrote it
	return b.IBAN + ", " + b.Holder
}
