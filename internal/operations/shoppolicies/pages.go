package shoppolicies

import (
	"cmp"
	"encoding/json"
	"html"
	"maps"
	"slices"
	"strings"
	"time"

	"wekala/internal/aftersales/returns"
	"wekala/internal/catalogue/products"
	"wekala/internal/identity/account"
	"wekala/internal/identity/auth"
	"wekala/internal/locations/branches"
	"wekala/internal/marketing/content"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/shipping"
	"wekala/internal/platform/i18n"
)

// ForPages returns the values that information pages and posts refer to by name, from the constant or table that
// defines each.
func (s *Service) ForPages() content.Rules {
	minutes := func(d time.Duration) i18n.Text { return i18n.Counted("content.rule_minutes", int64(d/time.Minute)) }
	until := "content.rule_cancel_until_accepted"
	if orders.CustomerMayCancel(orders.Processing) {
		until = "content.rule_cancel_until_picked"
	}
	tax := "content.rule_price_taxed"
	if s.Setup.Untaxed() {
		tax = "content.rule_price_untaxed"
	}
	standard := s.Standard()
	rules := content.Rules{
		"cancel_until":      {EN: i18n.T(i18n.EN, until), AR: i18n.T(i18n.AR, until)},
		"price_tax":         {EN: i18n.T(i18n.EN, tax), AR: i18n.T(i18n.AR, tax)},
		"return_days":       lasting(standard.AsNewHours),
		"fault_days":        lasting(standard.DefectiveHours),
		"refund_days":       lasting(int64(returns.RefundWithin / time.Hour)),
		"payment_hold":      minutes(s.Checkout().Hold),
		"code_life":         minutes(auth.CodeLife),
		"session_life":      lasting(int64(auth.SessionLife / time.Hour)),
		"delivery_tries":    i18n.Counted("content.rule_tries", orders.MaxAttempts),
		"data_reply":        i18n.Counted("content.rule_working_days", account.DataReplyDays),
		"adult_age":         i18n.Counted("content.rule_years", account.AdultAge),
		"pay_ways":          s.payWays(),
		"return_exceptions": s.returnExceptions(),
		"late_credit":       s.lateCredit(),
		"return_any":        within("content.rule_return_any", "content.rule_return_any_never", standard.AsNewHours),
		"return_fault":      within("content.rule_return_fault", "content.rule_return_fault_never", standard.DefectiveHours),
	}
	maps.Copy(rules, s.sellerRules())
	return rules
}

// lasting formats hours, as days if they are whole days.
func lasting(hours int64) i18n.Text {
	if hours%24 == 0 {
		return i18n.Counted("content.rule_days", hours/24)
	}
	return i18n.Counted("content.rule_hours", hours)
}

// within returns a sentence about how long a product may be returned. Zero hours have a different sentence, because a
// number would read "within 0 days".
func within(key, never string, hours int64) i18n.Text {
	if hours == 0 {
		return i18n.Text{EN: i18n.T(i18n.EN, never), AR: i18n.T(i18n.AR, never)}
	}
	time := lasting(hours)
	return i18n.Text{EN: i18n.T(i18n.EN, key, "time", time.EN), AR: i18n.T(i18n.AR, key, "time", time.AR)}
}

// payWays lists the payment methods of an order, besides wallet and points.
func (s *Service) payWays() i18n.Text {
	cash, card := s.Ways.Now().Cash, s.Ways.Gateways.Takes() != nil
	key := "content.rule_pay_wallet"
	switch {
	case cash && card:
		key = "content.rule_pay_both"
	case cash:
		key = "content.rule_pay_cash"
	case card:
		key = "content.rule_pay_card"
	}
	return i18n.Text{EN: i18n.T(i18n.EN, key), AR: i18n.T(i18n.AR, key)}
}

