package setup

import (
	"context"
	"slices"
	"strconv"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
	"wekala/internal/platform/notify"
	"wekala/internal/platform/settings"
)

const (
	// OpeningSetting is the key of the setting with the state of opening.
	OpeningSetting = "shop.opening"
	// maxInvited bounds the invitations to a soft opening.
	maxInvited = 20
	home       = "EG" // country of a phone written without a country code
)

// State is the state of opening.
type State string

// The states.
const (
	Closed State = "setup" // nobody but staff
	Soft   State = "soft"  // those who were let in
	Open   State = "open"
)

// Opening contains the state of opening and the customers who may enter.
type Opening struct {
	State State `json:"state"`
	// Way is the nonce of the early-access link; a new one invalidates the old link.
	Way string `json:"way,omitempty"`
	// Phones are the phones (E.164) that may sign in during a soft opening.
	Phones []string `json:"phones,omitempty"`
	// Since is when an open shop was closed again; 0 before it first opened. Accounts older than that are customers', and
	// nobody may read their codes.
	Since db.Millis `json:"since,omitempty"`
}

func readOpening(ctx context.Context, q db.Querier) (o Opening, version int64, err error) {
	o.State = Open
	version, err = settings.ReadVersion(ctx, q, OpeningSetting, &o)
	return o, version, err
}

// IsOpen reports whether the shop is open to everybody.
func (s *Service) IsOpen() bool { return s.opening.Load().State == Open }

// Stands returns the state of opening: setup, soft or open.
func (s *Service) Stands() string { return string(s.opening.Load().State) }

// IsSoft reports whether the shop is in its soft opening, for invited customers only.
func (s *Service) IsSoft() bool { return s.opening.Load().State == Soft }

// Admits reports whether a phone may sign in; any phone may once the shop is open.
func (s *Service) Admits(phone string) bool {
	o := s.opening.Load()
	return o.State == Open || o.State == Soft && slices.Contains(o.Phones, phone)
}

// LetsIn reports whether this is the token of the early-access link, from a link or a cookie.
func (s *Service) LetsIn(got string) bool {
	o := s.opening.Load()
	keys, err := s.keys()
	return err == nil && o.State == Soft && same(keys.early, o.Way, got)
}

// wayIn returns the early-access link, "" if there is none.
func (s *Service) wayIn(o Opening) (string, error) {
	keys, err := s.keys()
	if err != nil || o.State != Soft {
		return "", err
	}
	return s.PublicURL + WayIn + token(keys.early, o.Way), nil
}

// WayIn is the path prefix of the early-access link.
const WayIn = "/early/"

// Change is a new state of the opening, based on a version of the old one.
type Change struct {
	State   State
	Phones  []string
	Version int64
}

func (c *Change) clean() error {
	var wrong []errs.Field
	if !slices.Contains([]State{Closed, Soft, Open}, c.State) {
		wrong = append(wrong, errs.Field{Name: "state", Key: "common.one_of"})
	}
	if len(c.Phones) > maxInvited {
		wrong = append(wrong, errs.Field{Name: "phones", Key: "setup.most_invited", Args: []any{"count", maxInvited}})
	} else {
		for i, raw := range c.Phones {
			phone, _, err := auth.MobilePhone(httpapi.Clean(raw), home)
			if err != nil {
				wrong = append(wrong, errs.Field{Name: "phones." + strconv.Itoa(i), Key: "common.phone_invalid"})
			}
			c.Phones[i] = phone
		}
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	seen := map[string]bool{}
	c.Phones = slices.DeleteFunc(c.Phones, func(p string) bool { again := seen[p]; seen[p] = true; return again })
	if c.State == Soft && len(c.Phones) == 0 {
		return errs.Invalid("phones", "setup.nobody_invited")
	}
	return nil
}

// SetOpening opens the shop, starts or changes its soft opening, or closes it again. The invited numbers are deleted
// when the soft opening ends.
func (s *Service) SetOpening(ctx context.Context, member staff.Member, change Change) error {
	if err := change.clean(); err != nil {
		return err
	}
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, version, err := readOpening(ctx, tx)
		if err != nil {
			return err
		}
		after := Opening{State: change.State, Since: before.Since}
		if before.State == Open && change.State != Open {
			after.Since = db.At(s.Clock.Now())
		}
		if change.State == Soft {
			after.Phones, after.Way = change.Phones, before.Way
			if after.Way == "" {
				after.Way = id.Secret(32)
			}
		}
		now := s.Clock.Now()
		if version != change.Version {
			return settings.ErrVersionConflict
		}
		if err := settings.Change(ctx, tx, OpeningSetting, change.Version, after, now); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, now, audit.Entry{StaffID: member.ID, Action: "shop.opening", Object: OpeningSetting,
			Before: before.told(), After: after.told()}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, settings.Changed, OpeningSetting)
	})
	if err != nil {
		return err
	}
	return s.Load(ctx)
}

// told returns what the audit log records: no customers' phone numbers.
func (o Opening) told() any {
	return map[string]any{"state": o.State, "invited": len(o.Phones)}
}

// ReadCodes lists the pending sign-in codes of invited customers, so that the owner can pass them on. Every call is
// audited. It works only during the soft opening, and never for a shop that was open before.
func (s *Service) ReadCodes(ctx context.Context, member staff.Member) ([]auth.LiveCode, error) {
	o, _, err := readOpening(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	if o.State != Soft {
		return nil, errs.Conflict("setup.not_soft")
	}
	codes, err := s.Auth.LiveCodes(ctx, o.Phones, o.Since)
	if err != nil {
		return nil, err
	}
	return codes, s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: member.ID, Action: "shop.codes_read", Object: OpeningSetting,
			After: map[string]any{"codes": len(codes)}})
	})
}

// CodeMethods returns the channels of sign-in codes. In a soft opening without a provider, the owner hands them over.
func (s *Service) CodeMethods() auth.Methods {
	n := s.Notify
	return auth.Methods{SMS: n.Carries(notify.SMS) || s.IsSoft(), WhatsApp: n.Carries(notify.WhatsApp)}
}

// ByHand reports whether the owner passes codes on.
func (s *Service) ByHand(method string) bool {
	return method == notify.SMS && s.IsSoft() && !s.Notify.Carries(notify.SMS)
}

// Customer returns the customer of a token. Before the opening only invited customers' tokens are valid.
func (s *Service) Customer(ctx context.Context, token string) (userID, sessionID string, err error) {
	userID, sessionID, err = s.Auth.Resolve(ctx, token)
	if err != nil || s.IsOpen() {
		return userID, sessionID, err
	}
	invited, err := s.Auth.Invited(ctx, userID)
	if err == nil && !invited {
		err = errs.Unauthorized()
	}
	return userID, sessionID, err
}
