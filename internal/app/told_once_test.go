package app_test

import (
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestOneEventIsToldOnce: for all events of a customer's life with the shop, nobody receives the same message twice
// over one channel; not even if its jobs run again, on two nodes concurrently, as after a crash.
func TestOneEventIsToldOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := lived(t, d).s
		second := apptest.Node(t, dbtest.Another(t, d), s.Clock)
		twice := func() []string {
			return s.Lines(`SELECT recipient || ' ' || channel || ' ' || template || ' ' || COALESCE(link, '') || ' ' || params
				FROM messages WHERE challenge_id IS NULL GROUP BY recipient, channel, template, link, params HAVING COUNT(*) > 1`)
		}
		inbox := func() []string {
			return s.Lines(`SELECT user_id || ' ' || template || ' ' || COALESCE(link, '') || ' ' || params
				FROM notices GROUP BY user_id, template, link, params HAVING COUNT(*) > 1`)
		}
		s.RunJobs()
		if got := twice(); len(got) != 0 {
			t.Errorf("told twice: %v", got)
		}
		if got := inbox(); len(got) != 0 {
			t.Errorf("twice in the inbox: %v", got)
		}
		told := apptest.Get[int](s, `SELECT COUNT(*) FROM messages`)
		if told < 20 {
			t.Fatalf("only %d messages in a life", told)
		}
		attempts := func() []string {
			return s.Lines(`SELECT id || ' ' || state || ' ' || CAST(attempts AS TEXT) FROM messages ORDER BY id`)
		}
		before := attempts()
		// All completed jobs are due again.
		s.Exec(`UPDATE jobs SET done_at = NULL, run_at = 0, leased_until = NULL, leased_by = NULL, attempts = 0
			WHERE done_at IS NOT NULL`)
		apptest.Burst(2, 2, func(i int) string {
			[]*apptest.Shop{s, second}[i].RunJobs()
			return ""
		})
		if got := apptest.Get[int](s, `SELECT COUNT(*) FROM messages`); got != told {
			t.Errorf("%d messages, %d before", got, told)
		}
		for i, line := range attempts() {
			if line != before[i] {
				t.Errorf("%s was %s", line, before[i])
			}
		}
		if got := append(twice(), inbox()...); len(got) != 0 {
			t.Errorf("told twice, afterwards: %v", got)
		}
		s.Healthy()
	})
}
