// Package dbtest gives each test a fresh, migrated database of every engine.
//
// SQLite is a file copied from one that was migrated once. PostgreSQL is a server that WEKALA_TEST_POSTGRES names or,
// when that is unset, that scripts/postgres.sh starts for every test on the machine and that stops when it has not been
// used for a while; each test gets a clone of a migrated database. On a machine that cannot have a server the test
// fails and lists what to install: a passing test has passed on both engines.
package dbtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jmoiron/sqlx"

	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
	"wekala/migrations"
)

// Engines are the engines every test runs on.
var Engines = []db.Engine{db.SQLite, db.Postgres}

// idle is the number of seconds without a connection after which a server started by the tests stops.
const idle = "120"

// engines returns the engines that a test runs on: both, or with -short (as the race detector runs) one of them, chosen
// by the test's name. Over all tests both engines are still covered, in half the time.
func engines(t *testing.T) []db.Engine {
	if !testing.Short() {
		return Engines
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(t.Name())) // never fails
	at := int(h.Sum32()) % len(Engines)
	return Engines[at : at+1]
}

// Each runs fn as one concurrent subtest for each engine, on a fresh migrated database that is closed and removed
// afterwards.
func Each(t *testing.T, fn func(t *testing.T, d *db.DB)) {
	t.Helper()
	beside(t, func(t *testing.T, e db.Engine) { fn(t, New(t, e)) })
}

// InTurn is Each with one engine after the other, for tests that set or measure the state of the whole process (its
// environment, its output).
func InTurn(t *testing.T, fn func(t *testing.T, d *db.DB)) {
	t.Helper()
	for _, e := range engines(t) {
		t.Run(string(e), func(t *testing.T) { fn(t, New(t, e)) })
	}
}

// Empty is Each without migrations.
func Empty(t *testing.T, fn func(t *testing.T, d *db.DB)) {
	t.Helper()
	beside(t, func(t *testing.T, e db.Engine) { fn(t, NewEmpty(t, e)) })
}

// beside runs fn for each engine concurrently: while one waits for its server, the other computes.
func beside(t *testing.T, fn func(t *testing.T, e db.Engine)) {
	t.Helper()
	var all sync.WaitGroup
	for _, e := range engines(t) {
		all.Go(func() { t.Run(string(e), func(t *testing.T) { fn(t, e) }) })
	}
	all.Wait()
}

// New returns a fresh migrated database, for benchmarks and for tests of one engine.
func New(tb testing.TB, e db.Engine) *db.DB {
	tb.Helper()
	return open(tb, e, URL(tb, e))
}

// NewEmpty is New without migrations.
func NewEmpty(tb testing.TB, e db.Engine) *db.DB {
	tb.Helper()
	return open(tb, e, emptyURL(tb, e))
}

// URL returns the address of a fresh migrated database, for tests that run the program itself. The database is removed
// when the test ends.
func URL(tb testing.TB, e db.Engine) string {
	tb.Helper()
	if e == db.SQLite {
		return sqliteURL(tb)
	}
	return postgresURL(tb)
}

// Another opens the database of d a second time, as another node would.
func Another(tb testing.TB, d *db.DB) *db.DB {
	tb.Helper()
	return open(tb, d.Engine(), d.URL())
}

func open(tb testing.TB, e db.Engine, url string) *db.DB {
	tb.Helper()
	d, err := db.Open(context.Background(), url, db.WithoutSync())
	if err != nil {
		tb.Fatalf("open %s: %v", e, err)
	}
	tb.Cleanup(func() {
		if err := d.Close(); err != nil {
			tb.Errorf("close %s: %v", e, err)
		}
	})
	return d
}

func emptyURL(tb testing.TB, e db.Engine) string {
	tb.Helper()
	if e == db.SQLite {
		return "sqlite:" + filepath.Join(tb.TempDir(), "test.db")
	}
	return createDatabase(tb, "template0")
}

