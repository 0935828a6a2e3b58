package app

import (
	"maps"
	"time"

	"wekala/internal/auth"
	"wekala/internal/content"
	"wekala/internal/orders"
	"wekala/internal/platform/i18n"
	"wekala/internal/returns"
)

// pageRules are what information pages and posts name instead of figures, from
// the constant or table that decides each.
func (a *App) pageRules() content.Rules {
	days := func(hours int64) i18n.Text { return i18n.Counted("content.rule_days", hours/24) }
	minutes := func(d time.Duration) i18n.Text { return i18n.Counted("content.rule_minutes", int64(d/time.Minute)) }
	until := "content.rule_cancel_until_accepted"
	if orders.CustomerMayCancel(orders.Processing) {
		until = "content.rule_cancel_until_picked"
	}
	tax := "content.rule_price_taxed"
	if a.untaxed() {
		tax = "content.rule_price_untaxed"
	}
	standard := a.features.rules.Standard()
	rules := content.Rules{
		"cancel_until":   {EN: i18n.T(i18n.EN, until), AR: i18n.T(i18n.AR, until)},
		"price_tax":      {EN: i18n.T(i18n.EN, tax), AR: i18n.T(i18n.AR, tax)},
		"return_days":    days(standard.AsNewHours),
		"fault_days":     days(standard.DefectiveHours),
		"refund_days":    days(int64(returns.RefundWithin / time.Hour)),
		"payment_hold":   minutes(a.features.rules.Checkout().Hold),
		"code_life":      minutes(auth.CodeLife),
		"session_life":   days(int64(auth.SessionLife / time.Hour)),
		"delivery_tries": i18n.Counted("content.rule_tries", orders.MaxAttempts),
	}
	maps.Copy(rules, a.sellerRules())
	return rules
}
