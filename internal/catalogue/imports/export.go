package imports

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/sheets"
)

// exported lists the columns of our export files.
var exported = []Column{Handle, Store, Shelf, ShelfAR, Class, NameEN, NameAR, TextEN, TextAR, Words, Tags, UnitEN,
	UnitAR, MinQty, MaxQty, StepQty, UnitGrams, VAT, Shown, Facts, Images, Option1, Option1AR, Value1, Value1AR, Option2,
	Option2AR, Value2, Value2AR, Option3, Option3AR, Value3, Value3AR,
	SKU, Barcode, Grams, Picture, Offered, Branch, Price, Offer, From, Until, Costs, Sold, Stock, Counted}

// perRead is how many products an export reads at a time.
const perRead = 200

type offered struct {
	BranchID string     `db:"branch_id"`
	Branch   string     `db:"branch"`
	Variant  string     `db:"variant_id"`
	Price    int64      `db:"price"`
	Offer    *int64     `db:"offer_price"`
	From     *db.Millis `db:"offer_from"`
	Until    *db.Millis `db:"offer_to"`
	Cost     *int64     `db:"cost"`
	Sold     bool       `db:"active"`
	OnHand   *int64     `db:"on_hand"`
	Counted  *bool      `db:"counted"`
}

// Export selects the part of the catalogue to export, and the format.
type Export struct {
	What string // "prices": prices and stock alone; everything otherwise
	Kind string // "xlsx", or a CSV
	// Branches are the branches whose prices and stock are written, if Some is set.
	Branches []string
	Some     bool
	NoCosts  bool     // without what goods cost
	Stores   []string // stores whose products are written; nil means all
}

// pricedOnly lists the columns of prices and stock alone.
var pricedOnly = []Column{SKU, Barcode, Branch, Price, Offer, From, Until, Costs, Sold, Stock, Counted}

// figures lists the columns that never contain text typed by people.
var figures = []Column{MinQty, MaxQty, StepQty, UnitGrams, VAT, Shown, Grams, Offered, Price, Offer, From, Until, Costs,
	Sold, Stock, Counted}

// exporter writes one file.
type exporter struct {
	sheets.Writer
	columns []Column
	rows    int
}

// WriteOut writes the catalogue, without archived products, as a file that can be imported again. It has one row for
// each variant at each branch that sells it.
func (s *Service) WriteOut(ctx context.Context, to io.Writer, o Export) (rows int, err error) {
	w := &exporter{columns: exported}
	if o.What == "prices" {
		w.columns = pricedOnly
	}
	if o.NoCosts {
		w.columns = slices.DeleteFunc(slices.Clone(w.columns), func(c Column) bool { return c == Costs })
	}
	if o.Kind == "xlsx" {
		if w.Writer, err = sheets.NewXLSX(to); err != nil {
			return 0, err
		}
	} else {
		w.Writer = sheets.NewCSV(to)
	}
	head := make([]string, len(w.columns))
	for i, c := range w.columns {
		head[i] = string(c)
	}
	if err := w.Row(head); err != nil {
		return 0, err
	}
	shelves, err := s.shelfPaths(ctx)
	if err != nil {
		return 0, err
	}
	within := ``
	if o.Stores != nil {
		if len(o.Stores) == 0 {
			return w.rows, w.Close()
		}
		within = ` AND store_id IN (` + db.List(2, len(o.Stores)) + `)`
	}
	for after := ""; ; {
		var ids []string
		if err := s.DB.Select(ctx, &ids, `SELECT id FROM products WHERE id > $1 AND archived_at IS NULL`+within+
			` ORDER BY id LIMIT `+strconv.Itoa(perRead), db.Args(o.Stores, after)...); err != nil {
			return w.rows, err
		}
		if len(ids) == 0 {
			return w.rows, w.Close()
		}
		after = ids[len(ids)-1]
		var at []offered
		if err := s.DB.Select(ctx, &at, `SELECT p.branch_id, b.slug AS branch, p.variant_id, p.price, p.offer_price,
			p.offer_from, p.offer_to, p.active, c.cost, k.on_hand, k.counted
			FROM branch_prices p JOIN branches b ON b.id = p.branch_id
			LEFT JOIN variant_costs c ON c.branch_id = p.branch_id AND c.variant_id = p.variant_id
			LEFT JOIN stock k ON k.branch_id = p.branch_id AND k.variant_id = p.variant_id
			WHERE p.product_id IN (`+db.List(1, len(ids))+`) ORDER BY p.variant_id, b.sort, b.id`, db.Args(ids)...); err != nil {
			return w.rows, err
		}
		of := map[string][]offered{}
		for _, one := range at {
			if !o.Some || slices.Contains(o.Branches, one.BranchID) {
				of[one.Variant] = append(of[one.Variant], one)
			}
		}
		records, err := products.ReadAll(ctx, s.DB, ids...)
		if err != nil {
			return w.rows, err
		}
		for _, ref := range ids {
			if records[ref] == nil {
				continue // gone meanwhile
			}
			if err := s.exportOne(w, records[ref], shelves, of, o); err != nil {
				return w.rows, err
			}
		}
	}
}

