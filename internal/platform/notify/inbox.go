package notify

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/jobs"
)

// noticesFor is how long the inbox stores a notice.
const noticesFor = 365 * 24 * time.Hour

// Notice is an entry in a customer's inbox.
type Notice struct {
	ID       string     `db:"id"`
	Template string     `db:"template"`
	Params   string     `db:"params"`
	Link     string     `db:"link"`
	Thread   string     `db:"thread"` // its own id for a single notice
	At       db.Millis  `db:"created_at"`
	ReadAt   *db.Millis `db:"read_at"`
}

// Kind returns the feature that a notice belongs to: "orders".
func (n Notice) Kind() string {
	kind, _, _ := strings.Cut(n.Template, ".")
	return kind
}

// Text returns a notice's text in a language.
func (s *Service) Text(n Notice, lang i18n.Lang) string {
	params := map[string]string{}
	_ = json.Unmarshal([]byte(n.Params), &params) // written by toInbox
	if _, named := params["store"]; !named {
		// Old notices were stored before their texts named the store.
		params["store"] = i18n.T(lang, "notify.the_store")
		if _, numbered := params["number"]; !numbered {
			params["number"] = ""
		}
	}
	if _, why := params["reason"]; !why {
		// Old credits were stored before notices had a reason.
		params["reason"] = i18n.T(lang, "wallet.reason_kept")
	}
	text := s.wording().say(n.Template, Inbox, lang, arguments(lang, params))
	return strings.ReplaceAll(text, "  ", " ")
}

