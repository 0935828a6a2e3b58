package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"wekala/internal/locations/branches"
	"wekala/internal/operations/demo/data"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

// services, stores and branches are made the way an owner makes them.
func (w *writer) services(ctx context.Context) error {
	for _, s := range w.shop.Services {
		_, err := branches.AddKind(ctx, w.tx, branches.KindForm{
			ID: ServiceID(s.Slug), Slug: s.Slug, NameEN: s.Name.EN, NameAR: s.Name.AR, TaglineEN: s.Tagline.EN,
			TaglineAR: s.Tagline.AR,
			Image:     s.Image, Tint: s.Tint, Promise: s.Promise, PromiseDays: httpapi.Int(s.PromiseDays),
		}, nil)
		if err != nil {
			return fmt.Errorf("service %s: %w", s.Slug, err)
		}
	}
	return nil
}

func (w *writer) stores(ctx context.Context) error {
	for _, s := range w.shop.Stores {
		_, err := branches.AddStore(ctx, w.tx, branches.StoreForm{
			ID: StoreID(s.Slug), Slug: s.Slug, Service: ServiceID(s.Service), NameEN: s.Name.EN, NameAR: s.Name.AR,
			AboutEN: s.About.EN, AboutAR: s.About.AR, Image: s.Image, Cover: s.Cover,
		}, nil)
		if err != nil {
			return fmt.Errorf("store %s: %w", s.Slug, err)
		}
	}
	return nil
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
	// The first branch of a store speaks for it.
	for _, main := range []bool{true, false} {
		for i := range w.shop.Branches {
			if br := &w.shop.Branches[i]; br.Main == main {
				if err := w.branch(ctx, i, br); err != nil {
					return fmt.Errorf("branch %s: %w", br.Slug, err)
				}
			}
		}
	}
	for i, br := range w.shop.Branches {
		if err := branches.PutAt(ctx, w.tx, BranchID(br.Slug), int64(i)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) branch(ctx context.Context, i int, br *data.Branch) error {
	minutes := httpapi.Int(br.DeliveryMinutes)
	ref, err := branches.AddBranch(ctx, w.tx, branches.BranchForm{
		ID: BranchID(br.Slug), Slug: br.Slug, Store: StoreID(br.Store), NameEN: br.Name.EN, NameAR: br.Name.AR,
		AddressEN: br.Address.EN, AddressAR: br.Address.AR,
		Phone: br.Phone, District: br.District, Lat: &br.At.Lat, Lng: &br.At.Lng, DeliveryMinutes: &minutes,
	}, nil)
	if err != nil {
		return err
	}
	was, err := branches.SettingsOf(ctx, w.tx, ref)
	if err != nil {
		return err
	}
	_, err = branches.Decide(ctx, w.tx, ref, was, branches.Settings{
		SlotCapacity: slotCapacity, PickupMinutes: pickupMinutes(i), AcceptMinutes: acceptMinutes,
		MinimumOrder: br.MinimumOrder, Closed: br.SwitchedClosed,
	})
	if err != nil {
		return err
	}
	hours := branches.HoursForm{Version: 1}
	for _, s := range br.Hours {
		hours.Hours = append(hours.Hours, branches.Shift{Day: int(s.Day), Open: s.Open, Close: s.Close})
	}
	for _, e := range br.Exceptions {
		day := e.Date
		if day == "" {
			day = w.day.AddDate(0, 0, e.InDays).Format(time.DateOnly)
		}
		off := branches.DayOff{Day: day, NoteEN: e.Note.EN, NoteAR: e.Note.AR}
		for _, s := range e.Shifts {
			off.Hours = append(off.Hours, branches.SpanView{Open: s.Open, Close: s.Close})
		}
		hours.Exceptions = append(hours.Exceptions, off)
	}
	// The demo's dates may lie in the past of a shop that is opened later.
	if err := branches.SetHours(ctx, w.tx, ref, hours, ""); err != nil {
		return err
	}
	zones := branches.ZonesForm{Version: 1}
	for _, z := range br.Zones {
		zones.Zones = append(zones.Zones, branches.ZoneForm{
			District: z.District, Fee: httpapi.Amount{Minor: z.Fee}, Minutes: httpapi.Int(z.Minutes)})
	}
	return branches.SetZones(ctx, w.tx, ref, zones)
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
	b := newBulk(w.tx, "categories", "id", "slug", "service_id", "parent_id", "name_en", "name_ar", "image", "active",
		"sort", "return_class")
	// Parents come first in the data, and a statement is one moment to the
	// database's foreign keys.
	return b.all(ctx, len(w.shop.Categories), func(i int) []any {
		c := w.shop.Categories[i]
		var parent *string
		if c.Parent != "" {
			id := CategoryID(c.Parent)
			parent = &id
		}
		var class *string
		if said, ok := returnClasses[c.Slug]; ok {
			class = &said
		}
		return []any{CategoryID(c.Slug), c.Slug, ServiceID(c.Service), parent, c.Name.EN, c.Name.AR, c.Image, true, int64(i),
			class}
	})
}

func (w *writer) banners(ctx context.Context) error {
	b := newBulk(w.tx, "banners", "id", "service_id", "district_id", "title_en", "title_ar", "text_en", "text_ar",
		"action_en", "action_ar", "image", "link", "starts_at", "ends_at", "active", "sort", "version")
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
		return []any{"ban_" + n.Slug, service, district, n.Title.EN, n.Title.AR, n.Text.EN, n.Text.AR, n.Action.EN,
			n.Action.AR, n.Image, n.Link, w.inDays(n.StartsInDays), w.inDays(n.EndsInDays), true, int64(i), int64(1)}
	})
}

func (w *writer) blocks(ctx context.Context) error {
	b := newBulk(w.tx, "blocks", "id", "slug", "service_id", "district_id", "title_en", "title_ar", "rule", "starts_at",
		"ends_at", "day_from", "day_to", "active", "sort", "version")
	err := b.all(ctx, len(w.shop.Blocks), func(i int) []any {
		n := w.shop.Blocks[i]
		rule := n.Rule
		if slug, ok := strings.CutPrefix(rule, "category:"); ok {
			rule = "category:" + CategoryID(slug)
		}
		var none *string
		var open *db.Millis
		return []any{"blk_" + n.Slug, n.Slug, ServiceID(n.Service), none, n.Title.EN, n.Title.AR, rule, open, open, n.From,
			n.To, true, int64(i), int64(1)}
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
	b := newBulk(w.tx, "coupons", "id", "code", "kind", "value", "minimum", "cap", "starts_at", "ends_at", "total_limit",
		"customer_limit", "first_order", "services", "stores", "categories", "uses", "active", "listed")
	return b.all(ctx, len(w.shop.Coupons), func(i int) []any {
		c := w.shop.Coupons[i]
		return []any{"cpn_" + strings.ToLower(c.Code), c.Code, c.Kind, c.Value, c.Minimum, positive(c.Cap),
			w.inDays(c.StartsInDays), w.inDays(c.EndsInDays), positive(c.TotalLimit), positive(c.CustomerLimit), c.FirstOrder,
			ids(c.Services, ServiceID), ids(c.Stores, StoreID), ids(c.Categories, CategoryID), int64(0), true, c.Listed}
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
