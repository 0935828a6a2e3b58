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
	// dataADay is how many files with their data a customer gets a day.
	dataADay = 3
	// dataAtOnce is how many are made at once on a node, each in memory.
	dataAtOnce = 2
	// dataBytes is how large one can be: an order with all that comes of it is 14 KB at most.
	dataBytes = 32 << 20
	// dataFile is the file's name.
	dataFile = "wekala-data.json"
)

// DataFile is everything the shop keeps about a customer.
type DataFile struct {
	About About                                  `json:"about"`
	Data  map[string]map[string][]map[string]any `json:"data" doc:"By feature and table, row by row."`
}

// About says whose file it is and of when.
type About struct {
	Customer string    `json:"customer"`
	MadeAt   db.Millis `json:"made_at"`
}

// Exporter is a feature that keeps something of customers: it says which tables,
// and what of them is the customer's to have.
type Exporter interface {
	Export(userID string) []export.Table
}

// ExportedBy adds what a feature keeps, under its name. Only while the app is
// being built.
func (s *Service) ExportedBy(feature string, e Exporter) {
	s.exporters = append(s.exporters, exporter{feature, e})
}

type exporter struct {
	feature string
	Exporter
}

// Export is how a customer likes the shop, what they agreed to be sent, which policies they
// accepted and which
// offers made once they have had.
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

// Data is the file with everything the shop keeps about a customer, of one
// moment. TooMany after a few a day; a try that failed does not count.
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
	// Also where the caller went meanwhile.
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
