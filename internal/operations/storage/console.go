package storage

import (
	"context"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// The places that can be tested.
const (
	PlaceUploads = "uploads"
	PlaceBackups = "backups"
)

type none struct{}

// PlaceView is a bucket without its secret.
type PlaceView struct {
	Variable  bool   `json:"variable" doc:"Set by a variable of the environment, which wins over what is set here."`
	On        bool   `json:"on"`
	URL       string `json:"url" doc:"https://server/bucket or https://server/bucket/folder."`
	Region    string `json:"region"`
	Key       string `json:"key"`
	HasSecret bool   `json:"has_secret"`
}

// StorageView shows where the shop's files are stored.
type StorageView struct {
	Uploads            PlaceView `json:"uploads"`
	Waiting            int64     `json:"waiting" doc:"Files in this machine's folder that are still to be moved into the bucket; 0 where there is none."`
	Backups            PlaceView `json:"backups"`
	Encrypt            bool      `json:"encrypt" doc:"Backups are encrypted with the passphrase."`
	HasPassphrase      bool      `json:"has_passphrase"`
	PassphraseVariable bool      `json:"passphrase_variable" doc:"Set by a variable of the environment, which wins over what is set here."`
	Version            int64     `json:"version"`
}

type saveStorageInput struct {
	Body struct {
		Uploads    bucketInput `json:"uploads"`
		Backups    bucketInput `json:"backups"`
		Encrypt    bool        `json:"encrypt"`
		Passphrase string      `json:"passphrase,omitempty" maxLength:"1000" doc:"Empty keeps the one that is there."`
		Version    int64       `json:"version" minimum:"0"`
	}
}

type bucketInput struct {
	On     bool   `json:"on"`
	URL    string `json:"url,omitempty" maxLength:"1000"`
	Region string `json:"region,omitempty" maxLength:"1000"`
	Key    string `json:"key,omitempty" maxLength:"1000"`
	Secret string `json:"secret,omitempty" maxLength:"1000" doc:"Empty keeps the one that is there."`
}

func (p bucketInput) place() Place { return Place{On: p.On, URL: p.URL, Region: p.Region, Key: p.Key} }

type tryStorageInput struct {
	Body struct {
		Place string `json:"place" enum:"uploads,backups"`
	}
}

// StorageTried is the result of writing, reading and deleting a small file.
type StorageTried struct {
	Works   bool   `json:"works"`
	Problem string `json:"problem" doc:"What kind of answer came; empty when it works."`
}

// ConsoleRoutes registers the owners' operations on storage.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	op := func(method, path, id, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/console/storage" + path, ID: id, Tag: "console", Audience: httpapi.Staff,
			Capability: staff.ManageBackups, Summary: summary, Strict: method != "GET"}
	}
	httpapi.Handle(a, op("GET", "", "console-get-storage", "Where pictures and backups are kept"), s.get)
	save := op("PUT", "", "console-save-storage", "Change where pictures and backups are kept")
	save.Audit, save.Conflict = []string{"shop.storage"}, httpapi.VersionConflict[StorageView]()
	httpapi.Handle(a, save, s.put)
	try := op("POST", "/try", "console-try-storage", "Write, read and delete a small file in a place")
	try.Audit = []string{"shop.try_storage"}
	httpapi.Handle(a, try, s.try)
}

func (s *Service) view(ctx context.Context) (v StorageView, err error) {
	p, version, err := read(ctx, s.DB)
	if err != nil {
		return v, err
	}
	of := func(p Place, variable bool) PlaceView {
		return PlaceView{variable, p.On, p.URL, p.Region, p.Key, p.Sealed != ""}
	}
	v = StorageView{Uploads: of(p.Uploads, s.Uploads == nil), Backups: of(p.Backups, s.BackupsAt.URL != ""),
		Encrypt: p.Encrypt, HasPassphrase: p.Passphrase != "", PassphraseVariable: s.Passphrase != "", Version: version}
	if p.Uploads.On && s.Uploads != nil {
		v.Waiting, err = s.Uploads.Waiting(ctx)
	}
	return v, err
}

func (s *Service) get(ctx context.Context, _ *none) (*httpapi.Reply[StorageView], error) {
	v, err := s.view(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

func (s *Service) put(ctx context.Context, in *saveStorageInput) (*httpapi.Reply[StorageView], error) {
	b, lang := in.Body, httpapi.Caller(ctx).Lang
	err := s.Set(ctx, staff.Caller(ctx), Change{Version: b.Version, UploadsSecret: b.Uploads.Secret,
		BackupsSecret: b.Backups.Secret, NewPassphrase: b.Passphrase,
		Places: Places{Uploads: b.Uploads.place(), Backups: b.Backups.place(), Encrypt: b.Encrypt}})
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[StorageView], error) { return s.get(ctx, nil) })
	}
	v, err := s.view(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(v, i18n.T(lang, "storage.saved")), nil
}

func (s *Service) try(ctx context.Context, in *tryStorageInput) (*httpapi.Reply[StorageTried], error) {
	member, lang := staff.Caller(ctx), httpapi.Caller(ctx).Lang
	p, _, err := read(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	at, place, name := s.UploadsAt, p.Uploads, uploadsSecret
	if in.Body.Place == PlaceBackups {
		at, place, name = s.BackupsAt, p.Backups, backupsSecret
	}
	if at.URL == "" {
		folder := in.Body.Place == PlaceUploads && (!place.On || s.Demo)
		if !folder && (!place.On || s.Demo) {
			return nil, errs.Conflict("providers.nobody_carries")
		}
		if !folder {
			if at, err = s.at(place, name); err != nil {
				return nil, errs.Conflict("storage.secret_lost")
			}
		}
	}
	if err := s.count(ctx, member); err != nil {
		return nil, err
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{StaffID: member.ID, Action: "shop.try_storage", Object: key,
			After: map[string]any{"place": in.Body.Place}})
	})
	if err != nil {
		return nil, err
	}
	if at.URL == "" { // pictures are in the folder
		err = blobs.Try(ctx, s.Uploads)
	} else {
		err = try(ctx, at)
	}
	if err != nil {
		return httpapi.OK(StorageTried{Problem: i18n.T(lang, problemOf(err), "status", blobs.Status(err))}), nil
	}
	return httpapi.OK(StorageTried{Works: true}), nil
}
