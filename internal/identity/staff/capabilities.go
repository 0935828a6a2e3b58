package staff

import (
	"context"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/platform/httpapi"
)

// The capabilities of staff, including what they may read. An operation names one of them;
// internal/app/testdata/operations.tsv shows the result for each role.
const (
	UseConsole      httpapi.Capability = "console.use" // who I am, leaving, my password
	OwnAccount      httpapi.Capability = "account.own" // my sessions and second factor
	ReadOrders      httpapi.Capability = "orders.read"
	MoveOrders      httpapi.Capability = "orders.move" // which moves is the transitions' to say
	ReadReturns     httpapi.Capability = "returns.read"
	MoveReturns     httpapi.Capability = "returns.move" // likewise
	ReadQuotations  httpapi.Capability = "quotations.read"
	PriceQuotations httpapi.Capability = "quotations.price"
	DecideOffers    httpapi.Capability = "quotations.decide" // as the second person
	ModerateRatings httpapi.Capability = "ratings.moderate"
	AnswerTickets   httpapi.Capability = "tickets.answer"
	ReadCustomers   httpapi.Capability = "customers.read"
	ReadAddresses   httpapi.Capability = "customers.addresses"
	BlockCustomers  httpapi.Capability = "customers.block" // let them in again, and sign them out
	ResendMessages  httpapi.Capability = "messages.resend"
	DecideReferrals httpapi.Capability = "referrals.decide"
	ReadCoupons     httpapi.Capability = "coupons.read"
	MakeCoupons     httpapi.Capability = "coupons.make"
	DecideCoupons   httpapi.Capability = "coupons.decide" // as the second person
	ReadCredits     httpapi.Capability = "credits.read"
	GiveCredit      httpapi.Capability = "credits.give"
	DecideCredit    httpapi.Capability = "credits.decide"
	PayRefunds      httpapi.Capability = "refunds.pay"
	ReadTakings     httpapi.Capability = "takings.read"
	TakeCash        httpapi.Capability = "cash.take" // from couriers and the counter
	SetRates        httpapi.Capability = "rates.set"
	SetBranches     httpapi.Capability = "branches.set"
	ReadCatalogue   httpapi.Capability = "catalogue.read"
	EditCatalogue   httpapi.Capability = "catalogue.edit"
	SetPrices       httpapi.Capability = "prices.set"
	ReadCosts       httpapi.Capability = "costs.read" // what goods cost the shop, and what is left
	SetCosts        httpapi.Capability = "costs.set"
	DecidePrices    httpapi.Capability = "prices.decide" // as the second person
	SetStock        httpapi.Capability = "stock.set"
	EditCategories  httpapi.Capability = "categories.edit" // the tree that all stores sell in
	MakeServices    httpapi.Capability = "services.make"   // and districts
	MakeBranches    httpapi.Capability = "branches.make"   // stores too, and what delivery costs
	ImportFiles     httpapi.Capability = "files.import"    // and export; of staff of some branches prices and stock alone
	WriteContent    httpapi.Capability = "content.write"
	UsePictures     httpapi.Capability = "media.use" // upload them, say what is on them, delete what nothing shows
	ChangeSettings  httpapi.Capability = "settings.change"
	ManageStaff     httpapi.Capability = "staff.manage"
	ReadAudit       httpapi.Capability = "audit.read" // and undo what can be undone
	ManageBackups   httpapi.Capability = "backups.manage"
)

