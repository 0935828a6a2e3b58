package idempotency_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/idempotency"
)

var (
	short = idempotency.Operation{Name: "short", Keep: time.Hour}
	long  = idempotency.Operation{Name: "long", Keep: 24 * time.Hour}
)

func request(op idempotency.Operation, caller, key string, content any) idempotency.Request {
	return idempotency.Request{Operation: op, Caller: caller, Subject: "of " + caller, Key: key,
		Hash: idempotency.Hash(content)}
}

// desk does work that can be counted: each call adds its own row.
type desk struct {
	t     *testing.T
	keys  *idempotency.Keys
	clock *clock.Fake
}

func newDesk(t *testing.T, d *db.DB) *desk {
	t.Helper()
	at := clock.NewFake(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	return &desk{t, idempotency.New(d, at), at}
}

// work writes a row, and then returns refuse.
func work(name string, refuse error) func(context.Context, *db.Tx) ([]byte, error) {
	return func(ctx context.Context, tx *db.Tx) ([]byte, error) {
		_, err := tx.Exec(ctx, `INSERT INTO settings (key, value, updated_at) VALUES ($1, '{}', 1)`, name)
		if err == nil {
			err = refuse
		}
		return []byte("answer of " + name), err
	}
}

func (k *desk) once(r idempotency.Request, name string, refuse error) (string, error) {
	answer, err := k.keys.Once(k.t.Context(), r, work(name, refuse))
	return string(answer), err
}

func (k *desk) done() int {
	k.t.Helper()
	return k.count(`SELECT COUNT(*) FROM settings WHERE SUBSTR(key, 1, 4) = 'work'`)
}

func (k *desk) count(query string) int {
	k.t.Helper()
	var n int
	if err := k.keys.DB.Get(k.t.Context(), &n, query); err != nil {
		k.t.Fatal(err)
	}
	return n
}

func (k *desk) tx(fn func(ctx context.Context, tx *db.Tx) error) {
	k.t.Helper()
	if err := k.keys.DB.InTx(k.t.Context(), fn); err != nil {
		k.t.Fatal(err)
	}
}

// healthy asks doctor.
func (k *desk) healthy() {
	k.t.Helper()
	results, err := doctor.Run(k.t.Context(), k.keys.DB, idempotency.Checks())
	if err != nil {
		k.t.Fatal(err)
	}
	for _, r := range results {
		if r.Violations > 0 {
			k.t.Errorf("doctor: %s: %v", r.Check, r.First)
		}
	}
}

func TestOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(t, d)
		mine := request(long, "mona", "k", "body")
		refused := errs.Refuse("common.not_allowed")
		if _, err := k.once(mine, "work0", refused); !errors.Is(err, refused) || k.done() != 0 ||
			k.count(`SELECT COUNT(*) FROM idempotency`) != 0 {
			t.Fatalf("a refusal: %v, done %d times", err, k.done())
		}
		for i := range 3 {
			if got, err := k.once(mine, fmt.Sprint("work", i), nil); err != nil || got != "answer of work0" {
				t.Errorf("time %d: %q %v", i, got, err)
			}
		}
		other := request(long, "mona", "k", "another body")
		if _, err := k.once(other, "work4", nil); !errs.Is(err, "common.idempotency_mismatch") {
			t.Errorf("with another body: %v", err)
		}
		if _, err := k.keys.Look(t.Context(), other); !errs.Is(err, "common.idempotency_mismatch") {
			t.Errorf("looked for with another body: %v", err)
		}
		for i, r := range []idempotency.Request{request(long, "sara", "k", "body"), request(short, "mona", "k", "body"),
			request(long, "mona", "l", "body")} {
			name := fmt.Sprint("work1", i)
			if got, err := k.once(r, name, nil); err != nil || got != "answer of "+name {
				t.Errorf("another caller, operation or key: %q %v", got, err)
			}
		}
		if k.done() != 4 {
			t.Errorf("done %d times", k.done())
		}
		k.healthy()
	})
}

