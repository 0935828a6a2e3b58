package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wekala/internal/media"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

// The bounds of a product.
const (
	titleLetters       = 160
	descriptionLetters = 5000
	keywordLetters     = 500
	unitLetters        = 30
	skuLetters         = 64
	mostPictures       = 20
	mostFacts          = 40
	mostOptions        = 4
	mostValues         = 100
	// MostVariants bounds the grid of one product.
	MostVariants = 500
	mostQty      = 10_000
	mostGrams    = 1_000_000
)

// VATs are the classes there are, in basis points.
var VATs = []int64{1400, 500, 0}

// Fact is something a product page says in a row of its own.
type Fact struct {
	Name  i18n.Text `json:"name"`
	Value i18n.Text `json:"value"`
}

// Option is something to choose, and Value what there is to choose from.
type Option struct {
	ID     string    `json:"id" doc:"Made when empty."`
	Name   i18n.Text `json:"name"`
	Values []Value   `json:"values"`
}

// Value is one choice of an Option.
type Value struct {
	ID   string    `json:"id" doc:"Made when empty."`
	Name i18n.Text `json:"name"`
}

// VariantForm is what staff say of one orderable form of a product.
type VariantForm struct {
	ID          string            `json:"id" doc:"Empty for a new one."`
	SKU         string            `json:"sku" doc:"Made when empty."`
	Barcode     string            `json:"barcode"`
	Choices     map[string]string `json:"choices" doc:"Option id to value id; a new option or value goes by its English name."`
	Image       string            `json:"image"`
	Active      bool              `json:"active"`
	WeightGrams int64             `json:"weight_grams" doc:"0: not known."`
}

// ProductForm is what staff say of a product.
type ProductForm struct {
	StoreID       string        `json:"store_id"`
	CategoryID    string        `json:"category_id"`
	NameEN        string        `json:"name_en"`
	NameAR        string        `json:"name_ar"`
	DescriptionEN string        `json:"description_en"`
	DescriptionAR string        `json:"description_ar"`
	UnitEN        string        `json:"unit_en"`
	UnitAR        string        `json:"unit_ar"`
	Keywords      string        `json:"keywords" doc:"Words it is found by beside its names."`
	Images        []string      `json:"images" doc:"Names of uploaded pictures, the first on cards."`
	Attributes    []Fact        `json:"attributes"`
	Options       []Option      `json:"options"`
	Variants      []VariantForm `json:"variants"`
	MinQty        int64         `json:"min_qty"`
	MaxQty        int64         `json:"max_qty" doc:"0: no limit but stock."`
	VATBP         int64         `json:"vat_bp" doc:"VAT in basis points, contained in the price: 1400, 500 or 0."`
}

// NewProduct is a product to be made. What is empty beside the form is made up.
type NewProduct struct {
	ID, Slug             string
	CreatedAt            db.Millis
	Popularity           int64
	Published            bool
	VariantIDs, VariantN []string // ids, and names instead of their choices' (English\x00Arabic)
	ProductForm
}

// Made is what became of one NewProduct.
type Made struct {
	ID       string
	Variants []string    // ids, in the order of the form
	Refused  *errs.Error // nothing was made
}