// lateCredit describes what happens if an order is late: a credit from the first step on, or only customer service if
// there are no credits.
func (s *Service) lateCredit() i18n.Text {
	var amends shipping.Amends
	if err := json.Unmarshal(s.now.Load().late, &amends); err != nil || !amends.Enabled || len(amends.Steps) == 0 {
		return i18n.Text{EN: i18n.T(i18n.EN, "content.rule_late_help"), AR: i18n.T(i18n.AR, "content.rule_late_help")}
	}
	from := i18n.Counted("content.rule_minutes", amends.Steps[0].Minutes)
	return i18n.Text{EN: i18n.T(i18n.EN, "content.rule_late_credit", "late", from),
		AR: i18n.T(i18n.AR, "content.rule_late_credit", "late", from)}
}

// returnExceptions lists the products with other return periods, one line for each pair of periods, the strictest
// first. A category is named if it differs from its parent. Products with their own rule are only counted, because
// their order names them.
func (s *Service) returnExceptions() i18n.Text {
	type times struct {
		asNew, fault int64
		unopened     bool
	}
	book, names := s.now.Load().book, map[times][]i18n.Text{}
	timesOf := func(r returns.Rule) times {
		return times{r.AsNewHours, r.DefectiveHours, r.Kind == products.Hygiene && r.AsNewHours > 0}
	}
	var below func(of times, service *branches.ServiceType, list []*products.Category)
	below = func(of times, service *branches.ServiceType, list []*products.Category) {
		for _, c := range list {
			at := timesOf(book.OfCategory(c, service))
			if at != of {
				names[at] = append(names[at], c.Name)
			}
			below(at, service, c.Children)
		}
	}
	var services []*branches.ServiceType
	if s.Branches != nil {
		services = s.Branches.ServiceTypes()
	}
	for _, service := range services {
		if !service.Active {
			continue
		}
		of, tops := timesOf(book.Standard()), s.Catalog.Tops(service.ID)
		inherits := func(c *products.Category) bool { return c.Class == "" && !book.Names("category", c.Slug) }
		// A service is named only if one of its categories uses its rule.
		if at := timesOf(book.OfCategory(nil, service)); at != of && (len(tops) == 0 || slices.ContainsFunc(tops, inherits)) {
			names[at] = append(names[at], service.Name)
			of = at
		}
		below(of, service, tops)
	}
	for rule, n := range book.OfProducts() {
		at := timesOf(rule)
		names[at] = append(names[at], i18n.Counted("content.rule_returns_products", n))
	}
	if len(names) == 0 {
		return i18n.Text{EN: i18n.T(i18n.EN, "content.rule_returns_all"), AR: i18n.T(i18n.AR, "content.rule_returns_all")}
	}
	strictest := slices.SortedFunc(maps.Keys(names),
		func(a, b times) int { return cmp.Or(cmp.Compare(a.asNew, b.asNew), cmp.Compare(a.fault, b.fault)) })
	in := func(lang i18n.Lang) string {
		var said []string
		for _, at := range strictest {
			key := "content.rule_returns_both"
			if at.fault == 0 {
				key = "content.rule_returns_none"
			} else if at.asNew == 0 {
				key = "content.rule_returns_fault"
			} else if at.unopened {
				key = "content.rule_returns_unopened"
			}
			var each []string
			for _, name := range names[at] {
				each = append(each, name.In(lang))
			}
			said = append(said, i18n.T(lang, key, "time", lasting(at.asNew).In(lang), "fault", lasting(at.fault).In(lang),
				"names", "<strong>"+html.EscapeString(strings.Join(each, i18n.T(lang, "setup.legal_comma")))+"</strong>"))
		}
		return strings.Join(said, "<br>")
	}
	return i18n.Text{EN: in(i18n.EN), AR: in(i18n.AR)}
}

// sellerRules returns the values that pages state about the shop itself. Until the seller is set, it uses the shop's
// name.
func (s *Service) sellerRules() content.Rules {
	shop := s.Setup.Shop()
	in := func(lang i18n.Lang) string {
		lines := shop.Legal(lang)
		if shop.LegalName == "" {
			lines = append([]string{i18n.Brand().In(lang)}, lines...)
		}
		return html.EscapeString(strings.Join(lines, i18n.T(lang, "setup.legal_comma")))
	}
	return content.Rules{"seller": {EN: in(i18n.EN), AR: in(i18n.AR)}}
}
