// Package setup covers the first hour of a shop: the link by which its owner signs in, the shop's profile, whether it
// is open yet, and what is missing until it can be.
//
// An empty database begins closed: everybody but staff gets a page with "opening soon" (or, for programs,
// opening_soon). In a soft opening, customers whom the owner has listed by phone and sent the link may enter; the owner
// can read their sign-in codes. Shops older than this feature are open: no row means open.
//
// The shop's look follows from the profile: its name in every text, its colours (brand.go), its icons, and the
// letterheads of its papers and e-mails (icons.go).
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
	// Secret is the program's key, from which links are derived.
	Secret []byte
	// PublicURL is the shop's address, with which links begin.
	PublicURL string
	Staff     *staff.Service
	Auth      *auth.Service
	Notify    *notify.Service
	// Fresh are functions that switch off features that would cost a new shop money without its owner's decision.
	Fresh []func(ctx context.Context, tx *db.Tx, at time.Time) error
	// Contact returns how customers can contact the shop, Takes the payment methods, and BackedUp whether a good backup
	// was made recently.
	Contact func(ctx context.Context, lang i18n.Lang) content.ContactView
	Takes   func() (cash, card bool)
	// ByCall reports whether guests may order and confirm by a call; nil means never.
	ByCall   func() bool
	BackedUp func(ctx context.Context, q db.Querier, now time.Time) (bool, error)
	// Uploads are the files of pictures that staff uploaded, Dist those of the web's
	// build.
	Uploads blobs.Store
	Dist    fs.FS
	Log     *slog.Logger
}

// Service manages the opening and the set-up of the shop.
type Service struct {
	Deps
	opening atomic.Pointer[Opening]
	shop    atomic.Pointer[Shop]
	brand   brand
	keys    func() (linkKeys, error)
	// loading is held from reading the setting until it is in force, so that an older reading never replaces a newer one.
	loading sync.Mutex
}

// New makes the service. Until Load has run, the shop counts as open.
func New(d Deps) *Service {
	s := &Service{Deps: d, keys: sync.OnceValues(func() (linkKeys, error) { return newLinkKeys(d.Secret) })}
	s.opening.Store(&Opening{State: Open})
	s.shop.Store(&Shop{})
	return s
}

// Load reads the state of the shop. Called at start, and by every node after a change.
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

// linkKeys derive the tokens of links from their records in the database.
type linkKeys struct{ owner, early []byte }

func newLinkKeys(secret []byte) (keys linkKeys, err error) {
	if keys.owner, err = hkdf.Key(sha256.New, secret, nil, "wekala set-up link", 32); err != nil {
		return keys, err
	}
	keys.early, err = hkdf.Key(sha256.New, secret, nil, "wekala way in", 32)
	return keys, err
}

// token returns the secret of a link, which cannot be computed from the database alone.
func token(key []byte, nonce string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(nonce))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// same compares a token in constant time.
func same(key []byte, nonce, got string) bool {
	return nonce != "" && hmac.Equal([]byte(token(key, nonce)), []byte(got))
}