// toInbox adds a message to its customer's inbox and sends it to their browsers.
func toInbox(ctx context.Context, tx *db.Tx, m Message) error {
	if m.Params == nil {
		m.Params = map[string]string{}
	}
	if m.At.IsZero() {
		m.At = clock.System.Now()
	}
	params, err := json.Marshal(m.Params)
	if err != nil {
		return err
	}
	noticeID := id.New("ntc")
	if m.Once != "" {
		noticeID = "ntc_" + id.Digest(m.Once)[:32]
	}
	kept, err := keepNotice(ctx, tx, m.UserID, noticeID, m.Template, string(params), m.Link, m.Thread, db.At(m.At))
	if err != nil || !kept {
		return err
	}
	var browsers []Subscription
	if err := tx.Select(ctx, &browsers, `SELECT user_id, id, endpoint, p256dh, auth, lang FROM push_subscriptions
		WHERE user_id = $1 AND `+signedIn+` ORDER BY id`, m.UserID, db.At(m.At)); err != nil {
		return err
	}
	for _, b := range browsers {
		messageID := id.New("msg")
		if _, err := tx.Exec(ctx, `
			INSERT INTO messages (id, channel, recipient, template, lang, params, state, created_at, link, user_id)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
			messageID, Push, b.ID, m.Template, b.Lang, string(params), stateQueued, db.At(m.At), m.Link, m.UserID); err != nil {
			return err
		}
		if err := jobs.Enqueue(ctx, tx,
			jobs.Job{Kind: jobKind(Message{Channel: Push}), Payload: job{MessageID: messageID}}); err != nil {
			return err
		}
	}
	return nil
}

// keepNotice adds an entry to an inbox, unless it exists already.
func keepNotice(ctx context.Context, tx *db.Tx, userID, noticeID, template, params, link, thread string,
	at db.Millis) (kept bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO notices (user_id, id, template, params, link, thread, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (user_id, id) DO NOTHING`, userID, noticeID, template, params, link, optional(thread), at)
	return n == 1, err
}

// Threads reads a page of a customer's inbox and the total number of threads, sorted by their newest notice. Within a
// thread, the newest notice comes first. A thread is never split over two pages.
func Threads(ctx context.Context, q db.Querier, userID string,
	page, perPage int) (threads [][]Notice, total int, err error) {
	if err := q.Get(ctx, &total, `SELECT COUNT(DISTINCT COALESCE(thread, id)) FROM notices WHERE user_id = $1`,
		userID); err != nil {
		return nil, 0, err
	}
	var list []Notice
	err = q.Select(ctx, &list, `SELECT id, template, params, link, COALESCE(thread, id) AS thread, created_at, read_at
		FROM notices
		WHERE user_id = $1 AND COALESCE(thread, id) IN (SELECT one
		FROM (SELECT COALESCE(thread, id) AS one, MAX(created_at) AS at, MAX(id) AS last
			FROM notices WHERE user_id = $1 GROUP BY COALESCE(thread, id) ORDER BY at DESC, last DESC LIMIT $2 OFFSET $3) page)
		ORDER BY created_at DESC, id DESC`, userID, int64(perPage), int64((page-1)*perPage))
	if err != nil {
		return nil, 0, err
	}
	at := map[string]int{}
	for _, n := range list {
		i, known := at[n.Thread]
		if !known {
			i = len(threads)
			at[n.Thread] = i
			threads = append(threads, nil)
		}
		threads[i] = append(threads[i], n)
	}
	return threads, total, nil
}

// Unread counts the threads with notices that a customer has not read.
func Unread(ctx context.Context, q db.Querier, userID string) (n int, err error) {
	err = q.Get(ctx, &n, `SELECT COUNT(DISTINCT COALESCE(thread, id)) FROM notices WHERE user_id = $1 AND read_at IS NULL`,
		userID)
	return n, err
}

// MarkRead marks a notice and earlier ones of its thread as read, or all notices for "". Later notices were not shown
// and stay unread. It returns false for a notice that isn't the customer's or doesn't exist. It is idempotent.
func MarkRead(ctx context.Context, tx *db.Tx, userID, noticeID string, at time.Time) (found bool, err error) {
	if noticeID == "" {
		_, err = tx.Exec(ctx, `UPDATE notices SET read_at = $2 WHERE user_id = $1 AND read_at IS NULL`, userID, db.At(at))
		return true, err
	}
	n, err := tx.Exec(ctx, `UPDATE notices SET read_at = COALESCE(read_at, $3) WHERE user_id = $1 AND (id = $2
		OR thread = (SELECT n.thread FROM notices n WHERE n.user_id = $1 AND n.id = $2)
		AND created_at <= (SELECT n.created_at FROM notices n WHERE n.user_id = $1
		AND n.id = $2))`, userID, noticeID, db.At(at))
	return n > 0, err
}

// MarkOld marks notices before a time as read, except the newest few of each customer. It is for a history that is
// written afterwards.
func MarkOld(ctx context.Context, tx *db.Tx, before time.Time, few int) error {
	_, err := tx.Exec(ctx, `UPDATE notices SET read_at = created_at WHERE read_at IS NULL AND created_at < $1
		AND id NOT IN (
		SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY created_at DESC, id DESC) AS place
		FROM notices) newest
		WHERE place <= $2)`, db.At(before), int64(few))
	return err
}

// Erase deletes the inbox and the browsers of an erased customer, and empties the messages about them. Some of these
// were sent to another number, that of an address's contact person.
func (*Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	for _, table := range []string{"notices", "push_subscriptions"} {
		if _, err := tx.Exec(ctx, `DELETE FROM `+table+` WHERE user_id = $1`, userID); err != nil {
			return err
		}
	}
	return forget(ctx, tx, `user_id = $1`, userID)
}

// messagesFor is how long sent messages are stored: as long as people ask about messages that did not arrive.
const messagesFor = 90 * 24 * time.Hour

// Sweep deletes old notices and messages, except queued messages and messages whose fallback is still stored.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.clock.Now()
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.Batch(ctx, []db.Stmt{
			{SQL: `DELETE FROM notices WHERE created_at < $1`, Args: []any{db.At(now.Add(-noticesFor))}},
			{SQL: `DELETE FROM messages WHERE created_at < $1 AND state <> $2
				AND NOT EXISTS (SELECT 1 FROM messages r WHERE r.replaces = messages.id AND (r.created_at >= $1 OR r.state = $2))`,
				Args: []any{db.At(now.Add(-messagesFor)), stateQueued}},
		})
	})
}
