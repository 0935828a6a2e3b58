package imports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
)

func over[T comparable](to *T, says T) {
	var nothing T
	if says != nothing {
		*to = says
	}
}

// fill applies an item to a form; no means that the item was refused.
func (j *job) fill(ctx context.Context, tx *db.Tx, w *work, service string,
	f *products.ProductForm) (no bool, err error) {
	it := w.it
	over(&f.NameEN, it.Name.EN)
	over(&f.NameAR, it.Name.AR)
	over(&f.DescriptionEN, it.Text.EN)
	over(&f.DescriptionAR, it.Text.AR)
	over(&f.UnitEN, it.Unit.EN)
	over(&f.UnitAR, it.Unit.AR)
	over(&f.Keywords, it.Words)
	w.tags(f)
	for to, says := range map[*int64]*int64{&f.UnitGrams: it.UnitGrams, &f.VATBP: it.VATBP} {
		if says != nil {
			*to = *says
		}
	}
	for _, q := range []struct {
		to   *int64
		says *int64
		c    Column
	}{{&f.MinQty, it.MinQty, MinQty}, {&f.MaxQty, it.MaxQty, MaxQty}, {&f.StepQty, it.StepQty, StepQty}} {
		if q.says == nil {
			continue
		}
		if *q.says%max(1, f.UnitGrams) != 0 {
			w.say(Problem{Line: it.Line, Column: string(q.c), Key: "imports.weight_step",
				Args: map[string]any{"step": f.UnitGrams}, Value: strconv.FormatInt(*q.says, 10)})
			continue
		}
		*q.to = *q.says / max(1, f.UnitGrams)
	}
	if len(it.Category) > 0 {
		ref, err := j.shelf(ctx, tx, service, it.Category, it.ShelfAR, it.Class)
		if refused := (*errs.Error)(nil); errors.As(err, &refused) {
			w.result.Outcome = Refused
			w.no(it.Line, refused)
			return true, nil
		} else if err != nil {
			return false, err
		}
		f.CategoryID = ref
	}
	if len(it.Images) > 0 {
		var there []string
		for _, name := range it.Images {
			if name = ownName(name); j.Pictures.Has(name) {
				there = append(there, name)
			} else {
				w.say(Problem{Line: it.Line, Column: string(Images), Key: pictureKey, Value: name})
			}
		}
		if len(there) > 0 {
			f.Images = there
		}
	}
	if len(it.Facts) > 0 {
		f.Attributes = nil
		for _, p := range it.Facts {
			f.Attributes = append(f.Attributes, products.Fact{Name: bothOf(p.Name), Value: bothOf(p.Value)})
		}
	}
	j.fillVariants(w, f)
	return false, nil
}

// tags copies the tags of an item to a form; tags over the limits are left out and reported.
func (w *work) tags(f *products.ProductForm) {
	var fit, left []string
	for _, tag := range products.TagsOf(w.it.Tags) {
		if len(fit) < products.MaxTags && utf8.RuneCountInString(tag) <= products.TagLetters {
			fit = append(fit, tag)
		} else {
			left = append(left, tag)
		}
	}
	if len(left) > 0 {
		w.say(
			Problem{Line: w.it.Line, Column: string(Tags), Key: "imports.tags_left",
				Args:  map[string]any{"most": products.MaxTags, "letters": products.TagLetters},
				Value: clipped(strings.Join(left, ", "))})
	}
	if len(fit) > 0 {
		f.Tags = fit
	}
}

func bothOf(t i18n.Text) i18n.Text {
	return i18n.Text{EN: cmp.Or(t.EN, t.AR), AR: cmp.Or(t.AR, t.EN)}
}

// ownName extracts the picture's name from an address of this server.
func ownName(name string) string {
	name = strings.TrimPrefix(name, files.Prefix)
	return name
}

// fillVariants merges the variants of an item into the existing ones: options and values by name, variants by SKU,
// barcode or choices.
func (j *job) fillVariants(w *work, f *products.ProductForm) {
	for i, name := range w.it.Options {
		if name == (i18n.Text{}) {
			continue
		}
		if optionOf(f, name) < 0 {
			f.Options = append(f.Options, products.Option{ID: fresh("option", len(f.Options), func(id string) bool {
				return slices.ContainsFunc(f.Options, func(o products.Option) bool { return o.ID == id })
			}), Name: bothOf(name)})
		}
		o := &f.Options[optionOf(f, name)]
		for _, v := range w.it.Variants {
			if i < len(v.Choices) && v.Choices[i] != (i18n.Text{}) && valueOf(o, v.Choices[i]) < 0 {
				o.Values = append(o.Values, products.Value{ID: fresh("value", len(o.Values), func(id string) bool {
					return slices.ContainsFunc(o.Values, func(v products.Value) bool { return v.ID == id })
				}), Name: bothOf(v.Choices[i])})
			}
		}
	}
	for i := range w.it.Variants {
		v := &w.it.Variants[i]
		choices := map[string]string{}
		for n, name := range w.it.Options {
			if at := optionOf(f, name); at >= 0 && n < len(v.Choices) {
				if value := valueOf(&f.Options[at], v.Choices[n]); value >= 0 {
					choices[f.Options[at].ID] = f.Options[at].Values[value].ID
				}
			}
		}
		at := slices.IndexFunc(f.Variants, func(have products.VariantForm) bool {
			switch {
			case v.SKU != "":
				return have.SKU == v.SKU
			case v.Barcode != "":
				return have.Barcode == v.Barcode
			}
			return reflect.DeepEqual(have.Choices, choices)
		})
		if at < 0 {
			f.Variants = append(f.Variants, products.VariantForm{Active: true, Choices: choices})
			at = len(f.Variants) - 1
		}
		to := &f.Variants[at]
		over(&to.SKU, v.SKU)
		over(&to.Barcode, v.Barcode)
		if len(choices) > 0 {
			to.Choices = choices
		}
		if v.Grams != nil {
			to.WeightGrams = *v.Grams
		}
		if v.Active != nil {
			to.Active = *v.Active
		}
		if name := ownName(v.Image); name != "" {
			if j.Pictures.Has(name) {
				to.Image = name
			} else {
				w.say(Problem{Line: v.Line, Column: string(Picture), Key: pictureKey, Value: name})
			}
		}
	}
}

func fresh(word string, n int, taken func(string) bool) string {
	for {
		n++
		if id := fmt.Sprint(word, n); !taken(id) {
			return id
		}
	}
}

func sameName(a, b i18n.Text) bool {
	return b.EN != "" && strings.EqualFold(a.EN, b.EN) || b.AR != "" && a.AR == b.AR
}

func optionOf(f *products.ProductForm, name i18n.Text) int {
	return slices.IndexFunc(f.Options, func(o products.Option) bool { return sameName(o.Name, name) })
}

func valueOf(o *products.Option, name i18n.Text) int {
	return slices.IndexFunc(o.Values, func(v products.Value) bool { return sameName(v.Name, name) })
}
