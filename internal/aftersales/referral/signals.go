package referral

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/places"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

// The kinds of signal. Device, phone, e-mail and name are strong: two accounts that share one are examined. A network
// with a browser is weak, since half a carrier's customers share it: only many friends from one are examined.
const (
	byDevice  = "device"
	byPhone   = "phone"
	byEmail   = "email"
	byName    = "name"
	byNetwork = "network"
)

const (
	// networkFriends is the number of friends from one network within networkWithin from which they are examined.
	networkFriends = 3
	networkWithin  = day
	// sameDoor is the maximum distance between two pins at the same address, in metres.
	sameDoor = 30
	// keepSignals is how long shared signals of accounts are stored.
	keepSignals = 400 * day
	// Limits on the accounts examined around a referrer.
	maxAbove  = 20
	maxAround = 100
)

type signal struct{ kind, value string }

// digest returns the keyed digest of a value, so that the table alone reveals nothing.
func (s *Service) digest(kind, value string) signal {
	m := hmac.New(sha256.New, s.key)
	m.Write([]byte(kind + "\x00" + value))
	return signal{kind, hex.EncodeToString(m.Sum(nil)[:16])}
}

// minDevice is the minimum length of a device id.
const minDevice = 16

// seen lists the signals that a session reveals about its owner.
func (s *Service) seen(u auth.User, who *httpapi.Who) []signal {
	var out []signal
	if u.Phone != "" {
		out = append(out, s.digest(byPhone, u.Phone))
	}
	if u.Email != nil {
		out = append(out, s.digest(byEmail, mailbox(*u.Email)))
	}
	// A single word is a first name, which thousands share.
	if name := s.Fold(u.Name); strings.Contains(name, " ") {
		out = append(out, s.digest(byName, name))
	}
	if len(who.DeviceID) >= minDevice {
		out = append(out, s.digest(byDevice, who.DeviceID))
	}
	if who.IP.IsValid() && who.UserAgent != "" {
		out = append(out, s.digest(byNetwork, counters.Network(who.IP)+" "+who.UserAgent))
	}
	return out
}

// mailbox normalises an e-mail address to its mailbox: the owner can choose the text after a +, and Google ignores
// dots.
func mailbox(email string) string {
	local, domain, _ := strings.Cut(strings.ToLower(email), "@")
	local, _, _ = strings.Cut(local, "+")
	if domain == "gmail.com" || domain == "googlemail.com" {
		local, domain = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + domain
}

var reasonOf = map[string]Reason{byDevice: SameDevice, byPhone: SamePhone, byEmail: SameEmail, byName: SameName}

// suspicion compares a new friend with the referrer, the referrer's own referrers and the referrer's other friends.
func (s *Service) suspicion(ctx context.Context, q db.Querier, r Referral, above []string) ([]Evidence, error) {
	around, err := s.around(ctx, q, r, above)
	if err != nil {
		return nil, err
	}
	var found []Evidence
	shared, err := sharing(ctx, q, r.FriendID, around)
	if err != nil {
		return nil, err
	}
	for _, m := range shared {
		reason, strong := reasonOf[m.Kind]
		switch {
		case !strong:
		case m.UserID == r.ReferrerID:
			found = append(found, Evidence{reason, m.UserID})
		case m.Kind != byName: // namesakes further off are coincidence
			found = append(found, Evidence{Ring, m.UserID})
		}
	}
	crowd, err := fromNetwork(ctx, q, r.FriendID, r.ReferrerID, r.CreatedAt.Add(-networkWithin))
	if err != nil {
		return nil, err
	}
	if len(crowd) >= networkFriends {
		found = append(found, Evidence{SameNetwork, crowd[0]})
	}
	return sorted(found), nil
}

// sorted puts the most obvious reason first.
func sorted(found []Evidence) []Evidence {
	order := []Reason{SamePhone, SameEmail, SameDevice, SameName, SameAddress, Ring, SameNetwork}
	slices.SortStableFunc(found, func(a, b Evidence) int {
		return slices.Index(order, a.Reason) - slices.Index(order, b.Reason)
	})
	return found
}

// around lists the customers whose second account a friend may be: the referrer, those who invited the referrer, and
// the referrer's other friends.
func (s *Service) around(ctx context.Context, q db.Querier, r Referral, above []string) ([]string, error) {
	friends, err := friendsOf(ctx, q, r.ReferrerID, r.FriendID)
	return append(append([]string{r.ReferrerID}, above...), friends...), err
}

// doors compares the delivery address of a friend's first order, and the phones given for the courier, with the
// addresses and orders of the referrer and the customers around them.
func (s *Service) doors(ctx context.Context, q db.Querier, r Referral, o *orders.Order,
	above []string) ([]Evidence, error) {
	snap, err := addresses.ParseSnapshot(o.Address)
	if err != nil {
		return nil, err
	}
	around, err := s.around(ctx, q, r, above)
	if err != nil {
		return nil, err
	}
	theirs, err := addresses.OfPeople(ctx, q, around)
	if err != nil {
		return nil, err
	}
	var found []Evidence
	note := func(reason Reason, userID string) {
		if userID != r.ReferrerID {
			reason = Ring
		}
		if e := (Evidence{reason, userID}); !slices.Contains(found, e) {
			found = append(found, e)
		}
	}
	friend, err := auth.UserByID(ctx, q, r.FriendID)
	if err != nil {
		return nil, err
	}
	for _, a := range theirs {
		if o.Fulfilment == orders.ToDoor && s.oneDoor(snap, a) {
			note(SameAddress, a.UserID)
		}
		if a.Phone == friend.Phone {
			note(SamePhone, a.UserID)
		}
	}
	owners, err := withSignal(ctx, q, s.digest(byPhone, snap.Phone), around)
	if err != nil {
		return nil, err
	}
	for _, userID := range owners {
		note(SamePhone, userID)
	}
	return sorted(found), nil
}

// oneDoor reports whether two addresses are the same: the same text, or nearby pins with the same building and flat.
func (s *Service) oneDoor(a addresses.Snapshot, b addresses.Address) bool {
	same := func(x, y string) bool { return s.Fold(x) == s.Fold(y) }
	if !same(a.BuildingNumber, b.Building) || !same(a.ApartmentNumber, b.Apartment) {
		return false
	}
	if a.ApartmentNumber != "" && a.Floor != "" && b.Floor != "" && !same(a.Floor, b.Floor) {
		return false
	}
	if a.District.ID == b.DistrictID && same(a.Address, b.Street) {
		return true
	}
	return places.Metres(places.Point{LatE6: a.LatE6, LngE6: a.LngE6}, b.At()) <= sameDoor
}

// sweepSignals deletes signals that have not been seen for a long time. It is an hourly job.
func (s *Service) sweepSignals(ctx context.Context, now time.Time) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM referral_signals WHERE seen_at < $1`, db.At(now.Add(-keepSignals)))
		return err
	})
}
