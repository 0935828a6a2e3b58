package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"wekala/internal/operations/demo/data"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
)

// The database itself writes a large shop: a recursive query counts, a few lists of words are joined by remainders, and
// five INSERTs per chunk make products, variants, prices, stock and opening moves. Only the lists are transferred.

// chunk is how many products are written in one transaction: enough to be
// fast, little enough for the log of SQLite to stay small.
const chunk = 20_000

// firstNumber gives every generated number the same width.
const firstNumber = 10_000_000

// grow writes generated products until there are as many as asked for.
func grow(ctx context.Context, d *db.DB, shop *data.Shop, begun time.Time, o Options) error {
	if o.Products == 0 {
		return nil
	}
	var have int64
	if err := d.Get(ctx, &have, `SELECT COUNT(*) FROM products`); err != nil {
		return err
	}
	missing := int64(o.Products) - have
	if missing <= 0 {
		return nil
	}
	l := newLarge(shop, begun)
	for done := int64(0); done < missing; {
		n := min(chunk, missing-done)
		err := d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			from, err := numbers(ctx, tx, n, begun)
			if err != nil {
				return err
			}
			return l.write(ctx, tx, from, n)
		})
		if err != nil {
			return fmt.Errorf("generated products: %w", err)
		}
		done += n
		if done%200_000 == 0 {
			o.Log.Info("products", "written", done, "of", missing)
		}
	}
	if err := analyzed(ctx, d); err != nil {
		return err
	}
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return changefeed.Publish(ctx, tx, changefeed.All) })
}

// analyzed runs PostgreSQL's ANALYZE: until its own statistics come, it would plan for an empty shop.
func analyzed(ctx context.Context, d *db.DB) error {
	if d.Engine() != db.Postgres {
		return nil
	}
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `ANALYZE`)
		return err
	})
}

// counted counts from $1 up to $2.
const counted = `WITH RECURSIVE number (i) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT i + 1 FROM number
	WHERE i + 1 < $2)`

// numbers takes n numbers that nothing generated has.
func numbers(ctx context.Context, tx *db.Tx, n int64, begun time.Time) (from int64, err error) {
	var next int64
	err = tx.Get(ctx, &next, `INSERT INTO settings (key, value, updated_at)
		VALUES ('demo.generated', CAST(CAST($1 AS BIGINT) AS TEXT), $2)
ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(settings.value AS BIGINT) + $1 AS TEXT)
RETURNING CAST(value AS BIGINT)`, n, db.At(begun))
	return firstNumber + next - n, err
}

// large holds the lists of words as SQL.
type large struct {
	lists string
	day   db.Millis
	n     struct{ shelf, brand, kind, size int }
}

func newLarge(shop *data.Shop, begun time.Time) *large {
	l := &large{day: db.At(midnight(begun))}
	var shelves [][]any
	seen := map[string]bool{}
	sellers := map[string][]string{}
	for _, b := range shop.Branches {
		sellers[b.Store] = append(sellers[b.Store], BranchID(b.Slug))
	}
	kinds := map[string]data.Text{}
	var kindOrder []string
	images := map[string]string{}
	for _, c := range shop.Categories {
		images[c.Slug] = c.Image
	}
	for i := range shop.Products {
		p := &shop.Products[i]
		if key := p.Store + "/" + p.Category; !seen[key] {
			seen[key] = true
			at := sellers[p.Store]
			shelves = append(shelves, []any{
				ServiceID(p.Service), StoreID(p.Store), CategoryID(p.Category), at[0], at[len(at)-1],
				toJSON([]string{images[p.Category]}), p.Unit.EN, p.Unit.AR, p.VATBP,
			})
		}
		if name := lastWord(p.Name.EN); kinds[name].EN == "" {
			kinds[name] = p.Name
			kindOrder = append(kindOrder, name)
		}
	}
	var kindRows, brandRows, sizeRows [][]any
	for _, name := range kindOrder {
		kindRows = append(kindRows, []any{kinds[name].EN, kinds[name].AR})
	}
	for _, b := range brands() {
		brandRows = append(brandRows, []any{b.EN, b.AR})
	}
	for _, s := range []data.Text{
		{EN: "small", AR: "صغير"}, {EN: "medium", AR: "وسط"}, {EN: "large", AR: "كبير"}, {EN: "family", AR: "عائلي"},
		{EN: "classic", AR: "كلاسيك"}, {EN: "extra", AR: "إكسترا"}, {EN: "light", AR: "خفيف"},
	} {
		sizeRows = append(sizeRows, []any{s.EN, s.AR})
	}
	l.n.shelf, l.n.brand, l.n.kind, l.n.size = len(shelves), len(brandRows), len(kindRows), len(sizeRows)
	l.list("shelf", "k, service, store, category, main, other, images, unit_en, unit_ar, vat", shelves)
	l.list("brand", "k, en, ar", brandRows)
	l.list("kind", "k, en, ar", kindRows)
	l.list("size", "k, en, ar", sizeRows)
	return l
}

