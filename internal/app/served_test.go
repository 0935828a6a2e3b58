package app_test

import (
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestNobodyCanHaveForeignNumbersMessaged: numbers in a contact form or an order's contact, and landlines, are stored
// unchanged and cost the shop no message.
func TestNobodyCanHaveForeignNumbersMessaged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		state := func(to string) string {
			t.Helper()
			s.RunJobs()
			return apptest.Get[string](s, `SELECT COALESCE(MIN(state), 'none') || ' ' || COUNT(DISTINCT state) FROM messages
				WHERE recipient = $1`, to)
		}
		write := func(phone, email string) {
			t.Helper()
			body := map[string]any{"name": "Mona", "phone": phone, "subject": "A question", "text": "Where are you?"}
			if email != "" {
				body["email"] = email
			}
			if a := s.Send("POST", "/contact", "", body); a.Status != 200 && a.Status != 201 {
				t.Fatalf("%s: %d %s", phone, a.Status, a.Body)
			}
			if n := apptest.Get[int64](s, `SELECT COUNT(*) FROM tickets WHERE phone = $1`, phone); n != 1 {
				t.Errorf("%s is not kept as a contact", phone)
			}
		}
		for i, phone := range []string{"+966512345678", "+447911123456", "+20223456789"} {
			write(phone, "")
			if got := state(phone); got != "skipped 1" {
				t.Errorf("%d: a message to %s is %s", i, phone, got)
			}
		}
		write("+201001234568", "")
		if got := state("+201001234568"); got != "sent 1" {
			t.Errorf("a message to a served number is %s", got)
		}
		// Customers who cannot be messaged there are notified by e-mail.
		write("+966512345679", "mona@example.com")
		if to, mail := state("+966512345679"), state("mona@example.com"); to != "none 0" || mail != "sent 1" {
			t.Errorf("with an e-mail address beside it: phone %s, e-mail %s", to, mail)
		}

		p := s.Customer()
		s.Exec(`UPDATE addresses SET phone = '+966512345670' WHERE user_id = $1`, p.ID)
		order := s.Buy(p, "cod")
		staff := s.Staff("manager", apptest.Koshary)
		for _, to := range []string{"processing", "rejected"} {
			move := map[string]any{"to": to, "reason": "no more lentils",
				"expected_seq": apptest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, order)}
			if a := s.Send("POST", "/console/orders/"+order+"/move", staff, move); a.Status != 200 {
				t.Fatalf("%s: %d %s", to, a.Status, a.Body)
			}
		}
		if got := state("+966512345670"); got != "skipped 1" {
			t.Errorf("an order's contact abroad: %s", got)
		}
	})
}
