package app_test

import (
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
)

const (
	bakala      = "br_bakala_maadi"
	koshariesOf = `SELECT id FROM branches WHERE store_id = 'sto_koshary' ORDER BY id`
)

// limited is a member of staff of one branch of Koshary House.
func (m *matrix) limited(role string) string { return m.s.Staff(role, apptest.Koshary) }

// ofStore is a member of staff of all branches of Koshary House.
func (m *matrix) ofStore(role string) string { return m.s.Staff(role, m.s.Lines(koshariesOf)...) }

// otherVariants are a variant of another store and a nonexistent one.
var otherVariants = map[string]string{"another store's": "var_milk", "nobody's": "var_none"}

// onShelf sends rows about a variant of a branch, each of which is answered separately.
func onShelf(row func(m *matrix) fields, beside fields) func(m *matrix) bodyCase {
	return func(m *matrix) bodyCase {
		r := row(m)
		return bodyCase{token: m.limited("owner"), id: apptest.Koshary, mine: "var_koshary_l", others: otherVariants,
			ignored: true, body: func(ref string) any {
				body := fields{"rows": []fields{but(r, "variant_id", ref)}}
				for k, v := range beside {
					body[k] = v
				}
				return body
			}}
	}
}

// listing sends a list of ids of which one belongs to another store; own are the caller's ids next to it.
func listing(body fields, field string, own ...string) func(ref string) any {
	return func(ref string) any { return but(body, field, append(slices.Clone(own), ref)) }
}

// pictured sends the name of a picture.
func (m *matrix) pictured(r bodyCase, body func(ref string) any) bodyCase {
	p := m.picture()
	r.mine, r.body = p.id, body
	r.others = map[string]string{"nobody's": p.missing, "a customer's photo": m.photoOf(m.stall)}
	return r
}

// otherProducts are a product of Koshary House, one of another store and a nonexistent one.
func otherProducts(m *matrix) map[string]string {
	return map[string]string{"another store's": "prd_milk", "nobody's": "prd_none"}
}

// groupWith is a group of Koshary House and its body with an extra of this id.
func (m *matrix) groupWith(group string) func(ref string) any {
	return func(ref string) any {
		b := but(groupBody(), "extras", []fields{but(groupBody()["extras"].([]fields)[0], "id", ref)})
		if group == "" {
			return but(b, "store_id", "sto_koshary")
		}
		return but(b, "version", apptest.Get[int64](m.s, `SELECT version FROM extra_groups WHERE id = $1`, group))
	}
}

// productWith is the body of an existing product of Koshary House, or of a new one.
func (m *matrix) productWith(product string, change func(body fields, variant fields,
	ref string)) func(ref string) any {
	return func(ref string) any {
		body := but(productBody(), "name_en", freshSlug("Soup"))
		if product != "" {
			body = but(productBody(), "version", apptest.Get[int64](m.s, `SELECT version FROM products WHERE id = $1`,
				product))
		}
		variant := but(productBody()["variants"].([]fields)[0], "id", "")
		body["variants"] = []fields{variant}
		change(body, variant, ref)
		return body
	}
}

// productCases sends an id in the body of a product of Koshary House, both on update and on creation.
func productCases(at string, of func(m *matrix, product string, with func(func(body, variant fields,
	ref string)) func(string) any) bodyCase) map[string]func(m *matrix) bodyCase {
	ask := func(isNew bool) func(m *matrix) bodyCase {
		return func(m *matrix) bodyCase {
			ref := ""
			if !isNew {
				ref = m.product().id
			}
			r := of(m, ref, func(change func(body, variant fields, ref string)) func(string) any {
				return m.productWith(ref, change)
			})
			r.token, r.id = m.limited("editor"), ref
			return r
		}
	}
	return map[string]func(m *matrix) bodyCase{"POST /console/products " + at: ask(true),
		"PUT /console/products/{id} " + at: ask(false)}
}

// otherExtras are ids of extras of other groups.
func (m *matrix) otherExtras() map[string]string {
	return map[string]string{"another store's": m.extraOf("prd_milk"), "another group's": m.extraOf(""),
		"nobody's": "ext_none"}
}

func menuCases(field, mine string, others map[string]string, beside fields) map[string]func(m *matrix) bodyCase {
	ask := func(isNew bool) func(m *matrix) bodyCase {
		return func(m *matrix) bodyCase {
			body, ref := but(menuBody(), "store_id", "sto_koshary"), ""
			if !isNew {
				ref = m.menu().id
				m.s.Exec(`UPDATE menus SET branches = '["br_koshary_maadi"]' WHERE id = $1`, ref)
				body = but(menuBody(), "version", 1)
			}
			for k, v := range beside {
				body[k] = v
			}
			return bodyCase{token: m.ofStore("editor"), id: ref, mine: mine, others: others, body: listing(body, field)}
		}
	}
	return map[string]func(m *matrix) bodyCase{"POST /console/menus ." + field + "[]": ask(true),
		"PUT /console/menus/{id} ." + field + "[]": ask(false)}
}