func (s *Service) exportOne(w *exporter, r *products.Record, shelves map[string]i18n.Text, at map[string][]offered,
	o Export) error {
	// Quantities of products sold by weight are written in grams, and prices per kilogram.
	of := max(1, r.UnitGrams)
	store := r.StoreID
	if st, ok := s.Branches.Store(store); ok {
		store = st.Slug
	}
	product := map[Column]string{
		Handle: r.Slug, Store: store, Shelf: shelves[r.CategoryID].EN, ShelfAR: shelves[r.CategoryID].AR,
		Class: s.Catalog.ReturnClass(r.CategoryID), NameEN: r.NameEN, NameAR: r.NameAR, TextEN: r.DescriptionEN,
		TextAR: r.DescriptionAR,
		Words:  r.Keywords, Tags: strings.Join(r.Tags, ", "), UnitEN: r.UnitEN, UnitAR: r.UnitAR,
		MinQty: strconv.FormatInt(r.MinQty*of, 10), MaxQty: strconv.FormatInt(r.MaxQty*of, 10),
		StepQty: strconv.FormatInt(r.StepQty*of, 10),
		VAT:     strconv.FormatInt(r.VATBP/100, 10) + "%", Shown: answer(r.Active), Facts: factsText(r.Attributes),
		Images: strings.Join(r.Images, ", "),
	}
	if r.UnitGrams > 0 {
		product[UnitGrams] = strconv.FormatInt(r.UnitGrams, 10)
	}
	first := true
	write := func(cells map[Column]string) error {
		row := make([]string, len(w.columns))
		for i, c := range w.columns {
			row[i] = cells[c]
			if first || c == Handle {
				row[i] = row[i] + product[c]
			}
			if !slices.Contains(figures, c) {
				row[i] = sheets.Inert(row[i])
			}
		}
		first = false
		w.rows++
		return w.Row(row)
	}
	for _, v := range r.Variants {
		cells := map[Column]string{SKU: v.SKU, Barcode: v.Barcode, Picture: v.Image, Offered: answer(v.Active)}
		if v.WeightGrams > 0 {
			cells[Grams] = strconv.FormatInt(v.WeightGrams, 10)
		}
		for i, o := range r.Options {
			if i >= len(optionColumns) {
				break
			}
			c := optionColumns[i]
			cells[c.name], cells[c.nameAR] = o.Name.EN, o.Name.AR
			if at := slices.IndexFunc(o.Values, func(one products.Value) bool { return one.ID == v.Choices[o.ID] }); at >= 0 {
				cells[c.value], cells[c.valueAR] = o.Values[at].Name.EN, o.Values[at].Name.AR
			}
		}
		if len(at[v.ID]) == 0 && o.What != "prices" {
			if err := write(cells); err != nil {
				return err
			}
		}
		for _, t := range at[v.ID] {
			cells[Branch], cells[Price], cells[Sold] = t.Branch, pounds(t.Price), answer(t.Sold)
			cells[Offer], cells[From], cells[Until], cells[Costs], cells[Stock], cells[Counted] = "", "", "", "", "", ""
			if t.Offer != nil {
				cells[Offer], cells[From], cells[Until] = pounds(*t.Offer), atText(t.From), atText(t.Until)
			}
			if t.Cost != nil {
				cells[Costs] = pounds(*t.Cost)
			}
			if t.OnHand != nil {
				cells[Stock] = strconv.FormatInt(*t.OnHand*of, 10)
			}
			if t.Counted != nil {
				cells[Counted] = answer(*t.Counted)
			}
			if err := write(cells); err != nil {
				return err
			}
		}
	}
	return nil
}

func answer(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

func pounds(piastres int64) string {
	part := strconv.FormatInt(piastres%100+100, 10)[1:]
	return strconv.FormatInt(piastres/100, 10) + "." + part
}

func atText(at *db.Millis) string {
	if at == nil {
		return ""
	}
	return time.UnixMilli(int64(*at)).In(clock.Cairo).Format("2006-01-02 15:04:05")
}

// factsText formats facts as factsOf reads them.
func factsText(all []products.Fact) string {
	out := make([]string, len(all))
	plain := func(s string) string { return strings.NewReplacer(";", ",", "=", "-", " / ", "/").Replace(s) }
	side := func(name, value string) string { return plain(name) + "=" + plain(value) }
	for i, f := range all {
		out[i] = side(f.Name.EN, f.Value.EN) + " / " + side(f.Name.AR, f.Value.AR)
	}
	return strings.Join(out, "; ")
}

// shelfPaths returns the full path of every category in both languages.
func (s *Service) shelfPaths(ctx context.Context) (map[string]i18n.Text, error) {
	var all []struct {
		ID     string  `db:"id"`
		Parent *string `db:"parent_id"`
		NameEN string  `db:"name_en"`
		NameAR string  `db:"name_ar"`
	}
	if err := s.DB.Select(ctx, &all, `SELECT id, parent_id, name_en, name_ar FROM categories ORDER BY id`); err != nil {
		return nil, err
	}
	names, parents, out := map[string]i18n.Text{}, map[string]string{}, map[string]i18n.Text{}
	for _, c := range all {
		names[c.ID] = bothOf(i18n.Text{EN: c.NameEN, AR: c.NameAR})
		if c.Parent != nil {
			parents[c.ID] = *c.Parent
		}
	}
	for ref := range names {
		var en, ar []string
		for up := ref; up != "" && len(en) < 10; up = parents[up] {
			en = append(en, strings.ReplaceAll(names[up].EN, ">", "-"))
			ar = append(ar, strings.ReplaceAll(names[up].AR, ">", "-"))
		}
		slices.Reverse(en)
		slices.Reverse(ar)
		out[ref] = i18n.Text{EN: strings.Join(en, " > "), AR: strings.Join(ar, " > ")}
	}
	return out, nil
}
