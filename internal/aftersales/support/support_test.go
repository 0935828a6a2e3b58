package support_test

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"wekala/internal/aftersales/support"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
)

var (
	start = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	home  = netip.MustParseAddr("203.0.113.9")
)

func state(t *testing.T, d *db.DB, ticketID string) (state string) {
	t.Helper()
	if err := d.Get(context.Background(), &state, `SELECT state FROM tickets WHERE id = $1`, ticketID); err != nil {
		t.Fatal(err)
	}
	return state
}

func healthy(t *testing.T, d *db.DB, want int64) {
	t.Helper()
	results, err := doctor.Run(context.Background(), d, support.Checks())
	if err != nil {
		t.Fatal(err)
	}
	var found int64
	for _, r := range results {
		found += r.Violations
	}
	if found != want {
		t.Errorf("doctor finds %d, want %d: %+v", found, want, results)
	}
}

func TestGuestsWriteAndAreAnswered(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		c := clock.NewFake(start)
		s := support.New(d, c, []byte("a secret of thirty-two characters"), "https://shop.test")
		letter := support.Letter{Name: "Mona", Phone: "01001234567", Subject: "Opening hours", Body: "When do you open?"}
		for field, broken := range map[string]support.Letter{
			"name":  {Phone: "01001234567", Subject: "Hours", Body: "When, please?"},
			"phone": {Name: "Mona", Subject: "Hours", Body: "When, please?"},
			"email": {Name: "Mona", Email: "x", Subject: "Hours", Body: "When, please?"},
			"text":  {Name: "Mona", Phone: "01001234567", Subject: "Hours"},
		} {
			if _, err := s.Contact(ctx, "en", home, broken); err == nil || !strings.Contains(err.Error(), field) {
				t.Errorf("%s: %v", field, err)
			}
		}
		ticket, err := s.Contact(ctx, "en", home, letter)
		if err != nil {
			t.Fatal(err)
		}
		var params string
		if err := d.Get(ctx, &params, `SELECT params FROM messages WHERE recipient = '+201001234567'`); err != nil {
			t.Fatal(err)
		}
		_, key, _ := strings.Cut(params, "?ticket=")
		key, _, _ = strings.Cut(key, `"`)
		if err := s.GuestReply(ctx, key+"x", "Hello?"); !errs.Is(err, "common.not_found") {
			t.Errorf("a key with a letter more: %v", err)
		}
		if err := s.GuestReply(ctx, key, "Hello?"); err != nil {
			t.Error(err)
		}
		member := staff.Member{ID: "stf", Name: "Adel", Role: staff.Support}
		if err := s.Answer(ctx, member, ticket.ID, "A regular.", true); err != nil || state(t, d, ticket.ID) != support.Open {
			t.Errorf("after a note: %v %s", err, state(t, d, ticket.ID))
		}
		if err := s.Answer(ctx, member, ticket.ID, "At nine.", false); err != nil ||
			state(t, d, ticket.ID) != support.Answered {
			t.Errorf("after an answer: %v %s", err, state(t, d, ticket.ID))
		}
		if err := s.Settle(ctx, member, ticket.ID, true, ""); err != nil || state(t, d, ticket.ID) != support.Closed {
			t.Errorf("closed: %v", err)
		}
		if err := s.GuestReply(ctx, key, "One more thing."); err != nil || state(t, d, ticket.ID) != support.Open {
			t.Errorf("a reply opens again: %v", err)
		}
		if err := s.Settle(ctx, member, ticket.ID, true, ""); err != nil {
			t.Error(err)
		}
		c.Advance(support.ReopenFor + time.Minute)
		if err := s.GuestReply(ctx, key, "Still there?"); !errs.Is(err, "support.closed_long") {
			t.Errorf("long closed: %v", err)
		}
		healthy(t, d, 0)
		err = d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE tickets SET state = 'answered', closed_at = NULL, seq = seq + 1 WHERE id = $1`,
				ticket.ID)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		healthy(t, d, 2)
	})
}

func TestLettersAreLimited(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		s := support.New(d, clock.NewFake(start), []byte("a secret of thirty-two characters"), "https://shop.test")
		sent := 0
		for range 6 {
			_, err := s.Contact(ctx, "en", home, support.Letter{
				Name: "Mona", Email: "mona@example.com", Subject: "Hours", Body: "When, please?"})
			if err == nil {
				sent++
			} else if !errs.Is(err, "support.too_many_letters") {
				t.Error(err)
			}
		}
		if sent != 3 {
			t.Errorf("%d letters of one person were taken", sent)
		}
	})
}

// TestAContactIsLimitedByPhoneAndEmailEach: a new phone does not reset an e-mail address's limit, nor the reverse, and
// no single network can use up the whole shop's limit.
func TestAContactIsLimitedByPhoneAndEmailEach(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := support.New(d, clock.NewFake(start), []byte("a secret of thirty-two characters"), "https://shop.test")
		write := func(from, phone, email string) bool {
			t.Helper()
			_, err := s.Contact(t.Context(), "en", netip.MustParseAddr(from),
				support.Letter{Name: "Mona", Phone: phone, Email: email, Subject: "Hours", Body: "When, please?"})
			if err != nil && !errs.Is(err, "support.too_many_letters") {
				t.Error(err)
			}
			return err == nil
		}
		sent := 0
		for i := range 5 {
			if write(fmt.Sprintf("203.0.%d.1", i), "01001234567", fmt.Sprintf("m%d@example.com", i)) {
				sent++
			}
		}
		if sent != 3 {
			t.Errorf("%d letters with one phone and ever new e-mail addresses were taken", sent)
		}
		sent = 0
		for i := range 5 {
			if write(fmt.Sprintf("203.1.%d.1", i), fmt.Sprintf("0100123456%d", i),
				[]string{"mona@example.com", "Mona@Example.com"}[i%2]) {
				sent++
			}
		}
		if sent != 3 {
			t.Errorf("%d letters with one e-mail address and ever new phones were taken", sent)
		}
		sent = 0
		for i := range 20 {
			if write(fmt.Sprintf("198.51.100.%d", i), "", fmt.Sprintf("n%d@example.com", i)) {
				sent++
			}
		}
		if sent != 12 {
			t.Errorf("%d letters of one network were taken", sent)
		}
	})
}

// TestClosingMakesNoRoomForMore: all of a customer's tickets of a day count, in any state, and the limit on waiting
// ones applies to tickets opened and reopened.
func TestClosingMakesNoRoomForMore(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		c := clock.NewFake(start)
		s := support.New(d, c, []byte("a secret of thirty-two characters"), "https://shop.test")
		if err := d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO users (id, phone, name, created_at, updated_at)
				VALUES ('usr_1', '+201001234567', 'Mona', 1, 1)`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		begin := func() (string, error) {
			ticket, err := s.Begin(ctx, "usr_1", "en", support.Opening{Subject: "Hours", Body: "When do you open?"})
			return ticket.ID, err
		}
		closed := make([]string, support.MaxDaily)
		for i := range closed {
			var err error
			if closed[i], err = begin(); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(ctx, "usr_1", closed[i]); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := begin(); !errs.Is(err, "support.too_many_today") {
			t.Errorf("one more than a day has: %v", err)
		}
		c.Advance(24*time.Hour + time.Second)
		for range support.MaxOpen {
			if _, err := begin(); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Reopen(ctx, "usr_1", closed[0]); !errs.Is(err, "support.too_many_open") ||
			state(t, d, closed[0]) != support.Closed {
			t.Errorf("taken up again: %v", err)
		}
		if err := s.Reply(ctx, "usr_1", closed[1], "Still.", nil); !errs.Is(err, "support.too_many_open") ||
			state(t, d, closed[1]) != support.Closed {
			t.Errorf("replied to: %v", err)
		}
		healthy(t, d, 0)
	})
}
