// Package favourites stores what customers marked with a heart: products and branches. It marks the rows of lists,
// shows customers their own list, and notifies them when a marked product gets cheaper or is back in stock.
//
// A heart keeps the price at the time, the place it was given for, and the branch with that price: only that branch's
// prices are compared. Watch follows the catalogue's changes with a cursor in the database and compares the price and
// availability of products with their last seen values; a guarded update records each change once, however many nodes
// check. Tell sends the recorded news: at most one message per customer and day, only to customers who agreed to such
// messages, and nothing that is no longer true.
package favourites

import (
	"context"
	"fmt"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/account"
	"wekala/internal/identity/auth"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// The kinds of objects that can be marked.
const (
	Product = "product"
	Branch  = "branch"
)

// Most is the maximum number of marks of one kind per customer.
const Most = 500

// perPage is the size of a page of my-favourites.
const perPage = 24

// Deps are the service's dependencies besides the database. Marking cards needs none of them.
type Deps struct {
	Clock    clock.Clock
	Places   *places.Service
	Branches *branches.Service
	Catalog  *products.Service
	// Contact finds how to reach a customer who agreed to such messages; false for others.
	Contact   func(ctx context.Context, q db.Querier, userID string) (account.Contact, bool, error)
	PublicURL string
}

// Service stores the marks.
type Service struct {
	db *db.DB
	Deps
}

// New creates the service. Showing favourites and sending news needs Join as well.
func New(d *db.DB) *Service { return &Service{db: d} }

// Join connects packages of the same layer; app calls it once while assembling the program.
func (s *Service) Join(deps Deps) { s.Deps = deps }

// Products returns which of some products a customer marked.
func (s *Service) Products(ctx context.Context, userID string, ids []string) (map[string]bool, error) {
	return Marked(ctx, s.db, userID, Product, ids)
}

// Branches returns which of some branches a customer marked.
func (s *Service) Branches(ctx context.Context, userID string, ids []string) (map[string]bool, error) {
	return Marked(ctx, s.db, userID, Branch, ids)
}

// Marked returns which of some objects of a kind a customer marked; nil for none.
func Marked(ctx context.Context, q db.Querier, userID, kind string, ids []string) (map[string]bool, error) {
	if userID == "" || len(ids) == 0 {
		return nil, nil
	}
	// A fixed number of parameters, so that the statement is prepared once.
	asked := ids
	if size := (len(ids) + 31) / 32 * 32; size > len(ids) {
		asked = make([]string, size)
		for i := copy(asked, ids); i < size; i++ {
			asked[i] = ids[0]
		}
	}
	var refs []string
	query := `SELECT ref FROM favourites WHERE user_id = $1 AND kind = $2 AND ref IN (` + db.List(3, len(asked)) +
		`) ORDER BY ref`
	if err := q.Select(ctx, &refs, query, db.Args(asked, userID, kind)...); err != nil {
		return nil, fmt.Errorf("favourites: %w", err)
	}
	if len(refs) == 0 {
		return nil, nil
	}
	marked := make(map[string]bool, len(refs))
	for _, ref := range refs {
		marked[ref] = true
	}
	return marked, nil
}

// Wishes are the kinds of news that a customer wants about a favourite product.
type Wishes struct {
	PriceDrop   bool
	BackInStock bool
}

// Add marks a product or branch, by id or slug, for the caller's place. Marking twice has no further effect. 422 if the
// object does not exist; 400 if the customer has too many marks.
func (s *Service) Add(ctx context.Context, who *httpapi.Who, kind, ref string) (id string, err error) {
	m := mark{UserID: who.UserID, Kind: kind, CreatedAt: db.At(s.Clock.Now())}
	switch kind {
	case Branch:
		b, ok := s.Deps.Branches.Branch(ref)
		if !ok || !b.Active {
			return "", errs.Invalid("id", "favourites.unknown")
		}
		m.Ref = b.ID
	case Product:
		if m.Ref, err = productID(ctx, s.db, ref); err != nil {
			return "", err
		}
		m.DistrictID = s.Places.Caller(who).DistrictID()
		now, err := s.look(ctx, m.DistrictID, []string{m.Ref})
		if err != nil {
			return "", err
		}
		at, sold := now[m.Ref]
		if !sold {
			return "", errs.Invalid("id", "favourites.unknown")
		}
		m.BranchID = at.branchID
		m.Price, m.SeenPrice, m.SeenAvailable = &at.price, &at.price, at.available
		m.TellPrice, m.TellStock = true, true
	default:
		return "", errs.Invalid("kind", "common.one_of")
	}
	return m.Ref, s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.LockActiveUser(ctx, tx, who.UserID); err != nil {
			return err
		}
		n, err := count(ctx, tx, who.UserID, kind)
		if err != nil {
			return err
		}
		if n >= Most {
			return errs.Refuse("favourites.too_many", "count", Most)
		}
		return insert(ctx, tx, m)
	})
}

// Remove deletes a mark, by the id of its product or branch; it does nothing if there is none.
func (s *Service) Remove(ctx context.Context, userID, kind, ref string) error {
	if kind != Product && kind != Branch {
		return errs.Invalid("kind", "common.one_of")
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return remove(ctx, tx, userID, kind, ref) })
}

// Wish sets which news a customer wants about a favourite product. 422 if it is not one of their favourites.
func (s *Service) Wish(ctx context.Context, userID, ref string, w Wishes) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return wish(ctx, tx, userID, ref, w) })
}

// offered is the current state of a product for a customer in a district.
type offered struct {
	price     int64
	available bool
	branchID  string
}

// look finds the prices of products in a district and whether they are available. Products that are not sold, or no
// longer sold, are absent.
func (s *Service) look(ctx context.Context, districtID string, ids []string) (map[string]offered, error) {
	hits := make([]products.Hit, len(ids))
	for i, one := range ids {
		hits[i] = products.Hit{ProductID: one}
	}
	place := s.Places.Of(districtID, nil)
	cards, err := s.Catalog.CardsNow(ctx, hits, i18n.EN, place, s.Clock.Now())
	found := make(map[string]offered, len(cards))
	for _, c := range cards {
		reached := c.Branch.Delivers == nil || *c.Branch.Delivers
		found[c.ID] = offered{c.Price.Minor(), c.Available && reached, c.Branch.ID}
	}
	return found, err
}

// day is the date in Cairo at a time.
func day(at time.Time) string { return at.In(clock.Cairo).Format(time.DateOnly) }
