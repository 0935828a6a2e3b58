// Package support lets customers and staff communicate through tickets with replies.
//
// A ticket is open while staff have to answer, answered while it is the customer's turn, and closed when it is settled;
// the last author decides which, and a reply to a closed ticket reopens it for a while (status.go). Signed-in customers
// have theirs under /account/support, and may attach an order and photos. Guests write through contact-us and get a
// link by message: it has a key made from the ticket's id with the program's secret, so no key is stored.
//
// Owners and support work on the queue. Their notes are never shown to customers. Replies are numbered by a guarded
// update of the ticket, so that two concurrent ones never get one number.
package support

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/netip"
	"slices"
	"strings"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/photos"
	"wekala/internal/identity/staff"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/notify"
)

// The authors of a message.
const (
	byCustomer = "customer"
	byStaff    = "staff"
	byNote     = "note" // of staff, for staff only
)

// Categories are the subjects of tickets.
var Categories = []string{"order", "payment", "delivery", "product", "account", "other"}

const (
	// ReopenFor is how long a closed ticket accepts replies.
	ReopenFor = 30 * 24 * time.Hour
	// MaxOpen is the maximum number of a customer's tickets that await an answer.
	MaxOpen = 20
	// MaxDaily is the maximum number of tickets that a customer may open in 24 hours, including closed ones.
	MaxDaily = 20
	// MaxMessages limits the messages of a ticket.
	MaxMessages = 300
	// maxPhotos is the maximum number of photos of a message.
	maxPhotos = 4

	perPage  = 20
	lastPage = 100_000
)

// Limits of contact-us, per hour and over all nodes: for one phone or e-mail address, for one network, and in total.
const (
	perContact = 3
	perNetwork = 12
	perHour    = 600
)

// Ticket is a row of tickets.
type Ticket struct {
	UserID    string     `db:"user_id"` // '' for guests
	ID        string     `db:"id"`
	Number    string     `db:"number"`
	Name      string     `db:"name"`
	Phone     string     `db:"phone"` // E.164, or ''
	Email     string     `db:"email"`
	Lang      string     `db:"lang"`
	Subject   string     `db:"subject"`
	Category  string     `db:"category"`
	OrderID   *string    `db:"order_id"`
	State     string     `db:"state"`
	Seq       int64      `db:"seq"`
	ReadSeq   int64      `db:"read_seq"`
	CreatedAt db.Millis  `db:"created_at"`
	UpdatedAt db.Millis  `db:"updated_at"`
	ClosedAt  *db.Millis `db:"closed_at"`
}

// Message is one message of a ticket.
type Message struct {
	TicketID  string    `db:"ticket_id"`
	Seq       int64     `db:"seq"`
	Author    string    `db:"author"`
	StaffID   string    `db:"staff_id"`
	StaffName string    `db:"staff_name"`
	Body      string    `db:"body"`
	At        db.Millis `db:"at"`
}

// Service manages tickets. Create it with New.
type Service struct {
	db     *db.DB
	clock  clock.Clock
	keys   *idempotency.Keys
	secret []byte
	public string // address of the shop, for links

	// Serves reports whether messages can be sent to a phone; app sets it. Otherwise a customer with an e-mail address is
	// notified there.
	Serves func(ctx context.Context, q db.Querier, phone string) (bool, error)
}

// New creates the service. secret signs the keys of guests.
func New(d *db.DB, c clock.Clock, secret []byte, publicURL string) *Service {
	return &Service{db: d, clock: c, keys: idempotency.New(d, c), secret: secret,
		public: strings.TrimSuffix(publicURL, "/"), Serves: func(context.Context, db.Querier, string) (bool, error) {
			return true, nil
		}}
}

const numberLetters = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

// newNumber makes a ticket number that people can read out: T-7F3K-29QD.
func newNumber() string {
	out := []byte("T-")
	var b [1]byte
	for n := 0; n < 8; {
		_, _ = rand.Read(b[:]) // never fails
		if int(b[0]) >= 256-256%len(numberLetters) {
			continue
		}
		if n == 4 {
			out = append(out, '-')
		}
		out = append(out, numberLetters[int(b[0])%len(numberLetters)])
		n++
	}
	return string(out)
}

