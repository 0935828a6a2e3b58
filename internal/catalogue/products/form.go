package products

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// The limits of a product's fields.
const (
	titleLetters       = 160
	descriptionLetters = 5000
	keywordLetters     = 500
	// TagLetters bounds a tag, MaxTags those of one product.
	TagLetters  = 40
	MaxTags     = 20
	unitLetters = 30
	skuLetters  = 64
	maxPictures = 20
	maxFacts    = 40
	maxOptions  = 4
	maxValues   = 100
	// MaxVariants limits the number of variants of one product.
	MaxVariants = 500
	maxQty      = 10_000
	maxGrams    = 1_000_000
)

// VATs lists the VAT classes, in basis points.
var VATs = []int64{1400, 500, 0}

// unitsOfWeight lists the allowed weights of a unit in grams. Each divides a kilogram exactly, so a whole price per
// unit gives a whole price per kilogram.
var unitsOfWeight = []int64{0, 10, 20, 25, 40, 50, 100, 125, 200, 250, 500, 1000}

// Fact is a row of details on a product page.
type Fact struct {
	Name  i18n.Text `json:"name"`
	Value i18n.Text `json:"value"`
}

// Option is a choice that customers make, such as a size, with its possible values.
type Option struct {
	ID     string    `json:"id" doc:"Made when empty."`
	Name   i18n.Text `json:"name"`
	Values []Value   `json:"values" maxItems:"500"`
}

// Value is one choice of an Option.
type Value struct {
	ID   string    `json:"id" doc:"Made when empty."`
	Name i18n.Text `json:"name"`
}

// VariantForm is the content of an orderable variant as staff submit it.
type VariantForm struct {
	ID          string            `json:"id" doc:"Empty for a new one."`
	SKU         string            `json:"sku" doc:"Made when empty."`
	Barcode     string            `json:"barcode"`
	Choices     map[string]string `json:"choices" doc:"Option id to value id; a new option or value goes by its English name."`
	Image       string            `json:"image"`
	Active      bool              `json:"active"`
	WeightGrams int64             `json:"weight_grams" doc:"0: not known."`
}

// ProductForm is the content of a product as staff submit it.
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
	Tags          []string      `json:"tags" maxItems:"100" doc:"Short words the shop sorts its products by, in its order, and that it is found by; a comma divides two."`
	Images        []string      `json:"images" maxItems:"100" doc:"Names of uploaded pictures, the first on cards."`
	Attributes    []Fact        `json:"attributes" maxItems:"200"`
	Options       []Option      `json:"options" maxItems:"20"`
	Variants      []VariantForm `json:"variants" maxItems:"1000"`
	MinQty        int64         `json:"min_qty"`
	MaxQty        int64         `json:"max_qty" doc:"0: no limit but stock."`
	StepQty       int64         `json:"step_qty" doc:"What a quantity grows by from the least."`
	UnitGrams     int64         `json:"unit_grams" doc:"0: sold by the piece. Sold by weight: the grams of one unit, which quantities, stock and prices count; 10, 20, 25, 40, 50, 100, 125, 200, 250, 500 or 1000. It stays once something of the product was sold, is in a cart or in stock."`
	VATBP         int64         `json:"vat_bp" doc:"VAT in basis points, contained in the price: 1400, 500 or 0."`
}

// clean normalises a form and returns its errors. The store determines the service.
func (s *Service) clean(by Actor, f *ProductForm) (serviceID string, wrong []errs.Field) {
	for _, text := range []*string{&f.NameEN, &f.NameAR, &f.UnitEN, &f.UnitAR, &f.Keywords} {
		*text = httpapi.Clean(*text)
	}
	f.DescriptionEN, f.DescriptionAR = lines(f.DescriptionEN), lines(f.DescriptionAR)
	if f.NameEN == "" && f.NameAR == "" {
		wrong = append(wrong, errs.Field{Name: "name_ar", Key: "common.one_language"})
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
	if st, ok := s.Branches.Store(f.StoreID); ok && by.Sees(st.ID) {
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
	if f.MinQty < 1 || f.MinQty > maxQty {
		say("min_qty", "catalog.qty_range", "least", 1, "most", maxQty)
	}
	if f.MaxQty < 0 || f.MaxQty > maxQty || f.MaxQty > 0 && f.MaxQty < f.MinQty {
		say("max_qty", "catalog.max_below_min")
	}
	if f.StepQty == 0 {
		f.StepQty = 1
	}
	if f.StepQty < 1 || f.StepQty > maxQty {
		say("step_qty", "catalog.qty_range", "least", 1, "most", maxQty)
	}
	if !slices.Contains(unitsOfWeight, f.UnitGrams) {
		say("unit_grams", "common.one_of")
	}
	if len(f.Images) > maxPictures {
		say("images", "catalog.most_pictures", "most", maxPictures)
	}
	if slices.ContainsFunc(f.Images, func(name string) bool { return !s.Library.Has(name) }) {
		say("images", "catalog.picture_unknown")
	}
	f.Images = unique(f.Images)
	wrong = append(wrong, f.cleanTags()...)
	wrong = append(wrong, f.cleanFacts()...)
	wrong = append(wrong, f.cleanOptions()...)
	wrong = append(wrong, f.cleanVariants(s.Library)...)
	return serviceID, wrong
}

// lines is httpapi.Clean for a multi-line text.
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

// cleanText normalises a text in both languages; a text given in only one language is used for both.
func cleanText(t *i18n.Text) {
	t.EN, t.AR = httpapi.Clean(t.EN), httpapi.Clean(t.AR)
	t.EN, t.AR = cmp.Or(t.EN, t.AR), cmp.Or(t.AR, t.EN)
}

// TagsOf returns the tags in some texts, without duplicates regardless of case.
func TagsOf(texts ...string) []string {
	tags, known := []string{}, map[string]bool{}
	for _, text := range texts {
		for tag := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == '،' }) {
			if tag = httpapi.Clean(tag); tag != "" && !known[strings.ToLower(tag)] {
				known[strings.ToLower(tag)] = true
				tags = append(tags, tag)
			}
		}
	}
	return tags
}