// clean tidies a form and says what is wrong with it. The store decides the
// service.
func (s *Service) clean(f *ProductForm) (serviceID string, wrong []errs.Field) {
	for _, text := range []*string{&f.NameEN, &f.NameAR, &f.UnitEN, &f.UnitAR, &f.Keywords} {
		*text = httpapi.Clean(*text)
	}
	f.DescriptionEN, f.DescriptionAR = lines(f.DescriptionEN), lines(f.DescriptionAR)
	if f.NameEN == "" && f.NameAR == "" {
		wrong = needed(wrong, "name_ar", f.NameAR, titleLetters)
	}
	for _, c := range []struct {
		name, value string
		most        int
	}{
		{"name_en", f.NameEN, titleLetters}, {"name_ar", f.NameAR, titleLetters},
		{"description_en", f.DescriptionEN, descriptionLetters}, {"description_ar", f.DescriptionAR, descriptionLetters},
		{"unit_en", f.UnitEN, unitLetters}, {"unit_ar", f.UnitAR, unitLetters}, {"keywords", f.Keywords, keywordLetters},
	} {
		wrong = short(wrong, c.name, c.value, c.most)
	}
	say := func(name, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: name, Key: key, Args: args})
	}
	if st, ok := s.Branches.Store(f.StoreID); ok {
		serviceID, f.StoreID = st.Kind.ID, st.ID
	} else {
		say("store_id", "common.one_of")
	}
	if f.CategoryID == "" {
		say("category_id", "common.required")
	}
	if !slices.Contains(VATs, f.VATBP) {
		say("vat_bp", "common.one_of")
	}
	if f.MinQty == 0 {
		f.MinQty = 1
	}
	if f.MinQty < 1 || f.MinQty > mostQty {
		say("min_qty", "catalog.qty_range", "least", 1, "most", mostQty)
	}
	if f.MaxQty < 0 || f.MaxQty > mostQty || f.MaxQty > 0 && f.MaxQty < f.MinQty {
		say("max_qty", "catalog.max_below_min")
	}
	if len(f.Images) > mostPictures {
		say("images", "catalog.most_pictures", "most", mostPictures)
	}
	if slices.ContainsFunc(f.Images, func(name string) bool { return !s.Library.Has(name) }) {
		say("images", "catalog.picture_unknown")
	}
	f.Images = unique(f.Images)
	wrong = append(wrong, f.cleanFacts()...)
	wrong = append(wrong, f.cleanOptions()...)
	wrong = append(wrong, f.cleanVariants(s.Library)...)
	return serviceID, wrong
}

// lines is httpapi.Clean for a text of several lines.
func lines(text string) string {
	parts := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, p := range parts {
		parts[i] = httpapi.Clean(p)
	}
	return strings.Trim(strings.Join(parts, "\n"), "\n")
}

func unique(list []string) []string {
	out := []string{}
	for _, v := range list {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// cleanText tidies a text in both languages; what stands in one only stands in
// both.
func cleanText(t *i18n.Text) {
	t.EN, t.AR = httpapi.Clean(t.EN), httpapi.Clean(t.AR)
	t.EN, t.AR = cmp.Or(t.EN, t.AR), cmp.Or(t.AR, t.EN)
}

func (f *ProductForm) cleanFacts() (wrong []errs.Field) {
	if len(f.Attributes) > mostFacts {
		wrong = append(wrong, errs.Field{Name: "attributes", Key: "catalog.most_rows", Args: []any{"most", mostFacts}})
	}
	kept := []Fact{}
	for i, a := range f.Attributes {
		cleanText(&a.Name)
		cleanText(&a.Value)
		switch {
		case a.Name.EN == "" && a.Value.EN == "":
			continue
		case a.Name.EN == "" || a.Value.EN == "":
			wrong = append(wrong, errs.Field{Name: fmt.Sprintf("attributes.%d", i), Key: "common.required"})
		}
		wrong = short(wrong, fmt.Sprintf("attributes.%d", i), a.Name.EN+a.Name.AR, titleLetters)
		wrong = short(wrong, fmt.Sprintf("attributes.%d", i), a.Value.EN+a.Value.AR, 2*titleLetters)
		kept = append(kept, a)
	}
	f.Attributes = kept
	return wrong
}

// cleanOptions names options and values that have no id after what they say, so
// that variants sent along can choose them.
func (f *ProductForm) cleanOptions() (wrong []errs.Field) {
	if f.Options == nil {
		f.Options = []Option{}
	}
	if len(f.Options) > mostOptions {
		wrong = append(wrong, errs.Field{Name: "options", Key: "catalog.most_rows", Args: []any{"most", mostOptions}})
	}
	ids := map[string]bool{}
	for i := range f.Options {
		o, field := &f.Options[i], fmt.Sprintf("options.%d", i)
		cleanText(&o.Name)
		wrong = needed(wrong, field, o.Name.EN, unitLetters)
		o.ID = cmp.Or(o.ID, slugOf(o.Name.EN), fmt.Sprintf("option-%d", i+1))
		if ids[o.ID] {
			wrong = append(wrong, errs.Field{Name: field, Key: "catalog.twice"})
		}
		ids[o.ID] = true
		if len(o.Values) == 0 || len(o.Values) > mostValues {
			wrong = append(wrong, errs.Field{Name: field, Key: "catalog.values_range", Args: []any{"most", mostValues}})
		}
		values := map[string]bool{}
		for j := range o.Values {
			v := &o.Values[j]
			cleanText(&v.Name)
			wrong = needed(wrong, field, v.Name.EN, nameLetters)
			v.ID = cmp.Or(v.ID, slugOf(v.Name.EN), fmt.Sprintf("value-%d", j+1))
			if values[v.ID] {
				wrong = append(wrong, errs.Field{Name: field, Key: "catalog.twice"})
			}
			values[v.ID] = true
		}
	}
	return wrong
}

// choice names what a variant chooses, the same whatever the order of its map.
func (f *ProductForm) choice(choices map[string]string) string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(choices)) {
		b.WriteString(key + "\x00" + choices[key] + "\x00")
	}
	return b.String()
}

