package referral

import (
	"encoding/json"
	"slices"

	"wekala/internal/platform/i18n"
)

// State is where a referral stands.
//
//	joined  → waiting   the friend's first order was delivered
//	waiting → joined    it came back whole
//	waiting → paid      its window is over
//	joined, waiting → held   something looks like one person
//	held    → joined, waiting, refused   somebody looked at it
type State string

// The states. Commissions are waiting, paid or void.
const (
	Joined  State = "joined"
	Waiting State = "waiting"
	Held    State = "held"
	Paid    State = "paid"
	Refused State = "refused"
	Void    State = "void"
)

// States lists those of a referral.
var States = []State{Joined, Waiting, Held, Paid, Refused}

// Label is the state in words for the one who invited.
func (s State) Label(lang i18n.Lang) string { return i18n.T(lang, "referral.state_"+string(s)) }

// Reason is why a referral is held.
type Reason string

// The reasons, the plainest first.
const (
	SamePhone    Reason = "same_phone"
	SameEmail    Reason = "same_email"
	SameDevice   Reason = "same_device"
	SameName     Reason = "same_name"
	SameAddress  Reason = "same_address"
	Ring         Reason = "ring"         // shares something with others around the referrer
	SameNetwork  Reason = "same_network" // one of many friends from one network and browser
	BlockedOne   Reason = "blocked"      // one of the two is blocked
	MonthlyLimit Reason = "monthly_limit"
)

// Label is the reason in words for staff.
func (r Reason) Label(lang i18n.Lang) string { return i18n.T(lang, "referral.reason_"+string(r)) }

// Evidence is why, and with whom.
type Evidence struct {
	Reason Reason `json:"reason"`
	UserID string `json:"user_id"`
}

// hold has somebody look at r when there is evidence that nobody has let pass
// yet.
func (r *Referral) hold(found []Evidence) {
	for _, e := range found {
		if slices.Contains(r.Cleared, e.Reason) {
			continue
		}
		if !slices.Contains(r.Evidence, e) {
			r.Evidence = append(r.Evidence, e)
		}
		if r.State != Held {
			r.State, r.Reason = Held, e.Reason
		}
	}
}

// list is a JSON column.
type list[T any] []T

// Scan reads the column.
func (l *list[T]) Scan(src any) error {
	text, ok := src.(string)
	if !ok {
		return json.Unmarshal(src.([]byte), (*[]T)(l))
	}
	return json.Unmarshal([]byte(text), (*[]T)(l))
}

func (l list[T]) text() string {
	if l == nil {
		l = list[T]{}
	}
	b, err := json.Marshal(l)
	if err != nil {
		panic("referral: a list of words must encode: " + err.Error())
	}
	return string(b)
}
