package demo

import (
	"context"
	"slices"

	"wekala/internal/branches"
	"wekala/internal/demo/data"
	"wekala/internal/extras"
	"wekala/internal/menus"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

func extra(en, ar string, pounds, most, preset int64) extras.ExtraForm {
	return extras.ExtraForm{NameEN: en, NameAR: ar, Price: httpapi.Amount{Minor: pounds * 100}, Most: most, Preset: preset, Active: true}
}

// pizzas are what the groups of extras are for; each has sizes already.
var pizzas = []string{"garden-pizza", "four-cheese-pizza", "tuna-pizza", "oriental-sausage-pizza"}

// groups are what Forn Nawara asks with a pizza.
var groups = []extras.GroupForm{
	{NameEN: "Crust", NameAR: "العجينة", Least: 1, Most: 1, Extras: []extras.ExtraForm{
		extra("Thin", "رقيقة", 0, 1, 1), extra("Thick", "سميكة", 0, 1, 0), extra("Cheese-stuffed crust", "أطراف محشوة جبنة", 35, 1, 0)}},
	{NameEN: "Extra toppings", NameAR: "إضافات", Least: 0, Most: 4, Extras: []extras.ExtraForm{
		extra("Mozzarella", "موتزاريلا", 20, 2, 0), extra("Olives", "زيتون", 10, 2, 0), extra("Mushroom", "مشروم", 15, 1, 0), extra("Hot pepper", "فلفل حامي", 0, 1, 0)}},
	{NameEN: "Preferences", NameAR: "حسب رغبتك", Least: 0, Most: 2, Extras: []extras.ExtraForm{
		extra("No onion", "بدون بصل", 0, 1, 0), extra("No tomato sauce", "بدون صلصة", 0, 1, 0)}},
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
		var made []string
		for _, form := range groups {
			ref, err := n.Extras.Create(ctx, tx, extras.By{}, StoreID("forn-nawara"), form)
			if err != nil {
				return err
			}
			made = append(made, ref)
		}
		for _, slug := range pizzas {
			if !known(slug) {
				continue
			}
			if err := n.Extras.Attach(ctx, tx, extras.By{}, ProductID(slug), made, nil); err != nil {
				return err
			}
		}
		breakfast := menus.Form{NameEN: "Breakfast", NameAR: "الفطار", Products: []string{ProductID("foul-pot")}, Active: true}
		for day := range 7 {
			breakfast.Hours = append(breakfast.Hours, branches.Shift{Day: day, Open: "06:00", Close: "12:00"})
		}
		if !known("foul-pot") {
			return nil
		}
		_, err := n.Menus.Create(ctx, tx, menus.By{}, StoreID("qedret-sabah"), breakfast)
		return err
	})
	if err != nil {
		return err
	}
	return n.Menus.Load(ctx)
}
