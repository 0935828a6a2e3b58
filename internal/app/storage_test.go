package app_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"wekala/internal/app"
	"wekala/internal/app/apptest"
	"wekala/internal/operations/backups"
	"wekala/internal/platform/archive"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/remote"
)

var _ = addWrites(map[string]write{
	"console-save-storage": {share: 1, staff: true, body: func(ids) fields { return storageBody(0, nil, nil) }},
	"console-try-storage":  {share: 1, staff: true, body: func(ids) fields { return fields{"place": "uploads"} }},
})

func storageBody(version int64, uploads, copies fields) fields {
	of := func(change fields) fields {
		all := fields{"on": false, "url": "", "region": "us-east-1", "key": "K", "secret": ""}
		maps.Copy(all, change)
		return all
	}
	return fields{"uploads": of(uploads), "backups": of(copies), "encrypt": false, "passphrase": "", "version": version}
}

// bucketServer is an S3 server with one bucket for each name.
func bucketServer(t *testing.T, names ...string) (*s3mem.Backend, string) {
	t.Helper()
	backend := s3mem.New()
	for _, name := range names {
		if err := backend.CreateBucket(name); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return backend, server.URL
}

func objects(t *testing.T, b *s3mem.Backend, name string) (names []string) {
	t.Helper()
	all, err := b.ListBucket(name, &gofakes3.Prefix{}, gofakes3.ListBucketPage{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range all.Contents {
		names = append(names, o.Key)
	}
	return names
}

// upload adds a picture of a width, and returns its address.
func upload(t *testing.T, s *apptest.Shop, token string, width int) (address string) {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, 20))); err != nil {
		t.Fatal(err)
	}
	var made struct {
		Image struct{ Src string }
	}
	a := s.Do("POST", "/console/media", token, b.Bytes(), apptest.Header{"Content-Type": "image/png"})
	if a.Into(t, &made); made.Image.Src == "" {
		t.Fatal(a.Body)
	}
	return made.Image.Src
}

type storageView struct {
	Version int64
	Waiting int64
	Uploads struct {
		On, Variable bool
		HasSecret    bool `json:"has_secret"`
	}
	Backups struct {
		On, Variable bool
		HasSecret    bool `json:"has_secret"`
	}
	HasPassphrase bool `json:"has_passphrase"`
}

