// Package httpapi connects features to HTTP. A feature registers typed operations with Handle; this package identifies
// the caller, checks what the operation requires, decodes and validates, wraps answers in the envelope
//
//	{"response": {"data": …, "message": "…"}}
//
// and turns every error into {"message", "code", "errors"} in the caller's language. OpenAPI is generated from the same
// Go types.
package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"reflect"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/fair"
)

// Base is the path of the API.
const Base = "/api/v1"

// Options configures an API.
type Options struct {
	Version        string
	TrustedProxies []netip.Prefix
	Log            *slog.Logger
	Observe        func(op string, status int, took time.Duration)
	// Flood returns how long an address must wait before its next call of a kind, if it called too often. Nil for no
	// limit.
	Flood func(ip netip.Addr, call Call) (wait time.Duration, ok bool)
}

// API collects the operations and serves them.
type API struct {
	huma huma.API
	mux  *http.ServeMux
	opts Options

	undeclared sync.Once // warns once of an undeclared proxy
	turns      *fair.Queue

	// ResolveCustomer turns a token into a customer. Set by app before serving.
	ResolveCustomer func(ctx context.Context, token string) (userID, sessionID string, err error)
	// ResolveStaff turns a token into a member of staff, carried by the
	// returned context. Set by app before serving.
	ResolveStaff func(ctx context.Context, token string) (context.Context, string, error)

	// Allowed reports whether the member of staff whom ResolveStaff put into the context has a capability, and access to
	// the whole shop if the operation concerns it. Set by app before serving; without it nobody has.
	Allowed func(ctx context.Context, c Capability, about BranchScope) bool

	// BeforeStaffWrites is called before a write by a member of staff, so that this node has processed their latest
	// changes, made here or on another node. May be nil.
	BeforeStaffWrites func(ctx context.Context)

	// StartBulk starts a job for a Bulk action on more rows than a request can wait for, and returns the id of the run.
	// Set by app before serving.
	StartBulk func(ctx context.Context, work BulkWork) (run string, err error)

	// Routes lists the registered operations, for tests that visit all of them.
	Routes []Op

	documented map[string]reflect.Type
	bulk       map[string]bulkOp
}

// New returns an API without operations.
func New(opts Options) *API {
	if opts.Log == nil {
		opts.Log = slog.Default()
	}
	if opts.Observe == nil {
		opts.Observe = func(string, int, time.Duration) {}
	}
	mux := http.NewServeMux()
	a := &API{mux: mux, opts: opts, turns: newTurns(), documented: map[string]reflect.Type{}, bulk: map[string]bulkOp{}}
	a.huma = humago.NewWithPrefix(mux, Base, humaConfig(opts.Version))
	mux.HandleFunc("/", a.notRouted)
	return a
}

// OpenAPI returns the description of everything registered.
func (a *API) OpenAPI() *huma.OpenAPI { return a.huma.OpenAPI() }

// ServeHTTP serves an API request.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	who := a.readCaller(r)
	h := w.Header()
	h["Cache-Control"] = noStore
	h["X-Content-Type-Options"] = noSniff
	h["X-Request-Id"] = []string{who.RequestID}
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p)
			}
			a.opts.Log.Error("panic", "request", who.RequestID, "path", r.URL.Path, "panic", p, "stack", stack())
			writeError(w, who.Lang, http.StatusInternalServerError, "common.internal")
		}
	}()
	if path, rest := legible(r); !path {
		writeError(w, who.Lang, http.StatusNotFound, "common.not_found")
		return
	} else if !rest {
		writeError(w, who.Lang, http.StatusUnprocessableEntity, "common.validation")
		return
	}
	r = r.WithContext(context.WithValue(r.Context(), callerKey{}, who))
	if a.opts.Flood != nil && !ours(r.Context()) {
		call := Reading
		if r.Method != http.MethodGet {
			call = Writing
		}
		if wait, ok := a.opts.Flood(a.floodsAs(r, who.IP), call); !ok {
			WriteError(w, r, errs.TooMany("common.too_many", wait))
			return
		}
	}
	if latin := latinQuery(r.URL.RawQuery); latin != r.URL.RawQuery {
		u := *r.URL
		u.RawQuery, r.URL = latin, &u
	}
	a.mux.ServeHTTP(w, r)
}

var (
	noStore = []string{"no-store"}
	noSniff = []string{"nosniff"}
)