// TestOnceFromABarrier sends one key many times concurrently, to two nodes.
func TestOnceFromABarrier(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(t, d)
		nodes := []*idempotency.Keys{k.keys, idempotency.New(dbtest.Another(t, d), k.clock)}
		if d.Engine() == db.SQLite { // one process writes
			nodes[1] = nodes[0]
		}
		for round := range 5 {
			r := request(long, "mona", fmt.Sprint(round), round)
			start := make(chan struct{})
			var mu sync.Mutex
			answers := map[string]int{}
			var wg sync.WaitGroup
			for i := range 16 {
				wg.Go(func() {
					<-start
					answer, err := nodes[i%2].Once(context.Background(), r, work(fmt.Sprint("work", round, " ", i), nil))
					if err != nil {
						answer = []byte(err.Error())
					}
					mu.Lock()
					defer mu.Unlock()
					answers[string(answer)]++
				})
			}
			close(start)
			wg.Wait()
			if len(answers) != 1 || k.done() != round+1 {
				t.Fatalf("%v, done %d times", answers, k.done())
			}
		}
		k.healthy()
	})
}

// claim leaves a request that is running.
func (k *desk) claim(r idempotency.Request, made string) {
	k.t.Helper()
	k.tx(func(ctx context.Context, tx *db.Tx) error { return idempotency.Claim(ctx, tx, r, made, k.clock.Now()) })
}

// TestWaitingForTheFirst: requests that come while the first is running get its answer.
func TestWaitingForTheFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(t, d)
		r := request(long, "mona", "k", "body")
		never := func(context.Context, string) ([]byte, error) {
			return nil, errors.New("taken over from who is still there")
		}
		if _, used, err := k.keys.Replay(t.Context(), r, never); used || err != nil {
			t.Fatalf("an unused key: %v %v", used, err)
		}
		k.claim(r, "thing")
		err := k.keys.DB.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return idempotency.Claim(ctx, tx, r, "another", k.clock.Now())
		})
		if !errors.Is(err, idempotency.ErrTaken) {
			t.Fatalf("claimed twice: %v", err)
		}
		var counts db.Counts
		waiting := idempotency.New(db.Counted(d, &counts), k.clock)
		answers := make(chan string, 4)
		for range cap(answers) {
			go func() {
				answer, _, err := waiting.Replay(context.Background(), r, never)
				answers <- fmt.Sprint(string(answer), err)
			}()
		}
		for looked := int64(0); looked < 8; runtime.Gosched() { // each has read the key and tried to take over
			statements, _ := counts.Take()
			looked += statements
		}
		if stored, err := k.keys.Settle(t.Context(), r, []byte("the answer")); err != nil || string(stored) != "the answer" {
			t.Fatal(string(stored), err)
		}
		for range cap(answers) {
			if got := <-answers; got != "the answer<nil>" {
				t.Error(got)
			}
		}
		if stored, err := k.keys.Settle(t.Context(), r, []byte("a later answer")); err != nil ||
			string(stored) != "the answer" {
			t.Errorf("the first answer was replaced: %q %v", stored, err)
		}
		gone, cancel := context.WithCancel(t.Context())
		other := request(long, "sara", "k", "body")
		k.claim(other, "thing")
		cancel()
		if _, _, err := k.keys.Replay(gone, other, never); !errors.Is(err, context.Canceled) {
			t.Errorf("who has gone waits on: %v", err)
		}
		k.healthy()
	})
}

// TestTakingOver: if the first is gone, one of the later requests continues from what it made, and a request that fails
// lets the next one try immediately.
func TestTakingOver(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(t, d)
		r := request(long, "mona", "k", "body")
		k.claim(r, "thing")
		k.clock.Advance(idempotency.LeaseFor)
		down := errs.Refuse("common.unavailable")
		failing := func(ctx context.Context, made string) ([]byte, error) {
			return nil, errors.Join(down, k.keys.Release(ctx, r))
		}
		for range 2 {
			if _, used, err := k.keys.Replay(t.Context(), r, failing); !used || !errors.Is(err, down) {
				t.Fatalf("%v %v", used, err)
			}
		}
		var mu sync.Mutex
		resumed := 0
		start := make(chan struct{})
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				<-start
				answer, used, err := k.keys.Replay(context.Background(), r, func(ctx context.Context, made string) ([]byte, error) {
					mu.Lock()
					resumed++
					mu.Unlock()
					return k.keys.Settle(ctx, r, []byte("answer of "+made))
				})
				if !used || err != nil || string(answer) != "answer of thing" {
					t.Errorf("%q %v %v", answer, used, err)
				}
			})
		}
		close(start)
		wg.Wait()
		if resumed != 1 {
			t.Errorf("%d went on", resumed)
		}
		k.healthy()
	})
}