// named is what a variant is called: its values in the order of the options.
func (f *ProductForm) named(choices map[string]string) (t i18n.Text, ok bool) {
	var en, ar []string
	for _, o := range f.Options {
		at := slices.IndexFunc(o.Values, func(v Value) bool { return v.ID == choices[o.ID] })
		if at < 0 {
			return t, false
		}
		en, ar = append(en, o.Values[at].Name.EN), append(ar, o.Values[at].Name.AR)
	}
	return i18n.Text{EN: strings.Join(en, " / "), AR: strings.Join(ar, " / ")}, len(choices) == len(f.Options)
}

func (f *ProductForm) cleanVariants(pictures pictureNames) (wrong []errs.Field) {
	if len(f.Variants) == 0 && len(f.Options) == 0 {
		f.Variants = []VariantForm{{Active: true}}
	}
	if len(f.Variants) == 0 || len(f.Variants) > MostVariants {
		wrong = append(wrong, errs.Field{Name: "variants", Key: "catalog.variants_range", Args: []any{"most", MostVariants}})
	}
	chosen, skus := map[string]bool{}, map[string]bool{}
	for i := range f.Variants {
		v, field := &f.Variants[i], fmt.Sprintf("variants.%d", i)
		say := func(part, key string, args ...any) {
			wrong = append(wrong, errs.Field{Name: field + part, Key: key, Args: args})
		}
		v.SKU, v.Barcode = httpapi.Clean(v.SKU), httpapi.Clean(v.Barcode)
		if v.Choices == nil {
			v.Choices = map[string]string{}
		}
		if _, ok := f.named(v.Choices); !ok {
			say("", "catalog.choices_unknown")
		}
		if key := f.choice(v.Choices); chosen[key] {
			say("", "catalog.twice")
		} else {
			chosen[key] = true
		}
		wrong = short(wrong, field+".sku", v.SKU, skuLetters)
		wrong = short(wrong, field+".barcode", v.Barcode, skuLetters)
		if v.SKU != "" && skus[v.SKU] {
			say(".sku", "catalog.sku_taken")
		}
		skus[v.SKU] = true
		if v.WeightGrams < 0 || v.WeightGrams > mostGrams {
			say(".weight_grams", "catalog.weight_range", "most", mostGrams/1000)
		}
		if v.Image != "" && !pictures.Has(v.Image) {
			say(".image", "catalog.picture_unknown")
		}
	}
	return wrong
}

// stored writes a list the way its column holds it.
func stored(list any) string {
	raw, err := json.Marshal(list)
	if err != nil {
		panic("catalog: a list must encode: " + err.Error())
	}
	return string(raw)
}

// Create makes products, each or none of it: what is wrong with one is told in
// its place and leaves the others alone. The catalogue's version is raised once.
func (s *Service) Create(ctx context.Context, tx *db.Tx, by By, list []NewProduct) ([]Made, error) {
	out := make([]Made, len(list))
	var ids []string
	for i := range list {
		made, err := s.create(ctx, tx, by, &list[i])
		var refused *errs.Error
		if errors.As(err, &refused) {
			out[i].Refused = refused
			continue
		}
		if err != nil {
			return nil, err
		}
		out[i] = made
		ids = append(ids, made.ID)
	}
	return out, Touch(ctx, tx, ChangedProduct, ids...)
}

