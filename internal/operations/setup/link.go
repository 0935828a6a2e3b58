package setup

import (
	"context"
	"errors"
	"net/netip"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
	"wekala/internal/platform/settings"
)

const (
	linkKey = "shop.link"
	// triesAnHour bounds how often a network may try a link per hour.
	triesAnHour = 30
)

// link is the stored part of the set-up link: enough to verify it, but not to create it.
type link struct {
	Nonce string `json:"nonce"`
}

// Begin closes a database that has nothing in it yet, and returns the set-up
// link while the shop has no owner: the same one at each start and on every
// node, until it was used. It is empty once there is an owner.
func (s *Service) Begin(ctx context.Context) (string, error) {
	keys, err := s.keys()
	if err != nil {
		return "", err
	}
	var l link
	var owned bool
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		l = link{}
		var used bool
		if err := tx.Get(ctx, &used, `SELECT EXISTS (SELECT 1 FROM staff) OR EXISTS (SELECT 1 FROM branches)
			OR EXISTS (SELECT 1 FROM users)`); err != nil {
			return err
		}
		now := s.Clock.Now()
		if !used {
			if err := settings.Once(ctx, tx, OpeningSetting, Opening{State: Closed}, now); err != nil {
				return err
			}
			for _, fresh := range s.Fresh {
				if err := fresh(ctx, tx, now); err != nil {
					return err
				}
			}
		}
		if owned, err = staff.HasOwner(ctx, tx); err != nil || owned {
			return err
		}
		if err := settings.Once(ctx, tx, linkKey, link{Nonce: id.Secret(32)}, now); err != nil {
			return err
		}
		return settings.Read(ctx, tx, linkKey, &l)
	})
	if err != nil || owned {
		return "", err
	}
	return s.PublicURL + "/console/begin#" + token(keys.owner, l.Nonce), s.Load(ctx)
}

// check verifies the token of the set-up link and returns its version. All reasons for a refusal get the same response.
func (s *Service) check(ctx context.Context, q db.Querier, got string) (version int64, err error) {
	keys, err := s.keys()
	if err != nil {
		return 0, err
	}
	var l link
	if version, err = settings.ReadVersion(ctx, q, linkKey, &l); err != nil {
		return 0, err
	}
	owned, err := staff.HasOwner(ctx, q)
	if err != nil {
		return 0, err
	}
	if !same(keys.owner, l.Nonce, got) || owned {
		return 0, errs.Refuse("setup.link_over")
	}
	return version, nil
}

// CheckLink checks that the set-up link still works (400 link_over), so that nobody fills in a form in vain. 429 after
// many tries.
func (s *Service) CheckLink(ctx context.Context, got string, ip netip.Addr) error {
	if err := s.mayTry(ctx, ip); err != nil {
		return err
	}
	_, err := s.check(ctx, s.DB, got)
	return err
}

func (s *Service) mayTry(ctx context.Context, ip netip.Addr) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return counters.Require(ctx, tx, "setup:"+counters.Network(ip), triesAnHour, s.Clock.Now(), "common.too_many")
	})
}

// BecomeOwner makes the first owner of the shop and signs them in. This uses up the link: of two concurrent uses, one
// succeeds.
func (s *Service) BecomeOwner(ctx context.Context, got string, in staff.NewMember,
	from staff.SignIn) (staff.Session, error) {
	if err := s.mayTry(ctx, from.IP); err != nil {
		return staff.Session{}, err
	}
	if _, err := s.check(ctx, s.DB, got); err != nil {
		return staff.Session{}, err // before the slow hashing of the password
	}
	in.Role, in.Branches, in.By = staff.Owner, nil, audit.SetUpLink
	_, err := s.Staff.AddAfter(ctx, in, func(ctx context.Context, tx *db.Tx) error {
		version, err := s.check(ctx, tx, got)
		if err != nil {
			return err
		}
		err = settings.Remove(ctx, tx, linkKey, version)
		if errors.Is(err, settings.ErrVersionConflict) {
			return errs.Refuse("setup.link_over")
		}
		return err
	})
	if err != nil {
		return staff.Session{}, err
	}
	from.Email, from.Password = in.Email, in.Password
	return s.Staff.SignIn(ctx, from)
}
