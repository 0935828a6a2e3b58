package orders

import (
	"testing"

	"wekala/internal/platform/i18n"
)

func TestTheRestIsDueUntilItIsPaid(t *testing.T) {
	for _, c := range []struct {
		name              string
		method            string
		wallet, paid, due int64
		lang              i18n.Lang
		code, label       string
	}{
		{"to be paid at the door", COD, 90_00, 90_00, 265_25, i18n.EN, "due", "Amount due"},
		{"paid at the door", COD, 90_00, 355_25, 0, i18n.EN, "paid_cod", "Paid in cash"},
		{"paid at the door, in Arabic", COD, 90_00, 355_25, 0, i18n.AR, "paid_cod", "مدفوع نقدًا"},
		{"paid by card", Card, 90_00, 355_25, 0, i18n.EN, "paid_card", "Paid by card"},
		{"the wallet paid all of it", Wallet, 355_25, 355_25, 0, i18n.EN, "due", "Amount due"},
		{"ended before it was paid", COD, 90_00, 90_00, 0, i18n.EN, "wallet", "Paid from your wallet"},
	} {
		o := Order{PaymentMethod: c.method, Total: 355_25, WalletPaid: c.wallet, Paid: c.paid, Due: c.due}
		steps := o.tenderSteps(c.lang)
		last := steps[len(steps)-1]
		if last.Code != c.code || last.Label != c.label {
			t.Errorf("%s: %s %q", c.name, last.Code, last.Label)
		}
		if want := o.Rest(); c.code != "wallet" && last.Amount.Minor() != want {
			t.Errorf("%s: %d, not %d", c.name, last.Amount.Minor(), want)
		}
	}
	if steps := (&Order{PaymentMethod: COD, Total: 355_25, Paid: 355_25}).tenderSteps(i18n.EN); len(steps) != 0 {
		t.Errorf("one way to pay is told in the payment's own lines: %v", steps)
	}
}
