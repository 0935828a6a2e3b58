// Package storage has the places of the shop's files, as its owner sets them in the console: an S3 bucket for pictures
// and files of imports instead of the data folder, a second place for backups, and the passphrase that encrypts them. A
// variable of the environment takes precedence and is shown as such. Secrets are encrypted with the program's key and
// never shown again. Every node follows a change without a restart.
//
// A place is tried, by writing, reading and deleting a small file, before it is saved. A job moves files from the
// folder into the bucket; until then they are read from either (uploads.go). A bucket that has files cannot be given
// up: pages would lose them.
//
// The package owns the setting shop.storage.
package storage

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/remote"
	"wekala/internal/platform/settings"
)

const (
	key           = "shop.storage"
	uploadsSecret = key + ".uploads"
	backupsSecret = key + ".backups"
	passphraseOf  = key + ".passphrase"

	lineMax = 300
	// passphraseMin is the minimum length of a passphrase.
	passphraseMin = 12
	// triesAnHour bounds how often a member of staff may test places.
	triesAnHour = 20
	tryWithin   = 15 * time.Second
)

// Places is the setting.
type Places struct {
	Uploads Place `json:"uploads"`
	Backups Place `json:"backups"`
	// Encrypt makes backups encrypted with the passphrase.
	Encrypt    bool   `json:"encrypt"`
	Passphrase string `json:"passphrase,omitempty"` // encrypted
}

// Place is a bucket. Sealed is the encrypted secret of its key.
type Place struct {
	On     bool   `json:"on"`
	URL    string `json:"url"`
	Region string `json:"region"`
	Key    string `json:"key"`
	Sealed string `json:"sealed,omitempty"`
}

// Deps are what the service works with.
type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	Secret []byte
	Demo   bool
	// Uploads applies the setting; nil if the environment names the bucket.
	Uploads *Uploads
	// UploadsAt, BackupsAt and Passphrase come from the environment.
	UploadsAt, BackupsAt blobs.S3
	Passphrase           string
	// Networks are the networks that addresses set in the console may lead to.
	Networks *remote.AllowedNetworks
	Log      *slog.Logger
}

// Service stores and applies the setting.
type Service struct {
	Deps
	vault *settings.Vault
	now   atomic.Pointer[inForce]
	// loading is held from reading the setting until it is in force.
	loading sync.Mutex
}

// inForce is the current configuration of backups.
type inForce struct {
	second     *blobs.S3
	passphrase string
}

// New makes the service.
func New(d Deps) (*Service, error) {
	vault, err := settings.NewVault(d.Secret)
	if err != nil {
		return nil, err
	}
	s := &Service{Deps: d, vault: vault}
	s.now.Store(s.byEnvironment())
	return s, nil
}

func (s *Service) byEnvironment() *inForce {
	f := &inForce{passphrase: s.Passphrase}
	if s.BackupsAt.URL != "" {
		f.second = &s.BackupsAt
	}
	return f
}

func read(ctx context.Context, q db.Querier) (p Places, version int64, err error) {
	version, err = settings.ReadVersion(ctx, q, key, &p)
	return p, version, err
}

// Load applies the setting. A place that cannot be used, because the program's key has changed, counts as off and is
// logged.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	p, _, err := read(ctx, s.DB)
	if err != nil || s.Demo {
		return err
	}
	complain := func(what string, err error) {
		if err != nil {
			s.Log.Error("storage set in the console cannot be used", "what", what, "err", err)
		}
	}
	if s.Uploads != nil {
		var bucket blobs.Store
		if p.Uploads.On {
			at, err := s.at(p.Uploads, uploadsSecret)
			if err == nil {
				bucket, err = at.Unasked()
			}
			complain("uploads", err)
		}
		s.Uploads.use(p.Uploads, bucket)
	}
	f := s.byEnvironment()
	if f.second == nil && p.Backups.On {
		at, err := s.at(p.Backups, backupsSecret)
		if complain("backups", err); err == nil {
			f.second = &at
		}
	}
	if f.passphrase == "" && p.Encrypt {
		f.passphrase, err = s.open(passphraseOf, p.Passphrase)
		complain("passphrase", err)
	}
	s.now.Store(f)
	return nil
}

// at returns a place with its secret.
func (s *Service) at(p Place, name string) (blobs.S3, error) {
	secret, err := s.open(name, p.Sealed)
	return blobs.S3{URL: p.URL, Region: p.Region, Key: p.Key, Secret: secret, Networks: s.Networks}, err
}

