package app_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
	"wekala/migrations"
)

// frozenDir has a folder for each schema that a released program may have left behind, named by its newest migration:
// the checksums of its migrations (migrations.sha256), the resulting schemas (schema.sqlite.sql, schema.postgres.sql)
// and rows of both engines, created by lived and lifeOfTheShop (data.jsonl.gz).
const frozenDir = "testdata/frozen"

// freeze creates the folder of the current schema (make freeze). Existing folders stay as they are.
var freeze = flag.Bool("freeze", false, "keep today's schema, with data, in "+frozenDir)

// frozenTable is a line of data.jsonl.gz. Columns are "name type" in SQLite's types; bytes are in base64.
type frozenTable struct {
	Table   string
	Columns []string
	Rows    [][]any
}

func frozenFolders(t *testing.T) []string {
	t.Helper()
	folders, err := filepath.Glob(frozenDir + "/*")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no frozen schema: %v", err)
	}
	slices.Sort(folders)
	return folders
}

func migrationSums(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{}
	for _, name := range names {
		text, err := migrations.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sums[name] = fmt.Sprintf("%x", sha256.Sum256(text))
	}
	return sums
}

// frozenSums reads migrations.sha256, which sha256sum -c reads too.
func frozenSums(t *testing.T, folder string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "migrations.sha256"))
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(text)) {
		sum, name, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok {
			t.Fatalf("%s: %q", folder, line)
		}
		sums[name] = sum
	}
	return sums
}

// TestFrozenMigrationsStandStill: a migration that a released program ran is neither changed nor removed, and none is
// inserted before it.
func TestFrozenMigrationsStandStill(t *testing.T) {
	today := migrationSums(t)
	for _, folder := range frozenFolders(t) {
		frozen := frozenSums(t, folder)
		for name, sum := range frozen {
			if today[name] == "" {
				t.Errorf("%s is frozen and gone", name)
			} else if today[name] != sum {
				t.Errorf("%s is frozen and was changed: write a new migration instead", name)
			}
		}
		newest := slices.Max(slices.Collect(maps.Keys(frozen)))
		if number, _, _ := strings.Cut(newest, "_"); number != filepath.Base(folder) {
			t.Errorf("%s ends with %s", folder, newest)
		}
		for name := range today {
			if frozen[name] == "" && name < newest {
				t.Errorf("%s would run before %s, which is frozen", name, newest)
			}
		}
	}
}

// TestFrozenSchemasMigrate migrates each frozen schema with its rows: it becomes the schema of a new shop, doctor
// finds nothing, and customers can buy.
func TestFrozenSchemasMigrate(t *testing.T) {
	if *freeze {
		freezeSchema(t)
	}
	for _, folder := range frozenFolders(t) {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			dbtest.Empty(t, func(t *testing.T, d *db.DB) {
				now := loadFrozen(t, d, folder)
				if err := db.Migrate(t.Context(), d, migrations.FS); err != nil {
					t.Fatal(err)
				}
				got, want := catalogueOf(t, d), catalogueOf(t, dbtest.New(t, d.Engine()))
				for name, text := range want {
					if got[name] != text {
						t.Errorf("%s is, after the migration, %q and not %q", name, got[name], text)
					}
				}
				for name := range got {
					if want[name] == "" {
						t.Errorf("%s is left over", name)
					}
				}
				s := apptest.Node(t, d, clock.NewFake(now))
				s.RunJobs()
				s.Healthy()
				f := &friends{s: s, people: 20}
				order := s.Buy(f.register(f.stranger(), ""), "cod")
				s.RunJobs()
				s.Healthy()
				if status := s.Status(order); status != "pending" {
					t.Errorf("the order is %s", status)
				}
			})
		})
	}
}

// catalogueOf is every table, column, key, check and index, as the engine reports it.
func catalogueOf(t *testing.T, d *db.DB) map[string]string {
	t.Helper()
	query := `SELECT 'column ' || table_name || '.' || column_name AS name,
		CONCAT_WS(' ', data_type, is_nullable, column_default) AS text
			FROM information_schema.columns WHERE table_schema = 'public'
		UNION ALL SELECT 'constraint ' || conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
		WHERE connamespace = 'public'::regnamespace
		UNION ALL SELECT 'index ' || indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'`
	if d.Engine() == db.SQLite {
		query = `SELECT type || ' ' || name AS name, sql AS text FROM sqlite_master WHERE sql IS NOT NULL`
	}
	var list []struct{ Name, Text string }
	if err := d.Select(t.Context(), &list, query); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, c := range list {
		all[c.Name] = c.Text
	}
	if len(all) < 200 {
		t.Fatalf("only %d things in the catalogue", len(all))
	}
	return all
}

