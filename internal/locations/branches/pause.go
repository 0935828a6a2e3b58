package branches

import (
	"context"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
)

// PauseReasons are the reasons for a pause of a branch.
var PauseReasons = []string{"busy", "staff", "stock", "power", "other"}

const maxPause = 24 * 60

// PauseBody contains the reason of a pause and its end. Without minutes or a time, the branch stays closed until
// somebody opens it.
type PauseBody struct {
	Reason  string      `json:"reason,omitempty" doc:"busy, which is the default, staff, stock, power or other."`
	Minutes httpapi.Int `json:"minutes,omitempty"`
	Until   string      `json:"until,omitempty" maxLength:"10" doc:"18:30, in Cairo: the next time the clock shows it."`
}

// until returns the end of a pause; zero for one without an end.
func (p PauseBody) until(f *forms.Form, now time.Time) time.Time {
	if p.Until != "" {
		minutes, ok := minutesOf(clockTyped(p.Until))
		if !ok || minutes == dayMinutes {
			f.Say("until", "branches.hours_shape")
			return time.Time{}
		}
		y, m, d := now.In(clock.Cairo).Date()
		at := wallTime(y, m, d, minutes)
		if !at.After(now) {
			at = wallTime(y, m, d+1, minutes)
		}
		return at
	}
	if p.Minutes == 0 {
		return time.Time{}
	}
	if p.Minutes < 1 || p.Minutes > maxPause {
		f.Say("minutes", "common.between", "least", 1, "most", maxPause)
	}
	return now.Add(time.Duration(p.Minutes) * time.Minute)
}

// setPause pauses a branch, or opens it again.
func (s *Service) setPause(ctx context.Context, branchID, action string, closed bool, until *db.Millis,
	reason string) error {
	member := staff.Caller(ctx)
	return s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		if err := hold(ctx, tx, "branches", branchID); err != nil {
			return "", err
		}
		before, err := s.mine(ctx, tx, branchID)
		if err != nil {
			return "", err
		}
		if err := s.takeDown(ctx, tx, member, ofBranches, branchID, heldPaused, closed || until != nil); err != nil {
			return "", err
		}
		n, err := tx.Exec(ctx, `UPDATE branches SET switched_closed = $2, paused_until = $3, pause_reason = $4 WHERE id = $1`,
			branchID, closed, until, reason)
		if err != nil || n == 0 {
			return "", err
		}
		return branchID, s.written(ctx, tx, member, action, branchID, before.paused(), pauseState{closed, until, reason})
	})
}

// pauseState is a pause in the audit log.
type pauseState struct {
	Closed bool       `json:"closed"`
	Until  *db.Millis `json:"until"`
	Reason string     `json:"reason"`
}

func (v BranchRecord) paused() pauseState {
	return pauseState{v.ClosedReason != nil && *v.ClosedReason == ClosedBySwitch, v.PausedUntil, v.PauseReason}
}

// revertPause reopens a paused branch, or restores a pause that was lifted and has not ended.
func (s *Service) revertPause(ctx context.Context, member staff.Member, line audit.Line) error {
	return s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		// Locked while it is compared.
		if err := ofBranches.table.Hold(ctx, tx, line.Object, 0); err != nil {
			return "", err
		}
		is, err := s.mine(ctx, tx, line.Object)
		if err != nil {
			return "", err
		}
		before, err := audit.Undo(line, is.paused())
		if err != nil {
			return "", err
		}
		action := "branch.pause"
		if before.Until != nil && !before.Until.Time().After(s.Clock.Now()) {
			before = pauseState{}
		}
		if before == is.paused() {
			return "", errs.Conflict("common.changed_since")
		}
		if before == (pauseState{}) {
			action = "branch.resume"
		}
		if err := s.takeDown(ctx, tx, member, ofBranches, is.ID, heldPaused, before != (pauseState{})); err != nil {
			return "", err
		}
		if _, err := tx.Exec(ctx, `UPDATE branches SET switched_closed = $2, paused_until = $3, pause_reason = $4
			WHERE id = $1`,
			is.ID, before.Closed, before.Until, before.Reason); err != nil {
			return "", err
		}
		return is.ID, s.written(ctx, tx, member, action, is.ID, is.paused(), before)
	})
}

func (s *Service) pause(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body PauseBody
}) (*httpapi.Reply[PauseView], error) {
	if _, err := s.mine(ctx, s.DB, in.ID); err != nil {
		return nil, err
	}
	var f forms.Form
	reason := f.OneOf("reason", in.Body.Reason, PauseReasons...)
	at := in.Body.until(&f, s.Clock.Now())
	if err := f.Err(); err != nil {
		return nil, err
	}
	v := PauseView{Closed: at.IsZero(), Reason: reason}
	if !at.IsZero() {
		until := db.At(at)
		v.Until = &until
	}
	if err := s.setPause(ctx, in.ID, "branch.pause", v.Closed, v.Until, reason); err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

func (s *Service) resume(ctx context.Context, in *refInput) (*httpapi.Reply[PauseView], error) {
	if err := s.setPause(ctx, in.ID, "branch.resume", false, nil, ""); err != nil {
		return nil, err
	}
	return httpapi.OK(PauseView{}), nil
}

// PauseView shows whether a branch takes orders, according to its switch and pause.
type PauseView struct {
	Closed bool       `json:"closed" doc:"Until somebody opens it."`
	Until  *db.Millis `json:"until"`
	Reason string     `json:"reason"`
}
