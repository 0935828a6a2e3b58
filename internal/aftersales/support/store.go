package support

import (
	"context"
	"errors"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

const columns = `user_id, id, number, name, phone, email, lang, subject, category, order_id, state, seq, read_seq, created_at, updated_at, closed_at`

func one(t Ticket, err error) (Ticket, error) {
	if errors.Is(err, db.ErrNoRows) {
		return Ticket{}, errs.NotFound()
	}
	return t, err
}

// owned reads a ticket of a customer (” for guests) by id or number.
func owned(ctx context.Context, q db.Querier, userID, ref string) (Ticket, error) {
	var t Ticket
	err := q.Get(ctx, &t, `SELECT `+columns+` FROM tickets WHERE user_id = $1 AND (id = $2 OR number = $2)
		ORDER BY id LIMIT 1`, userID, ref)
	return one(t, err)
}

// byID reads any ticket, for staff.
func byID(ctx context.Context, q db.Querier, ticketID string) (Ticket, error) {
	var t Ticket
	err := q.Get(ctx, &t, `SELECT `+columns+` FROM tickets WHERE id = $1`, ticketID)
	return one(t, err)
}

// waiting counts a customer's tickets that await an answer by staff.
func waiting(ctx context.Context, q db.Querier, userID string) (n int64, err error) {
	err = q.Get(ctx, &n, `SELECT COUNT(*) FROM tickets WHERE user_id = $1 AND state = $2`, userID, Open)
	return n, err
}

// since counts the tickets that a customer has opened since a time, in any state.
func since(ctx context.Context, q db.Querier, userID string, at db.Millis) (n int64, err error) {
	err = q.Get(ctx, &n, `SELECT COUNT(*) FROM tickets WHERE user_id = $1 AND created_at > $2`, userID, at)
	return n, err
}

// insert writes a new ticket with its first message.
func insert(ctx context.Context, tx *db.Tx, t *Ticket, body string, now db.Millis) error {
	t.State, t.Seq, t.ReadSeq, t.CreatedAt, t.UpdatedAt = Open, 1, 1, now, now
	return tx.Batch(ctx, []db.Stmt{
		{SQL: `INSERT INTO tickets (` + columns + `) VALUES (` + db.List(1, 16) + `)`,
			Args: []any{t.UserID, t.ID, t.Number, t.Name, t.Phone, t.Email,
				t.Lang, t.Subject, t.Category, t.OrderID, t.State, t.Seq, t.ReadSeq, t.CreatedAt, t.UpdatedAt, t.ClosedAt}},
		message(Message{TicketID: t.ID, Seq: 1, Author: byCustomer, Body: body, At: now}),
	})
}

func message(m Message) db.Stmt {
	return db.Stmt{SQL: `INSERT INTO ticket_messages (ticket_id, seq, author, staff_id, staff_name, body, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		Args: []any{m.TicketID, m.Seq, m.Author, m.StaffID, m.StaffName, m.Body, m.At}}
}

// say adds a message with the next number and sets the state. Customers have read their own messages; a note does not
// change whose turn it is, or since when.
func say(ctx context.Context, tx *db.Tx, t *Ticket, m Message, state string) (seq int64, err error) {
	query := `UPDATE tickets SET seq = seq + 1, state = $2, updated_at = $3, closed_at = NULL WHERE id = $1 AND seq < $4
		RETURNING seq`
	args := []any{t.ID, state, m.At, MaxMessages}
	switch m.Author {
	case byCustomer:
		query = `UPDATE tickets SET seq = seq + 1, state = $2, updated_at = $3, closed_at = NULL, read_seq = seq + 1
			WHERE id = $1 AND seq < $4 RETURNING seq`
	case byNote:
		// A ticket that was read completely stays so: customers do not see notes.
		query = `UPDATE tickets SET seq = seq + 1, read_seq = CASE WHEN read_seq = seq THEN seq + 1 ELSE read_seq END
			WHERE id = $1 AND seq < $2 RETURNING seq`
		args = []any{t.ID, MaxMessages}
	}
	err = tx.Get(ctx, &seq, query, args...)
	if errors.Is(err, db.ErrNoRows) {
		return 0, errs.Refuse("support.too_long_ticket")
	}
	if err != nil {
		return 0, err
	}
	m.TicketID, m.Seq = t.ID, seq
	err = tx.Batch(ctx, []db.Stmt{message(m)})
	return seq, err
}

func setState(ctx context.Context, tx *db.Tx, ticketID, state string, now db.Millis) error {
	_, err := tx.Exec(ctx, `UPDATE tickets SET state = $2, closed_at = $3, updated_at = $3 WHERE id = $1 AND state <> $2`,
		ticketID, state, now)
	return err
}

// reopen sets the state according to the author of the last public message.
func reopen(ctx context.Context, tx *db.Tx, ticketID string, now db.Millis) error {
	_, err := tx.Exec(ctx, `UPDATE tickets SET closed_at = NULL, updated_at = $2, state = CASE
		WHEN (SELECT m.author FROM ticket_messages m
			WHERE m.ticket_id = tickets.id AND m.author <> 'note' ORDER BY m.seq DESC LIMIT 1) = 'staff' THEN 'answered'
			ELSE 'open' END
		WHERE id = $1 AND state = 'closed'`, ticketID, now)
	return err
}

func messages(ctx context.Context, q db.Querier, ticketID string) ([]Message, error) {
	var all []Message
	err := q.Select(ctx, &all, `SELECT ticket_id, seq, author, staff_id, staff_name, body, at FROM ticket_messages
		WHERE ticket_id = $1 ORDER BY seq`, ticketID)
	return all, err
}

func ofCustomer(ctx context.Context, q db.Querier, userID string,
	limit, offset int) (found []Ticket, total int, err error) {
	if err = q.Get(ctx, &total, `SELECT COUNT(*) FROM tickets WHERE user_id = $1`, userID); err != nil {
		return nil, 0, err
	}
	err = q.Select(ctx, &found, `SELECT `+columns+
		` FROM tickets WHERE user_id = $1 ORDER BY updated_at DESC, id DESC LIMIT $2 OFFSET $3`, userID, limit, offset)
	return found, total, err
}

// queue lists tickets in a state ("" for all), newest or oldest first, after the given time of the last change and id.
func queue(ctx context.Context, q db.Querier, state string, newest bool, at int64, id string,
	limit int) (found []Ticket, err error) {
	after := `updated_at >= $1 AND (updated_at > $1 OR id > $2) ORDER BY updated_at, id`
	if newest {
		after = `updated_at <= $1 AND (updated_at < $1 OR id < $2) ORDER BY updated_at DESC, id DESC`
	}
	where, args := ``, []any{at, id, int64(limit)}
	if state != "" {
		where, args = `state = $4 AND `, append(args, state)
	}
	err = q.Select(ctx, &found, `SELECT `+columns+` FROM tickets WHERE `+where+after+` LIMIT $3`, args...)
	return found, err
}

type stateCount struct {
	State string
	N     int64
}

// countStates counts the tickets by state.
func countStates(ctx context.Context, q db.Querier) (map[string]int64, error) {
	var rows []stateCount
	if err := q.Select(ctx, &rows, `SELECT state, COUNT(*) AS n FROM tickets GROUP BY state ORDER BY state`); err != nil {
		return nil, err
	}
	out := map[string]int64{}
	for _, r := range rows {
		out[r.State] = r.N
	}
	return out, nil
}

// numbers reads the order numbers of some tickets.
func numbers(ctx context.Context, q db.Querier, list []Ticket) (map[string]string, error) {
	var ids []string
	for _, t := range list {
		if t.OrderID != nil {
			ids = append(ids, *t.OrderID)
		}
	}
	out := map[string]string{}
	if len(ids) == 0 {
		return out, nil
	}
	var rows []struct{ ID, Number string }
	err := q.Select(ctx, &rows, `SELECT id, number FROM orders WHERE id IN (`+db.List(1, len(ids))+`) ORDER BY id`,
		db.Args(ids)...)
	for _, r := range rows {
		out[r.ID] = r.Number
	}
	return out, err
}
