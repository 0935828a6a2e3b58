package ledger_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/money/ledger"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
)

var noon = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

func post(t *testing.T, d *db.DB, e ledger.Entry) (posted bool, err error) {
	t.Helper()
	err = d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		posted, err = ledger.Post(ctx, tx, e)
		return err
	})
	return posted, err
}

func healthy(t *testing.T, d *db.DB) {
	t.Helper()
	results, err := doctor.Run(context.Background(), d, ledger.Checks())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Violations > 0 {
			t.Errorf("doctor: %s: %v", r.Check, r.First)
		}
	}
}

func entry(source string, lines ...ledger.Posting) ledger.Entry {
	return ledger.Entry{Source: source, Kind: "test", At: noon, Postings: lines}
}

func TestPostingTwiceForOneSourceDoesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		e := entry("order:1:placed",
			ledger.Posting{Account: "order:1", Currency: "EGP", Amount: 500},
			ledger.Posting{Account: "wallet:usr", Currency: "EGP", Amount: -500})
		for i, want := range []bool{true, false, false} {
			posted, err := post(t, d, e)
			if err != nil || posted != want {
				t.Fatalf("post %d: %v %v", i, posted, err)
			}
		}
		got, err := ledger.Balance(context.Background(), d, "wallet:usr", "EGP")
		if err != nil || got != -500 {
			t.Errorf("balance %d %v", got, err)
		}
		back, err := ledger.Find(context.Background(), d, "order:1:placed")
		if err != nil || len(back.Postings) != 2 {
			t.Errorf("found %+v %v", back, err)
		}
		if _, err := post(t, d, ledger.Reverse(back, "order:1:reversed", "test", noon)); err != nil {
			t.Error(err)
		}
		healthy(t, d)
	})
}

func TestAnUnbalancedEntryIsNotWritten(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if _, err := post(t, d, entry("x", ledger.Posting{Account: "a:1", Currency: "EGP", Amount: 1})); err == nil {
			t.Error("it was posted")
		}
		healthy(t, d)
	})
}

func TestAWalletIsNeverOverdrawn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if _, err := post(t, d, entry("topup",
			ledger.Posting{Account: "gateway:x", Currency: "EGP", Amount: 100},
			ledger.Posting{Account: "wallet:usr", Currency: "EGP", Amount: -100})); err != nil {
			t.Fatal(err)
		}
		const attempts = 40
		start := make(chan struct{})
		var paid, refused atomic.Int64
		var wg sync.WaitGroup
		for i := range attempts {
			wg.Go(func() {
				<-start
				_, err := post(t, d, entry("debit:"+string(rune('A'+i)),
					ledger.Posting{Account: "wallet:usr", Currency: "EGP", Amount: 30},
					ledger.Posting{Account: "branch_payable:1", Currency: "EGP", Amount: -30}))
				switch {
				case err == nil:
					paid.Add(1)
				case errs.Is(err, "ledger.balance_not_sufficient"):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		close(start)
		wg.Wait()
		if paid.Load() != 3 || refused.Load() != attempts-3 {
			t.Errorf("%d debits of 30 from 100, %d refused", paid.Load(), refused.Load())
		}
		healthy(t, d)
	})
}