// Bodies of staff's requests, sent by staff limited to Koshary House.
var _ = addBodyCases(map[string]func(m *matrix) bodyCase{
	"PUT /console/branches/{id}/prices .rows[].variant_id": onShelf(func(m *matrix) fields {
		return price(apptest.Koshary, "var_koshary_l", m)["rows"].([]fields)[0]
	}, nil),
	"PUT /console/branches/{id}/costs .rows[].variant_id": onShelf(func(*matrix) fields { return fields{"cost": 20} },
		nil),
	"PUT /console/branches/{id}/stock .rows[].variant_id": onShelf(func(*matrix) fields { return fields{"received": 1} },
		fields{"source": "s"}),
	"PUT /console/branches/{id}/sold-out .variants[]": func(m *matrix) bodyCase {
		return bodyCase{token: m.limited("manager"), id: apptest.Koshary, mine: "var_juice", others: otherVariants,
			ignored: true,
			body:    listing(fields{"sold_out": true}, "variants")}
	},
	"PUT /console/branches/{id}/extras/sold-out .extras[]": func(m *matrix) bodyCase {
		return bodyCase{token: m.limited("manager"), id: apptest.Koshary, mine: m.extraOf("prd_koshary"), ignored: true,
			others: map[string]string{"another store's": m.extraOf("prd_milk"),
				"nobody's": "ext_none"}, body: listing(fields{"sold_out": true}, "extras")}
	},
	"POST /console/branches/{id}/prices/copy .from": func(m *matrix) bodyCase {
		return bodyCase{token: m.s.Staff("manager", apptest.Koshary, apptest.Zamalek), id: apptest.Koshary,
			mine: apptest.Zamalek,
			others: map[string]string{"another store's": bakala, "a branch that is not theirs": "br_koshary_old",
				"nobody's": "br_none"},
			body: func(ref string) any { return fields{"from": ref, "missing": true} }}
	},
	"POST /console/orders/{id}/move .weights[].line_id": func(m *matrix) bodyCase {
		_, variant := tomatoes(m.s.TB.(*testing.T), m.s, m.tokens[boss])
		order := func() (thing, string) {
			p := m.s.Customer()
			m.s.Add(p, "food", apptest.Koshary, variant, 30)
			var placed struct{ Order struct{ ID string } }
			m.s.Do("POST", "/checkout", p.Token, p.Body("cod", 195_00), keyHeader()).Into(m.s.TB, &placed)
			advance(m.s, p, m.tokens[boss], placed.Order.ID, "processing")
			return thing{id: placed.Order.ID, owner: p}, m.lineOf(placed.Order.ID)
		}
		t, line := order()
		_, theirs := order()
		return bodyCase{token: m.limited("manager"), id: t.id, mine: line,
			others: map[string]string{"another order's": theirs, "nobody's": "oln_none"},
			body: func(ref string) any {
				weights := []fields{{"line_id": ref, "grams": 1500}}
				if ref != line {
					weights = append(weights, fields{"line_id": line, "grams": 1500})
				}
				return fields{"to": "shipped", "expected_seq": m.seq(t.id), "weights": weights}
			}}
	},
	"POST /console/quotations/{id}/price .lines[].id": func(m *matrix) bodyCase {
		t, theirs := m.quotation(), m.quotation()
		line := func(of thing) string {
			return m.s.Lines(`SELECT id FROM quotation_lines WHERE quotation_id = $1 ORDER BY id`, of.id)[0]
		}
		return bodyCase{token: m.limited("manager"), id: t.id, mine: line(t),
			others: map[string]string{"another quotation's": line(theirs), "nobody's": "qln_none"},
			body: func(ref string) any {
				return but(offerBody(m.s, t.id), "lines", []fields{{"id": ref, "unit_price": 40}})
			}}
	},
	"POST /console/quotations/{id}/decide .proposal": func(m *matrix) bodyCase {
		t, theirs := m.waitingQuotation(), m.waitingQuotation()
		return bodyCase{token: m.s.Staff("owner"), id: t.id, mine: "qpr_" + t.id,
			others: map[string]string{"another quotation's": "qpr_" + theirs.id, "nobody's": "qpr_none"},
			body:   func(ref string) any { return fields{"proposal": ref, "approve": true} }}
	},
	"POST /console/returns/{id}/inspect .units[].line_id": func(m *matrix) bodyCase {
		t, theirs := m.received(), m.received()
		line := func(of thing) string {
			return apptest.Get[string](m.s, `SELECT line_id FROM return_units WHERE return_id = $1`, of.id)
		}
		return bodyCase{token: m.limited("manager"), id: t.id, mine: line(t),
			others: map[string]string{"another return's": line(theirs), "nobody's": "oln_none"},
			body: func(ref string) any {
				return fields{"expected_seq": m.returnSeq(t.id), "units": []fields{{"line_id": ref, "unit": 1,
					"outcome": "restock"}}}
			}}
	},
	"POST /console/hours .branches[]": func(m *matrix) bodyCase {
		body := but(feastBody(), "version", nil)
		delete(body, "version")
		return bodyCase{token: m.limited("owner"), mine: apptest.Koshary,
			others: map[string]string{"another store's": bakala, "another branch": apptest.Zamalek, "nobody's": "br_none"},
			body:   listing(body, "branches")}
	},
	"PUT /console/hours/{id} .branches[]": func(m *matrix) bodyCase {
		return bodyCase{token: m.limited("owner"), id: m.feast().id, mine: apptest.Koshary,
			others: map[string]string{"another store's": bakala, "another branch": apptest.Zamalek,
				"nobody's": "br_none"}, body: listing(feastBody(), "branches")}
	},
	"POST /console/coupons .stores[]": func(m *matrix) bodyCase {
		return bodyCase{token: m.limited("editor"), mine: "sto_koshary",
			others: map[string]string{"another store's": "sto_bakala", "nobody's": "sto_none"},
			body: listing(fields{"code": strings.ToUpper(freshSlug("C")), "kind": "percent", "value": 5, "cap": 1,
				"total_limit": 1}, "stores")}
	},
	"PUT /console/coupons/{id} .stores[]": func(m *matrix) bodyCase {
		return bodyCase{token: m.limited("editor"), id: m.coupon(`["sto_koshary"]`).id, mine: "sto_koshary",
			others: map[string]string{"another store's": "sto_bakala", "nobody's": "sto_none"},
			body:   listing(fields{"kind": "percent", "value": 5, "version": 1}, "stores")}
	},
	"POST /console/coupons/bulk .ids[]": func(m *matrix) bodyCase {
		return bodyCase{token: m.limited("editor"), mine: m.coupon(`["sto_koshary"]`).id, ignored: true,
			body: func(ref string) any { return bulkBody("off", ref) },
			others: map[string]string{"another store's": m.coupon(`["sto_bakala"]`).id, "the platform's": m.coupon(`[]`).id,
				"theirs and another store's": m.coupon(`["sto_koshary","sto_bakala"]`).id, "nobody's": "cpn_none"}}
	},
	"POST /console/products/bulk .ids[]": func(m *matrix) bodyCase {
		return bodyCase{token: m.limited("editor"), mine: m.product().id, others: otherProducts(m), ignored: true,
			body: func(ref string) any { return bulkBody("archive", ref) }}
	},
	"POST /console/extras .extras[].id": func(m *matrix) bodyCase {
		return bodyCase{token: m.limited("editor"), mine: "", others: m.otherExtras(), body: m.groupWith("")}
	},
	"PUT /console/extras/{id} .extras[].id": func(m *matrix) bodyCase {
		group := m.extraGroup()
		return bodyCase{token: m.limited("editor"), id: group, mine: apptest.Get[string](m.s,
			`SELECT id FROM extras WHERE group_id = $1`, group),
			others: m.otherExtras(), body: m.groupWith(group)}
	},
	"POST /console/extras/{id}/products .add[]": func(m *matrix) bodyCase {
		return bodyCase{token: m.limited("editor"), id: m.extraGroup(), mine: m.product().id, others: otherProducts(m),
			body: listing(fields{"remove": []string{}}, "add")}
	},
	"POST /console/extras/{id}/products .remove[]": func(m *matrix) bodyCase {
		return bodyCase{token: m.limited("editor"), id: m.extraGroup(), mine: m.product().id, others: otherProducts(m),
			body: listing(fields{"add": []string{}}, "remove")}
	},
	"PUT /console/products/{id}/extras .groups[]": func(m *matrix) bodyCase {
		theirs := apptest.Get[string](m.s, `SELECT group_id FROM extras WHERE id = $1`, m.extraOf("prd_milk"))
		return bodyCase{token: m.limited("editor"), id: m.product().id, mine: m.extraGroup(),
			others: map[string]string{"another store's": theirs, "nobody's": "xgr_none"},
			body:   listing(fields{"was": []string{}}, "groups")}
	},
	"PUT /console/branches/{id} .store": func(m *matrix) bodyCase {
		branch := m.spare().id
		return bodyCase{token: m.s.Staff("owner", branch), id: branch, mine: "koshary-house", ignored: true,
			others: map[string]string{"another store's": "bakala", "nobody's": "no-such"},
			body: func(ref string) any {
				return but(but(branchBody(), "store", ref), "version", apptest.Get[int64](m.s,
					`SELECT version FROM branches WHERE id = $1`, branch))
			}}
	},
	"PUT /console/stores/{id} .main_branch": func(m *matrix) bodyCase {
		return m.storeWith(apptest.Koshary, map[string]string{"another store's": bakala, "nobody's": "br_none"},
			"main_branch")
	},
	"PUT /console/stores/{id} .image": func(m *matrix) bodyCase {
		r := m.storeWith("", nil, "image")
		return m.pictured(r, r.body)
	},
	"PUT /console/stores/{id} .cover": func(m *matrix) bodyCase {
		r := m.storeWith("", nil, "cover")
		return m.pictured(r, r.body)
	},
	"PUT /console/imports/{id} .store": func(m *matrix) bodyCase {
		return m.importWith("sto_koshary", map[string]string{"another store's": "sto_bakala", "nobody's": "no-such"},
			func(ref string) any { return but(mappingBody(), "store", ref) })
	},
	"PUT /console/imports/{id} .branches[]": func(m *matrix) bodyCase {
		return m.importWith(apptest.Koshary, map[string]string{"another store's": bakala,
			"another branch": apptest.Zamalek, "nobody's": "br_none"}, listing(mappingBody(), "branches"))
	},
})

