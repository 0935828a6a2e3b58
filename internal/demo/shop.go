package demo

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"wekala/internal/demo/data"
	"wekala/internal/places"
	"wekala/internal/platform/db"
)

func (w *writer) services(ctx context.Context) error {
	b := newBulk(w.tx, "services", "id", "slug", "name_en", "name_ar", "tagline_en", "tagline_ar", "image", "tint", "promise", "promise_days", "active", "sort")
	return b.all(ctx, len(w.shop.Services), func(i int) []any {
		s := w.shop.Services[i]
		return []any{ServiceID(s.Slug), s.Slug, s.Name.EN, s.Name.AR, s.Tagline.EN, s.Tagline.AR, s.Image, s.Tint, s.Promise, s.PromiseDays, true, int64(i)}
	})
}

func (w *writer) stores(ctx context.Context) error {
	main := map[string]string{}
	for _, b := range w.shop.Branches {
		if b.Main {
			main[b.Store] = BranchID(b.Slug)
		}
	}
	b := newBulk(w.tx, "stores", "id", "slug", "service_id", "name_en", "name_ar", "about_en", "about_ar", "image", "cover", "main_branch_id", "active", "sort")
	return b.all(ctx, len(w.shop.Stores), func(i int) []any {
		s := w.shop.Stores[i]
		return []any{StoreID(s.Slug), s.Slug, ServiceID(s.Service), s.Name.EN, s.Name.AR, s.About.EN, s.About.AR, s.Image, s.Cover, main[s.Slug], true, int64(i)}
	})
}

// acceptMinutes is how long a branch of the demo has to accept an order.
const acceptMinutes = 15

// slotCapacity is how many orders a branch of the demo takes for one hour.
const slotCapacity = 12

// pickupMinutes is how soon branch i hands over at its counter; every fourth
// does not.
func pickupMinutes(i int) int64 {
	if i%4 == 3 {
		return 0
	}
	return 20
}

func (w *writer) branches(ctx context.Context) error {
	b := newBulk(w.tx, "branches", "id", "slug", "store_id", "service_id", "name_en", "name_ar", "address_en", "address_ar", "phone", "district_id",
		"lat_e6", "lng_e6", "hours", "switched_closed", "minimum_order", "delivery_minutes", "accept_minutes", "pickup_minutes", "slot_capacity", "rating_sum", "rating_count", "active", "sort")
	err := b.all(ctx, len(w.shop.Branches), func(i int) []any {
		br := &w.shop.Branches[i]
		at := places.At(br.At.Lat, br.At.Lng)
		return []any{BranchID(br.Slug), br.Slug, StoreID(br.Store), ServiceID(br.Service), br.Name.EN, br.Name.AR, br.Address.EN, br.Address.AR,
			br.Phone, br.District, at.LatE6, at.LngE6, weekJSON(br.Hours), br.SwitchedClosed, br.MinimumOrder, br.DeliveryMinutes,
			int64(acceptMinutes), pickupMinutes(i), int64(slotCapacity), int64(0), int64(0), true, int64(i)}
	})
	if err != nil {
		return err
	}
	zones := newBulk(w.tx, "delivery_zones", "branch_id", "district_id", "fee", "minutes")
	exceptions := newBulk(w.tx, "branch_exceptions", "branch_id", "day", "hours", "note_en", "note_ar")
	for i := range w.shop.Branches {
		br := &w.shop.Branches[i]
		for _, z := range br.Zones {
			if err := zones.add(ctx, BranchID(br.Slug), z.District, z.Fee, z.Minutes); err != nil {
				return err
			}
		}
		for _, e := range br.Exceptions {
			day := e.Date
			if day == "" {
				day = w.day.AddDate(0, 0, e.InDays).Format(time.DateOnly)
			}
			if err := exceptions.add(ctx, BranchID(br.Slug), day, dayJSON(e.Shifts), e.Note.EN, e.Note.AR); err != nil {
				return err
			}
		}
	}
	if err := zones.flush(ctx); err != nil {
		return err
	}
	return exceptions.flush(ctx)
}

type shift struct {
	Day   *int   `json:"day,omitempty"`
	Open  string `json:"open"`
	Close string `json:"close"`
}

func weekJSON(shifts []data.Shift) string {
	stored := make([]shift, len(shifts))
	for i, s := range shifts {
		day := int(s.Day)
		stored[i] = shift{&day, s.Open, s.Close}
	}
	return toJSON(stored)
}