// TestAnOwnerSetsWherePicturesAreKept: pictures in the folder stay readable when a bucket is set and are moved into
// it; every node follows; the console cannot switch away from a bucket with files; its secret is shown to nobody.
func TestAnOwnerSetsWherePicturesAreKept(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		backend, at := bucketServer(t, "shop", "other")
		var cfg config.Serve
		s, link := fresh(t, d, apptest.Set(func(c *config.Serve) { cfg = *c }))
		cfg.Demo = false
		second, _ := fresh(t, d)
		var in struct{ Token string }
		s.Do("POST", "/setup/owner", "", firstOwner(link)).Into(t, &in)
		before := upload(t, s, in.Token, 40)
		seen := func(node *apptest.Shop, address string) int { return node.Do("GET", "="+address, "", nil).Status }
		if got := seen(s, before); got != 200 {
			t.Fatalf("a picture in the folder: %d", got)
		}

		on := fields{"on": true, "url": at + "/shop/pictures", "secret": "bucket-hush"}
		if a := s.Do("POST", "/console/storage/try", in.Token, fields{"place": "uploads"}); !strings.Contains(a.Body,
			`"works":true`) {
			t.Errorf("the folder tried: %s", a.Body)
		}
		if a := s.Do("POST", "/console/storage/try", in.Token,
			fields{"place": "backups"}); a.Short() != "409 nobody_carries" {
			t.Errorf("tried before it was set: %s", a.Short())
		}
		refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusForbidden)
			_, _ = w.Write([]byte(`<Error><Code>AccessDenied</Code><Message>hunter2 is wrong</Message></Error>`))
		}))
		t.Cleanup(refusing.Close)
		for want, change := range map[string]fields{
			"422 url_format":    {"url": "s3://shop"},
			"422 url_format ":   {"url": at},
			"422 url_https":     {"url": "http://bucket.example/shop"},
			"422 required":      {"secret": ""},
			"422 required ":     {"key": ""},
			"422 try_no_bucket": {"url": at + "/nothing"},
			"422 try_login":     {"url": refusing.URL + "/shop"},
		} {
			body := storageBody(0, on, nil)
			maps.Copy(body["uploads"].(fields), change)
			if a := s.Do("PUT", "/console/storage", in.Token, body); a.Short() != strings.TrimSpace(want) ||
				strings.Contains(a.Body, "hunter2") {
				t.Errorf("%v: %s", change, a.Body)
			}
		}
		if len(objects(t, backend, "shop")) != 0 {
			t.Errorf("what was refused left %v", objects(t, backend, "shop"))
		}
		var v storageView
		saved := s.Do("PUT", "/console/storage", in.Token, storageBody(0, on, nil))
		if saved.Into(t, &v); !v.Uploads.On || !v.Uploads.HasSecret || v.Waiting == 0 ||
			strings.Contains(saved.Body, "hush") {
			t.Fatalf("saved: %s", saved.Body)
		}
		for _, table := range []string{`SELECT value FROM settings`,
			`SELECT COALESCE(before, '') || COALESCE(after, '') FROM audit_log`} {
			if stored := strings.Join(s.Lines(table), "\n"); strings.Contains(stored, "hush") {
				t.Errorf("the secret stands in the database: %s", stored)
			}
		}
		// Before and after the job, on this node and, once the picture is in the bucket, on another.
		after := upload(t, s, in.Token, 50)
		if seen(s, before) != 200 || seen(s, after) != 200 {
			t.Error("a picture cannot be read while it waits to be moved")
		}
		s.RunJobs()
		if err := second.App.Poll(context.Background()); err != nil {
			t.Fatal(err)
		}
		for _, node := range []*apptest.Shop{s, second} {
			if seen(node, before) != 200 || seen(node, after) != 200 {
				t.Error("a picture cannot be read from the bucket")
			}
		}
		if s.Do("GET", "/console/storage", in.Token, nil).Into(t, &v); v.Waiting != 0 ||
			len(objects(t, backend, "shop")) == 0 {
			t.Errorf("after the job %d wait, the bucket has %v", v.Waiting, objects(t, backend, "shop"))
		}
		if a := s.Do("POST", "/console/storage/try", in.Token, fields{"place": "uploads"}); !strings.Contains(a.Body,
			`"works":true`) {
			t.Errorf("tried: %s", a.Body)
		}
		for _, name := range objects(t, backend, "shop") {
			if strings.Contains(name, "try") {
				t.Errorf("trying left %s", name)
			}
		}
		// Files are never left behind, and a kept secret is used only for its server and key.
		for want, change := range map[string]fields{
			"422 files_there":  {"on": false},
			"422 files_there ": {"url": at + "/other"},
			"422 secret_again": {"key": "another"},
		} {
			body := storageBody(v.Version, on, nil)
			maps.Copy(body["uploads"].(fields), fields{"secret": ""})
			maps.Copy(body["uploads"].(fields), change)
			if a := s.Do("PUT", "/console/storage", in.Token, body); a.Short() != strings.TrimSpace(want) {
				t.Errorf("%v: %s", change, a.Body)
			}
		}
		if a := s.Do("PUT", "/console/storage", in.Token, storageBody(0, on, nil)); a.Short() != "409 moved_on" {
			t.Errorf("from an old version: %s", a.Short())
		}
		if results, err := app.ExamineUploads(t.Context(), d, cfg, quiet()); err != nil || results[0].Rows == 0 ||
			results[0].Violations+results[1].Violations > 0 {
			t.Errorf("the doctor says %+v (%v)", results, err)
		}
	})
}

// TestAddressesOfBucketsLeadOutside: a bucket that an owner sets must be on the public internet, unless the operator
// named its network.
func TestAddressesOfBucketsLeadOutside(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t, db.SQLite)
	backend, at := bucketServer(t, "shop")
	s, link := fresh(t, d, apptest.Set(func(cfg *config.Serve) { cfg.ProviderNetworks = "" }))
	var in struct{ Token string }
	s.Do("POST", "/setup/owner", "", firstOwner(link)).Into(t, &in)
	for _, address := range []string{at + "/shop", strings.Replace(at, "127.0.0.1", "localhost", 1) + "/shop",
		"https://169.254.169.254/latest", "https://10.0.0.5/shop", "https://[fd00:ec2::254]/shop"} {
		for _, place := range []string{"uploads", "backups"} {
			body := storageBody(0, nil, nil)
			maps.Copy(body[place].(fields), fields{"on": true, "url": address, "secret": "hush"})
			if a := s.Do("PUT", "/console/storage", in.Token, body); a.Short() != "422 own_network" ||
				!strings.Contains(a.Body, place+".url") {
				t.Errorf("%s: %s", address, a.Body)
			}
		}
	}
	// A name that resolves to such an address is refused when connecting.
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	_, err := blobs.S3{URL: at + "/shop", Region: "us-east-1", Key: "K", Secret: "S",
		Networks: &remote.AllowedNetworks{}}.Open(ctx)
	if err == nil || len(objects(t, backend, "shop")) != 0 {
		t.Errorf("connected: %v", err)
	}
}

