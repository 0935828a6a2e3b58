package branches

import (
	"context"
	"encoding/json"
	"errors"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// The limits of a branch's settings.
const (
	maxSlot    = 1000
	minPickup  = 5
	maxPickup  = 2 * 24 * 60
	minAccept  = 2
	maxAccept  = 24 * 60
	maxMinimum = 100_000_00
)

// SettingsView shows a branch's settings for its orders.
type SettingsView struct {
	Branch        wire.Ref    `json:"branch"`
	SlotCapacity  int64       `json:"slot_capacity" doc:"Orders it takes for one hour; 0 for no limit."`
	PickupMinutes int64       `json:"pickup_minutes" doc:"Minutes until an order can be collected; 0: nothing is collected here."`
	AcceptMinutes int64       `json:"accept_minutes" doc:"Minutes the branch has to accept an order."`
	MinimumOrder  money.Major `json:"minimum_order"`
	FreeFrom      money.Major `json:"free_from" doc:"Items from which delivery is free; 0: never."`
	FeesOfShop    bool        `json:"fees_of_shop" doc:"free_from is fixed because the platform delivers and the caller is the seller's."`
	Currency      string      `json:"currency"`
	Closed        bool        `json:"closed" doc:"Switched off by hand, whatever the hours say."`
	Version       string      `json:"version" doc:"Of what was read; to be sent along with a change."`
}

// ConsoleRoutes registers the operations of staff on services, stores and branches.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	s.recordRoutes(a)
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/console/branches/{id}/settings", ID: "console-get-branch-settings", Tag: "console",
			Summary: "How a branch takes orders", Audience: httpapi.Staff, Capability: staff.SetBranches,
			Branches: httpapi.BranchOfPath}, s.getSettings)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/console/branches/{id}/settings",
		ID: "console-save-branch-settings", Tag: "console", Summary: "Change how a branch takes orders",
		Audience: httpapi.Staff, Capability: staff.SetBranches, Branches: httpapi.BranchOfPath,
		Audit: []string{"branch.settings"}, Strict: true, Conflict: httpapi.VersionConflict[SettingsView]()}, s.putSettings)
}

// decider returns the caller, if the branch is one of theirs; any other branch is not found.
func (s *Service) decider(ctx context.Context, ref string) (staff.Member, *Branch, error) {
	member := staff.Caller(ctx)
	b, ok := s.Branch(ref)
	if !ok || !member.Sees(b.ID) {
		return member, nil, errs.NotFound()
	}
	return member, b, nil
}

// settingsVersion identifies the content of settings, so that a change applies only to the content that was read.
func settingsVersion(v Settings) string {
	raw, _ := json.Marshal(v) // never fails
	return id.Digest(string(raw))[:16]
}

func shownSettings(ctx context.Context, b *Branch, v Settings) *httpapi.Reply[SettingsView] {
	return httpapi.OK(
		SettingsView{Branch: b.Ref(httpapi.Caller(ctx).Lang), SlotCapacity: v.SlotCapacity, PickupMinutes: v.PickupMinutes,
			AcceptMinutes: v.AcceptMinutes, FeesOfShop: feesOfShop(staff.Caller(ctx), b.Store.Delivers),
			MinimumOrder: money.EGP(v.MinimumOrder).Major(), FreeFrom: money.EGP(v.FreeFrom).Major(), Currency: money.Shop,
			Closed: v.Closed, Version: settingsVersion(v)})
}

type settingsInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) getSettings(ctx context.Context, in *settingsInput) (*httpapi.Reply[SettingsView], error) {
	_, b, err := s.decider(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	v, err := SettingsOf(ctx, s.DB, b.ID)
	if err != nil {
		return nil, err
	}
	return shownSettings(ctx, b, v), nil
}

// SettingsBody is what a form sends.
type SettingsBody struct {
	SlotCapacity  httpapi.Int    `json:"slot_capacity"`
	PickupMinutes httpapi.Int    `json:"pickup_minutes"`
	AcceptMinutes httpapi.Int    `json:"accept_minutes"`
	MinimumOrder  httpapi.Amount `json:"minimum_order"`
	FreeFrom      httpapi.Amount `json:"free_from,omitempty"`
	Closed        bool           `json:"closed"`
	Version       string         `json:"version" maxLength:"64" doc:"As it was read."`
}

// settings validates the form. 422 names the values out of range.
func (b SettingsBody) settings() (Settings, error) {
	v := Settings{SlotCapacity: int64(b.SlotCapacity), PickupMinutes: int64(b.PickupMinutes),
		AcceptMinutes: int64(b.AcceptMinutes), MinimumOrder: b.MinimumOrder.Minor, FreeFrom: b.FreeFrom.Minor,
		Closed: b.Closed}
	var wrong []errs.Field
	if v.SlotCapacity < 0 || v.SlotCapacity > maxSlot {
		wrong = append(wrong, errs.Field{Name: "slot_capacity", Key: "branches.slot_range", Args: []any{"count", maxSlot}})
	}
	if v.PickupMinutes != 0 && (v.PickupMinutes < minPickup || v.PickupMinutes > maxPickup) {
		wrong = append(wrong, errs.Field{Name: "pickup_minutes", Key: "branches.pickup_range",
			Args: []any{"least", minPickup, "count", maxPickup}})
	}
	if v.AcceptMinutes < minAccept || v.AcceptMinutes > maxAccept {
		wrong = append(wrong, errs.Field{Name: "accept_minutes", Key: "branches.accept_range",
			Args: []any{"least", minAccept, "count", maxAccept}})
	}
	if v.MinimumOrder < 0 || v.MinimumOrder > maxMinimum {
		wrong = append(wrong,
			errs.Field{Name: "minimum_order", Key: "branches.minimum_range", Args: []any{"most", maxMinimum / 100}})
	}
	if v.FreeFrom < 0 || v.FreeFrom > maxMinimum {
		wrong = append(wrong,
			errs.Field{Name: "free_from", Key: "branches.minimum_range", Args: []any{"most", maxMinimum / 100}})
	}
	if len(wrong) > 0 {
		return v, errs.InvalidAll(wrong)
	}
	return v, nil
}

// checkFreeFrom refuses free delivery set by the seller's staff if the platform delivers.
func checkFreeFrom(ctx context.Context, q db.Querier, member staff.Member, branchID string) error {
	var delivers string
	if err := q.Get(ctx, &delivers, `SELECT t.delivers FROM branches b JOIN stores t ON t.id = b.store_id WHERE b.id = $1`,
		branchID); err != nil {
		return err
	}
	if feesOfShop(member, delivers) {
		return errs.Invalid("free_from", "branches.fees_of_shop")
	}
	return nil
}

// putSettings changes how a branch takes orders. The change is published in the same transaction. 409 common.moved_on
// if the settings were changed in the meantime.
func (s *Service) putSettings(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body SettingsBody
}) (*httpapi.Reply[SettingsView], error) {
	member, b, err := s.decider(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	next, err := in.Body.settings()
	if err != nil {
		return nil, err
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		was, err := SettingsOf(ctx, tx, b.ID)
		if errors.Is(err, db.ErrNoRows) {
			return errs.NotFound()
		}
		if err != nil {
			return err
		}
		if settingsVersion(was) != in.Body.Version {
			return errs.VersionConflict(nil)
		}
		if was == next {
			return nil // no change to log
		}
		if was.FreeFrom != next.FreeFrom {
			if err := checkFreeFrom(ctx, tx, member, b.ID); err != nil {
				return err
			}
		}
		stood, err := s.decide(ctx, tx, member, b.ID, was, next)
		if err == nil && !stood {
			err = errs.VersionConflict(nil)
		}
		if err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, s.Clock.Now(),
			audit.Entry{StaffID: member.ID, Action: "branch.settings", Object: b.ID, Before: was, After: next}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, Changed, b.ID)
	})
	if err != nil {
		return nil,
			httpapi.WithCurrent(err, func() (*httpapi.Reply[SettingsView], error) {
				return s.getSettings(ctx, &settingsInput{in.ID})
			})
	}
	return shownSettings(ctx, b, next), nil
}