func (s *Service) create(ctx context.Context, tx *db.Tx, by By, in *NewProduct) (Made, error) {
	serviceID, wrong := s.clean(&in.ProductForm)
	f := &in.ProductForm
	if in.Published {
		wrong = append(wrong, f.unfit()...)
	}
	if in.CategoryID != "" && serviceID != "" {
		if ok, err := usable(ctx, tx, in.CategoryID, serviceID); err != nil {
			return Made{}, err
		} else if !ok {
			wrong = append(wrong, errs.Field{Name: "category_id", Key: "catalog.category_unknown"})
		}
	}
	for i, v := range f.Variants {
		if v.SKU == "" {
			continue
		}
		if taken, err := s.skuTaken(ctx, tx, v.SKU, ""); err != nil {
			return Made{}, err
		} else if taken {
			wrong = append(wrong, errs.Field{Name: fmt.Sprintf("variants.%d.sku", i), Key: "catalog.sku_taken"})
		}
	}
	if len(wrong) > 0 {
		return Made{}, errs.InvalidAll(wrong)
	}
	now := db.At(s.Clock.Now())
	created := cmp.Or(in.CreatedAt, now)
	out := Made{ID: cmp.Or(in.ID, id.New("prd"))}
	slug, err := freeSlug(ctx, tx, "products", cmp.Or(in.Slug, Slug(f.NameEN, f.NameAR)))
	if err != nil {
		return Made{}, err
	}
	if err := s.shows(ctx, tx, out.ID, f); err != nil {
		// Nothing of it stays: others of the list go on.
		if cleared := media.Use(ctx, tx, "product", out.ID, ""); cleared != nil {
			return Made{}, cleared
		}
		return Made{}, err
	}
	_, err = tx.Exec(ctx, `INSERT INTO products (id, slug, service_id, store_id, category_id, name_en, name_ar, description_en, description_ar,
			images, attributes, options, keywords, unit_en, unit_ar, min_qty, max_qty, vat_bp, popularity, active, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
		out.ID, slug, serviceID, f.StoreID, f.CategoryID, f.NameEN, f.NameAR, f.DescriptionEN, f.DescriptionAR,
		stored(f.Images), stored(f.Attributes), stored(f.Options), f.Keywords, f.UnitEN, f.UnitAR, f.MinQty, f.MaxQty, f.VATBP,
		in.Popularity, in.Published, created, cmp.Or(in.CreatedAt, now))
	if err != nil {
		return Made{}, err
	}
	for i, v := range f.Variants {
		name, _ := f.named(v.Choices)
		variantID := id.New("var")
		if i < len(in.VariantIDs) {
			variantID = in.VariantIDs[i]
		}
		if i < len(in.VariantN) {
			en, ar, _ := strings.Cut(in.VariantN[i], "\x00")
			name = i18n.Text{EN: en, AR: ar}
		}
		if err := insertVariant(ctx, tx, out.ID, variantID, i, v, name); err != nil {
			return Made{}, err
		}
		out.Variants = append(out.Variants, variantID)
	}
	return out, s.log(ctx, tx, by, "product.create", out.ID, nil, f)
}

func insertVariant(ctx context.Context, tx *db.Tx, productID, variantID string, place int, v VariantForm, name i18n.Text) error {
	sku := cmp.Or(v.SKU, strings.ToUpper(variantID[max(0, len(variantID)-10):]))
	_, err := tx.Exec(ctx, `INSERT INTO variants (id, product_id, sku, choices, name_en, name_ar, image, active, sort, barcode, weight_grams)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		variantID, productID, sku, stored(v.Choices), name.EN, name.AR, pictureOf(v), v.Active, int64(place), v.Barcode, v.WeightGrams)
	return err
}

func pictureOf(v VariantForm) *string {
	if v.Image == "" {
		return nil
	}
	return &v.Image
}

// skuTaken says whether another variant has a SKU.
func (s *Service) skuTaken(ctx context.Context, q db.Querier, sku, variantID string) (bool, error) {
	var n int64
	err := q.Get(ctx, &n, `SELECT COUNT(*) FROM variants WHERE sku = $1 AND id <> $2`, sku, variantID)
	return n > 0, err
}

