package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"wekala/internal/app"
	"wekala/internal/app/apptest"
	"wekala/internal/identity/audit"
	"wekala/internal/operations/backups"
	"wekala/internal/operations/restored"
	"wekala/internal/platform/archive"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// backedUp is a shop with a folder of backups.
type backedUp struct {
	*apptest.Shop
	owner string
	cfg   config.Serve
}

func newBackedUp(t *testing.T, d *db.DB, change ...func(*config.Serve)) *backedUp {
	t.Helper()
	b := &backedUp{}
	b.Shop = apptest.New(t, d, apptest.Set(func(cfg *config.Serve) {
		cfg.Database, cfg.Accounts = d.URL(), map[string]string{}
		for _, c := range change {
			c(cfg)
		}
		b.cfg = *cfg
	}))
	b.owner = b.Staff("owner")
	return b
}

func (b *backedUp) folder() string { return filepath.Join(b.cfg.DataDir, "backups") }

// counted are the files in the folder that could be mistaken for a backup.
func (b *backedUp) counted() (names []string) {
	b.TB.Helper()
	entries, err := os.ReadDir(b.folder())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		b.TB.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}

// service makes backups like the command line does; change adjusts its dependencies.
func (b *backedUp) service(change func(*backups.Deps)) *backups.Service {
	b.TB.Helper()
	places, pictures, err := app.OpenStorage(context.Background(), b.cfg, b.DB, b.Clock, quiet())
	if err != nil {
		b.TB.Fatal(err)
	}
	s, err := app.NewBackups(b.cfg, b.DB, places, pictures, b.Clock, quiet())
	if err != nil {
		b.TB.Fatal(err)
	}
	deps := s.Deps
	if change != nil {
		change(&deps)
	}
	return backups.New(deps)
}

func (b *backedUp) state() (v backups.BackupsView) {
	b.TB.Helper()
	b.back()
	b.Do("GET", "/console/backups", b.owner, nil).Into(b.TB, &v)
	return v
}

// back keeps the owner's session valid, whatever time it is.
func (b *backedUp) back() {
	b.TB.Helper()
	now := db.At(b.Clock.Now())
	b.Exec(`UPDATE staff_sessions SET last_seen_at = $1, expires_at = $2`, now, now.Add(time.Hour))
}