func (s *Service) open(name, sealed string) (string, error) {
	secret, err := s.vault.Open(name, sealed)
	if err != nil {
		return "", errors.New("its secret was encrypted with another key: type it anew")
	}
	return secret, nil
}

// Second returns the second place of backups, besides the folder; open is nil if there is none.
func (s *Service) Second() (name string, open func(context.Context) (blobs.Large, error)) {
	at := s.now.Load().second
	if at == nil {
		return "", nil
	}
	return at.URL, func(ctx context.Context) (blobs.Large, error) {
		store, err := at.Open(ctx)
		if err != nil {
			return nil, err
		}
		return store.(blobs.Large), nil
	}
}

// BackupPassphrase returns the passphrase that encrypts backups; empty leaves them unencrypted.
func (s *Service) BackupPassphrase() string { return s.now.Load().passphrase }

// Pause switches both places off in a restored shop: the copy must not write into buckets that the original shop may
// still use.
func Pause(ctx context.Context, d *db.DB, now time.Time) error {
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, version, err := read(ctx, tx)
		if err != nil || !p.Uploads.On && !p.Backups.On {
			return err
		}
		p.Uploads.On, p.Backups.On = false, false
		return settings.Change(ctx, tx, key, version, p, now)
	})
}

// Change is a new setting, based on a version of the old one. An empty secret keeps the stored one.
type Change struct {
	Places
	UploadsSecret, BackupsSecret, NewPassphrase string
	Version                                     int64
}

// clean validates every field of the active places, and encrypts the secrets.
func (s *Service) clean(c *Change, before Places) error {
	var wrong []errs.Field
	no := func(field, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: field, Key: key, Args: args})
	}
	place := func(prefix string, p *Place, was Place, name, secret string, variable bool) {
		for field, text := range map[string]*string{".url": &p.URL, ".region": &p.Region, ".key": &p.Key} {
			if *text = httpapi.Clean(*text); utf8.RuneCountInString(*text) > lineMax {
				no(prefix+field, "common.too_long", "len", lineMax)
			}
		}
		kept := was.Sealed != "" && sameHost(p.URL, was.URL) && p.Key == was.Key
		if p.Sealed = ""; kept {
			p.Sealed = was.Sealed
		}
		if secret != "" {
			p.Sealed = s.vault.Seal(name, secret)
		}
		if !p.On || variable {
			return
		}
		if s.Demo {
			no(prefix+".on", "storage.not_in_demo")
			return
		}
		u, err := url.Parse(p.URL)
		_, unusable := blobs.S3{URL: p.URL}.Unasked()
		switch {
		case err != nil || unusable != nil || u.User != nil || u.RawQuery != "" || u.Fragment != "":
			no(prefix+".url", "storage.url_format")
		case !s.Networks.AllowsName(u.Hostname()):
			no(prefix+".url", "providers.own_network")
		case u.Scheme != "https" && u.Hostname() != "localhost" && u.Hostname() != "127.0.0.1" && u.Hostname() != "::1":
			no(prefix+".url", "providers.url_https")
		}
		if p.Key == "" {
			no(prefix+".key", "common.required")
		}
		if p.Sealed == "" && was.Sealed != "" {
			no(prefix+".secret", "providers.secret_again")
		} else if p.Sealed == "" {
			no(prefix+".secret", "common.required")
		}
	}
	place("uploads", &c.Uploads, before.Uploads, uploadsSecret, strings.TrimSpace(c.UploadsSecret), s.Uploads == nil)
	place("backups", &c.Backups, before.Backups, backupsSecret, strings.TrimSpace(c.BackupsSecret), s.BackupsAt.URL != "")
	c.Passphrase = before.Passphrase
	switch phrase := c.NewPassphrase; {
	case phrase != "" && utf8.RuneCountInString(phrase) < passphraseMin:
		no("passphrase", "storage.passphrase_short")
	case phrase != "":
		c.Passphrase = s.vault.Seal(passphraseOf, phrase)
	case c.Encrypt && c.Passphrase == "" && s.Deps.Passphrase == "":
		no("passphrase", "common.required")
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

func sameHost(a, b string) bool {
	is, err := url.Parse(a)
	was, wasErr := url.Parse(b)
	return err == nil && wasErr == nil && is.Scheme == was.Scheme && is.Host == was.Host
}

// Set changes where files are stored, based on the version that was read. Each place that is switched on or changed is
// tested first.
func (s *Service) Set(ctx context.Context, member staff.Member, c Change) error {
	before, version, err := read(ctx, s.DB)
	if err != nil {
		return err
	}
	if version != c.Version {
		return errs.VersionConflict(nil)
	}
	if err := s.clean(&c, before); err != nil {
		return err
	}
	if err := s.leaves(ctx, before.Uploads, c.Uploads); err != nil {
		return err
	}
	if err := s.tryChanged(ctx, member, before, c.Places); err != nil {
		return err
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Clock.Now()
		if err := settings.Change(ctx, tx, key, version, c.Places, now); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, now, audit.Entry{StaffID: member.ID, Action: "shop.storage", Object: key,
			Before: told(before, Change{}), After: told(c.Places, c)}); err != nil {
			return err
		}
		if c.Uploads.On && s.Uploads != nil {
			if err := jobs.Enqueue(ctx, tx, jobs.Job{Kind: moveJob}); err != nil {
				return err
			}
		}
		return changefeed.Publish(ctx, tx, settings.Changed, key)
	})
	if err != nil {
		return err
	}
	return s.Load(ctx)
}

