package app_test

import (
	"wekala/internal/app/apptest"
	"wekala/internal/platform/id"
)

// lineOf is a line of an order.
func (m *matrix) lineOf(order string) string {
	return apptest.Get[string](m.s, `SELECT MIN(id) FROM order_lines WHERE order_id = $1`, order)
}

// photoOf uploads a customer's photo that is not attached yet.
func (m *matrix) photoOf(p apptest.Customer) string {
	ref := "pho_" + id.Secret(18)
	m.s.Exec(`INSERT INTO photos (id, user_id, width, height, jpeg, created_at) VALUES ($1, $2, 1, 1, $3, $4)`, ref,
		p.ID, []byte{0xff}, m.s.Clock.Now().UnixMilli())
	return ref
}

// withPhoto sends a request of p's with a photo.
func (m *matrix) withPhoto(p apptest.Customer, ref string, body func(photo string) any) bodyCase {
	return bodyCase{token: p.Token, id: ref, body: body, mine: m.photoOf(p),
		others: map[string]string{"another customer's": m.photoOf(m.stall), "a guest's": "pho_" + id.Secret(18)}}
}

// withLine sends a request about a delivered order with one of its lines.
func (m *matrix) withLine(t thing, body func(line string) any) bodyCase {
	theirs := m.delivered().id
	return bodyCase{token: t.owner.Token, id: t.id, body: body, mine: m.lineOf(t.id),
		others: map[string]string{"another customer's": m.lineOf(theirs), "nobody's": "oln_none"}}
}

// extraOf is an extra of a group that a product has, or of one that no product has.
func (m *matrix) extraOf(product string) string {
	group := m.extraGroup()
	if product != "" {
		m.s.Exec(`UPDATE extra_groups SET store_id = (SELECT store_id FROM products WHERE id = $2) WHERE id = $1`, group,
			product)
		m.s.Exec(`DELETE FROM product_extras WHERE product_id = $1`, product)
		body := fields{"groups": []string{group}, "was": []string{}}
		if a := m.s.Do("PUT", "/console/products/"+product+"/extras", m.tokens[boss], body); a.Status != 200 {
			m.s.TB.Fatal(a.Body)
		}
	}
	return apptest.Get[string](m.s, `SELECT id FROM extras WHERE group_id = $1`, group)
}

func (m *matrix) othersExtras() map[string]string {
	return map[string]string{"another store's": m.extraOf("prd_milk"), "another product's": m.extraOf("prd_juice"),
		"of no product": m.extraOf("")}
}

