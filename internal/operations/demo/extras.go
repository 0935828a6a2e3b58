package demo

import (
	"context"
	"slices"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/menus"
	"wekala/internal/locations/branches"
	"wekala/internal/operations/demo/data"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

func extra(en, ar string, pounds, most, preset int64) extras.ExtraForm {
	return extras.ExtraForm{NameEN: en, NameAR: ar, Price: httpapi.Amount{Minor: pounds * 100}, Most: most, Preset: preset,
		Active: true}
}

// asked is the set of extras that a kitchen offers with some of its dishes, all of which have sizes.
type asked struct {
	store  string
	dishes []string
	groups []extras.GroupForm
}

// wishes are left out or done differently, for nothing.
func wishes(most int64, list ...extras.ExtraForm) extras.GroupForm {
	return extras.GroupForm{NameEN: "Preferences", NameAR: "حسب رغبتك", Most: most, Extras: list}
}

func toppings(most int64, list ...extras.ExtraForm) extras.GroupForm {
	return extras.GroupForm{NameEN: "Extra toppings", NameAR: "إضافات", Most: most, Extras: list}
}

var kitchens = []asked{
	{"forn-nawara", []string{"garden-pizza", "four-cheese-pizza", "tuna-pizza", "oriental-sausage-pizza"},
		[]extras.GroupForm{
			{NameEN: "Crust", NameAR: "العجينة", Least: 1, Most: 1, Extras: []extras.ExtraForm{
				extra("Thin", "رقيقة", 0, 1, 1), extra("Thick", "سميكة", 0, 1, 0),
				extra("Cheese-stuffed crust", "أطراف محشوة جبنة", 35, 1, 0)}},
			toppings(4, extra("Mozzarella", "موتزاريلا", 20, 2, 0), extra("Olives", "زيتون", 10, 2, 0),
				extra("Mushroom", "مشروم", 15, 1, 0), extra("Hot pepper", "فلفل حامي", 0, 1, 0)),
			wishes(2, extra("No onion", "بدون بصل", 0, 1, 0), extra("No tomato sauce", "بدون صلصة", 0, 1, 0)),
		}},
	{"sabaa-habbat", []string{"classic-koshary", "fire-koshary"}, []extras.GroupForm{
		toppings(4, extra("Crisp onion", "ورد بصل", 10, 2, 0), extra("Chickpeas", "حمص", 8, 2, 0),
			extra("Dakka", "دقة", 5, 2, 0), extra("Tomato sauce", "صلصة", 5, 2, 0)),
		wishes(2, extra("No onion", "بدون بصل", 0, 1, 0), extra("Sauce on the side", "الصلصة لوحدها", 0, 1, 0)),
	}},
	{"qedret-sabah", []string{"foul-with-olive-oil-sandwich", "taameya-sandwich"}, []extras.GroupForm{
		toppings(3, extra("Boiled egg", "بيضة مسلوقة", 10, 2, 0), extra("Tahini", "طحينة", 5, 1, 0),
			extra("Pickles", "مخلل", 3, 1, 0)),
		wishes(2, extra("No salad", "بدون سلطة", 0, 1, 0), extra("Hot", "حراق", 0, 1, 0)),
	}},
	{"darb-el-gamr", []string{"charcoal-kofta", "kebab-and-kofta-mix", "kebab"}, []extras.GroupForm{
		toppings(4, extra("Tahini", "طحينة", 15, 2, 0), extra("Garlic dip", "ثومية", 15, 2, 0),
			extra("Baladi bread, 5 loaves", "عيش بلدي، 5 أرغفة", 15, 2, 0)),
		wishes(2, extra("Well done", "مستوية جدًا", 0, 1, 0), extra("No onion", "بدون بصل", 0, 1, 0)),
	}},
	{"dell-shagara", []string{"mango-juice", "strawberry-juice", "orange-juice", "guava-juice", "lemon-and-mint"},
		[]extras.GroupForm{
			wishes(2, extra("No sugar", "بدون سكر", 0, 1, 0), extra("No ice", "بدون ثلج", 0, 1, 0)),
		}},
	{"tahmisa", []string{"cappuccino", "caramel-latte", "iced-latte"}, []extras.GroupForm{
		{NameEN: "Choose your milk", NameAR: "نوع اللبن", Most: 1, Extras: []extras.ExtraForm{
			extra("Skimmed", "خالي الدسم", 0, 1, 0), extra("Lactose-free", "خالي اللاكتوز", 15, 1, 0),
			extra("Oat", "شوفان", 20, 1, 0)}},
		toppings(2, extra("Extra shot", "جرعة إسبريسو", 20, 2, 0), extra("Vanilla syrup", "شراب فانيليا", 15, 1, 0)),
	}},
}

// dress gives some of the demo's food its extras and one kitchen a breakfast menu,
// through the services, once: where there is no group yet.
func dress(ctx context.Context, n *Node) error {
	if err := n.Load(ctx); err != nil {
		return err
	}
	shop, err := data.Load()
	if err != nil {
		return err
	}
	known := func(slug string) bool {
		return slices.ContainsFunc(shop.Products, func(p data.Product) bool { return p.Slug == slug })
	}
	err = n.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		var there int64
		if err := tx.Get(ctx, &there, `SELECT COUNT(*) FROM extra_groups`); err != nil || there > 0 {
			return err
		}
		for _, kitchen := range kitchens {
			var made []string
			for _, form := range kitchen.groups {
				ref, err := n.Extras.Create(ctx, tx, extras.Actor{}, StoreID(kitchen.store), form)
				if err != nil {
					return err
				}
				made = append(made, ref)
			}
			for _, slug := range kitchen.dishes {
				if !known(slug) {
					continue
				}
				if err := n.Extras.Attach(ctx, tx, extras.Actor{}, ProductID(slug), made, nil); err != nil {
					return err
				}
			}
		}
		breakfast := menus.Form{NameEN: "Breakfast", NameAR: "الفطار", Products: []string{ProductID("foul-pot")},
			Active: true}
		for day := range 7 {
			breakfast.Hours = append(breakfast.Hours, branches.Shift{Day: day, Open: "06:00", Close: "12:00"})
		}
		if !known("foul-pot") {
			return nil
		}
		_, err := n.Menus.Create(ctx, tx, menus.Actor{}, StoreID("qedret-sabah"), breakfast)
		return err
	})
	if err != nil {
		return err
	}
	return n.Menus.Load(ctx)
}
