package account

import (
	"context"
	"errors"
	"time"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/export"
)

const (
	// dataADay is the number of data files a customer may download per day.
	dataADay = 3
	// dataAtOnce is the number of data files that a node makes at the same time, each in memory.
	dataAtOnce = 2
	// dataBytes is the maximum size of a data file: an order with everything that belongs to it takes at most 14 KB.
	dataBytes = 32 << 20
	// dataFile is the file's name.
	dataFile = "wekala-data.json"
)

// DataFile contains everything the shop stores about a customer.
type DataFile struct {
	About About                                  `json:"about"`
	Data  map[string]map[string][]map[string]any `json:"data" doc:"By feature and table, row by row."`
}

// About names the customer of a data file and the time it was made.
type About struct {
	Customer string    `json:"customer"`
	MadeAt   db.Millis `json:"made_at"`
}

// Exporter is a feature that stores data of customers. It lists its tables and the columns that the customer may
// receive.
type Exporter interface {
	Export(userID string) []export.Table
}

// ExportedBy adds a feature's Exporter under its name. Call it only while the app is being assembled.
func (s *Service) ExportedBy(feature string, e Exporter) {
	s.exporters = append(s.exporters, exporter{feature, e})
}

type exporter struct {
	feature string
	Exporter
}

// Export lists a customer's preferences, consents, accepted policies and used one-time offers.
func (*Service) Export(userID string) []export.Table {
	who := []any{userID}
	return []export.Table{
		{Name: "preferences", Columns: `figures, currency, updated_at time`,
			From: `preferences WHERE user_id = $1 ORDER BY user_id`, Args: who},
		{Name: "consents", Columns: `seq number, kind, channel, given bool, wording, lang, session_id, at time`,
			From: `consents WHERE user_id = $1 ORDER BY seq`, Args: who},
		{Name: "policy_acceptances", Columns: `version, order_id, lang, at time`,
			From: `policy_acceptances WHERE user_id = $1 ORDER BY at, version`, Args: who},
		{Name: "had_offers", Columns: `offer`, From: `had_offers WHERE user_id = $1 ORDER BY offer`, Args: who},
	}
}

// Data returns the file with everything the shop stores about a customer at one point in time. TooMany after a few
// files a day; failed attempts don't count.
func (s *Service) Data(ctx context.Context, userID string) ([]byte, error) {
	now := s.clock.Now()
	key := "account:data:" + userID
	err := s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return counters.RequireDaily(ctx, tx, key, dataADay, now, "account.too_many_downloads")
	})
	if err != nil {
		return nil, err
	}
	file, err := s.data(ctx, userID, now)
	if err == nil {
		return file, nil
	}
	// Also runs if the caller has disconnected.
	back := s.db.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error {
		return counters.GiveBackDaily(ctx, tx, key, now)
	})
	if errors.Is(err, export.ErrTooLarge) {
		err = errs.Refuse("account.data_too_large")
	}
	return nil, errors.Join(err, back)
}

func (s *Service) data(ctx context.Context, userID string, now time.Time) (file []byte, err error) {
	select {
	case s.making <- struct{}{}:
		defer func() { <-s.making }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	parts := make([]export.Part, len(s.exporters))
	for i, e := range s.exporters {
		parts[i] = export.Part{Feature: e.feature, Tables: e.Export(userID)}
	}
	head := About{userID, db.At(now)}
	err = s.db.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		file, err = export.Write(ctx, q, head, parts, dataBytes)
		return err
	})
	return file, err
}