// raw is a connection separate from the program's, for statements that the program never sends.
func raw(t *testing.T, d *db.DB) *sql.DB {
	t.Helper()
	driver, address := "pgx", d.URL()
	if d.Engine() == db.SQLite {
		driver, address = "sqlite", db.SQLitePath(d.URL())
	}
	conn, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	conn.SetMaxOpenConns(1) // session settings stay in force
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// loadFrozen fills an empty database with a frozen schema and its rows. It returns the time at which the rows were
// created.
func loadFrozen(t *testing.T, d *db.DB, folder string) time.Time {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "schema."+string(d.Engine())+".sql"))
	if err != nil {
		t.Fatal(err)
	}
	conn := raw(t, d)
	do := func(query string, args ...any) {
		t.Helper()
		if _, err := conn.ExecContext(t.Context(), query, args...); err != nil {
			t.Fatalf("%v, in: %.200s", err, query)
		}
	}
	// PostgreSQL's keys are created after the rows, as in its dumps; SQLite's are not enforced on this connection, but
	// all are checked at the end.
	tables, keys, _ := strings.Cut(string(text), keysMark)
	do(tables)
	bools := map[string]bool{}
	if d.Engine() == db.Postgres {
		var list []string
		if err := d.Select(t.Context(), &list, `SELECT table_name || '.' || column_name FROM information_schema.columns
			WHERE data_type = 'boolean'`); err != nil {
			t.Fatal(err)
		}
		for _, c := range list {
			bools[c] = true
		}
	}
	var now time.Time
	do("BEGIN")
	for _, table := range readFrozen(t, folder) {
		if table.Table == "" {
			now = time.UnixMilli(int64(table.Rows[0][0].(float64))).UTC()
			continue
		}
		var names, places []string
		for i, c := range table.Columns {
			name, _, _ := strings.Cut(c, " ")
			names, places = append(names, `"`+name+`"`), append(places, fmt.Sprintf("$%d", i+1))
		}
		insert := `INSERT INTO ` + table.Table + ` (` + strings.Join(names, ", ") + `) VALUES (` +
			strings.Join(places, ", ") + `)`
		for _, row := range table.Rows {
			for i, v := range row {
				row[i] = frozenValue(t, v, table.Columns[i], bools[table.Table+"."+strings.Fields(table.Columns[i])[0]])
			}
			do(insert, row...)
		}
	}
	do("COMMIT")
	if d.Engine() == db.SQLite {
		var broken []struct {
			Table, Parent string
			Rowid, Fkid   *int64
		}
		if err := d.Select(t.Context(), &broken, `PRAGMA foreign_key_check`); err != nil || len(broken) > 0 {
			t.Fatalf("%v %v", broken, err)
		}
	} else {
		do(keys)
	}
	return now
}

