package quotations_test

import (
	"context"
	"fmt"
	"testing"

	"wekala/internal/identity/staff"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/quotations"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

var people = map[string]staff.Member{
	"owner":   {ID: "stf_owner", Name: "Omar", Role: staff.Owner},
	"manager": {ID: "stf_manager", Name: "Mai", Role: staff.Manager, Branches: []string{buytest.Koshary}},
	"other":   {ID: "stf_other", Name: "Zain", Role: staff.Manager, Branches: []string{buytest.Zamalek}},
	"support": {ID: "stf_support", Name: "Salma", Role: staff.Support},
	"finance": {ID: "stf_finance", Name: "Farid", Role: staff.Finance},
	"picker":  {ID: "stf_picker", Name: "Pola", Role: staff.Picker, Branches: []string{buytest.Koshary}},
	"editor":  {ID: "stf_editor", Name: "Eman", Role: staff.Editor},
}

func shop(t *testing.T, d *db.DB) *buytest.Shop {
	t.Helper()
	s := buytest.New(t, d)
	s.API.Allowed = staff.Allowed
	s.API.ResolveStaff = func(ctx context.Context, token string) (context.Context, string, error) {
		who, ok := people[token]
		if !ok {
			return ctx, "", errs.Unauthorized()
		}
		return staff.With(ctx, who), who.ID, nil
	}
	customer(s, "usr")
	// No offer needs a second person's approval, except in the tests of approvals.
	s.Exec(`INSERT INTO settings (key, value, updated_at) VALUES ('giving', '{"alone":100000000000}', 1)`)
	return s
}

// customer adds a customer who lives in Maadi and can receive notices.
func customer(s *buytest.Shop, id string) {
	s.TB.Helper()
	s.Customer(id, "maadi")
	s.Exec(`INSERT INTO users (id, phone, name, lang, created_at, updated_at)
		VALUES ($1, '+201001234567', 'Mona', 'ar', 1, 1) ON CONFLICT (id) DO NOTHING`, id)
}

// plenty adds more stock than anybody orders.
func plenty(s *buytest.Shop) {
	for _, variant := range []string{buytest.Small, buytest.Large} {
		s.Exec(`UPDATE stock SET on_hand = 100000 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, variant)
		s.Exec(`UPDATE stock_moves SET qty = 100000 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, variant)
	}
}

var keys int

func ask(s *buytest.Shop, who string, body map[string]any, headers ...buytest.Header) buytest.Res {
	keys++
	return s.Do("POST", "/quotations", who, body,
		append([]buytest.Header{{"Idempotency-Key": fmt.Sprint("k", keys)}}, headers...)...)
}

var aList = map[string]any{"service_id": "food", "branch_id": buytest.Koshary, "note": "For Thursday",
	"company_name": "Nile Co", "tax_number": "١٢٣-٤٥٦-٧٨٩",
	"items": []any{map[string]any{"variant_id": buytest.Small, "qty": 20},
		map[string]any{"variant_id": buytest.Large, "qty": 5}}}

func asked(s *buytest.Shop, who string) quotations.View {
	s.TB.Helper()
	var v quotations.View
	ask(s, who, aList).Into(s.TB, &v)
	return v
}

// price sends an offer: the first line at 40, the others at 60, delivery 10.
func price(s *buytest.Shop, who string, v quotations.View, changes ...any) buytest.Res {
	lines := []any{}
	for i, it := range v.Items {
		unit := "60"
		if i == 0 {
			unit = "٤٠"
		}
		lines = append(lines, map[string]any{"id": it.ID, "unit_price": unit})
	}
	body := map[string]any{"lines": lines, "delivery_price": 10, "valid_days": 7, "note": "Fresh that morning",
		"expected_seq": v.EventSeq}
	for i := 0; i+1 < len(changes); i += 2 {
		body[changes[i].(string)] = changes[i+1]
	}
	return s.Do("POST", "/console/quotations/"+v.ID+"/price", who, body)
}

// priced is a quotation with an offer of 20 × 40 + 5 × 60 + 10.
func priced(s *buytest.Shop, who string) quotations.View {
	s.TB.Helper()
	v := asked(s, who)
	if r := price(s, "manager", v); r.Status != 200 {
		s.TB.Fatal(r.Body)
	}
	return get(s, who, v.ID)
}

func get(s *buytest.Shop, who, id string) quotations.View {
	s.TB.Helper()
	var v quotations.View
	s.Do("GET", "/quotations/"+id, who, nil).Into(s.TB, &v)
	return v
}

func accept(s *buytest.Shop, who string, v quotations.View) buytest.Res {
	version := int64(0)
	if v.Offer != nil {
		version = v.Offer.Version
	}
	return s.Do("POST", "/quotations/"+v.ID+"/accept", who, map[string]any{"version": version})
}

func order(who, id, method string, total any) buytest.Order {
	return buytest.Order{"quotation_id": id, "address_id": "adr_" + who, "payment_method": method, "accept_terms": true,
		"expected_total": total}
}

func outcome(r buytest.Res) string {
	if r.Status == 200 {
		return "ok"
	}
	return fmt.Sprint(r.Status, " ", r.Code())
}
