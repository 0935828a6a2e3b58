// Package jobs runs work that must not be done inside a transaction later, at least once.
//
// A job is a row that Enqueue writes in the same transaction as its cause: either both happen or neither, even when the
// machine dies in between. Every node runs a Runner. It claims due rows with a guarded update that carries a lease, so
// that another node takes over the jobs of a dead one; a handler may therefore run twice and must be safe to repeat. A
// job that fails is retried after longer and longer pauses, and after its last attempt stays as dead, for a person to
// look at.
//
// Periodic work is a job too: its row's unique key is the kind and the number of the period, so whatever the number of
// nodes, one of them does it once.
//
// Tests do not wait: they move the clock and call RunDue.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// Job is work that runs after the transaction that enqueues it.
type Job struct {
	// Kind names the handler, as "feature.verb".
	Kind string
	// Payload is stored as JSON; nil is an empty object. It contains ids rather than copies, and no secrets, because the
	// row stays readable for days.
	Payload any
	// RunAt is the earliest start; 0 means as soon as the transaction commits.
	RunAt db.Millis
	// UniqueKey, when not empty, accepts only the first job with this key: others are dropped without an error as long as
	// the first is kept (until a week after it was done).
	UniqueKey string
}

// Enqueue writes the job in tx. A runner in this process starts it right after the commit, other processes at their
// next poll.
func Enqueue(ctx context.Context, tx *db.Tx, j Job) error {
	payload := []byte("{}")
	if j.Payload != nil {
		var err error
		if payload, err = json.Marshal(j.Payload); err != nil {
			return fmt.Errorf("jobs: payload of %s: %w", j.Kind, err)
		}
	}
	// The wall clock only dates the row; the runner's clock decides what is due.
	if err := insert(ctx, tx, id.New("job"), j, string(payload), db.At(time.Now())); err != nil {
		return err
	}
	if j.RunAt == 0 {
		tx.AfterCommit(nudge)
	}
	return nil
}

// Handler runs one job. After an error the job is retried later, see GiveUp and LastTry.
type Handler func(ctx context.Context, payload json.RawMessage) error

type kind struct {
	name     string
	handler  Handler
	attempts int64
	within   time.Duration
	every    time.Duration // 0: not periodic
	held     bool          // runs while the runner is held
}

// Option changes how one kind of job runs.
type Option func(*kind)

// Attempts sets the number of failures after which a job is given up. The default is 12, spread over some hours.
func Attempts(n int) Option { return func(k *kind) { k.attempts = int64(n) } }

// Within sets the time limit of the handler, which is a minute by default; its context then ends. Another node takes
// over the job half a minute later.
func Within(d time.Duration) Option { return func(k *kind) { k.within = d } }

// WhileHeld makes a kind run while the runner is held too (Runner.Held): for work that staff request. Periodic kinds
// never do.
func WhileHeld() Option { return func(k *kind) { k.held = true } }

const (
	defaultAttempts = 12
	defaultWithin   = time.Minute
	// leaseSlack is the time a handler has to notice that its limit has passed. It is also the greatest allowed difference
	// between two nodes' clocks.
	leaseSlack = 30 * time.Second

	workers = 8
	// workersPerKind leaves workers for other kinds when one kind hangs: a slow mail server must not delay sign-in codes.
	workersPerKind = workers / 2
	poll           = 500 * time.Millisecond

	firstPause = 5 * time.Second
	lastPause  = time.Hour

	keepDone = 7 * 24 * time.Hour
	keepDead = 30 * 24 * time.Hour
)

// Runner runs the jobs of the kinds registered with it. Rows of other kinds are left to nodes that know them.
type Runner struct {
	// Held reports whether only kinds that are WhileHeld may currently run; jobs of other kinds wait. Nil means never. Set
	// it before Start.
	Held func() bool

	db    *db.DB
	clock clock.Clock
	log   *slog.Logger
	node  string
	kinds map[string]*kind

	// enqueued is the newest period this runner has written, for each periodic kind, so that it queries the database only
	// once a period. Used by one goroutine at a time, under turn.
	turn     sync.Mutex
	enqueued map[string]int64

	mu      sync.Mutex
	busy    map[string]int // running handlers per kind
	started bool
	stop    context.CancelFunc // stops claiming jobs
	abandon context.CancelFunc // cancels the running ones
	stopped chan struct{}
	wake    chan struct{}
	running sync.WaitGroup
}

// New returns a runner without kinds, except the one that removes old rows.
func New(d *db.DB, c clock.Clock, log *slog.Logger) *Runner {
	r := &Runner{
		db: d, clock: c, log: log, node: id.New("node"),
		kinds: map[string]*kind{}, enqueued: map[string]int64{}, busy: map[string]int{},
		wake: make(chan struct{}, 1), stopped: make(chan struct{}),
	}
	r.Every("jobs.sweep", time.Hour, r.sweep)
	return r
}

// Handle registers the handler of a kind. Call it before Start. It panics if a kind is registered twice.
func (r *Runner) Handle(name string, fn func(ctx context.Context, payload json.RawMessage) error, opts ...Option) {
	r.add(&kind{name: name, handler: fn}, opts)
}

// Every runs fn once in each period of length d, on one of the nodes, and the first time immediately. Periods are
// counted from 1970 in UTC, so every hour means on the hour. A failed run is retried until its period ends.
func (r *Runner) Every(name string, d time.Duration, fn func(ctx context.Context) error, opts ...Option) {
	r.add(&kind{
		name:    name,
		handler: func(ctx context.Context, _ json.RawMessage) error { return fn(ctx) },
		every:   d,
	}, opts)
}

func (r *Runner) add(k *kind, opts []Option) {
	if r.kinds[k.name] != nil {
		panic("jobs: two handlers of " + k.name)
	}
	k.attempts, k.within = defaultAttempts, defaultWithin
	for _, opt := range opts {
		opt(k)
	}
	r.kinds[k.name] = k
}

// errGiveUp marks failures that a retry cannot fix.
type errGiveUp struct{ error }

func (e errGiveUp) Unwrap() error { return e.error }

// GiveUp wraps a handler's error if a retry cannot help: the job becomes dead immediately.
func GiveUp(err error) error { return errGiveUp{err} }

func givenUp(err error) bool {
	var e errGiveUp
	return errors.As(err, &e)
}

type lastTry struct{}

// LastTry reports to a handler that it will not be called again if it fails now, so that it can record the failure
// where staff see it.
func LastTry(ctx context.Context) bool { return ctx.Value(lastTry{}) != nil }

// Runners of this process learn of committed jobs without a query. A process has one runner; tests have many, which
// costs them a query.
var (
	listenersMu sync.Mutex
	listeners   = map[*Runner]struct{}{}
)

func nudge() {
	listenersMu.Lock()
	defer listenersMu.Unlock()
	for r := range listeners {
		r.poke()
	}
}

func (r *Runner) listen(on bool) {
	listenersMu.Lock()
	defer listenersMu.Unlock()
	if on {
		listeners[r] = struct{}{}
	} else {
		delete(listeners, r)
	}
}

func (r *Runner) poke() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}