func frozenValue(t *testing.T, v any, column string, isBool bool) any {
	t.Helper()
	switch v := v.(type) {
	case float64:
		if isBool {
			return v != 0
		}
		return int64(v)
	case string:
		if strings.HasSuffix(column, " BLOB") {
			b, err := base64.StdEncoding.DecodeString(v)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
	}
	return v
}

func readFrozen(t *testing.T, folder string) []frozenTable {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join(folder, "data.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	var all []frozenTable
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var table frozenTable
		if err := json.Unmarshal(lines.Bytes(), &table); err != nil {
			t.Fatal(err)
		}
		all = append(all, table)
	}
	if err := lines.Err(); err != nil || len(all) < 100 {
		t.Fatalf("%d tables: %v", len(all), err)
	}
	return all
}

// keysMark separates PostgreSQL's tables from its keys and indexes.
const keysMark = "-- keys and indexes, made after the rows\n"

// freezeSchema creates the folder of the current schema, with data created on SQLite.
func freezeSchema(t *testing.T) {
	sums := migrationSums(t)
	names := slices.Sorted(maps.Keys(sums))
	number, _, _ := strings.Cut(names[len(names)-1], "_")
	folder := filepath.Join(frozenDir, number)
	if _, err := os.Stat(folder); err == nil {
		t.Fatalf("%s is there already", folder)
	}
	keep := map[string][]byte{}
	for _, name := range names {
		keep["migrations.sha256"] = fmt.Appendf(keep["migrations.sha256"], "%s  %s\n", sums[name], name)
	}

	lite := dbtest.New(t, db.SQLite)
	now := lifeOfTheShop(t, lite)
	var schema []string
	if err := lite.Select(t.Context(), &schema,
		`SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid`); err != nil {
		t.Fatal(err)
	}
	keep["schema.sqlite.sql"] = []byte(strings.Join(schema, ";\n\n") + ";\n")
	keep["data.jsonl.gz"] = rowsToFreeze(t, lite, now)

	pg := dbtest.New(t, db.Postgres)
	var text bytes.Buffer
	for i, section := range []string{"pre-data", "post-data"} {
		out, err := exec.CommandContext(t.Context(), "pg_dump", "--section="+section, "--no-owner", "--no-privileges",
			"--dbname="+pg.URL()).Output()
		if err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			text.WriteString(keysMark)
		}
		for line := range strings.Lines(string(out)) {
			// Settings of the session, commands of psql, headings.
			if !strings.HasPrefix(line, "SET ") && !strings.HasPrefix(line, "SELECT ") && !strings.HasPrefix(line, `\`) &&
				!strings.HasPrefix(line, "--") && line != "\n" {
				text.WriteString(line)
			}
		}
	}
	keep["schema.postgres.sql"] = text.Bytes()

	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range keep {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// rowsToFreeze is every row, one table per line.
func rowsToFreeze(t *testing.T, lite *db.DB, now time.Time) []byte {
	t.Helper()
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	out := json.NewEncoder(z)
	out.SetEscapeHTML(false)
	write := func(table frozenTable) {
		if err := out.Encode(table); err != nil {
			t.Fatal(err)
		}
	}
	write(frozenTable{Rows: [][]any{{now.UnixMilli()}}})
	conn := raw(t, lite)
	var tables []string
	if err := lite.Select(t.Context(), &tables, `SELECT name FROM sqlite_master WHERE type = 'table'
		AND name NOT LIKE 'sqlite%' ORDER BY rowid`); err != nil {
		t.Fatal(err)
	}
	filled := 0
	for _, name := range tables {
		table := frozenTable{Table: name}
		if err := lite.Select(t.Context(), &table.Columns, `SELECT name || ' ' || type FROM pragma_table_info($1)`,
			name); err != nil {
			t.Fatal(err)
		}
		var columns []string
		for _, c := range table.Columns {
			columns = append(columns, `"`+strings.Fields(c)[0]+`"`)
		}
		table.Rows = rowsIn(t, conn, `SELECT `+strings.Join(columns, ", ")+` FROM `+name, len(columns))
		if len(table.Rows) > 0 {
			filled++
		}
		write(table)
	}
	if filled*10 < len(tables)*8 {
		t.Errorf("only %d of %d tables have rows", filled, len(tables))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

func rowsIn(t *testing.T, conn *sql.DB, query string, columns int) [][]any {
	t.Helper()
	rows, err := conn.QueryContext(context.Background(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var all [][]any
	for rows.Next() {
		row := make([]any, columns)
		into := make([]any, columns)
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		all = append(all, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// stockCounted corrects the stock for tests that set it by rows.
const stockCounted = `UPDATE stock SET on_hand = (SELECT SUM(m.qty) FROM stock_moves m
	WHERE m.branch_id = stock.branch_id AND m.variant_id = stock.variant_id)
	WHERE EXISTS (SELECT 1 FROM stock_moves m WHERE m.branch_id = stock.branch_id AND m.variant_id = stock.variant_id)`

// lifeOfTheShop fills as many tables as possible with rows in which doctor finds nothing, and returns the time at
// which it ends.
func lifeOfTheShop(t *testing.T, d *db.DB) time.Time {
	t.Helper()
	s := lived(t, d).s
	m := newMatrix(s)
	for _, op := range s.App.API.Routes {
		if op.Audience != httpapi.Staff || op.Method == "GET" || op.ID == "console-logout" {
			continue
		}
		t.Run(op.ID, func(t *testing.T) {
			s.TB = t
			if a := m.succeeding(t, op)(); a.Status != 200 {
				t.Errorf("%s: %.300s", op.ID, a.Body)
			}
			s.RunJobs()
			s.Exec(stockCounted)
			s.Healthy()
		})
	}
	s.TB = t
	s.RunJobs()
	s.Healthy()
	return s.Clock.Now()
}