// notRouted responds to unregistered paths and methods.
func (a *API) notRouted(w http.ResponseWriter, r *http.Request) {
	who := Caller(r.Context())
	for _, method := range []string{"GET", "POST", "PUT", "DELETE", "PATCH"} {
		probe := r.Clone(r.Context())
		probe.Method = method
		if _, pattern := a.mux.Handler(probe); pattern != "/" && pattern != "" {
			writeError(w, who.Lang, http.StatusMethodNotAllowed, "common.method")
			return
		}
	}
	writeError(w, who.Lang, http.StatusNotFound, "common.not_found")
}

// Raw mounts a handler for content that is not JSON in an envelope (webhooks that sign their raw body). It is listed
// among Routes but not in OpenAPI.
func (a *API) Raw(op Op, h http.HandlerFunc) {
	op.check()
	a.Routes = append(a.Routes, op)
	a.mux.HandleFunc(op.Method+" "+Base+op.Path, h)
}

// mustRead panics at start if an operation's parameters would be ignored silently, because huma reads no embedded
// struct with an unexported name; or if a body field has a name that plainKeys doesn't expect.
func mustRead(op Op, in reflect.Type) {
	for i := range in.NumField() {
		if f := in.Field(i); f.Anonymous && !f.IsExported() {
			panic(fmt.Sprintf("httpapi: %s takes nothing of the embedded %s: export its name", op.ID, f.Name))
		}
	}
	if body, ok := in.FieldByName("Body"); ok {
		if strange := strangeName(body.Type, map[reflect.Type]bool{}); strange != "" {
			panic(fmt.Sprintf("httpapi: %s has a field %q: names are of small letters, digits and underscores", op.ID, strange))
		}
	}
}

// Handle registers an operation. fn receives the decoded input (huma tags: path, query, header, Body) and returns a
// Reply, a Listing, a Prepared or another huma output. Its errors are those of package errs; any other error is a 500.
func Handle[I, O any](a *API, op Op, fn func(context.Context, *I) (*O, error)) {
	op.check()
	a.Routes = append(a.Routes, op)
	mustRead(op, reflect.TypeFor[I]())
	switch {
	case op.MaxBody > 0:
	case op.Audience == Staff:
		op.MaxBody = MaxStaffBody
	default:
		op.MaxBody = MaxBody
	}
	hop := huma.Operation{
		Method: op.Method, Path: op.Path, OperationID: op.ID, Summary: op.Summary,
		Description: op.Description, Tags: []string{op.Tag}, MaxBodyBytes: op.MaxBody,
		BodyReadTimeout: 10 * time.Second,
	}
	op.describe(&hop)
	prepare[O](a, &hop)
	var most holds
	hop.Middlewares = huma.Middlewares{a.gate(op, &most)}
	huma.Register(a.huma, hop, func(ctx context.Context, in *I) (out *O, err error) {
		if body, ok := ctx.Value(incomingKey{}).(*incoming); ok {
			body.decoded()
		}
		start := time.Now()
		status := http.StatusOK
		defer func() { a.opts.Observe(op.ID, status, time.Since(start)) }()
		if out, err = fn(ctx, in); err != nil {
			failure := a.failure(ctx, op.ID, err)
			status = failure.status
			return nil, failure
		}
		return out, nil
	})
	a.hideInternal(op)
	op.describeKey(a.described(op).Parameters)
	a.describeMoved(op)
	most = a.bodyHolds(op)
	if !op.Strict {
		a.acceptUnknown(op.ID)
	}
}

// gate checks the caller before the input is read, so that callers without access learn nothing about an operation's
// input and cost little.
func (a *API) gate(op Op, most *holds) func(huma.Context, func(huma.Context)) {
	return func(hc huma.Context, next func(huma.Context)) {
		start := time.Now()
		refuse := func(failure *Failure) {
			a.opts.Observe(op.ID, failure.status, time.Since(start))
			_, w := humago.Unwrap(hc)
			writeFailure(w, failure)
		}
		ctx, err := a.identify(hc.Context(), op)
		if err != nil {
			refuse(a.failure(ctx, op.ID, err))
			return
		}
		if op.Audience != Public {
			hc = huma.WithContext(hc, ctx)
		}
		judged, done, ok := a.judged(hc, op, *most)
		if !ok {
			refuse(tooLarge(Caller(ctx).Lang))
			return
		}
		defer done()
		next(judged)
	}
}