// storeWith changes Koshary House as a member of staff of all its branches.
func (m *matrix) storeWith(mine string, others map[string]string, field string) bodyCase {
	return bodyCase{token: m.ofStore("owner"), id: "sto_koshary", mine: mine, others: others,
		body: func(ref string) any {
			return fields{"name_en": "Koshary House", "name_ar": "بيت الكشري", field: ref, "version": apptest.Get[int64](m.s,
				`SELECT version FROM stores WHERE id = 'sto_koshary'`)}
		}}
}

// importWith sets options of a file that the caller uploaded.
func (m *matrix) importWith(mine string, others map[string]string, body func(ref string) any) bodyCase {
	token, file := m.limited("editor"), run("uploaded")(m).id
	m.s.Exec(`UPDATE imports SET staff_id = $2 WHERE id = $1`, file, staffOf(m.s, token))
	return bodyCase{token: token, id: file, mine: mine, others: others, body: func(ref string) any {
		return but(body(ref).(fields), "version", apptest.Get[int64](m.s, `SELECT version FROM imports WHERE id = $1`,
			file))
	}}
}

var _ = addBodyCases(menuCases("branches", apptest.Koshary, map[string]string{"another store's": bakala,
	"nobody's": "br_none"}, nil))
var _ = addBodyCases(menuCases("products", "prd_juice", map[string]string{"another store's": "prd_milk",
	"nobody's": "prd_none"},
	fields{"branches": []string{apptest.Koshary}}))

