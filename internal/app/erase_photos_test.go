package app_test

import (
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/identity/account"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
)

// TestPicturesOfWhoLeft: evidence for a refund stays, all other photos are deleted, and no one else's are.
func TestPicturesOfWhoLeft(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p, other := s.Customer(), s.Customer()
		for i, who := range []string{p.ID, other.ID} {
			n := string(rune('a' + i))
			s.Exec(`INSERT INTO ratings (id, kind, subject, branch_id, user_id, order_id, line_id, stars, text, photos, version,
				created_at, updated_at)
				VALUES ($1, 'branch', $2, $2, $3, $1, '', 5, 'Good', 1, 1, 1, 1)`, "rat_"+n, apptest.Koshary, who)
			s.Exec(`INSERT INTO tickets (user_id, id, number, name, phone, email, lang, subject, category, state, seq, read_seq,
				created_at, updated_at)
				VALUES ($1, $2, $2, 'n', '', '', 'en', 's', 'other', 'closed', 1, 1, 1, 1)`, who, "tkt_"+n)
			s.Exec(`INSERT INTO ticket_messages (ticket_id, seq, author, staff_id, staff_name, body, at)
				VALUES ($1, 1, 'customer', '', '', 'b', 1)`, "tkt_"+n)
			for _, state := range []string{"refunded", "withdrawn"} {
				s.Exec(`INSERT INTO returns (id, number, user_id, branch_id, order_id, order_number, state, event_seq, refund_to,
					address, pickup_from,
					pickup_to, currency, gross, discount, delivery, refund, lang, created_at, updated_at)
					VALUES ($1, $1, $2, $3, 'o', 'o', $4, 1, 'wallet', '{}', 1, 1, 'EGP', 0, 0, 0, 0, 'en', 1,
					1)`, state+n, who, apptest.Koshary, state)
				s.Exec(`INSERT INTO return_lines (return_id, id, order_id, line_id, qty, reason_id, defective)
					VALUES ($1, 'l', 'o', 'l', 1, 'damaged', $2)`, state+n, true)
			}
			for _, owner := range []string{"rating:rat_" + n, "ticket:tkt_" + n + ":1", "return:refunded" + n + ":l",
				"return:withdrawn" + n + ":l"} {
				s.Exec(`INSERT INTO photos (id, user_id, owner, width, height, jpeg, created_at) VALUES ($1, $2, $1, 1, 1, $3, 1)`,
					owner, who, []byte{1})
			}
		}
		if a := s.Do("POST", "/user/delete/code", p.Token, fields{"method": "sms"}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM photos`); n != 8 {
			t.Errorf("asking for a code left %d pictures", n)
		}
		if a := s.Do("POST", "/user/delete", p.Token, fields{"code": s.Code(p.Phone)}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		left := s.Lines(`SELECT id FROM photos ORDER BY id`)
		slices.Sort(left)
		if got, want := strings.Join(left, " "),
			"rating:rat_b return:refundeda:l return:refundedb:l return:withdrawnb:l ticket:tkt_b:1"; got != want {
			t.Errorf("left are %s, not %s", got, want)
		}
		if got := s.Lines(`SELECT id || ' ' || photos || text || stars FROM ratings ORDER BY id`); got[0] != "rat_a 0Good5" ||
			got[1] != "rat_b 1Good5" {
			t.Errorf("the ratings: %v", got)
		}
		gone := func() int {
			t.Helper()
			results, err := doctor.Run(t.Context(), d, account.Checks())
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range results {
				if r.Check == "accounts: preferences and photos of who left are gone" {
					return int(r.Violations)
				}
			}
			return -1
		}
		if n := gone(); n != 0 {
			t.Errorf("doctor finds %d", n)
		}
		s.Exec(`INSERT INTO photos (id, user_id, owner, width, height, jpeg, created_at)
			VALUES ('x', $1, 'ticket:tkt_a:1', 1, 1, $2, 1)`, p.ID, []byte{1})
		if n := gone(); n != 1 {
			t.Errorf("of a picture that is left doctor finds %d", n)
		}
	})
}

// TestVotesAreRemembered: customers see which reviews they marked as helpful, and nobody else does.
func TestVotesAreRemembered(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		author, p, other := s.Customer(), s.Customer(), s.Customer()
		for _, n := range []string{"rat_a", "rat_b"} {
			s.Exec(`INSERT INTO ratings (id, kind, subject, branch_id, user_id, order_id, line_id, stars, text, version,
				created_at, updated_at)
				VALUES ($1, 'branch', $2, $2, $3, $1, '', 5, 'Good', 1, 1, 1)`, n, apptest.Koshary, author.ID)
		}
		votes := func(who apptest.Customer) string {
			t.Helper()
			var ids []string
			s.Do("GET", "/user/review-votes?reviews=rat_a,rat_b,rat_none", who.Token, nil).Into(t, &ids)
			return strings.Join(ids, " ")
		}
		if got := votes(p); got != "" {
			t.Errorf("before a vote: %s", got)
		}
		s.Do("POST", "/reviews/rat_b/helpful", p.Token, fields{"helpful": true})
		if mine, theirs := votes(p), votes(other); mine != "rat_b" || theirs != "" {
			t.Errorf("voted: %q, somebody else: %q", mine, theirs)
		}
		s.Do("POST", "/reviews/rat_b/helpful", p.Token, fields{"helpful": false})
		if got := votes(p); got != "" {
			t.Errorf("taken back: %s", got)
		}
		if a := s.Do("GET", "/user/review-votes?reviews=rat_a", "", nil); a.Status != 401 {
			t.Errorf("a guest: %s", a.Short())
		}
	})
}
