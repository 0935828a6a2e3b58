package notify

import (
	"bytes"
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/remote"
)

const (
	// browsersEach is the number of browsers of a customer that receive notices; a new one replaces the oldest.
	browsersEach = 8
	// pushFor is how long a push service stores a message for a browser that is offline.
	pushFor = 24 * time.Hour
)

// pushServices are the push services of known browsers. Browsers send the address of their service, and the server must
// not call arbitrary addresses.
var pushServices = []string{"fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com"}

// Subscription is a browser that receives notices.
type Subscription struct {
	UserID    string `db:"user_id"`
	ID        string `db:"id"`
	SessionID string `db:"session_id"` // it ends with it, see SignedOut
	Endpoint  string `db:"endpoint"`
	P256dh    string `db:"p256dh"`
	Auth      string `db:"auth"`
	Lang      string `db:"lang"`
}

// PushKey returns the key with which a browser subscribes, "" if push is disabled.
func (s *Service) PushKey() string {
	if len(s.cfg.Secret) == 0 {
		return ""
	}
	key, err := derivePushKey(s.cfg.Secret)
	if err != nil {
		return ""
	}
	return key.public
}

// Subscribe stores a customer's browser and takes it over if it was another customer's. Unknown services and invalid
// keys are 422.
func (s *Service) Subscribe(ctx context.Context, tx *db.Tx, sub Subscription) (subscriptionID string, err error) {
	if !s.pushable(sub.Endpoint) {
		return "", errs.Invalid("endpoint", "notify.push_endpoint")
	}
	if _, _, err := sub.keys(); err != nil {
		return "", errs.Invalid("keys", "notify.push_keys")
	}
	err = tx.Get(ctx, &subscriptionID, `INSERT INTO push_subscriptions (user_id, id, endpoint, p256dh, auth, lang,
		created_at, session_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (endpoint) DO UPDATE
		SET user_id = excluded.user_id, id = excluded.id,
		session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, lang = excluded.lang,
		created_at = excluded.created_at RETURNING id`,
		sub.UserID, id.New("psh"), sub.Endpoint, sub.P256dh, sub.Auth, sub.Lang, db.At(s.clock.Now()), sub.SessionID)
	if err != nil {
		return "", err
	}
	_, err = tx.Exec(ctx, `DELETE FROM push_subscriptions WHERE user_id = $1 AND id NOT IN
		(SELECT id FROM push_subscriptions WHERE user_id = $1
		ORDER BY created_at DESC, id DESC LIMIT $2)`, sub.UserID, int64(browsersEach))
	return subscriptionID, err
}

