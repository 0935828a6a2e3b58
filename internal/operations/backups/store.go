package backups

import (
	"context"
	"errors"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
	"wekala/internal/platform/settings"
)

// The reasons for making a backup.
const (
	Nightly = "nightly"
	Console = "console"
	Command = "command"
)

// The states of a backup.
const (
	Running = "running"
	Good    = "good"
	Failed  = "failed"
)

const (
	settingsKey = "shop.backups"
	// lease is how long a backup counts as running without a sign of life.
	lease = 2 * time.Minute
	// oldRows is how long the records of deleted backups are stored.
	oldRows = 90 * 24 * time.Hour
)

// Settings are the owner's settings of the nightly backup.
type Settings struct {
	Off  bool  `json:"off"`
	Hour int64 `json:"hour"` // in Cairo
	Keep int64 `json:"keep"` // good ones
}

// Backup is a finished or running backup.
type Backup struct {
	ID         string     `db:"id"`
	Name       string     `db:"name"`
	State      string     `db:"state"`
	Why        string     `db:"why"`
	StaffID    string     `db:"staff_id"`
	Node       string     `db:"node"`
	Size       int64      `db:"size"`
	StartedAt  db.Millis  `db:"started_at"`
	LeaseUntil db.Millis  `db:"lease_until"`
	EndedAt    *db.Millis `db:"ended_at"`
	Problem    string     `db:"problem"`
	Detail     string     `db:"detail"`
	KeptHere   bool       `db:"kept_here"`
	KeptFar    bool       `db:"kept_far"`
}

const columns = `id, name, state, why, staff_id, node, size, started_at, lease_until, ended_at, problem, detail, kept_here, kept_far`

func readSettings(ctx context.Context, q db.Querier) (s Settings, version int64, err error) {
	s = Settings{Hour: 4, Keep: 7}
	version, err = settings.ReadVersion(ctx, q, settingsKey, &s)
	return s, version, err
}

// begin records a new backup; 409 while another one is running.
func (s *Service) begin(ctx context.Context, tx *db.Tx, why, staffID string) (Backup, error) {
	now := s.Clock.Now()
	at := db.At(now)
	b := Backup{ID: id.New("bkp"), Name: s.nameOf(now), State: Running, Why: why, StaffID: staffID, Node: s.node,
		StartedAt: at, LeaseUntil: at.Add(lease)}
	// The program that made the previous one was killed.
	n, err := tx.Exec(ctx, `UPDATE backups SET state = 'failed', problem = $2, ended_at = $1 WHERE state = 'running'
		AND lease_until < $1`, at, ProblemCutOff)
	if err == nil && n > 0 {
		err = s.Alarm(ctx, tx, ProblemCutOff, "")
	}
	if err != nil {
		return b, err
	}
	n, err = tx.Exec(ctx, `INSERT INTO backups (`+columns+
		`) VALUES ($1, $2, 'running', $3, $4, $5, 0, $6, $7, NULL, '', '', $8, $8) ON CONFLICT DO NOTHING`,
		b.ID, b.Name, b.Why, b.StaffID, b.Node, b.StartedAt, b.LeaseUntil, false)
	if err == nil && n == 0 {
		err = errs.Conflict("backups.under_way")
	}
	return b, err
}

// take records that a node is still working on a backup; false if it has been given up or finished.
func take(ctx context.Context, tx *db.Tx, backupID, node string, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE backups SET node = $2, lease_until = $3 WHERE id = $1 AND state = 'running'`,
		backupID, node, db.At(now).Add(lease))
	return n == 1, err
}

// end records the outcome of a backup; false if it was given up in the meantime.
func end(ctx context.Context, tx *db.Tx, b Backup) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE backups SET state = $2, size = $3, ended_at = $4, problem = $5, detail = $6,
		kept_here = $7, kept_far = $8
		WHERE id = $1 AND state = 'running'`, b.ID, b.State, b.Size, b.EndedAt, b.Problem, b.Detail, b.KeptHere, b.KeptFar)
	return n == 1, err
}

// recent lists the newest backups first: those that are kept, and the records of others within oldRows.
func recent(ctx context.Context, q db.Querier) (all []Backup, err error) {
	err = q.Select(ctx, &all, `SELECT `+columns+` FROM backups ORDER BY started_at DESC, id DESC`)
	return all, err
}

// lastGood returns the newest good backup.
func lastGood(ctx context.Context, q db.Querier) (b Backup, found bool, err error) {
	err = q.Get(ctx, &b, `SELECT `+columns+` FROM backups WHERE state = 'good' ORDER BY started_at DESC, id DESC LIMIT 1`)
	if errors.Is(err, db.ErrNoRows) {
		return b, false, nil
	}
	return b, err == nil, err
}

func byID(ctx context.Context, q db.Querier, backupID string) (b Backup, err error) {
	err = q.Get(ctx, &b, `SELECT `+columns+` FROM backups WHERE id = $1`, backupID)
	if errors.Is(err, db.ErrNoRows) {
		return b, errs.NotFound()
	}
	return b, err
}

// kept lists the backups that exist somewhere, newest first.
func kept(ctx context.Context, q db.Querier) (all []Backup, err error) {
	err = q.Select(ctx, &all, `SELECT `+columns+` FROM backups WHERE kept_here OR kept_far
		ORDER BY started_at DESC, id DESC`)
	return all, err
}

func setKept(ctx context.Context, tx *db.Tx, b Backup) error {
	_, err := tx.Exec(ctx, `UPDATE backups SET kept_here = $2, kept_far = $3 WHERE id = $1`, b.ID, b.KeptHere, b.KeptFar)
	return err
}

func removeOld(ctx context.Context, tx *db.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM backups WHERE started_at < $1 AND NOT kept_here AND NOT kept_far
		AND state <> 'running'`, db.At(now.Add(-oldRows)))
	return err
}
