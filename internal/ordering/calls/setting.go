package calls

import (
	"context"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/settings"
)

const (
	key = "shop.calls"
	// The limits of the owner's values, in minor units and minutes.
	maxLeast, maxMost         = 50_00, 10_000_00
	minutesLeast, minutesMost = 15, 240
)

// Setting is the owner's configuration.
type Setting struct {
	On      bool  `json:"on"`
	Most    int64 `json:"call_limit"` // the greatest total of an order, in minor units
	Minutes int64 `json:"minutes"`    // that the branch has for the call, while it is open
}

// Usual applies until an owner decides.
var Usual = Setting{Most: 1_000_00, Minutes: 60}

func (s *Service) read(ctx context.Context, q db.Querier) (set Setting, version int64, err error) {
	set = Usual
	version, err = settings.ReadVersion(ctx, q, key, &set)
	return set, version, err
}

// Load reads the setting and applies it.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	set, _, err := s.read(ctx, s.DB)
	if err == nil {
		s.set.Store(&set)
	}
	return err
}

// Now returns the setting; open reports whether guests may currently order this way: it is on, no code can be sent, and
// cash is accepted.
func (s *Service) Now() (set Setting, open bool) {
	set = *s.set.Load()
	cash, _ := s.Checkout.Takes()
	return set, set.On && !s.Codes() && cash
}

// Change is a new setting, based on a version of the old one.
type Change struct {
	Setting
	Version int64
}

// Set changes the setting. It refuses to switch it on while codes reach phones, because customers then sign in by code.
func (s *Service) Set(ctx context.Context, member staff.Member, c Change) error {
	var f forms.Form
	if c.Most < maxLeast || c.Most > maxMost {
		f.Say("most", "calls.most_range", "least", maxLeast/100, "most", maxMost/100)
	}
	if c.Minutes < minutesLeast || c.Minutes > minutesMost {
		f.Say("minutes", "calls.minutes_range", "least", minutesLeast, "most", minutesMost)
	}
	if err := f.Err(); err != nil {
		return err
	}
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, version, err := s.read(ctx, tx)
		if err != nil {
			return err
		}
		if version != c.Version {
			return settings.ErrVersionConflict
		}
		if c.On && !before.On && s.Codes() {
			return errs.Invalid("on", "calls.codes_work")
		}
		if c.Setting == before {
			return nil
		}
		now := s.Clock.Now()
		if err := settings.Change(ctx, tx, key, version, c.Setting, now); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, now, audit.Entry{
			StaffID: member.ID, Action: "shop.calls", Object: key, Before: before, After: c.Setting}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, settings.Changed, key)
	})
	if err != nil {
		return err
	}
	return s.Load(ctx)
}

// Reverts lists the audit log's actions that this package can undo.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"shop.calls": s.revert}
}

func (s *Service) revert(ctx context.Context, member staff.Member, line audit.Line) error {
	is, version, err := s.read(ctx, s.DB)
	if err != nil {
		return err
	}
	before, err := audit.Undo(line, is)
	if err != nil {
		return err
	}
	return s.Set(ctx, member, Change{Setting: before, Version: version})
}

// window is the time that a branch has for a call.
func (set Setting) window() time.Duration { return time.Duration(set.Minutes) * time.Minute }
