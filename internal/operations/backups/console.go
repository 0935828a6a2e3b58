package backups

import (
	"context"
	"errors"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/settings"
)

type none struct{}

// BackupView is a backup as shown in the console.
type BackupView struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	State     string     `json:"state" enum:"running,good,failed"`
	Why       string     `json:"why" enum:"nightly,console,command"`
	Node      string     `json:"node" doc:"The machine that made it."`
	Size      int64      `json:"size" doc:"Of the file, in bytes."`
	Seconds   int64      `json:"seconds" doc:"How long it took."`
	StartedAt db.Millis  `json:"started_at"`
	EndedAt   *db.Millis `json:"ended_at"`
	Problem   string     `json:"problem" enum:",disk,tools,right,damaged,violations,copy,cut_off,other" doc:"What went wrong; empty when nothing did."`
	Detail    string     `json:"detail" doc:"The same in the words of whoever found it."`
	KeptFar   bool       `json:"kept_far" doc:"It is in the second place too."`
	Reachable bool       `json:"reachable" doc:"It can be downloaded from here."`
}

// BackupsView shows the backups of the shop and their settings.
type BackupsView struct {
	On        bool         `json:"on" doc:"One is made every night."`
	Hour      int64        `json:"hour" doc:"In Cairo."`
	Keep      int64        `json:"keep" doc:"How many good ones are kept."`
	Version   int64        `json:"version"`
	Next      *db.Millis   `json:"next"`
	Folder    string       `json:"folder" doc:"Where they are kept."`
	Far       string       `json:"far" doc:"The second place; empty where there is none."`
	Encrypted bool         `json:"encrypted"`
	Engine    string       `json:"engine" enum:"sqlite,postgres"`
	Obstacle  string       `json:"obstacle" enum:",tools,right" doc:"What keeps every backup from being made."`
	LastGood  *BackupView  `json:"last_good"`
	Backups   []BackupView `json:"backups" doc:"The newest first."`
}

type backupSettingsInput struct {
	Body struct {
		On      bool        `json:"on"`
		Hour    httpapi.Int `json:"hour"`
		Keep    httpapi.Int `json:"keep"`
		Version int64       `json:"version" minimum:"0"`
	}
}

type idInput struct {
	ID string `path:"id" maxLength:"64"`
}

// BackupLink is a short-lived link to download a backup.
type BackupLink struct {
	URL       string    `json:"url"`
	ExpiresAt db.Millis `json:"expires_at"`
}

const (
	lastHourOfDay = 23
	maxKept       = 60
)

// ConsoleRoutes registers the owners' operations on backups.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	op := func(method, path, id, summary string, audited ...string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/console/backups" + path, ID: id, Tag: "console", Audience: httpapi.Staff,
			Capability: staff.ManageBackups, Summary: summary, Audit: audited, Strict: method != "GET"}
	}
	httpapi.Handle(a, op("GET", "", "console-get-backups", "How the shop is backed up"), s.get)
	save := op("PUT", "", "console-save-backups", "Change when backups are made and how many are kept", "backup.settings")
	save.Conflict = httpapi.VersionConflict[BackupsView]()
	httpapi.Handle(a, save, s.put)
	httpapi.Handle(a, op("POST", "", "console-make-backup", "Make a backup now", "backup.make"), s.post)
	link := op("POST", "/{id}/link", "console-download-backup", "Download a backup", "backup.download")
	link.Description = "Answers an address that works for two minutes, and no longer than the session. The file holds " +
		"everything, the shop's key included."
	httpapi.Handle(a, link, s.link)
}

func (s *Service) view(b Backup) BackupView {
	v := BackupView{ID: b.ID, Name: b.Name, State: b.State, Why: b.Why, Node: b.Node, Size: b.Size, StartedAt: b.StartedAt,
		EndedAt: b.EndedAt, Problem: b.Problem, Detail: b.Detail, KeptFar: b.KeptFar, Reachable: s.reaches(b)}
	if b.State == Running && b.LeaseUntil < db.At(s.Clock.Now()) {
		v.State, v.Problem = Failed, ProblemCutOff
	}
	if b.EndedAt != nil {
		v.Seconds = int64(*b.EndedAt-b.StartedAt) / 1000
	}
	return v
}