// elsewhereOf returns an empty target database of the same kind.
func elsewhereOf(t *testing.T, d *db.DB) backups.Target {
	t.Helper()
	to := backups.Target{DataDir: filepath.Join(t.TempDir(), "data"), Now: time.Now()}
	to.Database = config.DatabaseOf("", to.DataDir)
	if d.Engine() == db.Postgres {
		empty := dbtest.NewEmpty(t, db.Postgres)
		to.Database = empty.URL()
		if err := empty.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

func restore(t *testing.T, path, passphrase string, to backups.Target) (backups.Restored, error) {
	t.Helper()
	shop, err := app.BackupShop()
	if err != nil {
		t.Fatal(err)
	}
	return backups.Restore(t.Context(), path, passphrase, shop, to)
}

// confirmRestored makes a restored copy the live shop, as the command does.
func confirmRestored(t *testing.T, node *apptest.Shop) {
	t.Helper()
	err := node.DB.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return restored.Confirm(ctx, tx, audit.CommandLine, node.Clock.Now())
	})
	if err = errors.Join(err, node.App.Poll(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// figures are the numbers that must be the same in a copy.
func figures(t *testing.T, d *db.DB) []string {
	t.Helper()
	var lines []string
	for _, query := range []string{
		`SELECT 'order ' || id || ' ' || status || ' ' || total FROM orders ORDER BY id`,
		`SELECT 'stock ' || branch_id || ' ' || variant_id || ' ' || on_hand || ' ' || reserved FROM stock
			ORDER BY branch_id, variant_id`,
		`SELECT 'event ' || order_id || ' ' || seq FROM order_events ORDER BY order_id, seq`,
		`SELECT 'media ' || name || ' ' || size FROM media ORDER BY name`,
		`SELECT 'staff ' || id || ' ' || password_hash FROM staff ORDER BY id`,
	} {
		var some []string
		if err := d.Select(context.Background(), &some, query); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, some...)
	}
	return lines
}

// TestABackupBringsTheShopBack: while customers order, a backup is made, read back and examined. Restored elsewhere
// it is complete: doctor finds nothing, pictures are there, staff and customers can sign in, orders continue.
func TestABackupBringsTheShopBack(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const passphrase = "five words nobody would guess"
		b := newBackedUp(t, d, func(cfg *config.Serve) { cfg.Accounts["WEKALA_BACKUP_PASSPHRASE"] = passphrase })
		if err := os.MkdirAll(filepath.Join(b.cfg.DataDir, "media"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(b.cfg.DataDir, "media", "notes.txt"), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		var picture struct {
			Name string `json:"name"`
		}
		b.Do("POST", "/console/media", b.owner, aPhoto(t), apptest.Header{"Content-Type": "image/png"}).Into(t, &picture)
		b.Stock(apptest.Koshary, apptest.Small, 10_000)
		people := b.Customers(1_001) // each may have few orders waiting
		// One customer is inactive meanwhile, because the copy holds the others' carts as they were at that moment.
		people, calm := people[:1_000], people[1_000]
		for _, p := range people[:8] {
			b.Buy(p, "cod")
		}

		// Orders are placed from before the backup begins until after it ends.
		const tills = 4
		ordering, stop := make(chan struct{}, tills), make(chan struct{})
		var wg sync.WaitGroup
		for till := range tills {
			wg.Go(func() {
				for i := till; ; i += tills {
					b.Buy(people[i%len(people)], "cod")
					if i == till {
						ordering <- struct{}{}
					}
					select {
					case <-stop:
						return
					default:
					}
				}
			})
		}
		for range tills {
			<-ordering
		}
		made, err := b.service(nil).Make(t.Context())
		placed := apptest.Get[int64](b.Shop, `SELECT COUNT(*) FROM orders`)
		close(stop)
		wg.Wait()
		if err != nil || made.State != backups.Good {
			t.Fatalf("%+v: %v", made, err)
		}
		path := filepath.Join(b.folder(), made.Name)
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 || info.Size() != made.Size {
			t.Fatalf("%v %v, want %d bytes with mode 0600", info, err, made.Size)
		}
		if v := b.state(); v.LastGood == nil || v.LastGood.ID != made.ID || v.LastGood.Size != made.Size || !v.Encrypted ||
			v.Obstacle != "" {
			t.Errorf("the console shows %+v", v)
		}

		to := elsewhereOf(t, d)
		if _, err := restore(t, path, "", to); !errors.Is(err, archive.ErrEncrypted) {
			t.Errorf("without the passphrase: %v", err)
		}
		out, err := restore(t, path, passphrase, to)
		if err != nil {
			t.Fatal(err)
		}
		if out.About.Engine != d.Engine() || time.UnixMilli(out.About.Made).After(b.Clock.Now()) {
			t.Errorf("%+v", out)
		}
		cfg := config.Serve{Database: to.Database, DataDir: to.DataDir, Demo: true, Payments: "cod", CodeChannels: "sms",
			Listen: "127.0.0.1:0"}
		if err := cfg.Complete(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(cfg.Secret, apptest.Secret) {
			t.Error("the key is another")
		}
		copied, err := app.OpenExisting(t.Context(), to.Database)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = copied.Close() })
		node := apptest.Node(t, copied, clock.NewFake(b.Clock.Now()),
			apptest.Set(func(c *config.Serve) { c.DataDir, c.Database = to.DataDir, to.Database }))
		there := apptest.Get[int64](node, `SELECT COUNT(*) FROM orders`)
		if there < 8 || there > placed {
			t.Errorf("%d orders in the copy, %d when it was ready", there, placed)
		}
		node.Healthy()
		if results, err := app.ExamineUploads(t.Context(), copied, config.Serve{DataDir: to.DataDir}, quiet()); err != nil ||
			results[0].Rows != 1 || results[0].Violations+results[1].Violations > 0 {
			t.Errorf("pictures: %+v %v", results, err)
		}
		if a := node.Do("GET", "/console/media/"+picture.Name, b.owner, nil); a.Status != 401 {
			t.Errorf("the owner's session goes on in the copy: %s", a.Short())
		}
		if res, err := http.Get(node.URL + "/media/" + picture.Name); err != nil || res.StatusCode != 200 ||
			res.Body.Close() != nil {
			t.Errorf("the picture: %v %v", res, err)
		}
		if raw, err := os.ReadFile(filepath.Join(to.DataDir, "media", "notes.txt")); err != nil || string(raw) != "mine" {
			t.Errorf("%q %v", raw, err)
		}
		if a := node.Do("POST", "/console/login", "",
			fields{"email": "stf_000001@example.com", "password": apptest.StaffPassword}); a.Status != 200 {
			t.Errorf("staff sign in: %s", a.Short())
		}
		confirmRestored(t, node)
		node.Exec(`UPDATE sessions SET revoked_at = NULL WHERE user_id = $1`, calm.ID)
		node.Buy(calm, "cod")
		node.Healthy()
		if n := apptest.Get[int64](node, `SELECT COUNT(*) FROM backups`); n != 0 {
			t.Errorf("the copy remembers %d backups, whose files are not there", n)
		}
	})
}

// A copy made while nothing changes has exactly the same figures.
func TestARestoredShopHasTheSameFigures(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBackedUp(t, d)
		for _, p := range b.Customers(3) {
			b.Buy(p, "cod")
		}
		want := figures(t, d)
		made, err := b.service(nil).Make(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		to := elsewhereOf(t, d)
		path := filepath.Join(b.folder(), made.Name)
		if _, err := restore(t, path, "", to); err != nil {
			t.Fatal(err)
		}
		same := func() {
			t.Helper()
			copied, err := app.OpenExisting(t.Context(), to.Database)
			if err != nil {
				t.Fatal(err)
			}
			if got := figures(t, copied); !slices.Equal(got, want) {
				t.Errorf("%d lines in the copy, %d in the shop", len(got), len(want))
			}
			// While a connection is open nothing is replaced, with or without force.
			to.Force = true
			if _, err := restore(t, path, "", to); !errors.Is(err, db.ErrInUse) {
				t.Errorf("over a shop that is open: %v", err)
			}
			if err := copied.Close(); err != nil {
				t.Fatal(err)
			}
		}
		same()
		to.Force = false
		if _, err := restore(t, path, "", to); !errors.Is(err, backups.ErrOccupied) {
			t.Errorf("over a shop that is there: %v", err)
		}
		to.Force = true
		out, err := restore(t, path, "", to)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(out.Aside, "secret.key")); err != nil {
			t.Errorf("what was there is not beside it: %v", err)
		}
		same()

		// A different key in the environment could decrypt nothing of it.
		strange := elsewhereOf(t, d)
		strange.Secret = []byte(strings.Repeat("x", 32))
		if _, err := restore(t, path, "", strange); err == nil || !strings.Contains(err.Error(), "WEKALA_SECRET") {
			t.Errorf("with another key: %v", err)
		}
		// A database of another engine.
		other := elsewhereOf(t, d)
		other.Database = map[db.Engine]string{db.SQLite: "postgres://nobody@127.0.0.1:1/none",
			db.Postgres: "sqlite:" + t.TempDir() + "/x.db"}[d.Engine()]
		if _, err := restore(t, path, "", other); err == nil {
			t.Error("restored to another engine")
		}
	})
}