// unfit says what a product lacks to be published.
func (f *ProductForm) unfit() (wrong []errs.Field) {
	wrong = needed(wrong, "name_en", f.NameEN, titleLetters)
	wrong = needed(wrong, "name_ar", f.NameAR, titleLetters)
	if !slices.ContainsFunc(f.Variants, func(v VariantForm) bool { return v.Active }) {
		wrong = append(wrong, errs.Field{Name: "variants", Key: "catalog.no_active_variant"})
	}
	return wrong
}

// shows says which pictures a product shows.
func (s *Service) shows(ctx context.Context, tx *db.Tx, productID string, f *ProductForm) error {
	names := slices.Clone(f.Images)
	for _, v := range f.Variants {
		if v.Image != "" {
			names = append(names, v.Image)
		}
	}
	return media.Use(ctx, tx, "product", productID, "images", names...)
}

// Pictures is what of the catalogue shows uploaded pictures.
func (s *Service) Pictures() []media.Owner {
	return []media.Owner{
		{Kind: "product", Titles: `SELECT id, name_en AS title_en, name_ar AS title_ar FROM products`},
		{Kind: "category", Titles: `SELECT id, name_en AS title_en, name_ar AS title_ar FROM categories`},
	}
}

// Record is a product as it is stored, for staff.
type Record struct {
	ID         string     `json:"id"`
	Slug       string     `json:"slug"`
	ServiceID  string     `json:"service"`
	Active     bool       `json:"active"`
	ArchivedAt *db.Millis `json:"archived_at"`
	Version    int64      `json:"version"`
	CreatedAt  db.Millis  `json:"created_at"`
	UpdatedAt  db.Millis  `json:"updated_at"`
	ProductForm
}

// State says where a product stands: draft, published or archived.
func (r *Record) State() string { return stateOf(r.Active, r.ArchivedAt != nil) }

func stateOf(active, archived bool) string {
	switch {
	case archived:
		return Archived
	case active:
		return Published
	}
	return Draft
}

// The states of a product.
const (
	Draft     = "draft"
	Published = "published"
	Archived  = "archived"
)

type recordRow struct {
	ID            string
	Slug          string
	ServiceID     string `db:"service_id"`
	StoreID       string `db:"store_id"`
	CategoryID    string `db:"category_id"`
	NameEN        string `db:"name_en"`
	NameAR        string `db:"name_ar"`
	DescriptionEN string `db:"description_en"`
	DescriptionAR string `db:"description_ar"`
	Images        string
	Attributes    string
	Options       string
	Keywords      string
	UnitEN        string `db:"unit_en"`
	UnitAR        string `db:"unit_ar"`
	MinQty        int64  `db:"min_qty"`
	MaxQty        int64  `db:"max_qty"`
	VATBP         int64  `db:"vat_bp"`
	Active        bool
	ArchivedAt    *db.Millis `db:"archived_at"`
	Version       int64
	CreatedAt     db.Millis `db:"created_at"`
	UpdatedAt     db.Millis `db:"updated_at"`
}

type variantRow struct {
	ID          string
	SKU         string
	Barcode     string
	Choices     string
	Image       *string
	Active      bool
	WeightGrams int64 `db:"weight_grams"`
}