// key is the key in a guest's link: the ticket's id and its signature.
func (s *Service) key(ticketID string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte("support ticket " + ticketID))
	return ticketID + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:18])
}

// opened returns the ticket that a key gives access to; false if the key is not genuine.
func (s *Service) opened(key string) (ticketID string, ok bool) {
	ticketID, _, _ = strings.Cut(key, ".")
	return ticketID, ticketID != "" && hmac.Equal([]byte(s.key(ticketID)), []byte(key))
}

// Opening is a new ticket of a customer.
type Opening struct {
	Subject, Category, Body string
	OrderID                 string // id or number; "" for none
	Photos                  []string
}

// Begin opens a ticket of a signed-in customer. 422 for invalid fields, which includes another customer's order; 400
// support.too_many_open, too_many_today.
func (s *Service) Begin(ctx context.Context, userID string, lang i18n.Lang, in Opening) (t Ticket, err error) {
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		t, err = s.begin(ctx, tx, userID, lang, in)
		return err
	})
	return t, err
}

func (s *Service) begin(ctx context.Context, tx *db.Tx, userID string, lang i18n.Lang, in Opening) (Ticket, error) {
	t := Ticket{UserID: userID, ID: id.New("tkt"), Number: newNumber(), Lang: lang}
	var f form
	t.Subject = f.line("subject", in.Subject, 3, 120)
	t.Category = f.category(in.Category)
	body := f.text("text", in.Body, 5, 4000)
	now := db.At(s.clock.Now())
	if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
		return t, err
	}
	if in.OrderID != "" {
		o, err := orders.Owned(ctx, tx, userID, in.OrderID)
		if errs.Is(err, "common.not_found") {
			return t, errs.Invalid("order_id", "common.invalid")
		}
		if err != nil {
			return t, err
		}
		t.OrderID = &o.ID
	}
	if err := f.err(); err != nil {
		return t, err
	}
	u, err := auth.UserByID(ctx, tx, userID)
	if err != nil {
		return t, err
	}
	t.Name, t.Phone = u.Name, u.Phone
	if err := insert(ctx, tx, &t, body, now); err != nil {
		return t, err
	}
	if err := room(ctx, tx, userID); err != nil {
		return t, err
	}
	today, err := since(ctx, tx, userID, db.At(now.Time().Add(-24*time.Hour)))
	if err != nil {
		return t, err
	}
	if today > MaxDaily {
		return t, errs.Refuse("support.too_many_today")
	}
	return t, photos.Attach(ctx, tx, userID, in.Photos, owner(t.ID, 1), maxPhotos)
}

// room refuses another ticket if a customer has too many that await an answer.
func room(ctx context.Context, q db.Querier, userID string) error {
	n, err := waiting(ctx, q, userID)
	if err == nil && n > MaxOpen {
		return errs.Refuse("support.too_many_open")
	}
	return err
}

// owner is the owner of a message's photos.
func owner(ticketID string, seq int64) string {
	return "ticket:" + ticketID + ":" + itoa(seq)
}

// Letter is a message through contact-us.
type Letter struct {
	Name, Phone, Email      string
	Subject, Category, Body string
}