// TestOneIsMadeEveryNight: a backup is made at the hour, once, by the first node to start; the configured number is
// kept, here and in the second place; and a failure is reported.
func TestOneIsMadeEveryNight(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		far := s3mem.New()
		if err := far.CreateBucket("copies"); err != nil {
			t.Fatal(err)
		}
		bucket := httptest.NewServer(gofakes3.New(far).Server())
		t.Cleanup(bucket.Close)
		b := newBackedUp(t, d, func(cfg *config.Serve) {
			cfg.Demo, cfg.Payments, cfg.CodeChannels = false, "cod", ""
			cfg.SMTPURL, cfg.MailFrom = "smtp+plain://127.0.0.1:1", "shop@example.com"
			cfg.Accounts = map[string]string{"WEKALA_BACKUP_S3_URL": bucket.URL + "/copies/shop", "WEKALA_BACKUP_S3_KEY": "K",
				"WEKALA_BACKUP_S3_SECRET": "S", "WEKALA_BACKUP_S3_REGION": "us-east-1"}
		})
		second := apptest.Node(t, dbtest.Another(t, d), b.Clock, apptest.Set(func(cfg *config.Serve) { *cfg = b.cfg }))
		set := func(hour, keep any, version int64) apptest.Answer {
			return b.Do("PUT", "/console/backups", b.owner, fields{"on": true, "hour": hour, "keep": keep, "version": version})
		}
		for _, wrong := range [][2]any{{-1, 7}, {24, 7}, {3, 0}, {3, 61}} {
			if a := set(wrong[0], wrong[1], 0); a.Status != 422 {
				t.Errorf("%v: %s", wrong, a.Short())
			}
		}
		if a := set("٣", 2, 0); a.Status != 200 {
			t.Fatal(a.Short())
		}
		if a := set(3, 2, 0); a.Short() != "409 moved_on" {
			t.Errorf("from an older version: %s", a.Short())
		}
		b.Clock.Set(time.Date(2026, 11, 24, 2, 30, 0, 0, clock.Cairo))
		hour := func() {
			t.Helper()
			b.RunJobs()
			second.RunJobs()
			b.Clock.Advance(4 * time.Hour)
		}
		hour() // half past two: last night's, which is missing
		first := b.state()
		if len(first.Backups) != 1 || first.Backups[0].State != backups.Good || first.Backups[0].Why != backups.Nightly ||
			!first.Backups[0].KeptFar {
			t.Fatalf("%+v", first.Backups)
		}
		for range 5 {
			hour()
		}
		if v := b.state(); len(v.Backups) != 2 {
			t.Errorf("%d backups after a day: %+v", len(v.Backups), v.Backups)
		}
		for range 2 * 6 {
			hour()
		}
		v := b.state()
		if len(v.Backups) != 4 || len(b.counted()) != 2 {
			t.Errorf("%d backups were made, %v are kept", len(v.Backups), b.counted())
		}
		objects, err := far.ListBucket("copies", &gofakes3.Prefix{}, gofakes3.ListBucketPage{})
		if err != nil || len(objects.Contents) != 2 {
			t.Fatalf("in the second place: %v %v", objects, err)
		}
		if want := time.Date(2026, 11, 27, 3, 0, 0, 0, clock.Cairo); v.Next == nil || !v.Next.Time().Equal(want) {
			t.Errorf("the next one is at %v, want %v", v.Next, want)
		}
		if ran, err := backups.Ran(t.Context(), d, b.Clock.Now()); err != nil || !ran {
			t.Errorf("the checklist says it never ran (%v)", err)
		}

		// The second place is lost: the backup is good and the owner is notified.
		bucket.Close()
		b.Forgive()
		for range 6 {
			hour()
		}
		v = b.state()
		if v.LastGood.Problem != backups.ProblemCopy || v.LastGood.KeptFar {
			t.Errorf("without the second place: %+v", v.LastGood)
		}
		if n := apptest.Get[int64](b.Shop, `SELECT COUNT(*) FROM messages WHERE template = 'backups.alarm'
			AND recipient = 'stf_000001@example.com'`); n != 1 {
			t.Errorf("%d e-mails to the owner", n)
		}
		b.Do("PUT", "/console/backups", b.owner, fields{"on": false, "hour": 3, "keep": 2, "version": v.Version})
		for range 6 {
			hour()
		}
		if now := b.state(); len(now.Backups) != len(v.Backups) || now.Next != nil {
			t.Errorf("switched off, and there are %d instead of %d", len(now.Backups), len(v.Backups))
		}
		if ran, err := backups.Ran(t.Context(), d, b.Clock.Now().Add(3*24*time.Hour)); err != nil || ran {
			t.Errorf("the checklist takes an old one for enough (%v)", err)
		}
		b.Forgive()
		second.Forgive()
	})
}