// reaches reports whether this node can access the file.
func (s *Service) reaches(b Backup) bool {
	_, far := s.Far()
	return b.KeptHere && b.Node == s.node || b.KeptFar && far != nil
}

func (s *Service) state(ctx context.Context) (v BackupsView, err error) {
	set, version, err := readSettings(ctx, s.DB)
	if err != nil {
		return v, err
	}
	all, err := recent(ctx, s.DB)
	if err != nil {
		return v, err
	}
	far, _ := s.Far()
	v = BackupsView{On: s.Nightly && !set.Off, Hour: set.Hour, Keep: set.Keep, Version: version, Folder: s.Dir, Far: far,
		Encrypted: s.Passphrase() != "", Engine: string(s.DB.Engine()), Backups: []BackupView{}}
	if v.On {
		next := db.At(nextHour(s.Clock.Now(), int(set.Hour)))
		v.Next = &next
	}
	switch err := s.DB.CanDump(ctx); {
	case errors.Is(err, db.ErrNoTools), errors.Is(err, db.ErrNoScratch):
		v.Obstacle = problemOf(err)
	case err != nil:
		return v, err
	}
	for _, b := range all {
		v.Backups = append(v.Backups, s.view(b))
	}
	if b, found, err := lastGood(ctx, s.DB); err != nil {
		return v, err
	} else if found {
		last := s.view(b)
		v.LastGood = &last
	}
	return v, nil
}

func (s *Service) get(ctx context.Context, _ *none) (*httpapi.Reply[BackupsView], error) {
	v, err := s.state(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

func (s *Service) put(ctx context.Context, in *backupSettingsInput) (*httpapi.Reply[BackupsView], error) {
	b := in.Body
	if err := s.Set(ctx, staff.Caller(ctx), Settings{Off: !b.On, Hour: int64(b.Hour), Keep: int64(b.Keep)},
		b.Version); err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[BackupsView], error) { return s.get(ctx, nil) })
	}
	v, err := s.state(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(v, i18n.T(httpapi.Caller(ctx).Lang, "backups.saved")), nil
}

// Set changes the time of the nightly backup and the number of backups to keep.
func (s *Service) Set(ctx context.Context, member staff.Member, set Settings, from int64) error {
	var f forms.Form
	f.Between("hour", set.Hour, 0, lastHourOfDay)
	f.Between("keep", set.Keep, 1, maxKept)
	if err := f.Err(); err != nil {
		return err
	}
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, _, err := readSettings(ctx, tx)
		if err != nil {
			return err
		}
		now := s.Clock.Now()
		if err := settings.Change(ctx, tx, settingsKey, from, set, now); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{
			StaffID: member.ID, Action: "backup.settings", Object: settingsKey, Before: before, After: set})
	})
	return err
}

func (s *Service) post(ctx context.Context, _ *none) (*httpapi.Reply[BackupsView], error) {
	member := staff.Caller(ctx)
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		b, err := s.enqueue(ctx, tx, Console, member.ID)
		if err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{StaffID: member.ID, Action: "backup.make", Object: b.ID})
	})
	if err != nil {
		return nil, err
	}
	return s.get(ctx, nil)
}

func (s *Service) link(ctx context.Context, in *idInput) (*httpapi.Reply[BackupLink], error) {
	b, err := byID(ctx, s.DB, in.ID)
	if err != nil {
		return nil, err
	}
	if !s.reaches(b) {
		return nil, errs.Conflict("backups.elsewhere", "node", b.Node)
	}
	now := s.Clock.Now()
	expires := now.Add(linkFor)
	url, err := s.address(b.ID, staff.Caller(ctx).SessionID, expires)
	if err != nil {
		return nil, err
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Write(ctx, tx, now, audit.Entry{
			StaffID: staff.Caller(ctx).ID, Action: "backup.download", Object: b.ID, After: map[string]any{"name": b.Name}})
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(BackupLink{url, db.At(expires)}), nil
}
