// Package maptiles has the source of the raster tiles under maps, as the owner sets it in the console: the address of
// each tile, and the attribution. Without it maps have no tiles. The environment takes precedence and is shown as such.
// Every node follows a change without a restart, and browsers may load pictures from that host and from no other.
//
// The package owns the setting shop.tiles.
package maptiles

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/remote"
	"wekala/internal/platform/settings"
)

const (
	key = "shop.tiles"

	urlMax = 500
	byMax  = 100
	// triesAnHour bounds how often a member of staff may test an address.
	triesAnHour = 20
	tryWithin   = 10 * time.Second
	// pictureMax bounds the tile that is shown after a test.
	pictureMax = 300 << 10
)

// Source is the source of tiles: the address of each, with {z}, {x} and {y}, empty for none, and the attribution shown
// on the map.
type Source struct {
	URL string `json:"url"`
	By  string `json:"by"`
}

// Deps are the service's dependencies.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Demo  bool
	// Variable is the environment's source; it takes precedence if it has an address.
	Variable Source
	// Ask only connects to the addresses that Networks allows for the console's settings.
	Ask      *http.Client
	Networks *remote.AllowedNetworks
	// PublicURL is sent to the host of the tiles, as browsers do, because its keys may be limited to one shop.
	PublicURL string
}

// Service stores and applies the setting.
type Service struct {
	Deps
	now atomic.Pointer[Source]
	// loading is locked from reading the setting until it is applied.
	loading sync.Mutex
}

// New makes the service.
func New(d Deps) *Service {
	if d.Ask == nil {
		d.Ask = d.Networks.Client(tryWithin)
	}
	s := &Service{Deps: d}
	s.now.Store(&d.Variable)
	return s
}

// Load applies the setting.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	is, _, err := read(ctx, s.DB)
	if err != nil || s.Variable.URL != "" || s.Demo {
		return err
	}
	s.now.Store(&is)
	return nil
}

// Now returns the current source of tiles.
func (s *Service) Now() (address, by string) {
	if is := s.now.Load(); is.URL != "" {
		return is.URL, is.By
	}
	return "", ""
}

func read(ctx context.Context, q db.Querier) (is Source, version int64, err error) {
	version, err = settings.ReadVersion(ctx, q, key, &is)
	return is, version, err
}

// hosts matches an address whose host may become a part of the content security policy of pages.
var hosts = regexp.MustCompile(
	`^https://(\{s\}\.([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+|([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*)[a-z0-9]([a-z0-9-]*[a-z0-9])?(:[1-9][0-9]{0,4})?/[!-~]*$`)

// at returns the address of one tile.
func at(template, z, x, y string) string {
	return strings.NewReplacer("{z}", z, "{x}", x, "{y}", y, "{s}", "a").Replace(template)
}

// clean normalizes an address and returns its problem.
func (s *Service) clean(address *string) (problem string, args []any) {
	*address = httpapi.Clean(*address)
	u, err := url.Parse(at(*address, "1", "1", "1"))
	switch {
	case utf8.RuneCountInString(*address) > urlMax:
		return "common.too_long", []any{"len", urlMax}
	case !strings.HasPrefix(strings.ToLower(*address), "https://"):
		return "providers.url_https", nil
	case strings.Count(*address, "{z}") != 1 || strings.Count(*address, "{x}") != 1 || strings.Count(*address, "{y}") != 1:
		return "tiles.places", nil
	case err != nil || !hosts.MatchString(*address) || len(u.Port()) == 5 && u.Port() > "65535" ||
		strings.ContainsAny(at(*address, "", "", ""), "{}\"'<>\\ ") || u.Fragment != "":
		return "tiles.url_format", nil
	case !s.Networks.AllowsName(u.Hostname()):
		return "providers.own_network", nil
	}
	return "", nil
}

// Set changes the source of tiles, based on the version that was read; an empty address disables tiles.
func (s *Service) Set(ctx context.Context, member staff.Member, from int64, after Source) error {
	var f forms.Form
	after.By = httpapi.Clean(after.By)
	if after.URL = strings.TrimSpace(after.URL); after.URL != "" {
		if s.Demo {
			return errs.Invalid("url", "tiles.not_in_demo")
		}
		if problem, args := s.clean(&after.URL); problem != "" {
			f.Say("url", problem, args...)
		}
		if after.By == "" {
			f.Say("by", "common.required")
		}
	}
	if utf8.RuneCountInString(after.By) > byMax {
		f.Say("by", "common.too_long", "len", byMax)
	}
	if err := f.Err(); err != nil {
		return err
	}
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, version, err := read(ctx, tx)
		if err != nil {
			return err
		}
		if version != from {
			return settings.ErrVersionConflict
		}
		if before == after {
			return nil
		}
		now := s.Clock.Now()
		if err := settings.Change(ctx, tx, key, from, after, now); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, now, audit.Entry{
			StaffID: member.ID, Action: "shop.tiles", Object: key, Before: before, After: after}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, settings.Changed, key)
	})
	if err != nil {
		return err
	}
	return s.Load(ctx)
}

// Reverts are the actions of the audit log that can be undone here.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"shop.tiles": s.revert}
}

func (s *Service) revert(ctx context.Context, member staff.Member, line audit.Line) error {
	is, version, err := read(ctx, s.DB)
	if err != nil {
		return err
	}
	before, err := audit.Undo(line, is)
	if err != nil {
		return err
	}
	return s.Set(ctx, member, version, before)
}

// Try fetches the tile of Cairo and returns it as the address of a picture, or the text that explains why there is
// none. Everything that is not a picture gets the same text, so that nobody can scan machines for open ports.
func (s *Service) Try(ctx context.Context, member staff.Member, address string) (picture, problem string, err error) {
	if address = strings.TrimSpace(address); address == "" {
		return "", "", errs.Invalid("url", "common.required")
	}
	if problem, args := s.clean(&address); problem != "" {
		return "", "", errs.Invalid("url", problem, args...)
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Clock.Now()
		if err := counters.Require(ctx, tx, "tiles:"+member.ID, triesAnHour, now, "common.too_many"); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{
			StaffID: member.ID, Action: "shop.try_tiles", Object: key, After: map[string]any{"url": address}})
	})
	if err != nil {
		return "", "", err
	}
	if s.Demo {
		return "", "tiles.not_in_demo", nil
	}
	ask, err := http.NewRequest(http.MethodGet, at(address, "11", "1201", "844"), nil)
	if err != nil {
		return "", "tiles.try_no_picture", nil
	}
	ask.Header.Set("User-Agent", "Wekala")
	ask.Header.Set("Referer", s.PublicURL+"/")
	ctx, cancel := context.WithTimeout(ctx, tryWithin)
	defer cancel()
	answer, err := remote.Do(ctx, s.Ask, ask)
	switch kind := http.DetectContentType(answer.Body); {
	case errors.Is(err, remote.ErrOwnNetwork):
		return "", "providers.own_network", nil
	case err == nil && (answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden):
		return "", "tiles.try_refused", nil
	case err != nil || !answer.OK() || len(answer.Body) > pictureMax || kind != "image/png" && kind != "image/jpeg" &&
		kind != "image/webp" && kind != "image/gif":
		return "", "tiles.try_no_picture", nil
	default:
		return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(answer.Body), "", nil
	}
}
