package staff

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/idempotency"
)

// Once handles a request of the caller with an idempotency key: do creates something in its transaction and returns the
// response, which every repetition gets too.
func Once[T any](ctx context.Context, keys *idempotency.Keys, op idempotency.Operation, key string, content any,
	do func(ctx context.Context, tx *db.Tx) (*httpapi.Reply[T], error)) (*httpapi.Prepared, error) {
	if problem := idempotency.Problem(key); problem != nil {
		return nil, errs.InvalidAll([]errs.Field{*problem})
	}
	r := idempotency.Request{Operation: op, Caller: Caller(ctx).ID, Key: key, Hash: idempotency.Hash(content)}
	answer, err := keys.Look(ctx, r)
	if answer == nil && err == nil {
		answer, err = keys.Once(ctx, r, func(ctx context.Context, tx *db.Tx) ([]byte, error) {
			made, err := do(ctx, tx)
			if err != nil {
				return nil, err
			}
			return httpapi.Encode(made.Body)
		})
	}
	if err != nil {
		return nil, err
	}
	return &httpapi.Prepared{ContentType: httpapi.JSON, Body: answer}, nil
}
