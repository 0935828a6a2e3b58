package changefeed_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func publish(t *testing.T, d *db.DB, part changefeed.Change, refs ...string) {
	t.Helper()
	err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return changefeed.PublishPart(ctx, tx, part, refs...)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// words turns changes of letters into changes of the word that begins with them.
var words = changefeed.Resolver{From: "letter", To: "word",
	Refs: func(_ context.Context, _ db.Querier, refs []string) ([]string, error) {
		for _, ref := range refs {
			if ref == "!" {
				return nil, errors.New("no letter")
			}
		}
		return []string{refs[0] + "-word"}, nil
	}}

func TestSubscribersReceiveEachChangeOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		f, err := changefeed.Open(ctx, d, words)
		if err != nil {
			t.Fatal(err)
		}
		var received [][]changefeed.Change
		var fail error
		f.Subscribe(func(_ context.Context, changes []changefeed.Change) error {
			received = append(received, changes)
			return fail
		})
		poll := func(want ...changefeed.Change) {
			t.Helper()
			received = nil
			if err := f.Poll(ctx); err != nil {
				t.Fatal(err)
			}
			if len(want) == 0 && received == nil {
				return
			}
			if len(received) != 1 || !slices.Equal(received[0], want) {
				t.Errorf("received %v, want %v", received, want)
			}
		}
		word, letter := changefeed.Change{Kind: "word"}, changefeed.Change{Kind: "letter", Scope: "north", Aspect: "size"}
		start := f.Version()
		poll()
		publish(t, d, word)
		poll()
		publish(t, d, word, "b", "a", "b")
		publish(t, d, word, "a")
		publish(t, d, letter, "x", "y")
		poll(changefeed.Change{Kind: "word", Ref: "a"}, changefeed.Change{Kind: "word", Ref: "b"},
			changefeed.Change{Kind: "word", Ref: "x-word", Scope: "north", Aspect: "size"})
		if f.Version() != start+3 {
			t.Errorf("version %d, want %d", f.Version(), start+3)
		}

		// A subscriber or a resolver that fails keeps the version where it is.
		fail = errors.New("no memory")
		publish(t, d, word, "c")
		if err := f.Poll(ctx); !errors.Is(err, fail) || f.Version() != start+3 {
			t.Errorf("%v at %d", err, f.Version())
		}
		fail = nil
		poll(changefeed.Change{Kind: "word", Ref: "c"})
		publish(t, d, letter, "!")
		received = nil
		if err := f.Poll(ctx); err == nil || received != nil || f.Version() != start+4 {
			t.Errorf("%v, received %v at %d", err, received, f.Version())
		}

		// Pruned versions, too many changes and All mean everything.
		publish(t, d, changefeed.Change{Kind: changefeed.All})
		poll(changefeed.Change{Kind: changefeed.All})
		publish(t, d, word, "a")
		publish(t, d, word, "b")
		if err := d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `DELETE FROM catalog_changes WHERE version = $1`, f.Version()+1)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		poll(changefeed.Change{Kind: changefeed.All})
		many := make([]string, 20_001)
		for i := range many {
			many[i] = fmt.Sprint("w", i)
		}
		publish(t, d, word, many[:1000]...)
		received = nil
		if err := f.Poll(ctx); err != nil || len(received) != 1 || len(received[0]) != 1000 {
			t.Errorf("%v, received %d", err, len(received))
		}
		publish(t, d, word, many...)
		poll(changefeed.Change{Kind: changefeed.All})
		if err := changefeed.Prune(ctx, d); err != nil {
			t.Fatal(err)
		}
		publish(t, d, word, "z")
		poll(changefeed.Change{Kind: "word", Ref: "z"})
	})
}

func TestRefsSince(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		start, err := changefeed.Newest(ctx, d)
		if err != nil {
			t.Fatal(err)
		}
		publish(t, d, changefeed.Change{Kind: "word", Aspect: "size"}, "a")
		publish(t, d, changefeed.Change{Kind: "word", Aspect: "colour"}, "b")
		publish(t, d, changefeed.Change{Kind: "word", Scope: "north"}, "c", "d")
		publish(t, d, changefeed.Change{Kind: "letter"}, "e")
		for _, c := range []struct {
			after   int64
			limit   int
			aspects []string
			refs    []string
			ok      bool
		}{
			{start, 10, []string{"size"}, []string{"a", "c", "d"}, true},
			{start, 10, nil, []string{"c", "d"}, true},
			{start + 2, 10, []string{"size"}, []string{"c", "d"}, true},
			{start, 2, []string{"size"}, nil, false},
			{start + 4, 10, nil, nil, true},
		} {
			refs, ok, err := changefeed.RefsSince(ctx, d, c.after, "word", c.limit, c.aspects...)
			if err != nil || ok != c.ok || !slices.Equal(refs, c.refs) {
				t.Errorf("after %d, %v: %v %v %v", c.after, c.aspects, refs, ok, err)
			}
		}
		publish(t, d, changefeed.Change{Kind: changefeed.All})
		if refs, ok, err := changefeed.RefsSince(ctx, d, start, "word", 10); err != nil || ok {
			t.Errorf("after everything changed: %v %v %v", refs, ok, err)
		}
	})
}

func TestRunPollsAtEveryTick(t *testing.T) {
	d := dbtest.New(t, db.SQLite)
	ctx, stop := context.WithCancel(t.Context())
	f, err := changefeed.Open(ctx, d)
	if err != nil {
		t.Fatal(err)
	}
	received := make(chan []changefeed.Change, 1)
	f.Subscribe(func(_ context.Context, changes []changefeed.Change) error {
		received <- changes
		return nil
	})
	tick, ended := make(chan time.Time), make(chan struct{})
	go func() {
		f.Run(ctx, tick, nil)
		close(ended)
	}()
	publish(t, d, changefeed.Change{Kind: "word"}, "prd_x")
	tick <- time.Time{}
	if got := <-received; len(got) != 1 || got[0].Ref != "prd_x" {
		t.Errorf("received %v", got)
	}
	stop()
	<-ended
}
