package customers

import (
	"context"
	"unicode/utf8"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// reasonMax limits the reason for blocking a customer, in runes.
const reasonMax = 200

// accessRoutes registers the operations that block and unblock a customer, and sign them out.
func (s *Service) accessRoutes(a *httpapi.API) {
	op := func(path, id, summary, action string) httpapi.Op {
		return httpapi.Op{Method: "POST", Path: "/console/customers/{id}" + path, ID: id, Tag: "console", Summary: summary,
			Audience: httpapi.Staff, Capability: staff.BlockCustomers, Audit: []string{action}}
	}
	block := op("/block", "console-block-customer", "Block a customer, and sign them out everywhere", "customer.block")
	unblock := op("/unblock", "console-unblock-customer", "Let a blocked customer in again", "customer.unblock")
	block.Conflict, unblock.Conflict = httpapi.VersionConflict[auth.Access](), httpapi.VersionConflict[auth.Access]()
	httpapi.Handle(a, block, s.postBlock)
	httpapi.Handle(a, unblock, s.postUnblock)
	httpapi.Handle(a, op("/end-sessions", "console-end-customer-sessions", "Sign a customer out everywhere",
		"customer.end_sessions"), s.postEndSessions)
}

type blockInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Reason  string      `json:"reason" maxLength:"1000" doc:"For the activity log; at most 200 letters."`
		Message string      `json:"message,omitempty" maxLength:"1000" doc:"What the blocked customer reads as the reason; at most 200 letters. Without it they are asked to contact customer service."`
		Version httpapi.Int `json:"version" doc:"Of how they get in, as the caller has seen it."`
	}
}

func (s *Service) postBlock(ctx context.Context, in *blockInput) (*httpapi.Reply[auth.Access], error) {
	return s.setBlocked(ctx, in, true)
}

func (s *Service) postUnblock(ctx context.Context, in *blockInput) (*httpapi.Reply[auth.Access], error) {
	return s.setBlocked(ctx, in, false)
}

func (s *Service) setBlocked(ctx context.Context, in *blockInput, blocked bool) (*httpapi.Reply[auth.Access], error) {
	why, err := reason(in.Body.Reason)
	if err != nil {
		return nil, err
	}
	message, err := blockMessage(in.Body.Message, blocked)
	if err != nil {
		return nil, err
	}
	action, said := "customer.unblock", "auth.customer_unblocked"
	if blocked {
		action, said = "customer.block", "auth.customer_blocked"
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		ended, err := s.Auth.SetBlocked(ctx, tx, in.ID,
			auth.Block{Blocked: blocked, Message: message, Version: int64(in.Body.Version)})
		if err != nil {
			return err
		}
		after := map[string]any{"blocked": blocked}
		if blocked {
			after["sessions_ended"] = ended
			after["message"] = message
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{StaffID: staff.Caller(ctx).ID, Action: action, Object: in.ID,
			Before: map[string]any{"blocked": !blocked}, After: after, Reason: why})
	})
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[auth.Access], error) { return s.access(ctx, in.ID, "") })
	}
	return s.access(ctx, in.ID, said)
}

type endSessionsInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Reason string `json:"reason" maxLength:"1000" doc:"For the activity log; at most 200 letters."`
	}
}

func (s *Service) postEndSessions(ctx context.Context, in *endSessionsInput) (*httpapi.Reply[auth.Access], error) {
	why, err := reason(in.Body.Reason)
	if err != nil {
		return nil, err
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.LockActiveUser(ctx, tx, in.ID); err != nil {
			return errs.NotFound()
		}
		ended, err := s.Auth.EndAll(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: staff.Caller(ctx).ID, Action: "customer.end_sessions", Object: in.ID,
			After: map[string]any{"sessions_ended": ended}, Reason: why})
	})
	if err != nil {
		return nil, err
	}
	return s.access(ctx, in.ID, "auth.customer_signed_out")
}

func (s *Service) access(ctx context.Context, userID, said string) (*httpapi.Reply[auth.Access], error) {
	st, err := auth.AccessOf(ctx, s.DB, userID, s.Clock.Now())
	if err != nil {
		return nil, err
	}
	if said == "" {
		return httpapi.OK(st), nil
	}
	return httpapi.OKMessage(st, i18n.T(httpapi.Caller(ctx).Lang, said)), nil
}

// blockMessage validates the message for a blocked customer; an unblocked one gets none.
func blockMessage(text string, blocked bool) (string, error) {
	text = httpapi.Clean(text)
	switch {
	case !blocked:
		return "", nil
	case utf8.RuneCountInString(text) > reasonMax:
		return "", errs.Invalid("message", "common.too_long", "len", reasonMax)
	}
	return text, nil
}

func reason(text string) (string, error) {
	text = httpapi.Clean(text)
	switch n := utf8.RuneCountInString(text); {
	case n == 0:
		return "", errs.Invalid("reason", "common.required")
	case n > reasonMax:
		return "", errs.Invalid("reason", "common.too_long", "len", reasonMax)
	}
	return text, nil
}
