package products_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/products/shoptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func touch(t *testing.T, d *db.DB, kind string, refs ...string) {
	t.Helper()
	err := d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		return products.Touch(ctx, tx, kind, refs...)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestChangesAreFollowed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		shoptest.Fill(t, d)
		c, err := products.Follow(ctx, d)
		if err != nil {
			t.Fatal(err)
		}
		var told [][]products.Change
		var fail error
		c.OnChange(func(_ context.Context, changes []products.Change) error {
			told = append(told, changes)
			return fail
		})
		poll := func(want ...products.Change) {
			t.Helper()
			told = nil
			if err := c.Poll(ctx); err != nil {
				t.Fatal(err)
			}
			if len(want) == 0 && told == nil {
				return
			}
			if len(told) != 1 || !slices.Equal(told[0], want) {
				t.Errorf("told %v, want %v", told, want)
			}
		}
		start := c.Version()
		poll()
		touch(t, d, products.ChangedProduct)
		poll()
		touch(t, d, products.ChangedProduct, "prd_milk", "prd_milk", "prd_phone")
		touch(t, d, products.ChangedProduct, "prd_milk")
		touch(t, d, products.ChangedVariant, "var_koshary_l", "var_koshary_s", "var_milk")
		poll(products.Change{Kind: "product", Ref: "prd_milk"}, products.Change{Kind: "product", Ref: "prd_phone"},
			products.Change{Kind: "product", Ref: "prd_koshary"})
		if c.Version() != start+3 {
			t.Errorf("version %d, want %d", c.Version(), start+3)
		}

		// Whoever fails is told again.
		fail = errors.New("no memory")
		touch(t, d, products.ChangedBranch, "br_bakala_dokki")
		if err := c.Poll(ctx); !errors.Is(err, fail) || c.Version() != start+3 {
			t.Errorf("%v at %d", err, c.Version())
		}
		fail = nil
		poll(products.Change{Kind: "branch", Ref: "br_bakala_dokki"})

		// What is gone, or too much, is everything.
		touch(t, d, products.ChangedBranch, "br_bakala_dokki")
		touch(t, d, products.ChangedBranch, "br_bakala_maadi")
		shoptest.Exec(t, d, `DELETE FROM catalog_changes WHERE version = $1`, c.Version()+1)
		poll(products.Change{Kind: "all"})
		touch(t, d, products.ChangedProduct, "prd_milk")
		touch(t, d, products.ChangedAll)
		poll(products.Change{Kind: "all"})
		many := make([]string, 1000)
		for i := range many {
			many[i] = fmt.Sprint("prd_", i)
		}
		touch(t, d, products.ChangedProduct, many...)
		told = nil
		if err := c.Poll(ctx); err != nil || len(told) != 1 || len(told[0]) != 1000 {
			t.Errorf("%v, told of %d", err, len(told))
		}
		if err := products.Prune(ctx, d); err != nil {
			t.Fatal(err)
		}
		touch(t, d, products.ChangedContent, "home")
		poll(products.Change{Kind: "content", Ref: "home"})
	})
}

func TestRunPollsAtEveryTick(t *testing.T) {
	d := dbtest.New(t, db.SQLite)
	ctx, stop := context.WithCancel(context.Background())
	c, err := products.Follow(ctx, d)
	if err != nil {
		t.Fatal(err)
	}
	heard := make(chan []products.Change, 1)
	c.OnChange(func(_ context.Context, changes []products.Change) error {
		heard <- changes
		return nil
	})
	tick, ended := make(chan time.Time), make(chan struct{})
	go func() {
		c.Run(ctx, tick, nil)
		close(ended)
	}()
	touch(t, d, products.ChangedProduct, "prd_x")
	tick <- time.Time{}
	if got := <-heard; len(got) != 1 || got[0].Ref != "prd_x" {
		t.Errorf("heard %v", got)
	}
	stop()
	<-ended
}