// list adds a numbered list of values. They are written out, not bound: there are thousands, all from this program's
// own files, and SQLite searches numbered parameters linearly.
func (l *large) list(name, columns string, rows [][]any) {
	var b strings.Builder
	fmt.Fprintf(&b, ", %s (%s) AS (VALUES ", name, columns)
	for k, row := range rows {
		if k > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "(CAST(%d AS BIGINT)", k)
		for _, v := range row {
			switch v := v.(type) {
			case string:
				b.WriteString(", '" + strings.ReplaceAll(v, "'", "''") + "'")
			default:
				fmt.Fprintf(&b, ", %d", v)
			}
		}
		b.WriteByte(')')
	}
	b.WriteByte(')')
	l.lists += b.String()
}

// The parts of a generated product, by its number i: multiplied by primes, so
// that neighbours differ.
const (
	price  = `(500 + (i * 104729 % 20000) * 25)`
	onHand = `CASE WHEN i % 25 = 0 THEN 0 ELSE 20 + i % 180 END`
)

// write makes n products from a number on, all or none.
func (l *large) write(ctx context.Context, tx *db.Tx, from, n int64) error {
	bounds := []any{from, from + n}
	sellers := func(columns, values, where string) string {
		// The main branch sells everything, another one each third product.
		return fmt.Sprintf(`, sale (branch, i) AS (
  SELECT s.main, n.i FROM number n JOIN shelf s ON s.k = n.i %% %[1]d
  UNION ALL SELECT s.other, n.i FROM number n JOIN shelf s ON s.k = n.i %% %[1]d WHERE n.i %% 3 = 0
  AND s.other <> s.main)
INSERT INTO %[2]s SELECT %[3]s FROM sale%[4]s`, l.n.shelf, columns, values, where)
	}
	stmts := []db.Stmt{
		{SQL: counted + l.lists + fmt.Sprintf(` INSERT INTO products (id, slug, service_id, store_id, category_id, name_en,
			name_ar, images, unit_en, unit_ar, vat_bp, popularity, active, created_at, updated_at)
SELECT 'prd_' || n.i, 'item-' || n.i, s.service, s.store, s.category,
  b.en || ' ' || k.en || ' ' || z.en || ' ' || (n.i %% 997), b.ar || ' ' || k.ar || ' ' || z.ar || ' ' || (n.i %% 997),
  s.images, s.unit_en, s.unit_ar, s.vat, n.i * 7919 %% 400, %s, %d - n.i %% 7776000 * 1000, %d
FROM number n JOIN shelf s ON s.k = n.i %% %d JOIN brand b ON b.k = n.i * 31 %% %d JOIN kind k ON k.k = n.i * 17 %% %d
JOIN size z ON z.k = n.i * 13 %% %d`,
			boolean(true), l.day, l.day, l.n.shelf, l.n.brand, l.n.kind, l.n.size), Args: bounds},
		{SQL: counted + ` INSERT INTO variants (id, product_id, sku, active, sort)
			SELECT 'var_' || i, 'prd_' || i, 'G' || i, ` + boolean(true) + `, 0 FROM number`, Args: bounds},
		{SQL: counted + l.lists + sellers(`branch_prices (branch_id, variant_id, product_id, price, offer_price, active)`,
			`branch, 'var_' || i, 'prd_' || i, `+price+`, CASE WHEN i % 20 = 0 THEN `+price+` * 9 / 10 / 25 * 25 END, `+
				boolean(true), ``), Args: bounds},
		{
			SQL: counted + l.lists + sellers(`stock (branch_id, variant_id, on_hand, reserved)`,
				`branch, 'var_' || i, `+onHand+`, 0`, ``), Args: bounds},
		{SQL: counted + l.lists + sellers(`stock_moves (branch_id, variant_id, id, qty, reason, source, at)`,
			fmt.Sprintf(`branch, 'var_' || i, 'mov_opening', %s, 'opening', 'demo', %d`, onHand, l.day), ` WHERE i % 25 <> 0`),
			Args: bounds},
	}
	for _, s := range stmts {
		if _, err := tx.Exec(ctx, s.SQL, s.Args...); err != nil {
			return err
		}
	}
	return nil
}

// boolean writes a truth that both engines put into a BOOLEAN column.
func boolean(b bool) string { return strings.ToUpper(fmt.Sprint(b)) }

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// brands makes invented names, in both scripts, of syllables.
func brands() []data.Text {
	type syllable struct{ en, ar string }
	first := []syllable{{"Ba", "با"}, {"Da", "دا"}, {"Fa", "فا"}, {"Ka", "كا"}, {"La", "لا"}, {"Ma", "ما"}, {"Na", "نا"},
		{"Ra", "را"}, {"Sa", "سا"}, {"Za", "زا"}}
	middle := []syllable{{"bi", "بي"}, {"di", "دي"}, {"fo", "فو"}, {"li", "لي"}, {"mo", "مو"}, {"ni", "ني"}, {"ro", "رو"},
		{"to", "تو"}}
	last := []syllable{{"na", "نا"}, {"ra", "را"}, {"dan", "دان"}, {"mex", "مكس"}, {"lin", "لين"}}
	var names []data.Text
	for _, a := range first {
		for _, b := range middle {
			for _, c := range last {
				names = append(names, data.Text{EN: a.en + b.en + c.en, AR: a.ar + b.ar + c.ar})
			}
		}
	}
	return names
}