// describeMoved documents the refusal of a change to an older version.
func (a *API) describeMoved(op Op) {
	if op.Conflict == nil {
		return
	}
	schema := a.huma.OpenAPI().Components.Schemas.Schema(op.Conflict, true, op.ID)
	a.described(op).Responses["409"] = &huma.Response{
		Description: "Somebody else changed it meanwhile.",
		Content:     map[string]*huma.MediaType{JSON: {Schema: schema}},
	}
}

// described returns the description of an operation.
func (a *API) described(op Op) *huma.Operation {
	item := a.huma.OpenAPI().Paths[op.Path]
	return map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete,
		"PATCH": item.Patch}[op.Method]
}

// identify resolves the token as the operation requires, and refuses staff whose role lacks its capability.
func (a *API) identify(ctx context.Context, op Op) (context.Context, error) {
	if op.Audience == Public {
		return ctx, nil
	}
	who := Caller(ctx)
	switch op.Audience {
	case Staff:
		if who.Token == "" {
			return ctx, errs.Unauthorized()
		}
		staffCtx, staffID, err := a.ResolveStaff(ctx, who.Token)
		if err != nil {
			return ctx, err
		}
		if a.Allowed == nil || !a.Allowed(staffCtx, op.Capability, op.Branches) {
			return ctx, errs.NotAllowed()
		}
		if a.BeforeStaffWrites != nil && op.Method != http.MethodGet {
			a.BeforeStaffWrites(ctx)
		}
		next := *who
		next.StaffID = staffID
		return context.WithValue(staffCtx, callerKey{}, &next), nil
	case Customer, Optional:
		if who.Token == "" {
			if op.Audience == Customer {
				return ctx, errs.Unauthorized()
			}
			return ctx, nil
		}
		userID, sessionID, err := a.ResolveCustomer(ctx, who.Token)
		if err != nil {
			return ctx, err
		}
		next := *who
		next.UserID, next.SessionID = userID, sessionID
		return context.WithValue(ctx, callerKey{}, &next), nil
	}
	return ctx, nil
}

// failure turns an error into the response, and logs internal errors.
func (a *API) failure(ctx context.Context, op string, err error) *Failure {
	who := Caller(ctx)
	var known *errs.Error
	if errors.As(err, &known) {
		if known.Kind == errs.KindUnavailable || known.Kind == errs.KindInternal {
			a.opts.Log.Error("request failed", "request", who.RequestID, "op", op, "err", err)
		}
		return newFailure(who.Lang, known)
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		// The caller has disconnected; nobody reads this answer.
		return newFailure(who.Lang, &errs.Error{Kind: errs.KindUnavailable, Key: "common.unavailable"})
	}
	a.opts.Log.Error("request failed", "request", who.RequestID, "op", op, "err", err)
	return newFailure(who.Lang, &errs.Error{Kind: errs.KindInternal, Key: "common.internal"})
}

// acceptUnknown makes the body schema of an operation accept unknown fields. Response schemas stay exact.
func (a *API) acceptUnknown(opID string) {
	for _, item := range a.huma.OpenAPI().Paths {
		for _, op := range []*huma.Operation{item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil || op.OperationID != opID || op.RequestBody == nil {
				continue
			}
			content := op.RequestBody.Content[JSON]
			if content == nil {
				continue
			}
			schema := content.Schema
			if schema.Ref != "" {
				schema = a.huma.OpenAPI().Components.Schemas.SchemaFromRef(schema.Ref)
			}
			schema.AdditionalProperties = true
		}
	}
}

// Refuse responds to a request that reaches no operation.
func (a *API) Refuse(w http.ResponseWriter, r *http.Request, err *errs.Error) {
	who := a.readCaller(r)
	w.Header()["Cache-Control"] = noStore
	w.Header()["X-Request-Id"] = []string{who.RequestID}
	WriteError(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, who)), err)
}

// WriteError writes a refusal outside a typed operation.
func WriteError(w http.ResponseWriter, r *http.Request, err *errs.Error) {
	writeFailure(w, newFailure(Caller(r.Context()).Lang, err))
}

func writeFailure(w http.ResponseWriter, failure *Failure) {
	for k, v := range failure.GetHeaders() {
		w.Header()[k] = v
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(failure.status)
	_ = json.NewEncoder(w).Encode(failure)
}