// TestAnOwnerSetsWhereBackupsGo: the second place and the passphrase apply from the next backup on; a variable takes
// precedence; a restored copy writes into no bucket of the original shop.
func TestAnOwnerSetsWhereBackupsGo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		backend, at := bucketServer(t, "copies", "elsewhere")
		b := newBackedUp(t, d, func(cfg *config.Serve) { cfg.Demo, cfg.Payments, cfg.CodeChannels = false, "cod", "" })
		short := storageBody(0, nil, fields{"on": true, "url": at + "/copies/shop", "secret": "bucket-hush"})
		maps.Copy(short, fields{"encrypt": true, "passphrase": "short"})
		if a := b.Do("PUT", "/console/storage", b.owner, short); a.Short() != "422 passphrase_short" {
			t.Errorf("a short passphrase: %s", a.Body)
		}
		if maps.Copy(short, fields{"passphrase": ""}); b.Do("PUT", "/console/storage", b.owner, short).
			Short() != "422 required" {
			t.Error("no passphrase")
		}
		const phrase = "correct horse battery hush"
		maps.Copy(short, fields{"passphrase": phrase})
		var v storageView
		saved := b.Do("PUT", "/console/storage", b.owner, short)
		if saved.Into(t, &v); !v.Backups.On || !v.HasPassphrase || strings.Contains(saved.Body, "hush") {
			t.Fatalf("saved: %s", saved.Body)
		}
		if a := b.Do("POST", "/console/storage/try", b.owner, fields{"place": "backups"}); !strings.Contains(a.Body,
			`"works":true`) {
			t.Errorf("tried: %s", a.Body)
		}
		b.Do("POST", "/console/backups", b.owner, nil)
		b.RunJobs()
		state := b.state()
		if len(state.Backups) != 1 || state.Backups[0].State != backups.Good || !state.Backups[0].KeptFar ||
			!state.Encrypted || len(objects(t, backend, "copies")) != 1 {
			t.Fatalf("%+v, in the bucket %v", state, objects(t, backend, "copies"))
		}
		for _, table := range []string{`SELECT value FROM settings`,
			`SELECT COALESCE(before, '') || COALESCE(after, '') FROM audit_log`} {
			if stored := strings.Join(b.Lines(table), "\n"); strings.Contains(stored, "hush") {
				t.Errorf("a secret stands in the database: %s", stored)
			}
		}

		// While the shop exists, its backup is located through the settings of its console.
		there := b.cfg
		there.Database = d.URL()
		if err := os.Remove(filepath.Join(b.folder(), state.Backups[0].Name)); err != nil {
			t.Fatal(err)
		}
		where := app.WhereBackups(t.Context(), there, quiet())
		found, err := where.Find(t.Context(), state.Backups[0].Name)
		if err != nil || where.Passphrase != phrase {
			t.Fatalf("%+v %v", found, err)
		}
		far, err := os.ReadFile(found.Path)
		if err == nil {
			err = os.WriteFile(filepath.Join(b.folder(), state.Backups[0].Name), far, 0o600)
		}
		if found.Done(); err != nil || len(far) == 0 {
			t.Fatal(err)
		}
		if _, err := os.Stat(found.Path); err == nil {
			t.Error("what was fetched stays")
		}
		if _, err := where.Find(t.Context(), "wekala-none.tar.gz"); err == nil ||
			!strings.Contains(err.Error(), "in the second place") {
			t.Error(err)
		}
		there.Secret = nil
		if _, err := app.WhereBackups(t.Context(), there, quiet()).Find(t.Context(), "wekala-none.tar.gz"); err == nil ||
			!strings.Contains(err.Error(), "WEKALA_BACKUP_S3_URL") {
			t.Error(err)
		}

		// The variable takes precedence, on a node that has it.
		cfg := b.cfg
		cfg.Accounts = map[string]string{"WEKALA_BACKUP_S3_URL": at + "/elsewhere", "WEKALA_BACKUP_S3_KEY": "K",
			"WEKALA_BACKUP_S3_SECRET": "S", "WEKALA_BACKUP_S3_REGION": "us-east-1"}
		places, _, err := app.OpenStorage(t.Context(), cfg, d, b.Clock, quiet())
		if err == nil {
			err = places.Load(t.Context())
		}
		if name, _ := places.Second(); err != nil || name != at+"/elsewhere" || places.BackupPassphrase() != phrase {
			t.Errorf("by variable: %s %v", name, err)
		}

		// Restored elsewhere, it needs the passphrase, and its places are switched off.
		file := filepath.Join(b.folder(), state.Backups[0].Name)
		to := elsewhereOf(t, d)
		if _, err := restore(t, file, "", to); !errors.Is(err, archive.ErrEncrypted) {
			t.Errorf("without the passphrase: %v", err)
		}
		if _, err := restore(t, file, phrase, to); err != nil {
			t.Fatal(err)
		}
		copied, err := app.OpenExisting(t.Context(), to.Database)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = copied.Close() }()
		cfg = b.cfg
		cfg.DataDir, cfg.Accounts = to.DataDir, nil
		places, _, err = app.OpenStorage(t.Context(), cfg, copied, clock.System, quiet())
		if err == nil {
			err = places.Load(t.Context())
		}
		if name, open := places.Second(); err != nil || open != nil {
			t.Errorf("the copy's backups go to %q (%v)", name, err)
		}
	})
}