func dayJSON(shifts []data.Shift) string {
	stored := make([]shift, len(shifts))
	for i, s := range shifts {
		stored[i] = shift{nil, s.Open, s.Close}
	}
	return toJSON(stored)
}

// toJSON encodes what cannot fail to encode: lists of texts and numbers.
func toJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("demo: " + err.Error())
	}
	return string(b)
}

func (w *writer) categories(ctx context.Context) error {
	b := newBulk(w.tx, "categories", "id", "slug", "service_id", "parent_id", "name_en", "name_ar", "image", "active", "sort")
	// Parents come first in the data, and a statement is one moment to the
	// database's foreign keys.
	return b.all(ctx, len(w.shop.Categories), func(i int) []any {
		c := w.shop.Categories[i]
		var parent *string
		if c.Parent != "" {
			id := CategoryID(c.Parent)
			parent = &id
		}
		return []any{CategoryID(c.Slug), c.Slug, ServiceID(c.Service), parent, c.Name.EN, c.Name.AR, c.Image, true, int64(i)}
	})
}

func (w *writer) banners(ctx context.Context) error {
	b := newBulk(w.tx, "banners", "id", "service_id", "district_id", "title_en", "title_ar", "text_en", "text_ar", "action_en", "action_ar",
		"image", "link", "starts_at", "ends_at", "active", "sort")
	return b.all(ctx, len(w.shop.Banners), func(i int) []any {
		n := w.shop.Banners[i]
		var service, district *string
		if n.Service != "" {
			id := ServiceID(n.Service)
			service = &id
		}
		if n.District != "" {
			district = &n.District
		}
		return []any{"ban_" + n.Slug, service, district, n.Title.EN, n.Title.AR, n.Text.EN, n.Text.AR, n.Action.EN, n.Action.AR,
			n.Image, n.Link, w.inDays(n.StartsInDays), w.inDays(n.EndsInDays), true, int64(i)}
	})
}

func (w *writer) blocks(ctx context.Context) error {
	b := newBulk(w.tx, "blocks", "id", "slug", "service_id", "district_id", "title_en", "title_ar", "rule", "starts_at", "ends_at", "active", "sort")
	err := b.all(ctx, len(w.shop.Blocks), func(i int) []any {
		n := w.shop.Blocks[i]
		rule := n.Rule
		if slug, ok := strings.CutPrefix(rule, "category:"); ok {
			rule = "category:" + CategoryID(slug)
		}
		var none *string
		var open *db.Millis
		return []any{"blk_" + n.Slug, n.Slug, ServiceID(n.Service), none, n.Title.EN, n.Title.AR, rule, open, open, true, int64(i)}
	})
	if err != nil {
		return err
	}
	members := newBulk(w.tx, "block_products", "block_id", "product_id", "sort")
	for _, n := range w.shop.Blocks {
		for i, product := range n.Products {
			if err := members.add(ctx, "blk_"+n.Slug, ProductID(product), int64(i)); err != nil {
				return err
			}
		}
	}
	return members.flush(ctx)
}

func (w *writer) coupons(ctx context.Context) error {
	b := newBulk(w.tx, "coupons", "id", "code", "kind", "value", "minimum", "cap", "starts_at", "ends_at", "total_limit", "customer_limit",
		"first_order", "services", "stores", "categories", "uses", "active", "listed")
	return b.all(ctx, len(w.shop.Coupons), func(i int) []any {
		c := w.shop.Coupons[i]
		return []any{"cpn_" + strings.ToLower(c.Code), c.Code, c.Kind, c.Value, c.Minimum, positive(c.Cap), w.inDays(c.StartsInDays), w.inDays(c.EndsInDays),
			positive(c.TotalLimit), positive(c.CustomerLimit), c.FirstOrder, ids(c.Services, ServiceID), ids(c.Stores, StoreID), ids(c.Categories, CategoryID), int64(0), true, c.Listed}
	})
}

// positive is a limit, nil for none.
func positive(n int64) *int64 {
	if n <= 0 {
		return nil
	}
	return &n
}

func ids(slugs []string, id func(string) string) string {
	list := make([]string, len(slugs))
	for i, s := range slugs {
		list[i] = id(s)
	}
	return toJSON(list)
}