// leaves refuses to stop using a bucket that contains files.
func (s *Service) leaves(ctx context.Context, before, after Place) error {
	if s.Uploads == nil || !before.On || after.On && after.URL == before.URL {
		return nil
	}
	at, err := s.at(before, uploadsSecret)
	if err != nil {
		return nil // it is not in use, because its secret cannot be decrypted
	}
	bucket, err := at.Unasked()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, tryWithin)
	defer cancel()
	if err := bucket.List(ctx, func(blobs.Entry) error { return errNotEmpty }); err != nil {
		field := "uploads.url"
		if !after.On {
			field = "uploads.on"
		}
		return errs.Invalid(field, "storage.files_there")
	}
	return nil
}

var errNotEmpty = errors.New("there is a file")

// tryChanged tests the places that are switched on or changed.
func (s *Service) tryChanged(ctx context.Context, member staff.Member, before, after Places) error {
	for _, one := range []struct {
		name         string
		was, is      Place
		secret       string
		setElsewhere bool
	}{
		{PlaceUploads, before.Uploads, after.Uploads, uploadsSecret, s.Uploads == nil},
		{PlaceBackups, before.Backups, after.Backups, backupsSecret, s.BackupsAt.URL != ""},
	} {
		if !one.is.On || one.is == one.was || one.setElsewhere {
			continue
		}
		if err := s.count(ctx, member); err != nil {
			return err
		}
		at, err := s.at(one.is, one.secret)
		if err == nil {
			err = try(ctx, at)
		}
		if err != nil {
			return errs.Invalid(one.name+".url", problemOf(err), "status", blobs.Status(err))
		}
	}
	return nil
}

func (s *Service) count(ctx context.Context, member staff.Member) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return counters.Require(ctx, tx, "storage:"+member.ID, triesAnHour, s.Clock.Now(), "common.too_many")
	})
}

func try(ctx context.Context, at blobs.S3) error {
	ctx, cancel := context.WithTimeout(ctx, tryWithin)
	defer cancel()
	store, err := at.Open(ctx)
	if err != nil {
		return err
	}
	return blobs.Try(ctx, store)
}

// problemOf returns the text that explains why a place failed. All invalid responses get the same text, so that nobody
// can scan machines for open ports.
func problemOf(err error) string {
	if errors.Is(err, remote.ErrOwnNetwork) {
		return "providers.own_network"
	}
	switch status := blobs.Status(err); {
	case errors.Is(err, blobs.ErrNoBucket) || status == 404:
		return "storage.try_no_bucket"
	case status == 401 || status == 403:
		return "storage.try_login"
	case status >= 500 && status < 600:
		return "providers.try_broken"
	}
	return "storage.try_no_answer"
}

// told returns what the audit log records: no secrets.
func told(p Places, by Change) any {
	of := func(p Place, secret string) any {
		return map[string]any{"on": p.On, "url": p.URL, "region": p.Region, "key": p.Key, "new_secret": secret != ""}
	}
	return map[string]any{"uploads": of(p.Uploads, by.UploadsSecret), "backups": of(p.Backups, by.BackupsSecret),
		"encrypt": p.Encrypt, "new_passphrase": by.NewPassphrase != ""}
}
