package notify

import (
	"context"
	"log/slog"
	"strings"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

// Budget bounds the cost of SMS and WhatsApp notices, per counters.Window, for each cause. Codes have a separate budget
// where they are requested, so neither delays the other. Notices over budget still reach the inbox and browsers.
type Budget struct {
	PerCaller int64 // caused by one customer, to any recipient
	PerBlock  int64 // caused by customers and guests of one /24 of IPv4 or /48 of IPv6
	PerNumber int64 // to one phone
	PerCause  int64 // of one feature, such as orders, returns or support
	All       int64 // the total cost that the shop accepts
}

// DefaultBudget suits a shop with a few thousand orders a day.
var DefaultBudget = Budget{PerCaller: 10, PerBlock: 120, PerNumber: 20, PerCause: 1500, All: 3000}

// forgetCause removes the person and network that caused a message. They are stored only until the message is counted,
// or certainly never will be.
const forgetCause = `UPDATE messages SET caused_by = NULL, caused_from = NULL`

// causeOf returns the customer who causes a message and their network: the signed-in customer, or the guest named in
// the message. Messages caused by staff, jobs and gateways are limited only by recipient and by the shop's budget.
func causeOf(ctx context.Context, m Message) (by, from *string) {
	if m.ChallengeID != "" || m.Channel != SMS && m.Channel != WhatsApp {
		return nil, nil
	}
	who := httpapi.Caller(ctx)
	ip := m.GuestFrom
	if who.UserID != "" {
		by, ip = &who.UserID, who.IP
	}
	if ip.IsValid() {
		network := counters.Network(ip)
		from = &network
	}
	return by, from
}

// afford counts a notice before it is sent for the first time, and returns why it may not be sent, "" if it may. A
// stand-in was counted with the message it replaces.
func (s *Service) afford(ctx context.Context, m sending) (refusal string, err error) {
	if s.cfg.Demo || m.ChallengeID != nil || m.Replaces != nil || m.Attempts > 0 || m.Unsure > 0 || m.Channel != SMS &&
		m.Channel != WhatsApp {
		return "", nil
	}
	cause, _, _ := strings.Cut(m.Template, ".")
	type share struct {
		key, what string
		limit     int64
		alarms    bool
	}
	// The cause is counted first, so that a refused message doesn't use up the budget of its recipient or of the shop.
	var shares []share
	if m.CausedBy != nil {
		shares = append(shares, share{"notice:caller:" + *m.CausedBy, "one customer's making", s.cfg.Budget.PerCaller, false})
	}
	if m.CausedFrom != nil {
		shares = append(shares, share{"notice:block:" + *m.CausedFrom, "one network's making", s.cfg.Budget.PerBlock, false})
	}
	now, b := s.clock.Now(), s.cfg.Budget
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		refusal = ""
		if m.CausedBy != nil || m.CausedFrom != nil {
			if _, err := tx.Exec(ctx, forgetCause+` WHERE id = $1`, m.ID); err != nil {
				return err
			}
		}
		for _, one := range append(shares,
			share{"notice:number:" + counters.Digest(s.cfg.Secret, m.Recipient), "this number", b.PerNumber, false},
			share{"notice:cause:" + cause, cause, b.PerCause, true},
			share{"notice:all", "the shop", b.All, true}) {
			used, _, ok, err := counters.Spend(ctx, tx, one.key, one.limit, now)
			if err != nil {
				return err
			}
			if !ok {
				refusal = "too many messages of " + one.what + " in an hour"
				return nil
			}
			if one.alarms && (used == one.limit/2 || used == one.limit) {
				tx.AfterCommit(func() {
					slog.Error("unusually many notices are being sent", "of", one.what, "used", used, "budget", one.limit)
				})
			}
		}
		return nil
	})
	return refusal, err
}