// migratedFile returns the content of a migrated SQLite file.
var migratedFile = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "wekala-template")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "template.db")
	if err := migrate("sqlite:" + path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func sqliteURL(tb testing.TB) string {
	tb.Helper()
	content, err := migratedFile()
	if err != nil {
		tb.Fatal(err)
	}
	path := filepath.Join(tb.TempDir(), "test.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		tb.Fatal(err)
	}
	return "sqlite:" + path
}

func migrate(url string) error {
	ctx := context.Background()
	d, err := db.Open(ctx, url, db.WithoutSync())
	if err != nil {
		return err
	}
	return errors.Join(db.Migrate(ctx, d, migrations.FS), d.Close())
}

func postgresURL(tb testing.TB) string {
	tb.Helper()
	name, err := template()
	if err != nil {
		tb.Fatal(err)
	}
	return createDatabase(tb, name)
}

// createDatabase creates a database that is dropped when the test ends.
func createDatabase(tb testing.TB, from string) string {
	tb.Helper()
	s, err := server()
	if err != nil {
		tb.Fatal(err)
	}
	name := strings.ToLower(id.New("test"))
	if _, err := s.admin.Exec(fmt.Sprintf(`CREATE DATABASE %s TEMPLATE %s`, name, from)); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if _, err := s.admin.Exec(fmt.Sprintf(`DROP DATABASE %s WITH (FORCE)`, name)); err != nil {
			tb.Error(err)
		}
	})
	return s.database(name)
}

// pgServer is the server and a connection that stays open, so that the server doesn't stop as idle.
type pgServer struct {
	url   *url.URL
	admin *sqlx.DB
}

func (s *pgServer) database(name string) string {
	u := *s.url
	u.Path = "/" + name
	return u.String()
}

var server = sync.OnceValues(func() (*pgServer, error) {
	address := os.Getenv("WEKALA_TEST_POSTGRES")
	if address == "" {
		var err error
		if address, err = start(); err != nil {
			return nil, err
		}
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("WEKALA_TEST_POSTGRES: %w", err)
	}
	// Package db has registered the driver.
	admin, err := sqlx.Connect("pgx", address)
	if err != nil {
		return nil, fmt.Errorf("WEKALA_TEST_POSTGRES: %w", err)
	}
	admin.SetMaxIdleConns(1)
	return &pgServer{u, admin}, nil
})

func start() (string, error) {
	script, err := find("scripts/postgres.sh")
	if err != nil {
		return "", err
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("bash", script, "start", "--idle", idle)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("a PostgreSQL server for the tests: %w\n%s", err, stderr.String())
	}
	return strings.TrimSpace(stdout.String()), nil
}

// find searches for a file of the repository from the test's folder up.
func find(name string) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fmt.Errorf("%s was not found above the test's folder", name)
		}
		dir = up
	}
}

// templateLock is an arbitrary number that no other tests on the server use.
const templateLock = 5_150_900

// template creates the migrated database that is cloned, once for each state of the migrations. Concurrent test
// programs wait for the first.
var template = sync.OnceValues(func() (string, error) {
	s, err := server()
	if err != nil {
		return "", err
	}
	sum, err := fingerprint()
	if err != nil {
		return "", err
	}
	ctx := context.Background()
	conn, err := s.admin.Connx(ctx)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, templateLock); err != nil {
		return "", err
	}
	defer func() { _, _ = conn.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, templateLock) }()

	name, building := "wekala_"+sum, "building_"+sum
	var there bool
	if err := conn.GetContext(ctx, &there, `SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)`,
		name); err != nil || there {
		return name, err
	}
	for _, q := range []string{`DROP DATABASE IF EXISTS ` + building + ` WITH (FORCE)`,
		`CREATE DATABASE ` + building + ` TEMPLATE template0`} {
		if _, err := conn.ExecContext(ctx, q); err != nil {
			return "", err
		}
	}
	if err := migrate(s.database(building)); err != nil {
		return "", err
	}
	_, err = conn.ExecContext(ctx, `ALTER DATABASE `+building+` RENAME TO `+name)
	return name, err
})

// fingerprint identifies a state of the migrations.
func fingerprint() (string, error) {
	h := sha256.New()
	err := fs.WalkDir(migrations.FS, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := fs.ReadFile(migrations.FS, path)
		_, _ = fmt.Fprintf(h, "%s %d\n", path, len(b))
		_, _ = h.Write(b)
		return err
	})
	return hex.EncodeToString(h.Sum(nil))[:16], err
}