// Read reads a product by id; NotFound when there is none.
func Read(ctx context.Context, q db.Querier, productID string) (*Record, error) {
	var r recordRow
	err := q.Get(ctx, &r, `SELECT id, slug, service_id, store_id, category_id, name_en, name_ar, description_en, description_ar, images, attributes,
		options, keywords, unit_en, unit_ar, min_qty, max_qty, vat_bp, active, archived_at, version, created_at, updated_at FROM products WHERE id = $1`, productID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, errs.NotFound()
	}
	if err != nil {
		return nil, err
	}
	var rows []variantRow
	err = q.Select(ctx, &rows, `SELECT id, sku, barcode, choices, image, active, weight_grams FROM variants WHERE product_id = $1 ORDER BY sort, id`, productID)
	if err != nil {
		return nil, err
	}
	out := &Record{ID: r.ID, Slug: r.Slug, ServiceID: r.ServiceID, Active: r.Active, ArchivedAt: r.ArchivedAt, Version: r.Version,
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, ProductForm: ProductForm{
			StoreID: r.StoreID, CategoryID: r.CategoryID, NameEN: r.NameEN, NameAR: r.NameAR, DescriptionEN: r.DescriptionEN, DescriptionAR: r.DescriptionAR,
			UnitEN: r.UnitEN, UnitAR: r.UnitAR, Keywords: r.Keywords, MinQty: r.MinQty, MaxQty: r.MaxQty, VATBP: r.VATBP,
			Images: []string{}, Attributes: []Fact{}, Options: []Option{}, Variants: []VariantForm{},
		}}
	for text, list := range map[string]any{r.Images: &out.Images, r.Attributes: &out.Attributes, r.Options: &out.Options} {
		if text == "[]" {
			continue
		}
		if err := json.Unmarshal([]byte(text), list); err != nil {
			return nil, fmt.Errorf("catalog: product %s: %w", productID, err)
		}
	}
	for _, v := range rows {
		form := VariantForm{ID: v.ID, SKU: v.SKU, Barcode: v.Barcode, Choices: map[string]string{}, Active: v.Active, WeightGrams: v.WeightGrams}
		if v.Image != nil {
			form.Image = *v.Image
		}
		_ = json.Unmarshal([]byte(v.Choices), &form.Choices)
		out.Variants = append(out.Variants, form)
	}
	return out, nil
}

// changeProduct makes one change of a product, if it is the version that was
// read (0: whatever it is). change works on the record and may write variants.
func (s *Service) changeProduct(ctx context.Context, tx *db.Tx, by By, action, productID string, version int64, change func(r *Record) error) error {
	// The row is locked before it is read.
	n, err := tx.Exec(ctx, `UPDATE products SET version = version + 1, updated_at = $2 WHERE id = $1 AND (CAST($3 AS BIGINT) = 0 OR version = $3)`,
		productID, db.At(s.Clock.Now()), version)
	if err != nil {
		return err
	}
	was, err := Read(ctx, tx, productID)
	if err != nil {
		return err
	}
	if n == 0 {
		return errs.MovedOn(nil)
	}
	next, err := Read(ctx, tx, productID)
	if err != nil {
		return err
	}
	if err := change(next); err != nil {
		return err
	}
	f := &next.ProductForm
	if _, err := tx.Exec(ctx, `UPDATE products SET service_id = $2, store_id = $3, category_id = $4, name_en = $5, name_ar = $6, description_en = $7,
		description_ar = $8, images = $9, attributes = $10, options = $11, keywords = $12, unit_en = $13, unit_ar = $14, min_qty = $15, max_qty = $16,
		vat_bp = $17, active = $18, archived_at = $19 WHERE id = $1`,
		productID, next.ServiceID, f.StoreID, f.CategoryID, f.NameEN, f.NameAR, f.DescriptionEN, f.DescriptionAR, stored(f.Images), stored(f.Attributes),
		stored(f.Options), f.Keywords, f.UnitEN, f.UnitAR, f.MinQty, f.MaxQty, f.VATBP, next.Active, next.ArchivedAt); err != nil {
		return err
	}
	if err := s.log(ctx, tx, by, action, productID, was, next); err != nil {
		return err
	}
	return Touch(ctx, tx, ChangedProduct, productID)
}