// Unsubscribe removes a browser of a customer. It ignores one that isn't theirs or doesn't exist.
func (s *Service) Unsubscribe(ctx context.Context, userID, endpoint string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM push_subscriptions WHERE user_id = $1 AND endpoint = $2`, userID, endpoint)
		return err
	})
}

// signedIn is SQL that is true for a subscription whose session is valid at the time $2.
const signedIn = `EXISTS (SELECT 1 FROM sessions s WHERE s.id = push_subscriptions.session_id AND s.revoked_at IS NULL
	AND s.expires_at > $2)`

// SignedOut removes the customer's browsers that are no longer signed in, because their session was ended or has
// expired: a lost or lent phone must not show further notices.
func SignedOut(ctx context.Context, tx *db.Tx, userID string, now db.Millis) error {
	_, err := tx.Exec(ctx, `DELETE FROM push_subscriptions WHERE user_id = $1 AND NOT `+signedIn, userID, now)
	return err
}

func (s *Service) pushable(endpoint string) bool {
	u, err := url.Parse(endpoint)
	if err != nil || len(endpoint) > 1000 || u.User != nil || u.Fragment != "" {
		return false
	}
	if slices.Contains(s.cfg.PushHosts, u.Host) {
		return true
	}
	return u.Scheme == "https" && u.Port() == "" && slices.ContainsFunc(pushServices, func(host string) bool {
		return u.Host == host || strings.HasSuffix(u.Host, "."+host)
	})
}

// keys decodes the browser's keys for encryption.
func (sub Subscription) keys() (key, secret []byte, err error) {
	decode := func(s string) ([]byte, error) { return base64.RawURLEncoding.DecodeString(strings.TrimRight(s, "=")) }
	if key, err = decode(sub.P256dh); err != nil {
		return nil, nil, err
	}
	if secret, err = decode(sub.Auth); err != nil {
		return nil, nil, err
	}
	if len(secret) != 16 {
		return nil, nil, errors.New("the secret has 16 bytes")
	}
	_, err = ecdh.P256().NewPublicKey(key)
	return key, secret, err
}

// pusher sends messages to browsers. Its recipients are subscriptions.
type pusher struct {
	db      *db.DB
	clock   clock.Clock
	key     *pushKey
	subject string
	client  *http.Client
}

func newPusher(cfg Config, d *db.DB, c clock.Clock) provider {
	key, err := derivePushKey(cfg.Secret)
	if err != nil {
		return nil
	}
	p := &pusher{db: d, clock: c, key: key, subject: cfg.PublicURL, client: remote.NewClient(webhookTimeout)}
	if from, err := mail.ParseAddress(cfg.SMTP.From); err == nil {
		p.subject = "mailto:" + from.Address
	}
	return p
}

func (p *pusher) name() string { return Push }

// pushed is the data for the browser's service worker.
type pushed struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Body  string `json:"body"`
	URL   string `json:"url"`
	Lang  string `json:"lang"`
	Dir   string `json:"dir"`
}

func (p *pusher) send(ctx context.Context, m Outgoing) (string, error) {
	var subs []Subscription
	err := p.db.Select(ctx, &subs, `SELECT user_id, id, endpoint, p256dh, auth, lang FROM push_subscriptions WHERE id = $1
		AND `+signedIn,
		m.To, db.At(p.clock.Now()))
	if err != nil {
		return "", err
	}
	if len(subs) == 0 {
		return "", errGone
	}
	sub := subs[0]
	dir := "ltr"
	if m.Lang == i18n.AR {
		dir = "rtl"
	}
	text, err := json.Marshal(pushed{ID: m.ID, Title: i18n.T(m.Lang, "notify.brand"), Body: clip(m.Text),
		URL: "/" + m.Lang + m.Link, Lang: m.Lang, Dir: dir})
	if err != nil {
		return "", permanent{err}
	}
	r, err := p.request(ctx, sub, text, m.ID)
	if err != nil {
		return "", permanent{err}
	}
	answer, err := remote.Do(ctx, p.client, r)
	if err != nil {
		return "", err // sent again under its topic, it takes the first one's place
	}
	switch {
	case answer.OK():
		return "", nil
	case answer.Status == http.StatusNotFound, answer.Status == http.StatusGone:
		return "", errors.Join(errGone, p.forget(ctx, sub))
	case answer.Again():
		return "", fmt.Errorf("the push service answered %d", answer.Status)
	}
	return "", permanent{fmt.Errorf("the push service answered %d", answer.Status)}
}

func (p *pusher) request(ctx context.Context, sub Subscription, text []byte, messageID string) (*http.Request, error) {
	key, secret, err := sub.keys()
	if err != nil {
		return nil, err
	}
	local, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return nil, err
	}
	body, err := encrypt(text, key, secret, local, salt)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, sub.Endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	authorization, err := p.key.authorization(r.URL.Scheme+"://"+r.URL.Host, p.subject, p.clock.Now().Add(12*time.Hour))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", authorization)
	r.Header.Set("Content-Encoding", "aes128gcm")
	r.Header.Set("Content-Type", "application/octet-stream")
	r.Header.Set("TTL", fmt.Sprint(int(pushFor/time.Second)))
	r.Header.Set("Topic", id.Digest(messageID)[:32])
	return r, nil
}

func (p *pusher) forget(ctx context.Context, sub Subscription) error {
	return p.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM push_subscriptions WHERE user_id = $1 AND id = $2`, sub.UserID, sub.ID)
		return err
	})
}
