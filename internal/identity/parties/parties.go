// Package parties defines which of two parties bears an amount: the platform, which runs the marketplace, or the
// seller, whose store an order belongs to. Staff who are limited to branches are the seller's. They neither set nor
// approve an amount that the platform bears; docs/parties.md is the table, and app.TestParties enforces it.
package parties

// Party is one of the two, as it is stored.
type Party = string

// The parties.
const (
	Platform Party = "shop"
	Seller   Party = "store"
)

// Amount is a row of the table: an amount, the party that bears it, and the staff who may set and approve it.
type Amount struct {
	Name, Bears, Sets, Seconds string
	// Operations set or approve the amount. PlatformOnly ones are refused to all staff who are limited to branches; the
	// others check the party themselves.
	Operations   []string
	PlatformOnly bool
}

// Table lists every amount that one party could charge to the other.
var Table = []Amount{
	{"Commission", "seller", "platform", "—", []string{"console-create-store", "console-save-store"}, false},
	{"Who delivers", "—", "platform", "—", []string{"console-create-store", "console-save-store"}, false},
	{"Whose store it is", "—", "platform", "—", []string{"console-create-store", "console-save-store"}, false},
	{"Delivery fee, and from where it is free", "who delivers", "who delivers", "—",
		[]string{"console-save-branch-zones", "console-save-branch-settings", "console-first-branch"}, false},
	{"Minutes promised for delivery", "who was late", "who delivers; the seller may lengthen them", "—",
		[]string{"console-save-branch-zones", "console-save-branch", "console-create-branch", "console-first-branch"}, false},
	{"Delivery fee of an offer below the usual one", "seller", "either", "either", []string{"console-price-quotation",
		"console-decide-quotation"}, false},
	{"Goods below the list price in an offer", "seller", "either", "either", []string{"console-price-quotation",
		"console-decide-quotation"}, false},
	{"Prices on the shelf", "seller", "either", "either", priceOperations, false},
	{"Coupon made by the seller", "seller", "seller", "either", couponOperations, false},
	{"Coupon made by the platform", "platform", "platform", "platform", couponOperations, false},
	{"Late credit", "who was late", "platform", "—", []string{"console-save-late"}, true},
	{"Goodwill", "platform", "platform", "platform", []string{"console-give-credit", "console-decide-credit"}, true},
	{"Refund of goods", "seller", "either", "either", returnOperations, false},
	{"Refund of the delivery fee of faulty goods", "seller", "either", "either", returnOperations, false},
	{"Write-off", "the fault that is named", "either, at their own fault", "—", []string{"console-set-stock"}, false},
	{"Cash missing at a handover", "whose courier it was", "either, of their own couriers", "—",
		[]string{"console-take-cash"}, false},
	{"Points", "platform", "platform", "—", []string{"console-save-points-rates"}, true},
	{"Referral reward", "platform", "platform", "platform", []string{"console-save-referral-terms",
		"console-decide-referral"}, true},
	{"Tip", "customer", "customer", "—", []string{"place-order"}, true},
	{"Cash rounding", "who collects the cash", "platform", "—", []string{"console-save-rules"}, true},
}

var (
	couponOperations = []string{"console-create-coupon", "console-update-coupon", "console-switch-coupon",
		"console-bulk-coupons", "console-decide-coupon"}
	priceOperations = []string{"console-set-prices", "console-copy-prices", "console-decide-price",
		"console-create-product", "console-create-extras",
		"console-save-extras", "console-start-import", "console-undo-import", "console-redo-import"}
	returnOperations = []string{"console-inspect-return", "console-move-return"}
)