var _ = addBodyCases(productCases(".variants[].id", func(m *matrix, product string, with func(func(body,
	variant fields, ref string)) func(string) any) bodyCase {
	mine := ""
	if product != "" {
		mine = apptest.Get[string](m.s, `SELECT id FROM variants WHERE product_id = $1`, product)
	}
	return bodyCase{mine: mine, others: map[string]string{"another store's": "var_milk",
		"another product's": "var_juice", "nobody's": "var_none"},
		body: with(func(_, variant fields, ref string) { variant["id"] = ref })}
}))

var _ = addBodyCases(productCases(".variants[].image", func(m *matrix, _ string, with func(func(body,
	variant fields, ref string)) func(string) any) bodyCase {
	return m.pictured(bodyCase{}, with(func(_, variant fields, ref string) { variant["image"] = ref }))
}))

var _ = addBodyCases(productCases(".images[]", func(m *matrix, _ string, with func(func(body, variant fields,
	ref string)) func(string) any) bodyCase {
	return m.pictured(bodyCase{}, with(func(body, _ fields, ref string) { body["images"] = []string{ref} }))
}))

var _ = addBodyCases(map[string]func(m *matrix) bodyCase{
	"POST /console/products .shelves[].branch_id": func(m *matrix) bodyCase {
		return bodyCase{token: m.limited("editor"), mine: apptest.Koshary,
			others: map[string]string{"another store's": bakala, "another branch": apptest.Zamalek, "nobody's": "br_none"},
			body: m.productWith("", func(body, _ fields, ref string) {
				body["shelves"] = []fields{{"branch_id": ref,
					"price": 40}}
			})}
	},
})