// Contact opens a ticket of a guest, and sends them the link to it. 422 for invalid fields, 429 for too many from one
// phone, address or network.
func (s *Service) Contact(ctx context.Context, lang i18n.Lang, ip netip.Addr, in Letter) (Ticket, error) {
	var f form
	t := Ticket{Lang: lang, Name: f.line("name", in.Name, 2, 80)}
	t.Phone, t.Email = f.contact(in.Phone, in.Email)
	t.Subject = f.line("subject", in.Subject, 3, 120)
	t.Category = f.category(in.Category)
	body := f.text("text", in.Body, 5, 4000)
	if err := f.err(); err != nil {
		return t, err
	}
	now := s.clock.Now()
	err := s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		t.ID, t.Number = id.New("tkt"), newNumber()
		type limit struct {
			key  string
			most int64
		}
		var limits []limit
		// Each has its own limit: a new e-mail address must not reset that of a phone. The order is fixed, to avoid
		// deadlocks.
		for _, to := range []string{t.Phone, strings.ToLower(t.Email)} {
			if to != "" {
				limits = append(limits, limit{"contact:to:" + counters.Digest(s.secret, to), perContact})
			}
		}
		slices.SortFunc(limits, func(a, b limit) int { return strings.Compare(a.key, b.key) })
		limits = append(limits, limit{"contact:from:" + counters.Network(ip), perNetwork}, limit{"contact:all", perHour})
		for _, limit := range limits {
			if err := counters.Require(ctx, tx, limit.key, limit.most, now, "support.too_many_letters"); err != nil {
				return err
			}
		}
		if err := insert(ctx, tx, &t, body, db.At(now)); err != nil {
			return err
		}
		return s.tellGuest(ctx, tx, &t, "received", ip)
	})
	return t, err
}

// tell notifies the customer of a ticket, with a link to it, where they can be reached.
func (s *Service) tell(ctx context.Context, tx *db.Tx, t *Ticket, news string) error {
	return s.tellGuest(ctx, tx, t, news, netip.Addr{})
}

// tellGuest is tell for a notice caused by a guest's own request, from an address.
func (s *Service) tellGuest(ctx context.Context, tx *db.Tx, t *Ticket, news string, from netip.Addr) error {
	m := notify.Message{To: t.Phone, Template: "support.notice_" + news, Lang: t.Lang, At: s.clock.Now(), UserID: t.UserID,
		GuestFrom: from, Params: map[string]string{"number": t.Number}}
	if m.To != "" && t.Email != "" {
		serves, err := s.Serves(ctx, tx, m.To)
		if err != nil {
			return err
		}
		if !serves {
			m.To = ""
		}
	}
	if m.To == "" {
		m.To = t.Email
	}
	path := "/contact-us?ticket=" + s.key(t.ID)
	if t.UserID != "" {
		path = "/account/support/" + t.ID
		m.Link, m.Thread = path, path
	}
	m.Params["link"] = s.public + "/" + t.Lang + path
	if m.To == "" {
		if m.UserID == "" {
			return nil
		}
		m.Channel = notify.Inbox
	}
	return notify.Send(ctx, tx, m)
}

// Reply adds a customer's message to their ticket. 404 for another customer's, 422 for invalid fields, 400
// support.closed_long or too_long_ticket.
func (s *Service) Reply(ctx context.Context, userID, ref, text string, photoIDs []string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.replyIn(ctx, tx, userID, ref, text, photoIDs)
	})
}

func (s *Service) replyIn(ctx context.Context, tx *db.Tx, userID, ref, text string, photoIDs []string) error {
	if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
		return err
	}
	t, err := owned(ctx, tx, userID, ref)
	if err != nil {
		return err
	}
	seq, err := s.fromCustomer(ctx, tx, &t, text, len(photoIDs) > 0)
	if err != nil {
		return err
	}
	return photos.Attach(ctx, tx, userID, photoIDs, owner(t.ID, seq), maxPhotos)
}

// GuestReply is Reply for a guest with the link.
func (s *Service) GuestReply(ctx context.Context, key, text string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		t, err := s.byKey(ctx, tx, key)
		if err != nil {
			return err
		}
		_, err = s.fromCustomer(ctx, tx, &t, text, false)
		return err
	})
}

func (s *Service) byKey(ctx context.Context, q db.Querier, key string) (Ticket, error) {
	ticketID, ok := s.opened(key)
	if !ok {
		return Ticket{}, errs.NotFound()
	}
	t, err := owned(ctx, q, "", ticketID)
	if err == nil && t.ID != ticketID {
		return Ticket{}, errs.NotFound()
	}
	return t, err
}

