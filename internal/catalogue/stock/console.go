package stock

import (
	"context"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

// Deps are the dependencies of a branch's sheet.
type Deps struct {
	Branches *branches.Service
	Catalog  *products.Service
}

// Join connects the dependencies of the console. Call it once, while the program is assembled.
func (s *Service) Join(deps Deps) { s.Deps = deps }

const (
	sheetPage = 50  // products on a page of the sheet
	maxRows   = 500 // rows of one change
	movesPage = 50
)

// ConsoleRoutes registers the operations on a branch's sheet: the price and stock of each variant.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	op := func(method, path, id, summary string, may httpapi.Capability, actions ...string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/console/branches/{id}" + path, ID: id, Tag: "console", Summary: summary,
			Audience: httpapi.Staff, Capability: may, Branches: httpapi.BranchOfPath, Audit: actions, Strict: method != "GET"}
	}
	sheet := op("GET", "/sheet", "console-branch-sheet", "Prices and stock of a branch, by product", staff.ReadCatalogue)
	sheet.Paged = true
	httpapi.Handle(a, sheet, s.getSheet)
	prices := op("PUT", "/prices", "console-set-prices", "Ask new prices at a branch, each with its result",
		staff.SetPrices, "price.set", "price.propose")
	prices.MaxBody = sheetBody
	httpapi.Handle(a, prices, s.putPrices)
	httpapi.Handle(a, op("POST", "/prices/copy", "console-copy-prices", "Ask what another branch of the store asks",
		staff.SetPrices, "price.copy", "price.propose"), s.copyPrices)
	httpapi.Handle(a, op("POST", "/prices/withdraw", "console-withdraw-price",
		"Take back a price that waits for a second person", staff.SetPrices, "price.withdraw"), s.withdrawPrice)
	costs := op("PUT", "/costs", "console-set-costs", "Say what goods cost at a branch, each with its result",
		staff.SetCosts, "cost.set")
	costs.MaxBody = sheetBody
	httpapi.Handle(a, costs, s.putCosts)
	change := op("PUT", "/stock", "console-set-stock", "Count, receive and write off at a branch, each with its result",
		staff.SetStock, "shelf.change")
	change.MaxBody, change.Description = sheetBody,
		"source names the request: what comes twice with one source is moved once."
	httpapi.Handle(a, change, s.putStock)
	httpapi.Handle(a,
		op("PUT", "/sold-out", "console-sell-out",
			"Say that something is sold out until the next business day, or take it back", staff.SetStock, "shelf.sold_out"),
		s.putSoldOut)
	moves := op("GET", "/stock-moves", "console-stock-moves", "Why there is what there is of a variant, the last first",
		staff.ReadCatalogue)
	moves.Paged = true
	httpapi.Handle(a, moves, s.getMoves)
}

// sheetBody limits the size of a request that changes many rows.
const sheetBody = 1 << 20

// ofCaller finds the requested branch; branches outside the caller's access return NotFound.
func (s *Service) ofCaller(ctx context.Context, ref string) (*branches.Branch, error) {
	b, ok := s.Branches.Branch(ref)
	if !ok || !staff.Caller(ctx).Sees(b.ID) {
		return nil, errs.NotFound()
	}
	return b, nil
}
