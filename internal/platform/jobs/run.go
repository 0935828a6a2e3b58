package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"wekala/internal/platform/db"
)

// Start runs jobs in the background until ctx ends or Stop is called. Jobs running when ctx ends are finished; Stop
// waits for them. A runner can be started once.
func (r *Runner) Start(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.started {
		panic("jobs: started twice")
	}
	r.started = true
	var work context.Context
	work, r.abandon = context.WithCancel(context.WithoutCancel(ctx))
	ctx, r.stop = context.WithCancel(ctx)
	r.listen(true)
	go r.loop(ctx, work)
}

// Stop claims no more jobs and waits for the running ones. If ctx ends first, their contexts are cancelled and the jobs
// are returned, for another node or for the time after the restart.
func (r *Runner) Stop(ctx context.Context) error {
	r.mu.Lock()
	started := r.started
	r.mu.Unlock()
	if !started {
		return nil
	}
	r.stop()
	<-r.stopped
	finished := make(chan struct{})
	go func() {
		r.running.Wait()
		close(finished)
	}()
	defer r.abandon()
	select {
	case <-finished:
		return nil
	case <-ctx.Done():
	}
	r.abandon()
	<-finished
	return ctx.Err()
}

func (r *Runner) loop(ctx, work context.Context) {
	defer close(r.stopped)
	defer r.listen(false)
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for ctx.Err() == nil {
		got, err := r.claim(ctx, workers)
		if err != nil && ctx.Err() == nil {
			r.log.ErrorContext(ctx, "jobs: claim", "error", err)
		}
		for _, j := range got {
			r.running.Go(func() {
				// run logs the job's error, and the loop continues.
				_ = r.run(work, j)
				r.poke()
			})
		}
		if len(got) > 0 {
			r.poke() // there may be more jobs of a kind that now has capacity
		}
		select {
		case <-ctx.Done():
		case <-r.wake:
		case <-tick.C:
		}
	}
}

// RunDue runs every job that is due by the clock, one after the other, and the jobs they enqueue, and returns their
// number. It is for tests, which neither start the runner nor wait. The error joins all failures. Failed jobs become
// due again later, as usual.
func (r *Runner) RunDue(ctx context.Context) (int, error) {
	var errs []error
	const tooMany = 100_000
	for n := 0; n < tooMany; n++ {
		got, err := r.claim(ctx, 1)
		if err != nil || len(got) == 0 {
			return n, errors.Join(append(errs, err)...)
		}
		if err := r.run(ctx, got[0]); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", got[0].Kind, err))
		}
	}
	return tooMany, errors.New("jobs: they enqueue each other without end")
}

// claim claims up to limit due jobs, but no more than there are free workers. Each one counts as busy until run has
// ended.
func (r *Runner) claim(ctx context.Context, limit int) ([]row, error) {
	r.turn.Lock()
	defer r.turn.Unlock()
	now := db.At(r.clock.Now())
	held := r.Held != nil && r.Held()
	if !held {
		if err := r.enqueuePeriods(ctx, now); err != nil {
			return nil, err
		}
	}
	room, kinds := r.room(min(limit, workers), held)
	rows, err := due(ctx, r.db, kinds, now, limitOf(room))
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	var fitting []row
	for _, j := range rows {
		if room.all > 0 && room.kind[j.Kind] > 0 {
			room.all--
			room.kind[j.Kind]--
			fitting = append(fitting, j)
		}
	}
	if len(fitting) == 0 {
		return nil, nil
	}
	got, err := take(ctx, r.db, fitting, func(j row) db.Millis {
		return now.Add(r.kinds[j.Kind].within + leaseSlack)
	}, r.node)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, j := range got {
		r.busy[j.Kind]++
	}
	return got, nil
}

// space is the number of additional jobs that may run, in total and per kind.
type space struct {
	all  int
	kind map[string]int
}

// limitOf returns the number of rows to query; 0 if no job may run. It is higher than the free workers, because one
// kind could fill the result with jobs that may not run.
func limitOf(s space) int {
	if s.all <= 0 {
		return 0
	}
	return max(s.all, 2*workers)
}

func (r *Runner) room(limit int, held bool) (space, []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := space{all: limit, kind: map[string]int{}}
	var kinds []string
	total := 0
	for name, k := range r.kinds {
		n := r.busy[name]
		total += n
		if held && (!k.held || k.every > 0) {
			continue
		}
		if s.kind[name] = workersPerKind - n; s.kind[name] > 0 {
			kinds = append(kinds, name)
		}
	}
	s.all = min(limit, workers-total)
	return s, kinds
}