// TestOwnersDownloadBackups: an owner gets an address that works for two minutes and no longer than their session,
// and each is logged; nobody else gets one, and none can be forged.
func TestOwnersDownloadBackups(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBackedUp(t, d)
		if a := b.Do("POST", "/console/backups", b.owner, fields{}); a.Status != 200 {
			t.Fatal(a.Short())
		}
		if v := b.state(); len(v.Backups) != 1 || v.Backups[0].State != backups.Running {
			t.Errorf("%+v", v.Backups)
		}
		b.RunJobs()
		v := b.state()
		if v.LastGood == nil || v.LastGood.Why != backups.Console || !v.LastGood.Reachable {
			t.Fatalf("%+v", v)
		}
		want, err := os.ReadFile(filepath.Join(b.folder(), v.LastGood.Name))
		if err != nil {
			t.Fatal(err)
		}
		for _, role := range []string{"editor", "manager", "finance", "support"} {
			token := b.Staff(role, apptest.Koshary)
			for _, ask := range [][2]string{{"GET", ""}, {"POST", ""}, {"POST", "/" + v.LastGood.ID + "/link"}} {
				if a := b.Do(ask[0], "/console/backups"+ask[1], token, fields{}); a.Short() != "403 not_allowed" {
					t.Errorf("%s %v: %s", role, ask, a.Short())
				}
			}
		}
		var link backups.BackupLink
		b.Do("POST", "/console/backups/"+v.LastGood.ID+"/link", b.owner, fields{}).Into(t, &link)
		get := func(path string) (int, []byte) {
			t.Helper()
			res, err := http.Get(b.URL + path)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = res.Body.Close() }()
			raw, err := io.ReadAll(res.Body)
			if err != nil {
				t.Fatal(err)
			}
			if res.StatusCode == 200 && (!strings.Contains(res.Header.Get("Content-Disposition"), v.LastGood.Name) ||
				res.Header.Get("Cache-Control") != "no-store") {
				t.Errorf("%v", res.Header)
			}
			return res.StatusCode, raw
		}
		if status, raw := get(link.URL); status != 200 || !bytes.Equal(raw, want) {
			t.Errorf("%d, %d bytes of %d", status, len(raw), len(want))
		}
		if n := apptest.Get[int64](b.Shop, `SELECT COUNT(*) FROM audit_log WHERE action = 'backup.download' AND object = $1`,
			v.LastGood.ID); n != 1 {
			t.Errorf("%d lines in the audit log", n)
		}
		parts := strings.Split(link.URL, "/")
		second := b.Staff("owner")
		other := apptest.Get[string](b.Shop, `SELECT id FROM staff_sessions WHERE token_hash = $1`, id.Digest(second))
		for _, made := range []string{
			"/backups/" + v.LastGood.ID, "/backups/x/" + strings.Join(parts[3:], "/"),
			"/backups/" + parts[2] + "/" + parts[3] + "/9999999999/" + parts[5],
			"/backups/" + parts[2] + "/" + other + "/" + parts[4] + "/" + parts[5],
			"/backups/" + parts[2] + "/" + parts[4] + "/" + parts[5],
			"/backups/" + parts[2] + "/" + parts[3] + "/" + parts[4] + "/" + id.Secret(32), "/backups/../backups.go",
		} {
			if status, raw := get(made); status == 200 && bytes.Equal(raw, want) {
				t.Errorf("%s was answered", made)
			}
		}
		b.Clock.Advance(3 * time.Minute)
		b.back()
		if status, _ := get(link.URL); status != 404 {
			t.Errorf("after three minutes: %d", status)
		}
		// An address expires with the session that requested it, whichever way that ends.
		for _, end := range []func(token string){
			func(token string) { b.Do("POST", "/console/logout", token, fields{}) },
			func(token string) {
				b.Exec(`UPDATE staff SET disabled_at = 1 WHERE id = (SELECT staff_id FROM staff_sessions WHERE token_hash = $1)`,
					id.Digest(token))
			},
		} {
			token := b.Staff("owner")
			b.Do("POST", "/console/backups/"+v.LastGood.ID+"/link", token, fields{}).Into(t, &link)
			if status, _ := get(link.URL); status != 200 {
				t.Errorf("while signed in: %d", status)
			}
			end(token)
			if status, _ := get(link.URL); status != 404 {
				t.Errorf("after the session: %d", status)
			}
		}
		// A download that is under way ends too.
		if err := os.Truncate(filepath.Join(b.folder(), v.LastGood.Name), 64<<20); err != nil {
			t.Fatal(err)
		}
		token := b.Staff("owner")
		b.Do("POST", "/console/backups/"+v.LastGood.ID+"/link", token, fields{}).Into(t, &link)
		res, err := http.Get(b.URL + link.URL)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		if _, err := io.CopyN(io.Discard, res.Body, 1<<20); err != nil {
			t.Fatal(err)
		}
		b.Do("POST", "/console/logout", token, fields{})
		if n, err := io.Copy(io.Discard, res.Body); err == nil || n > 32<<20 {
			t.Errorf("%d bytes more after the session, %v", n, err)
		}
		var raw map[string]json.RawMessage
		if a := b.Do("GET", "/console/backups", b.owner, nil); strings.Contains(a.Body, "secret") ||
			json.Unmarshal([]byte(a.Body), &raw) != nil {
			t.Errorf("%.300s", a.Body)
		}
	})
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// backup is a row of a backup; its file does not matter here.
func (m *matrix) backup() thing {
	node, err := os.Hostname()
	if err != nil {
		m.s.TB.Fatal(err)
	}
	name := id.New("bkp")
	m.s.Exec(`INSERT INTO backups (id, name, state, why, staff_id, node, size, started_at, lease_until, ended_at, problem,
		detail, kept_here, kept_far)
		VALUES ($1, 'x.tar.gz', 'good', 'nightly', '', $2, 1, 1, 1, 1, '', '', $3, $4)`, name, node, true, false)
	return thing{id: name, missing: id.New("bkp"), owner: m.s.Customer()}
}

var _ = addCases(map[string][]idCase{
	"POST /console/backups/{id}/link": {{make: (*matrix).backup, want: ofOwners,
		body: func(*matrix, thing, string) any { return fields{} }}},
}, `SELECT 'backups ' || COUNT(*) || $1 || $2 || $3 FROM backups`)

var _ = addWrites(map[string]write{
	"console-save-backups": {share: 1, staff: true,
		body: func(ids) fields { return fields{"on": true, "hour": 3, "keep": 5, "version": 0} }},
})