// Update changes what a product says and which variants it has. Variants that
// could have been ordered are switched off and stay when they are left out.
func (s *Service) Update(ctx context.Context, tx *db.Tx, by By, productID string, version int64, form ProductForm) error {
	form.Variants = slices.Clone(form.Variants) // the transaction may run again with what came in
	return s.changeProduct(ctx, tx, by, "product.edit", productID, version, func(r *Record) error {
		serviceID, wrong := s.clean(&form)
		if r.Active {
			wrong = append(wrong, form.unfit()...)
		}
		if form.CategoryID != "" && serviceID != "" && (form.CategoryID != r.CategoryID || serviceID != r.ServiceID) {
			if ok, err := usable(ctx, tx, form.CategoryID, serviceID); err != nil {
				return err
			} else if !ok {
				wrong = append(wrong, errs.Field{Name: "category_id", Key: "catalog.category_unknown"})
			}
		}
		if form.StoreID != r.StoreID {
			var priced int64
			if err := tx.Get(ctx, &priced, `SELECT COUNT(*) FROM branch_prices WHERE product_id = $1`, productID); err != nil {
				return err
			}
			if priced > 0 {
				wrong = append(wrong, errs.Field{Name: "store_id", Key: "catalog.store_fixed"})
			}
		}
		adopt(r.Variants, &form)
		for i, v := range form.Variants {
			if v.ID != "" && !slices.ContainsFunc(r.Variants, func(o VariantForm) bool { return o.ID == v.ID }) {
				wrong = append(wrong, errs.Field{Name: fmt.Sprintf("variants.%d", i), Key: "catalog.choices_unknown"})
			}
			if v.SKU == "" {
				continue
			}
			if taken, err := s.skuElsewhere(ctx, tx, v.SKU, productID); err != nil {
				return err
			} else if taken {
				wrong = append(wrong, errs.Field{Name: fmt.Sprintf("variants.%d.sku", i), Key: "catalog.sku_taken"})
			}
		}
		if len(wrong) > 0 {
			return errs.InvalidAll(wrong)
		}
		kept, err := writeVariants(ctx, tx, productID, r.Variants, &form)
		if err != nil {
			return err
		}
		form.Variants = append(form.Variants, kept...)
		if err := s.shows(ctx, tx, productID, &form); err != nil {
			return err
		}
		r.ProductForm, r.ServiceID = form, serviceID
		return nil
	})
}

// adopt gives variants without an id that of a former one with the same choices.
func adopt(former []VariantForm, f *ProductForm) {
	taken := map[string]bool{}
	for _, v := range f.Variants {
		taken[v.ID] = true
	}
	for i := range f.Variants {
		v := &f.Variants[i]
		for _, o := range former {
			if v.ID == "" && !taken[o.ID] && f.choice(o.Choices) == f.choice(v.Choices) {
				v.ID, v.SKU = o.ID, cmp.Or(v.SKU, o.SKU)
			}
		}
	}
}

func (s *Service) skuElsewhere(ctx context.Context, q db.Querier, sku, productID string) (bool, error) {
	var n int64
	err := q.Get(ctx, &n, `SELECT COUNT(*) FROM variants WHERE sku = $1 AND product_id <> $2`, sku, productID)
	return n > 0, err
}