func (s *Service) fromCustomer(ctx context.Context, tx *db.Tx, t *Ticket, text string,
	pictured bool) (seq int64, err error) {
	var f form
	least := 1
	if pictured {
		least = 0
	}
	body := f.text("text", text, least, 4000)
	if err := f.err(); err != nil {
		return 0, err
	}
	now := s.clock.Now()
	if err := t.may(Open, customer, now); err != nil {
		return 0, err
	}
	reopened := t.UserID != "" && t.State == Closed
	seq, err = say(ctx, tx, t, Message{Author: byCustomer, Body: body, At: db.At(now)}, Open)
	if err == nil && reopened {
		err = room(ctx, tx, t.UserID)
	}
	return seq, err
}

// Close closes a customer's own ticket; closing it again has no effect. 404 for another customer's.
func (s *Service) Close(ctx context.Context, userID, ref string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		t, err := owned(ctx, tx, userID, ref)
		if err != nil || t.State == Closed {
			return err
		}
		if err := t.may(Closed, customer, s.clock.Now()); err != nil {
			return err
		}
		return setState(ctx, tx, t.ID, Closed, db.At(s.clock.Now()))
	})
}

// Reopen reopens a closed ticket: the last author decides whose turn it is. 404 for another customer's, 400
// support.closed_long, too_many_open.
func (s *Service) Reopen(ctx context.Context, userID, ref string) error {
	now := s.clock.Now()
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
			return err
		}
		t, err := owned(ctx, tx, userID, ref)
		if err != nil || t.State != Closed {
			return err
		}
		if err := t.may(Open, customer, now); err != nil {
			return err
		}
		if err := reopen(ctx, tx, t.ID, db.At(now)); err != nil {
			return err
		}
		return room(ctx, tx, userID)
	})
}

// Read marks all messages as read by the ticket's customer. 404 for another customer's.
func (s *Service) Read(ctx context.Context, userID, ref string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		t, err := owned(ctx, tx, userID, ref)
		if err != nil || t.ReadSeq >= t.Seq {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE tickets SET read_seq = $3 WHERE user_id = $1 AND id = $2 AND read_seq < $3`, userID,
			t.ID, t.Seq)
		return err
	})
}

// Answer adds a reply by staff, or a note for other staff. 404 for an unknown ticket, 422 for invalid fields.
func (s *Service) Answer(ctx context.Context, member staff.Member, ticketID, text string, note bool) error {
	var f form
	body := f.text("text", text, 1, 4000)
	wrong := f.err()
	now := s.clock.Now()
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		t, err := byID(ctx, tx, ticketID)
		if err != nil {
			return err
		}
		if wrong != nil {
			return wrong
		}
		m := Message{Author: byStaff, StaffID: member.ID, StaffName: member.Name, Body: body, At: db.At(now)}
		action, state := "ticket.reply", Answered
		if note {
			m.Author, action, state = byNote, "ticket.note", t.State
		} else if err := t.may(state, ofStaff, now); err != nil {
			return err
		}
		seq, err := say(ctx, tx, &t, m, state)
		if err != nil {
			return err
		}
		if !note {
			if err := s.tell(ctx, tx, &t, "answered"); err != nil {
				return err
			}
		}
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{StaffID: member.ID, Action: action, Object: t.ID,
			Before: map[string]any{"state": t.State}, After: map[string]any{"state": state, "seq": seq}})
	})
}

// Settle closes a ticket on behalf of staff, or reopens it. 404 for an unknown one.
func (s *Service) Settle(ctx context.Context, member staff.Member, ticketID string, closed bool, reason string) error {
	now := db.At(s.clock.Now())
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		t, err := byID(ctx, tx, ticketID)
		if err != nil || (t.State == Closed) == closed {
			return err
		}
		action, to := "ticket.close", Closed
		if !closed {
			to = Open
		}
		if err := t.may(to, ofStaff, now.Time()); err != nil {
			return err
		}
		if closed {
			err = setState(ctx, tx, t.ID, Closed, now)
		} else {
			action, err = "ticket.reopen", reopen(ctx, tx, t.ID, now)
		}
		if err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{StaffID: member.ID, Action: action, Object: t.ID,
			Before: map[string]any{"state": t.State}, After: map[string]any{"closed": closed}, Reason: reason})
	})
}
