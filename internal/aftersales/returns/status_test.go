package returns

import (
	"testing"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/errs"
)

// TestEveryMove tries the full square of states for every role, against the table written a second time.
func TestEveryMove(t *testing.T) {
	who := []capacity{theCustomer, system, capacity(staff.Owner), capacity(staff.Manager), capacity(staff.Picker),
		capacity(staff.Support), capacity(staff.Finance), capacity(staff.Courier), capacity(staff.Editor)}
	allowed := map[[2]State]string{
		{Requested, Approved}:  "owner manager support",
		{Requested, Refused}:   "owner manager support",
		{Requested, Withdrawn}: "customer",
		{Approved, PickedUp}:   "courier picker manager owner",
		{Approved, Withdrawn}:  "customer owner manager support",
		{PickedUp, Received}:   "picker manager owner",
		{Received, Inspected}:  "picker manager owner",
		{Inspected, Settled}:   "finance manager owner",
		{Inspected, Refused}:   "system",
		{Settled, Refunded}:    "system",
	}
	for _, from := range States {
		for _, to := range States {
			for _, w := range who {
				r := &Return{State: from}
				err := check(r, Transition{To: to, Actor: Actor{"staff", "stf", w}, Reason: "because"}, "en")
				may := contains(allowed[[2]State{from, to}], string(w))
				if (err == nil) != may {
					t.Errorf("%s to %s by %s: %v", from, to, w, err)
				}
				if err != nil && errs.Key(err) != "returns.cannot_move" && errs.Key(err) != "returns.move_not_yours" {
					t.Errorf("%s to %s by %s is refused with %v", from, to, w, err)
				}
			}
		}
	}
}

func contains(list, word string) bool {
	for start := 0; start <= len(list)-len(word); start++ {
		if list[start:start+len(word)] == word && (start == 0 || list[start-1] == ' ') &&
			(start+len(word) == len(list) || list[start+len(word)] == ' ') {
			return true
		}
	}
	return false
}

func TestRefusalsExplainThemselves(t *testing.T) {
	me := "stf_me"
	for name, c := range map[string]struct {
		r    Return
		m    Transition
		want string
	}{
		"no reason": {Return{State: Requested},
			Transition{To: Refused, Actor: Actor{"staff", me, capacity(staff.Manager)}}, "returns.reason_required"},
		"too late to withdraw": {Return{State: PickedUp}, Transition{To: Withdrawn, Actor: customerActor("usr")},
			"returns.cannot_move"},
		"not the customer's to approve": {Return{State: Requested}, Transition{To: Approved, Actor: customerActor("usr")},
			"returns.move_not_yours"},
	} {
		if err := check(&c.r, c.m, "en"); errs.Key(err) != c.want {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestIBAN(t *testing.T) {
	for text, want := range map[string]bool{
		"EG380019000500000000263180002":        true,
		"EG38 0019 0005 0000 0000 2631 8000 2": true,
		"eg٣٨ 0019-0005-0000-0000-2631-8000-2": true,
		"DE89370400440532013000":               true,
		"GB82WEST12345698765432":               true,
		"EG380019000500000000263180003":        false, // a wrong last digit
		"EG830019000500000000263180002":        false, // check digits turned round
		"EG38001900050000000026318000":         false, // one short
		"380019000500000000263180002EG":        false,
		"":                                     false,
		"EG38001900050000000026318000<":        false,
	} {
		if got := validIBAN(cleanIBAN(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	b, wrong := readBank(Bank{IBAN: "EG38 0019 0005 0000 0000 2631 8000 2", Holder: "  Mona Adel "})
	if len(wrong) != 0 || b.Holder != "Mona Adel" || b.masked() != "EG•• •••• 0002" {
		t.Errorf("%+v %v %s", b, wrong, b.masked())
	}
	if _, wrong := readBank(Bank{IBAN: "EG00"}); len(wrong) != 2 {
		t.Errorf("%v", wrong)
	}
}