// writeVariants makes a product's variants those of the form, and lists the
// former ones that stay, switched off.
func writeVariants(ctx context.Context, tx *db.Tx, productID string, former []VariantForm, f *ProductForm) (kept []VariantForm, err error) {
	byID := map[string]VariantForm{}
	for _, v := range former {
		byID[v.ID] = v
	}
	wanted := map[string]bool{}
	for _, v := range f.Variants {
		wanted[v.ID] = true
	}
	for _, v := range former {
		if wanted[v.ID] {
			// Two may exchange their SKUs.
			if _, err := tx.Exec(ctx, `UPDATE variants SET sku = '~' || id WHERE id = $1`, v.ID); err != nil {
				return nil, err
			}
			continue
		}
		// A price is what makes a variant orderable, and prices are never deleted.
		n, err := tx.Exec(ctx, `DELETE FROM variants WHERE id = $1
			AND NOT EXISTS (SELECT 1 FROM branch_prices WHERE product_id = $2 AND variant_id = $1)
			AND NOT EXISTS (SELECT 1 FROM stock WHERE variant_id = $1
				AND branch_id IN (SELECT b.id FROM branches b JOIN products p ON p.store_id = b.store_id WHERE p.id = $2))`, v.ID, productID)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			continue
		}
		v.Active = false
		if slices.ContainsFunc(f.Variants, func(o VariantForm) bool { return o.SKU == v.SKU }) {
			v.SKU += "~" + v.ID[max(0, len(v.ID)-6):]
		}
		kept = append(kept, v)
		if _, err := tx.Exec(ctx, `UPDATE variants SET active = $2, sort = $3, sku = $4 WHERE id = $1`, v.ID, false, int64(MostVariants+len(kept)), v.SKU); err != nil {
			return nil, err
		}
	}
	for i := range f.Variants {
		v := &f.Variants[i]
		name, _ := f.named(v.Choices)
		if v.ID == "" {
			v.ID = id.New("var")
			v.SKU = cmp.Or(v.SKU, strings.ToUpper(v.ID[len(v.ID)-10:]))
			if err := insertVariant(ctx, tx, productID, v.ID, i, *v, name); err != nil {
				return nil, err
			}
			continue
		}
		v.SKU = cmp.Or(v.SKU, byID[v.ID].SKU)
		if _, err := tx.Exec(ctx, `UPDATE variants SET sku = $2, choices = $3, name_en = $4, name_ar = $5, image = $6, active = $7, sort = $8, barcode = $9,
			weight_grams = $10 WHERE id = $1`, v.ID, v.SKU, stored(v.Choices), name.EN, name.AR, pictureOf(*v), v.Active, int64(i), v.Barcode, v.WeightGrams); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// Publish shows a product to customers, or makes it a draft again.
func (s *Service) Publish(ctx context.Context, tx *db.Tx, by By, productID string, published bool) error {
	return s.changeProduct(ctx, tx, by, "product.publish", productID, 0, func(r *Record) error {
		if r.ArchivedAt != nil {
			return errs.Refuse("catalog.archived")
		}
		if wrong := r.unfit(); published && len(wrong) > 0 {
			return errs.InvalidAll(wrong)
		}
		r.Active = published
		return nil
	})
}

// Archive takes a product out of use, or into it again, as a draft.
func (s *Service) Archive(ctx context.Context, tx *db.Tx, by By, productID string, archived bool) error {
	action := "product.restore"
	if archived {
		action = "product.archive"
	}
	return s.changeProduct(ctx, tx, by, action, productID, 0, func(r *Record) error {
		switch {
		case archived && r.ArchivedAt == nil:
			at := db.At(s.Clock.Now())
			r.ArchivedAt, r.Active = &at, false
		case !archived && r.ArchivedAt != nil:
			if ok, err := usable(ctx, tx, r.CategoryID, r.ServiceID); err != nil {
				return err
			} else if !ok {
				return errs.Refuse("catalog.category_archived")
			}
			r.ArchivedAt = nil
		}
		return nil
	})
}

// Duplicate makes a draft like a product, with SKUs of its own, without
// barcodes, and with its prices where wished.
func (s *Service) Duplicate(ctx context.Context, tx *db.Tx, by By, productID string, prices bool) (string, error) {
	r, err := Read(ctx, tx, productID)
	if err != nil {
		return "", err
	}
	f := r.ProductForm
	f.NameEN, f.NameAR = copied(i18n.EN, f.NameEN), copied(i18n.AR, f.NameAR)
	gone := func(name string) bool { return name != "" && !s.Library.Has(name) }
	f.Images = slices.DeleteFunc(f.Images, gone)
	var from []string
	f.Variants = slices.DeleteFunc(f.Variants, func(v VariantForm) bool {
		_, fits := f.named(v.Choices)
		return !fits
	})
	for i := range f.Variants {
		from = append(from, f.Variants[i].ID)
		f.Variants[i].ID, f.Variants[i].SKU, f.Variants[i].Barcode = "", "", ""
		if gone(f.Variants[i].Image) {
			f.Variants[i].Image = ""
		}
	}
	made, err := s.Create(ctx, tx, by, []NewProduct{{ProductForm: f}})
	if err != nil {
		return "", err
	}
	if made[0].Refused != nil {
		return "", made[0].Refused
	}
	if !prices {
		return made[0].ID, nil
	}
	for i, v := range made[0].Variants {
		if _, err := tx.Exec(ctx, `INSERT INTO branch_prices (branch_id, variant_id, product_id, price, active)
			SELECT branch_id, $2, $3, price, active FROM branch_prices WHERE variant_id = $1 AND product_id = $4`, from[i], v, made[0].ID, productID); err != nil {
			return "", err
		}
	}
	return made[0].ID, nil
}

func copied(lang i18n.Lang, name string) string {
	if name == "" {
		return ""
	}
	return i18n.T(lang, "catalog.copy_of", "name", name)
}
