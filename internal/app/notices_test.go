package app_test

import (
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

type inboxLine struct {
	ID, Kind, Text, Link string
	Read                 bool
	Earlier              []inboxLine
	At                   time.Time
}

// TestOrderNewsInTheInbox follows an order through the console and reads the notices as its customer.
func TestOrderNewsInTheInbox(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p, other := s.Customer(), s.Customer()
		order := s.Buy(p, "cod")
		staff := s.Staff("manager", apptest.Koshary)
		seq := func() int64 { return apptest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, order) }
		move := func(to string, more map[string]any) {
			body := map[string]any{"to": to, "expected_seq": seq()}
			for k, v := range more {
				body[k] = v
			}
			if a := s.Send("POST", "/console/orders/"+order+"/move", staff, body); a.Status != 200 {
				t.Fatalf("%s: %d %s", to, a.Status, a.Body)
			}
		}
		inbox := func(who apptest.Customer, lang string) (list []inboxLine) {
			s.Send("GET", "/notifications", who.Token, nil, apptest.Header{"Accept-Language": lang}).Into(t, &list)
			return list
		}
		unread := func() (c struct{ Unread int }) {
			s.Send("GET", "/notifications/unread", p.Token, nil).Into(t, &c)
			return c
		}
		if len(inbox(p, "en")) != 0 {
			t.Error("news before anything happened")
		}
		move("processing", nil)
		s.Clock.Advance(time.Minute)
		move("rejected", map[string]any{"reason": "no more lentils"})
		// An order has one thread: the newest notice, and the earlier ones before it.
		list := inbox(p, "en")
		if len(list) != 1 || list[0].Kind != "orders" || list[0].Link != "/account/my-orders/"+order || list[0].Read ||
			len(list[0].Earlier) != 1 || list[0].Text == list[0].Earlier[0].Text || list[0].Earlier[0].Link != list[0].Link ||
			list[0].Text == inbox(p, "ar")[0].Text || list[0].Earlier[0].Text == inbox(p, "ar")[0].Earlier[0].Text {
			t.Fatalf("the inbox holds %+v", list)
		}
		if unread().Unread != 1 {
			t.Errorf("%d lines are unread", unread().Unread)
		}
		if len(inbox(other, "en")) != 0 {
			t.Error("another customer reads it")
		}
		if a := s.Send("POST", "/notifications/"+list[0].ID+"/read", other.Token, nil); a.Status != 404 ||
			unread().Unread != 1 {
			t.Errorf("another customer reads it: %d", a.Status)
		}
		// Notices after the one that was read are unread.
		var c struct{ Unread int }
		s.Send("POST", "/notifications/"+list[0].Earlier[0].ID+"/read", p.Token, nil).Into(t, &c)
		if c.Unread != 1 || inbox(p, "en")[0].Read {
			t.Errorf("%d unread after reading the first step", c.Unread)
		}
		s.Exec(`UPDATE notices SET read_at = NULL`)
		s.Send("POST", "/notifications/"+list[0].ID+"/read", p.Token, nil).Into(t, &c)
		if c.Unread != 0 || !inbox(p, "en")[0].Read {
			t.Errorf("%d unread after reading the last step", c.Unread)
		}
		s.Exec(`UPDATE notices SET read_at = NULL`)
		if s.Send("POST", "/notifications/read", p.Token, nil); unread().Unread != 0 {
			t.Error("unread after reading all")
		}
		// One SMS for the rejection, none for the rest.
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM messages WHERE template = 'orders.notice_rejected'
			AND channel = 'sms'`) +
			apptest.Get[int](s, `SELECT COUNT(*) FROM messages WHERE template = 'orders.notice_processing'`); n != 1 {
			t.Errorf("%d messages", n)
		}
		s.RunJobs()

		// Messages that did not arrive are shown to staff who can act on them.
		s.Exec(`UPDATE messages SET state = 'failed', last_error = 'twilio answered 400 21211'
			WHERE template = 'orders.notice_rejected'`)
		var dead []struct{ Channel, To, Problem string }
		s.Send("GET", "/console/messages", s.Staff("support"), nil).Into(t, &dead)
		if len(dead) != 1 || dead[0].Problem != "twilio answered 400 21211" || len(dead[0].To) > 12 {
			t.Errorf("support sees %+v", dead)
		}
		again(s, staff)
		if a := s.Send("GET", "/console/messages", staff, nil); a.Short() != "403 not_allowed" {
			t.Errorf("a branch's manager: %s", a.Short())
		}
		s.Healthy()
	})
}

// again resends the failed message from eight windows at once: it is sent once, as a new message, and logged once. A
// message that must not be resent stays unchanged.
func again(s *apptest.Shop, manager string) {
	t := s.TB
	t.Helper()
	support := s.Staff("support")
	dead := apptest.Get[string](s, `SELECT id FROM messages WHERE state = 'failed'`)
	before := apptest.Get[int](s, `SELECT COUNT(*) FROM messages`)
	for who, want := range map[string]string{manager: "403 not_allowed", "": "401 unauthorized"} {
		if a := s.Send("POST", "/console/messages/"+dead+"/resend", who, fields{}); a.Short() != want {
			t.Errorf("sent again: %s, not %s", a.Short(), want)
		}
	}
	s.Exec(`UPDATE messages SET offer_to = 'usr_x' WHERE id = $1`, dead)
	if a := s.Send("POST", "/console/messages/"+dead+"/resend", support, fields{}); a.Short() != "409 not_again" {
		t.Errorf("an offer: %s", a.Short())
	}
	s.Exec(`UPDATE messages SET offer_to = NULL WHERE id = $1`, dead)
	if n := apptest.Get[int](s, `SELECT COUNT(*) FROM messages`) +
		apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE object = $1`, dead); n != before {
		t.Errorf("refused, and yet there are %d messages and audits, not %d", n, before)
	}
	got := apptest.Burst(8, 8, func(int) string {
		return s.Send("POST", "/console/messages/"+dead+"/resend", support, fields{}).Short()
	})
	if got["200"] != 1 || got["409 not_again"] != 7 {
		t.Errorf("sent again eight times: %v", got)
	}
	s.RunJobs()
	if n := apptest.Get[int](s, `SELECT COUNT(*) FROM messages WHERE template = 'orders.notice_rejected'
		AND channel = 'sms' AND state = 'sent'`); n != 1 {
		t.Errorf("it went %d times", n)
	}
	if n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE action = 'message.resend' AND object = $1`,
		dead); n != 1 {
		t.Errorf("%d lines in the audit log", n)
	}
	var list []struct{ ID string }
	if s.Send("GET", "/console/messages", support, nil).Into(t, &list); len(list) != 0 {
		t.Errorf("still listed: %v", list)
	}
}