// tagged reports whether a product has a tag, regardless of case.
func tagged(tags []string, tag string) bool {
	return slices.ContainsFunc(tags, func(have string) bool { return strings.EqualFold(have, tag) })
}

func (f *ProductForm) cleanTags() (wrong []errs.Field) {
	f.Tags = TagsOf(f.Tags...)
	if len(f.Tags) > MaxTags {
		wrong = append(wrong, errs.Field{Name: "tags", Key: "catalog.most_rows", Args: []any{"most", MaxTags}})
	}
	if slices.ContainsFunc(f.Tags, func(tag string) bool { return utf8.RuneCountInString(tag) > TagLetters }) {
		wrong = append(wrong, errs.Field{Name: "tags", Key: "common.too_long", Args: []any{"len", TagLetters}})
	}
	return wrong
}

func (f *ProductForm) cleanFacts() (wrong []errs.Field) {
	if len(f.Attributes) > maxFacts {
		wrong = append(wrong, errs.Field{Name: "attributes", Key: "catalog.most_rows", Args: []any{"most", maxFacts}})
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

// cleanOptions gives options and values without an id one made from their name, so that variants in the same form can
// refer to them.
func (f *ProductForm) cleanOptions() (wrong []errs.Field) {
	if f.Options == nil {
		f.Options = []Option{}
	}
	if len(f.Options) > maxOptions {
		wrong = append(wrong, errs.Field{Name: "options", Key: "catalog.most_rows", Args: []any{"most", maxOptions}})
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
		if len(o.Values) == 0 || len(o.Values) > maxValues {
			wrong = append(wrong, errs.Field{Name: field, Key: "catalog.values_range", Args: []any{"most", maxValues}})
		}
		values, names := map[string]bool{}, map[string]bool{}
		for j := range o.Values {
			v := &o.Values[j]
			cleanText(&v.Name)
			wrong = needed(wrong, field, v.Name.EN, nameLetters)
			v.ID = cmp.Or(v.ID, slugOf(v.Name.EN), fmt.Sprintf("value-%d", j+1))
			// Two values with the same name would be indistinguishable. The comparison does not fold names as search does,
			// because A+ and A- differ.
			en, ar := "en "+strings.ToLower(v.Name.EN), "ar "+strings.ToLower(v.Name.AR)
			if values[v.ID] || v.Name.EN != "" && (names[en] || names[ar]) {
				wrong = append(wrong, errs.Field{Name: field, Key: "catalog.twice"})
			}
			values[v.ID], names[en], names[ar] = true, true, true
		}
	}
	return wrong
}

// choice returns a key for the values that a variant chooses, independent of map order.
func (f *ProductForm) choice(choices map[string]string) string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(choices)) {
		b.WriteString(key + "\x00" + choices[key] + "\x00")
	}
	return b.String()
}

// named returns the name of a variant: its values in the order of the options.
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
	if len(f.Variants) == 0 || len(f.Variants) > MaxVariants {
		wrong = append(wrong, errs.Field{Name: "variants", Key: "catalog.variants_range", Args: []any{"most", MaxVariants}})
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
		if v.WeightGrams < 0 || v.WeightGrams > maxGrams {
			say(".weight_grams", "catalog.weight_range", "most", maxGrams/1000)
		}
		if v.Image != "" && !pictures.Has(v.Image) {
			say(".image", "catalog.picture_unknown")
		}
	}
	return wrong
}

// unfit returns the errors for fields that a product needs before it can be published.
func (f *ProductForm) unfit() (wrong []errs.Field) {
	if !slices.ContainsFunc(f.Variants, func(v VariantForm) bool { return v.Active }) {
		wrong = append(wrong, errs.Field{Name: "variants", Key: "catalog.no_active_variant"})
	}
	return wrong
}
