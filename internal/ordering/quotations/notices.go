package quotations

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/notify"
)

// tell notifies the customer in the language of their request; their inbox shows the message in their current language.
func (s *Service) tell(ctx context.Context, tx *db.Tx, q *Quotation, template string, params map[string]string) error {
	u, err := auth.UserByID(ctx, tx, q.UserID)
	if errs.Is(err, "common.not_found") || err == nil && u.Phone == "" {
		return nil // they are gone
	}
	if err != nil {
		return err
	}
	m := s.news(q, template, params)
	m.To, m.At = u.Phone, q.UpdatedAt.Time()
	return notify.Send(ctx, tx, m)
}

func (s *Service) news(q *Quotation, template string, params map[string]string) notify.Message {
	if params == nil {
		params = map[string]string{}
	}
	params["number"] = q.Number
	if b, ok := s.Branches.Branch(q.BranchID); ok {
		params["store"], params["store_en"], params["store_ar"] = b.Store.Name.In(q.Lang), b.Store.Name.EN, b.Store.Name.AR
	}
	page := "/quotations/" + q.ID
	return notify.Message{Template: template, Lang: q.Lang, Params: params, UserID: q.UserID, Link: page, Thread: page}
}

// until returns an offer's total and expiry as message parameters.
func until(lang i18n.Lang, o *Offer) map[string]string {
	t := o.ExpiresAt.Time()
	return map[string]string{"total": major(o.Total).String(), "until": dayIn(lang, t), "until_en": dayIn(i18n.EN, t),
		"until_ar": dayIn(i18n.AR, t)}
}

const (
	remindJob = "offers.remind"
	// remindBefore is how long before an offer expires its customer is reminded; for offers with a shorter validity, the
	// reminder comes at half of it.
	remindBefore = 24 * time.Hour
)

type reminder struct {
	QuotationID string `json:"quotation_id"`
	Version     int64  `json:"version"`
}

// remindLater schedules the reminder of an offer that was just made.
func (s *Service) remindLater(ctx context.Context, tx *db.Tx, q *Quotation, o *Offer) error {
	before := min(remindBefore, o.ExpiresAt.Time().Sub(o.CreatedAt.Time())/2)
	return jobs.Enqueue(ctx, tx, jobs.Job{Kind: remindJob, Payload: reminder{q.ID, q.Version},
		RunAt: db.At(o.ExpiresAt.Time().Add(-before)), UniqueKey: fmt.Sprint(remindJob, ":", q.ID, ":", q.Version)})
}

// remind notifies a customer, in their inbox and once, that the current offer is about to expire.
func (s *Service) remind(ctx context.Context, payload json.RawMessage) error {
	var in reminder
	if err := json.Unmarshal(payload, &in); err != nil {
		return jobs.GiveUp(err)
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		q, err := byID(ctx, tx, in.QuotationID)
		if errors.Is(err, db.ErrNoRows) || errs.Is(err, "common.not_found") {
			return nil
		}
		if err != nil {
			return err
		}
		now := s.Clock.Now()
		if q.Version != in.Version || q.State != Priced && q.State != Accepted || q.ExpiresAt == nil ||
			*q.ExpiresAt <= db.At(now) {
			return nil
		}
		end := q.ExpiresAt.Time()
		m := s.news(q, "quotations.notice_expiring", map[string]string{
			"until": dayIn(q.Lang, end), "until_en": dayIn(i18n.EN, end), "until_ar": dayIn(i18n.AR, end)})
		m.Channel, m.At, m.Once = notify.Inbox, now, fmt.Sprint("expiring:", q.ID, ":", q.Version)
		return notify.Send(ctx, tx, m)
	})
}

// dayIn formats a date as text.
func dayIn(lang i18n.Lang, t time.Time) string {
	t = t.In(clock.Cairo)
	return i18n.T(lang, "quotations.day", "day", t.Day(), "month", i18n.T(lang, "quotations.month_"+t.Format("1")), "year",
		t.Year())
}