// The bodies of customers.
var _ = addBodyCases(map[string]func(m *matrix) bodyCase{
	"POST /orders/{id}/rating .items[].line_id": func(m *matrix) bodyCase {
		return m.withLine(m.delivered(), func(ref string) any { return opinion(5, ref) })
	},
	"POST /orders/{id}/rating .photos[]": func(m *matrix) bodyCase {
		t := m.delivered()
		return m.withPhoto(t.owner, t.id, func(ref string) any { return but(opinion(5, ""), "photos", []string{ref}) })
	},
	"POST /orders/{id}/rating .items[].photos[]": func(m *matrix) bodyCase {
		t := m.delivered()
		return m.withPhoto(t.owner, t.id, func(ref string) any {
			return but(opinion(5, ""), "items", []fields{{"line_id": m.lineOf(t.id), "stars": 5, "photos": []string{ref}}})
		})
	},
	"POST /orders/{id}/return/preview .items[].line_id": func(m *matrix) bodyCase {
		return m.withLine(m.delivered(), func(ref string) any {
			return fields{"items": []fields{{"line_id": ref, "qty": 1, "reason_id": "defective"}}}
		})
	},
	"POST /returns .items[].line_id": func(m *matrix) bodyCase {
		t := m.delivered()
		return m.withLine(t, func(ref string) any {
			b := m.returnBody(t.id)
			b["items"].([]map[string]any)[0]["line_id"] = ref
			return b
		})
	},
	"POST /returns .items[].photos[]": func(m *matrix) bodyCase {
		t := m.delivered()
		return m.withPhoto(t.owner, "", func(ref string) any {
			b := m.returnBody(t.id)
			b["items"].([]map[string]any)[0]["photos"] = []string{ref}
			return b
		})
	},
	"POST /quotations .items[].variant_id": func(m *matrix) bodyCase {
		p := m.s.Customer()
		return bodyCase{token: p.Token, mine: apptest.Small, others: map[string]string{"another store's": "var_milk",
			"hidden": "var_hidden", "nobody's": "var_none"},
			body: func(ref string) any {
				return but(askBody(apptest.Koshary), "items", []fields{{"variant_id": ref, "qty": 2}})
			}}
	},
	"POST /quotations .cart_items[].item_id": func(m *matrix) bodyCase {
		t, theirs := m.item(), m.item()
		return bodyCase{token: t.owner.Token, mine: t.id, others: map[string]string{"another customer's": theirs.id,
			"a guest's": m.guestItem().id, "nobody's": "itm_none"},
			body: func(ref string) any {
				return fields{"service_id": "food", "from_cart": true, "cart_items": []fields{{"item_id": ref, "qty": 1}}}
			}}
	},
	"POST /tickets .photos[]": func(m *matrix) bodyCase {
		return m.withPhoto(m.s.Customer(), "", func(ref string) any { return but(newTicket(""), "photos", []string{ref}) })
	},
	"POST /tickets/{id}/replies .photos[]": func(m *matrix) bodyCase {
		t := m.ticket()
		return m.withPhoto(t.owner, t.id, func(ref string) any {
			return fields{"text": "Like this",
				"photos": []string{ref}}
		})
	},
	"PUT /user/profile .photo": func(m *matrix) bodyCase {
		return m.withPhoto(m.s.Customer(), "", func(ref string) any { return fields{"photo": ref} })
	},
	"POST /favourites .id": func(m *matrix) bodyCase {
		return bodyCase{token: m.s.Customer().Token, mine: "prd_koshary",
			others: map[string]string{"hidden": "prd_hidden", "nobody's": "prd_none"},
			body:   func(ref string) any { return fields{"kind": "product", "id": ref} }}
	},
	"PUT /favourites/alerts .id": func(m *matrix) bodyCase {
		p := m.s.Customer()
		for who, product := range map[string]string{p.Token: "prd_koshary", m.stall.Token: "prd_juice"} {
			m.s.Do("POST", "/favourites", who, fields{"kind": "product", "id": product}).Into(m.s.TB, &struct{}{})
		}
		return bodyCase{token: p.Token, mine: "prd_koshary", others: map[string]string{"another customer's": "prd_juice",
			"nobody's": "prd_none"},
			body: func(ref string) any { return fields{"id": ref, "price_drop": true, "back_in_stock": true} }}
	},
	"POST /order/add-to-cart .product": func(m *matrix) bodyCase {
		return bodyCase{token: m.s.Customer().Token, mine: apptest.Small,
			others: map[string]string{"another store's": "var_milk", "hidden": "var_hidden", "nobody's": "no-such"},
			body: func(ref string) any {
				return fields{"service_id": "food", "branch_id": apptest.Koshary, "product": ref, "qty": 1}
			}}
	},
	"POST /order/add-to-cart .extras[].id": func(m *matrix) bodyCase {
		return bodyCase{token: m.s.Customer().Token, mine: m.extraOf("prd_koshary"), others: m.othersExtras(),
			body: func(ref string) any {
				return fields{"service_id": "food", "branch_id": apptest.Koshary, "product": apptest.Small, "qty": 1,
					"extras": []fields{{"id": ref, "qty": 1}}}
			}}
	},
	"POST /order/update-cart .extras[].id": func(m *matrix) bodyCase {
		p, mine := m.s.Customer(), m.extraOf("prd_koshary")
		m.s.Add(p, "food", apptest.Koshary, apptest.Small, 1)
		return bodyCase{token: p.Token, mine: mine, others: m.othersExtras(), body: func(ref string) any {
			return fields{"service_id": "food", "item_id": m.itemOf(p.ID), "qty": 2, "extras": []fields{{"id": ref, "qty": 1}}}
		}}
	},
})
