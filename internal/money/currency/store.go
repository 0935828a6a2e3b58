package currency

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

type row struct {
	Code     string
	NameEN   string `db:"name_en"`
	NameAR   string `db:"name_ar"`
	SymbolEN string `db:"symbol_en"`
	SymbolAR string `db:"symbol_ar"`
	Decimals int64
	Active   bool
	Rate     int64     `db:"rate_e6"`
	At       db.Millis `db:"at"`
	Seq      int64     `db:"seq"`
}

// list reads every currency with its newest rate.
func list(ctx context.Context, q db.Querier) ([]Currency, error) {
	var rows []row
	err := q.Select(ctx, &rows, `SELECT c.code, c.name_en, c.name_ar, c.symbol_en, c.symbol_ar, c.decimals, c.active,
			COALESCE(r.rate_e6, 0) AS rate_e6, COALESCE(r.at, 0) AS at, COALESCE(r.seq, 0) AS seq
		FROM currencies c
		LEFT JOIN currency_rates r ON r.code = c.code AND r.seq = (SELECT MAX(n.seq) FROM currency_rates n
		WHERE n.code = c.code)
		ORDER BY c.sort, c.code`)
	if err != nil {
		return nil, err
	}
	out := make([]Currency, len(rows))
	for i, r := range rows {
		out[i] = Currency{r.Code, i18n.Text{EN: r.NameEN, AR: r.NameAR}, i18n.Text{EN: r.SymbolEN, AR: r.SymbolAR},
			r.Decimals, r.Active, r.Rate, r.At, r.Seq}
	}
	return out, nil
}

// Rate is an entry in a currency's history.
type Rate struct {
	Seq     int64
	Rate    int64     `db:"rate_e6"`
	StaffID string    `db:"staff_id"`
	Note    string    `db:"note"`
	At      db.Millis `db:"at"`
}

// maxHistory bounds the entries shown.
const maxHistory = 100

func history(ctx context.Context, q db.Querier, code string) ([]Rate, error) {
	var rows []Rate
	err := q.Select(ctx, &rows, `SELECT seq, rate_e6, staff_id, note, at FROM currency_rates WHERE code = $1
		ORDER BY seq DESC LIMIT $2`, code, maxHistory+1)
	return rows, err
}

func addRate(ctx context.Context, tx *db.Tx, code string, r Rate) (int64, error) {
	return tx.Exec(ctx, `INSERT INTO currency_rates (code, seq, rate_e6, staff_id, note, at)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (code, seq) DO NOTHING`, code, r.Seq, r.Rate, r.StaffID, r.Note, r.At)
}

const insertCurrency = `INSERT INTO currencies (code, name_en, name_ar, symbol_en, symbol_ar, decimals, active, sort)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (code) DO NOTHING`
