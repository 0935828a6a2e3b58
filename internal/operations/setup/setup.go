// Package setup is the first hour of a shop: the link by which its owner comes
// in, who the shop is, whether it is open yet, and what is missing until it can
// be.
//
// A database that has nothing in it begins closed: everybody but staff gets a
// page that says "opening soon" (or, as a program, opening_soon). In a soft
// opening those get in whom the owner listed by phone and gave the way in; the
// owner can read their sign-in codes. Whatever was there before this feature is
// open: no row means open.
//
// What the shop looks like follows from that: its name in every text, its colours
// (brand.go), its icons, and the letterheads of its papers and e-mails (icons.go).
//
// The package owns the settings shop.link, shop.opening and shop.profile.
package setup

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/marketing/content"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// Deps are what the service works with.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	// Secret is the program's key, which links follow from.
	Secret []byte
	// PublicURL is the shop's address, which links begin with.
	PublicURL string
	Staff     *staff.Service
	Auth      *auth.Service
	Notify    *notify.Service
	// Fresh switch off what a new shop would pay for unasked.
	Fresh []func(ctx context.Context, tx *db.Tx, at time.Time) error
	// Contact tells how customers get through to the shop, Takes how they may pay,
	// BackedUp whether a good backup was made lately.
	Contact func(ctx context.Context, lang i18n.Lang) content.ContactView
	Takes   func() (cash, card bool)
	// ByCall tells whether guests may order and confirm by a call; nil: never.
	ByCall   func() bool
	BackedUp func(ctx context.Context, q db.Querier, now time.Time) (bool, error)
	// Uploads are the files of pictures that staff uploaded, Dist those of the web's
	// build.
	Uploads blobs.Store
	Dist    fs.FS
	Log     *slog.Logger
}

// Service answers whether the shop is open and lets its owner set it up.
type Service struct {
	Deps
	opening atomic.Pointer[Opening]
	shop    atomic.Pointer[Shop]
	brand   brand
	keys    func() (linkKeys, error)
	// loading is held from reading until what was read is in force, so that an older
	// reading never takes the place of a newer one.
	loading sync.Mutex
}

// New makes the service. Until Load has run, the shop counts as open.
func New(d Deps) *Service {
	s := &Service{Deps: d, keys: sync.OnceValues(func() (linkKeys, error) { return newLinkKeys(d.Secret) })}
	s.opening.Store(&Opening{State: Open})
	s.shop.Store(&Shop{})
	return s
}

// Load reads how the shop stands. Called at start, and by every node when it
// has changed.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	opening, _, err := readOpening(ctx, s.DB)
	if err != nil {
		return err
	}
	shop, _, err := readShop(ctx, s.DB)
	if err != nil {
		return err
	}
	s.opening.Store(&opening)
	s.shop.Store(&shop)
	s.wear(shop)
	return nil
}

// linkKeys make the tokens of links out of what the database keeps of them.
type linkKeys struct{ owner, early []byte }

func newLinkKeys(secret []byte) (keys linkKeys, err error) {
	if keys.owner, err = hkdf.Key(sha256.New, secret, nil, "wekala set-up link", 32); err != nil {
		return keys, err
	}
	keys.early, err = hkdf.Key(sha256.New, secret, nil, "wekala way in", 32)
	return keys, err
}

// token is what a link names: nobody makes it who knows the database alone.
func token(key []byte, nonce string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(nonce))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// same compares a token in a time that tells nothing of it.
func same(key []byte, nonce, got string) bool {
	return nonce != "" && hmac.Equal([]byte(token(key, nonce)), []byte(got))
}