// enqueuePeriods enqueues each periodic kind's job for the current period, once.
func (r *Runner) enqueuePeriods(ctx context.Context, now db.Millis) error {
	var missing []*kind
	for _, k := range r.kinds {
		if k.every > 0 && r.enqueued[k.name] != k.period(now) {
			missing = append(missing, k)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	err := r.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, k := range missing {
			key := k.name + ":" + strconv.FormatInt(k.period(now), 10)
			if err := Enqueue(ctx, tx, Job{Kind: k.name, UniqueKey: key, RunAt: now}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, k := range missing {
		r.enqueued[k.name] = k.period(now)
	}
	return nil
}

func (k *kind) period(at db.Millis) int64 { return int64(at) / k.every.Milliseconds() }

// run runs a claimed job and writes its outcome. The error is the handler's or the database's.
func (r *Runner) run(ctx context.Context, j row) error {
	k := r.kinds[j.Kind]
	defer func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.busy[j.Kind]--
	}()
	err := r.call(ctx, k, j)
	now := db.At(r.clock.Now())
	o := r.judge(ctx, k, j, err, now)
	// The outcome is written even if the handler exceeded its time limit.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaseSlack)
	defer cancel()
	if e := settle(ctx, r.db, j, r.node, o); e != nil {
		r.log.ErrorContext(ctx, "jobs: outcome not written, the job will run again", "kind", j.Kind, "id", j.ID, "error", e)
		err = errors.Join(err, e)
	}
	return err
}

// call runs the handler with its time limit, and turns a panic into an error.
func (r *Runner) call(ctx context.Context, k *kind, j row) (err error) {
	if j.Attempts > k.attempts {
		// A job has this state only if a process died while running it.
		return GiveUp(errors.New("did not come back from its last attempt"))
	}
	defer func() {
		if p := recover(); p != nil {
			r.log.ErrorContext(ctx, "jobs: panic", "kind", j.Kind, "id", j.ID, "panic", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, k.within)
	defer cancel()
	if j.Attempts == k.attempts {
		ctx = context.WithValue(ctx, lastTry{}, true)
	}
	return k.handler(ctx, json.RawMessage(j.Payload))
}

// judge turns a handler's result into the outcome of the row.
func (r *Runner) judge(ctx context.Context, k *kind, j row, err error, now db.Millis) outcome {
	if err == nil {
		return outcome{done: &now}
	}
	text := shorten(err.Error())
	attrs := []any{"kind", j.Kind, "id", j.ID, "attempt", j.Attempts, "error", text}
	if ctx.Err() != nil {
		r.log.InfoContext(ctx, "jobs: given back at shutdown", attrs...)
		return outcome{err: &text, returned: true}
	}
	next := now.Add(pause(j.Attempts))
	periodOver := k.every > 0 && k.period(next) != k.period(now)
	if givenUp(err) || j.Attempts >= k.attempts || periodOver {
		r.log.ErrorContext(ctx, "jobs: given up", attrs...)
		return outcome{dead: &now, err: &text}
	}
	r.log.WarnContext(ctx, "jobs: failed, will be repeated", append(attrs, "at", next.Time())...)
	return outcome{runAt: &next, err: &text}
}

// pause grows from five seconds to an hour, and is spread so that what failed
// together does not come back together.
func pause(attempts int64) time.Duration {
	d := lastPause
	if n := attempts - 1; n < 10 {
		d = min(lastPause, firstPause<<n)
	}
	return d*3/4 + rand.N(d/2)
}

// shorten cuts an error to a length that fits on a screen, and to characters that both databases accept.
func shorten(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "?"), "\x00", "?")
	n := 1000
	if len(s) <= n {
		return s
	}
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// sweep removes jobs that ended long ago, in small batches so that nothing waits for it.
func (r *Runner) sweep(ctx context.Context) error {
	const portion = 500
	now := r.clock.Now()
	for {
		var n int64
		err := r.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			n, err = removeOld(ctx, tx, db.At(now.Add(-keepDone)), db.At(now.Add(-keepDead)), portion)
			return err
		})
		if err != nil || n < portion {
			return err
		}
	}
}
