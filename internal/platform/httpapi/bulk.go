package httpapi

import (
	"context"
	"errors"
	"slices"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

const (
	// maxWaited is the number of rows processed before the response; a job processes larger runs.
	maxWaited    = 100
	longestRowID = 100 // bytes
)

// BulkActions are the actions on the rows of a list, by name. Each changes one row in its own transaction, with its own
// entry in the audit log, under the same rules as the operation on a single row. An action that has already been done
// writes nothing, or refuses.
type BulkActions map[string]func(ctx context.Context, id string) error

// BulkWork is an action on several rows.
type BulkWork struct {
	Op, Action string
	IDs        []string
}

// BulkResult is the result of a bulk action.
type BulkResult struct {
	Done    int64         `json:"done" doc:"So many rows."`
	Refused []BulkRefusal `json:"refused" doc:"The rows it was not done to."`
	Run     string        `json:"run" doc:"While a job goes on with it: the id to read at /console/bulk/{id}. Empty at the end."`
}

// BulkRefusal is a row on which an action was refused, and the reason.
type BulkRefusal struct {
	ID      string `json:"id"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

type bulkInput struct {
	Body struct {
		Action string   `json:"action" maxLength:"20"`
		IDs    []string `json:"ids" minItems:"1" maxItems:"500"`
	}
}

// Bulk registers an operation that applies an action to several rows of a list; a refused row does not affect the
// others. More than a hundred are processed by a job (API.StartBulk).
func Bulk(a *API, op Op, actions BulkActions) {
	op.Strict = true
	a.bulk[op.ID] = bulkOp{op.Capability, op.Branches, actions}
	Handle(a, op, func(ctx context.Context, in *bulkInput) (*Reply[BulkResult], error) {
		work := BulkWork{Op: op.ID, Action: in.Body.Action, IDs: unrepeated(in.Body.IDs)}
		if _, known := actions[work.Action]; !known {
			return nil, errs.Invalid("action", "common.one_of")
		}
		// A refusal repeats the id, so overlong ids are not accepted.
		if slices.ContainsFunc(work.IDs, func(id string) bool { return len(id) > longestRowID }) {
			return nil, errs.Invalid("ids", "common.too_long", "len", longestRowID)
		}
		out := BulkResult{Refused: []BulkRefusal{}}
		if len(work.IDs) > maxWaited {
			run, err := a.StartBulk(ctx, work)
			out.Run = run
			return OK(out), err
		}
		for _, id := range work.IDs {
			refusal, err := a.BulkRow(ctx, work, id)
			switch {
			case err != nil:
				return nil, err
			case refusal != nil:
				out.Refused = append(out.Refused, *refusal)
			default:
				out.Done++
			}
		}
		return OK(out), nil
	})
}

type bulkOp struct {
	needs   Capability
	about   BranchScope
	actions BulkActions
}

// BulkRow applies an action to one row. nil, nil means success; an error ends the whole run because the context has
// ended.
func (a *API) BulkRow(ctx context.Context, work BulkWork, id string) (*BulkRefusal, error) {
	refuse := func(e *errs.Error) (*BulkRefusal, error) {
		return &BulkRefusal{ID: id, Code: e.Code(), Message: newFailure(Caller(ctx).Lang, e).inOneLine()}, nil
	}
	op := a.bulk[work.Op]
	do := op.actions[work.Action]
	if do == nil || a.Allowed == nil || !a.Allowed(ctx, op.needs, op.about) {
		return refuse(errs.NotAllowed())
	}
	err := do(ctx, id)
	var known *errs.Error
	switch {
	case err == nil:
		return nil, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &known) && known.Kind != errs.KindInternal && known.Kind != errs.KindUnavailable:
		return refuse(known)
	}
	// An error in one row doesn't stop the others.
	a.opts.Log.Error("a row of a bulk action failed", "request", Caller(ctx).RequestID, "op", work.Op, "action",
		work.Action, "err", err)
	return refuse(&errs.Error{Kind: errs.KindInternal, Key: "common.internal"})
}

// inOneLine returns the error of the only invalid field, or else the message.
func (f *Failure) inOneLine() string {
	for _, texts := range f.Errors {
		if len(f.Errors) == 1 && len(texts) > 0 {
			return texts[0]
		}
	}
	return f.Message
}

// WithStaff returns the context of a member of staff whose work continues without a request.
func WithStaff(ctx context.Context, staffID string, lang i18n.Lang) context.Context {
	return context.WithValue(ctx, callerKey{}, &Who{StaffID: staffID, Lang: lang})
}

func unrepeated(ids []string) []string {
	var out []string
	for _, id := range ids {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}