// granted is the only place that defines the roles that have a capability. Owners have all of them.
var granted = []struct {
	capability httpapi.Capability
	roles      []Role
}{
	{UseConsole, []Role{Editor, Manager, Picker, Support, Finance, Courier}},
	{OwnAccount, []Role{Editor, Manager, Picker, Support, Finance, Courier}},
	{ReadOrders, []Role{Manager, Picker, Support, Finance, Courier}},
	{MoveOrders, []Role{Manager, Picker, Support, Finance, Courier}},
	{ReadReturns, []Role{Manager, Picker, Support, Finance, Courier}},
	{MoveReturns, []Role{Manager, Picker, Support, Finance, Courier}},
	{ReadQuotations, []Role{Manager, Support, Finance}},
	{PriceQuotations, []Role{Manager}},
	{DecideOffers, []Role{Finance}},
	{ModerateRatings, []Role{Manager, Support}},
	{AnswerTickets, []Role{Support}},
	{ReadCustomers, []Role{Support}},
	{ReadAddresses, []Role{Support}},
	{BlockCustomers, []Role{Support}},
	{ResendMessages, []Role{Support}},
	{DecideReferrals, []Role{Support, Finance}},
	{ReadCoupons, []Role{Editor, Manager, Finance}},
	{MakeCoupons, []Role{Editor, Manager}},
	{DecideCoupons, []Role{Finance}},
	{ReadCredits, []Role{Support, Finance}},
	{GiveCredit, []Role{Support, Finance}},
	{DecideCredit, []Role{Finance}},
	{PayRefunds, []Role{Finance}},
	{ReadTakings, []Role{Manager, Finance}},
	{TakeCash, []Role{Manager, Finance}},
	{SetRates, []Role{Finance}},
	{SetBranches, []Role{Manager}},
	{ReadCatalogue, []Role{Editor, Manager, Picker}},
	{EditCatalogue, []Role{Editor}},
	{SetPrices, []Role{Editor, Manager}},
	{ReadCosts, []Role{Manager, Finance}},
	{SetCosts, []Role{Manager}},
	{DecidePrices, []Role{Finance}},
	{SetStock, []Role{Manager, Picker}},
	{EditCategories, []Role{Editor}},
	{MakeServices, nil},
	{MakeBranches, nil},
	{ImportFiles, []Role{Editor, Manager}},
	{WriteContent, []Role{Editor}},
	{UsePictures, []Role{Editor, Manager}},
	{ChangeSettings, nil},
	{ManageStaff, nil},
	{ReadAudit, nil},
	{ManageBackups, nil},
}

// ofWholeShop are the capabilities for data that all branches share and for amounts that the platform pays. Staff who
// are limited to branches have none of them.
var ofWholeShop = []httpapi.Capability{EditCategories, MakeServices, WriteContent, SetRates, ChangeSettings,
	ManageStaff, ReadAudit, ManageBackups, BlockCustomers, ReadCredits, GiveCredit, DecideCredit, DecideReferrals,
	PayRefunds,
	// Customers belong to the whole marketplace, and so do replies to them.
	ReadCustomers, ReadAddresses, AnswerTickets, ResendMessages}

// May reports whether the member's role has a capability. Members with a duty in their own account may do nothing else.
// Members whose password somebody else set may only change it, because until then another person may be using the
// account.
func (m Member) May(c httpapi.Capability) bool {
	if m.Must != "" && c != UseConsole && (c != OwnAccount || m.Must == MustChangePassword) {
		return false
	}
	if m.Branches != nil && slices.Contains(ofWholeShop, c) {
		return false
	}
	for _, g := range granted {
		if g.capability == c {
			return m.Role == Owner || slices.Contains(g.roles, m.Role)
		}
	}
	return false
}

// Allowed reports whether the caller has a capability, and works for the whole shop where an operation requires that:
// the gate before every staff operation (httpapi.API.Allowed).
func Allowed(ctx context.Context, c httpapi.Capability, about httpapi.BranchScope) bool {
	m, ok := From(ctx)
	return ok && m.May(c) && (about != httpapi.WholeShop || m.Branches == nil)
}

// Granted is a capability of a member in the API of the console.
type Granted httpapi.Capability

// Schema lists all capabilities, so that the console's menu cannot name any other.
func (Granted) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, g := range granted {
		s.Enum = append(s.Enum, string(g.capability))
	}
	return s
}

// capabilities lists the capabilities of a member.
func (m Member) capabilities() []Granted {
	all := []Granted{}
	for _, g := range granted {
		if m.May(g.capability) {
			all = append(all, Granted(g.capability))
		}
	}
	return all
}