// TestKeptAsLongAsItsOperationSays: after that the key is as if it were new, the
// job or not.
func TestKeptAsLongAsItsOperationSays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(t, d)
		brief, kept := request(short, "mona", "k", "body"), request(long, "mona", "k", "body")
		for i, r := range []idempotency.Request{brief, kept} {
			if _, err := k.once(r, fmt.Sprint("work", i), nil); err != nil {
				t.Fatal(err)
			}
		}
		k.clock.Advance(time.Hour - time.Millisecond)
		if answer, err := k.keys.Look(t.Context(), brief); err != nil || string(answer) != "answer of work0" {
			t.Errorf("in its last moment: %q %v", answer, err)
		}
		k.clock.Advance(time.Millisecond)
		if answer, err := k.keys.Look(t.Context(), brief); err != nil || answer != nil {
			t.Errorf("after its time: %q %v", answer, err)
		}
		again := request(short, "mona", "k", "another body")
		if got, err := k.once(again, "work2", nil); err != nil || got != "answer of work2" {
			t.Errorf("anew: %q %v", got, err)
		}
		if got, err := k.once(again, "work3", nil); err != nil || got != "answer of work2" {
			t.Errorf("anew, repeated: %q %v", got, err)
		}
		k.clock.Advance(time.Hour)
		if err := k.keys.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := k.count(`SELECT COUNT(*) FROM idempotency`); n != 1 {
			t.Errorf("%d keys are left", n)
		}
		if got, err := k.once(kept, "work4", nil); err != nil || got != "answer of work1" {
			t.Errorf("what is kept longer: %q %v", got, err)
		}
		k.healthy()
	})
}

// TestErased: nothing of an answer is left once its subject leaves, nor comes
// back with a request that was running then.
func TestErased(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(t, d)
		mine, theirs, later := request(long, "mona", "k", 1), request(long, "sara", "k", 1), request(long, "mona", "later", 1)
		for i, r := range []idempotency.Request{mine, theirs} {
			if _, err := k.once(r, fmt.Sprint("work", i), nil); err != nil {
				t.Fatal(err)
			}
		}
		k.claim(later, "thing")
		k.tx(func(ctx context.Context, tx *db.Tx) error { return k.keys.Erase(ctx, tx, "of mona") })
		if stored, err := k.keys.Settle(t.Context(), later, []byte("her name")); err != nil || string(stored) != "her name" {
			t.Errorf("%q %v", stored, err)
		}
		if n := k.count(`SELECT COUNT(*) FROM idempotency`); n != 1 {
			t.Errorf("%d keys are left", n)
		}
		if answer, err := k.keys.Look(t.Context(), theirs); err != nil || string(answer) != "answer of work1" {
			t.Errorf("somebody else's: %q %v", answer, err)
		}
	})
}

// TestDoctorSeesDamage breaks the checked data in each way it can be broken.
func TestDoctorSeesDamage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(t, d)
		for i, damage := range []string{`status = 'lost'`, `answer = NULL`, `status = 'running'`,
			`status = 'running', answer = NULL`,
			`subject = ''`, `caller = ''`, `body_hash = ''`, `keep_until = created_at`} {
			k.tx(func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, `DELETE FROM idempotency`)
				return err
			})
			if _, err := k.once(request(long, "mona", "k", i), fmt.Sprint("work", i), nil); err != nil {
				t.Fatal(err)
			}
			k.healthy()
			k.tx(func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, `UPDATE idempotency SET `+damage)
				return err
			})
			results, err := doctor.Run(t.Context(), d, idempotency.Checks())
			if err != nil {
				t.Fatal(err)
			}
			if results[0].Violations != 1 || !strings.Contains(results[0].First[0], "long ") {
				t.Errorf("%s: %+v", damage, results[0])
			}
		}
	})
}
