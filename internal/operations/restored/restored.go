// Package restored keeps a shop quiet that was restored from a backup. A copy that is only examined, as in the monthly
// drill, must have no effect outside: it sends no message, asks no gateway, does no periodic work, lets no customer in,
// and begins without a session. That lasts until an owner confirms that the copy is the shop now (Confirm), in the
// console or on the machine.
//
// Messages from before the confirmation are recorded and never sent. For SettleFor afterwards the periodic work catches
// up with what fell due in between, and nobody is notified of that either: only sign-in codes are sent immediately.
//
// The package owns the setting shop.restored.
package restored

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/notify"
	"wekala/internal/platform/settings"
)

// Setting is the key that holds the State.
const Setting = "shop.restored"

// SettleFor is how long notices are suppressed after the confirmation.
const SettleFor = 5 * time.Minute

// The reasons for which a message was not sent, as the list of messages shows them.
const (
	fromTheBackup = "kept back: the shop was restored from a backup"
	whileQuiet    = "kept back: a restored copy that nobody confirmed sends nothing"
	whileSettling = "kept back: it was due before the restored shop was confirmed"
)

// State contains the times when a shop was restored and confirmed. Zero means never.
type State struct {
	RestoredAt  db.Millis `json:"restored_at,omitempty"`
	ConfirmedAt db.Millis `json:"confirmed_at,omitempty"`
}

func (s State) quiet() bool { return s.RestoredAt != 0 && s.ConfirmedAt == 0 }

// Mark makes a restored database quiet: it ends sessions and holds back queued messages.
func Mark(ctx context.Context, d *db.DB, now time.Time) error {
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := settings.Write(ctx, tx, Setting, State{RestoredAt: db.At(now)}, now); err != nil {
			return err
		}
		if err := auth.EndEverySession(ctx, tx, db.At(now)); err != nil {
			return err
		}
		if err := staff.EndEverySession(ctx, tx, db.At(now)); err != nil {
			return err
		}
		_, err := notify.KeepBack(ctx, tx, fromTheBackup)
		return err
	})
}

// Deps are what the service works with.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Staff *staff.Service
}

// Service reports whether the shop is quiet.
type Service struct {
	Deps
	now atomic.Pointer[State]
	// loading is held from reading the setting until it is in force.
	loading sync.Mutex
}

// New makes the service. Until Load has run, the shop counts as never restored.
func New(d Deps) *Service {
	s := &Service{Deps: d}
	s.now.Store(&State{})
	return s
}

// Load reads the state. Called at start, and by every node when it has changed.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	var state State
	if err := settings.Read(ctx, s.DB, Setting, &state); err != nil {
		return err
	}
	s.now.Store(&state)
	return nil
}

// Quiet reports whether this is an unconfirmed restored copy.
func (s *Service) Quiet() bool { return s.now.Load().quiet() }

// Since returns when the copy was restored; nil if the shop is not quiet.
func (s *Service) Since() *db.Millis {
	state := s.now.Load()
	if !state.quiet() {
		return nil
	}
	return &state.RestoredAt
}

// Mute returns the reason why a message must not be sent now, "" if it may be. Sign-in codes may be sent from the
// confirmation on.
func (s *Service) Mute(code bool) string {
	state := s.now.Load()
	switch {
	case state.quiet():
		return whileQuiet
	case !code && state.ConfirmedAt != 0 && db.At(s.Clock.Now()) < state.ConfirmedAt.Add(SettleFor):
		return whileSettling
	}
	return ""
}

// Confirm turns a quiet copy into the shop. Refusal: restored.not_quiet (409).
func Confirm(ctx context.Context, tx *db.Tx, by string, now time.Time) error {
	var before State
	version, err := settings.Hold(ctx, tx, Setting, &before, now)
	if err != nil {
		return err
	}
	if !before.quiet() {
		return errs.Conflict("restored.not_quiet")
	}
	kept, err := notify.KeepBack(ctx, tx, whileQuiet)
	if err != nil {
		return err
	}
	after := State{RestoredAt: before.RestoredAt, ConfirmedAt: db.At(now)}
	if err := settings.Change(ctx, tx, Setting, version, after, now); err != nil {
		return err
	}
	if err := audit.Write(ctx, tx, now, audit.Entry{StaffID: by, Action: "shop.confirm_restored", Object: Setting,
		After: map[string]any{"restored_at": before.RestoredAt, "messages_kept_back": kept}}); err != nil {
		return err
	}
	return changefeed.Publish(ctx, tx, settings.Changed, Setting)
}
