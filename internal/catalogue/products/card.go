package products

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// ProductCard is a product as lists show it.
type ProductCard struct {
	ID              string       `json:"id"`
	Slug            string       `json:"slug"`
	Name            string       `json:"name"`
	Image           files.Image  `json:"image"`
	Service         wire.Ref     `json:"service"`
	Tint            string       `json:"tint" enum:"food,grocery,general" doc:"The ground its service's goods lie on."`
	Store           wire.Ref     `json:"store"`
	Branch          BranchRef    `json:"branch" doc:"Who sells it, at this price."`
	Category        wire.Ref     `json:"category"`
	VariantID       *string      `json:"variant_id" doc:"The one to add, when there is nothing to choose."`
	Price           money.Major  `json:"price" doc:"The lowest of its variants; of a kilogram where it is sold by weight."`
	PriceVaries     bool         `json:"price_varies"`
	OldPrice        *money.Major `json:"old_price" nullable:"true"`
	DiscountPercent *int64       `json:"discount_percent"`
	Currency        string       `json:"currency"`
	Unit            string       `json:"unit"`
	Description     string       `json:"description,omitempty" doc:"The beginning of it; only in the lists of one branch that serves food."`
	Pack            string       `json:"pack" doc:"What the price buys: 400 g, Large; one of the unit where nothing more is known, the name does not say it and it is no dish."`
	Choices         int          `json:"choices" doc:"How many variants there are to choose from."`
	Extras          bool         `json:"extras" doc:"There are extras to choose; see product-extras."`
	Menu            *OnMenu      `json:"menu" doc:"The menu it is on; null for what is served whenever its branch is open."`
	MinQty          int64        `json:"min_qty"`
	MaxQty          *int64       `json:"max_qty"`
	StepQty         int64        `json:"step_qty" doc:"What a quantity grows by from the least."`
	UnitGrams       int64        `json:"unit_grams" doc:"Sold by weight: the grams of one unit, which quantities count; prices are of a kilogram then. 0: sold by the piece."`
	StockLeft       *int64       `json:"stock_left" doc:"Told when few are left."`
	Available       bool         `json:"available"`
	Favorite        int          `json:"favorite" enum:"0,1"`
	Rating          wire.Rating  `json:"rating"`
}

// OnMenu names the menu that serves a product, and its hours.
type OnMenu struct {
	Name string     `json:"name"`
	Now  bool       `json:"now" doc:"Served at this moment."`
	From *db.Millis `json:"from" doc:"Of the hours it is in, or of the next; null when none are in sight."`
	To   *db.Millis `json:"to"`
}

// Menus returns the menu that a product of a category is on at a branch, nil for none, and when that changes next.
type Menus func(b *branches.Branch, productID, categoryID string, lang i18n.Lang, now time.Time) (*OnMenu, time.Time)

// Optional reports whether a product can be ordered without any of its extras.
type Optional func(ctx context.Context, productID string) (bool, error)

// BranchRef identifies the branch that sells a product.
type BranchRef struct {
	ID       string     `json:"id"`
	Slug     string     `json:"slug"`
	Name     string     `json:"name"`
	IsClosed bool       `json:"is_closed"`
	OpensAt  *db.Millis `json:"opens_at,omitempty" doc:"Next opening of a closed branch; without one it takes no orders."`
	Closed   string     `json:"closed_reason,omitempty" enum:"switched,paused,nowhere" doc:"What else than its hours keeps it closed."`
	Delivers *bool      `json:"delivers" doc:"To the chosen place; null while none is chosen."`
	Minutes  *int64     `json:"delivery_minutes,omitempty" doc:"As on the branch's own card; told while it is open and delivers."`
	Days     int64      `json:"promise_days,omitempty" doc:"In place of minutes where its service promises days."`
}

// fewLeft is the quantity from which customers are shown how many units are left.
const fewLeft = 5

// listing is a variant on sale at a branch, with its product.
type listing struct {
	ProductID   string `db:"product_id"`
	Slug        string
	StoreID     string `db:"store_id"`
	ServiceID   string `db:"service_id"`
	CategoryID  string `db:"category_id"`
	NameEN      string `db:"name_en"`
	NameAR      string `db:"name_ar"`
	Images      string
	UnitEN      string `db:"unit_en"`
	UnitAR      string `db:"unit_ar"`
	MinQty      int64  `db:"min_qty"`
	MaxQty      int64  `db:"max_qty"`
	StepQty     int64  `db:"step_qty"`
	UnitGrams   int64  `db:"unit_grams"`
	RatingSum   int64  `db:"rating_sum"`
	RatingCount int64  `db:"rating_count"`
	ExtraGroups int64  `db:"extra_groups"`
	VariantID   string `db:"variant_id"`
	VariantEN   string `db:"variant_en"`
	VariantAR   string `db:"variant_ar"`
	Attributes  string
	content     i18n.Text // content of a unit from the attributes, parsed once with the rows
	sale
}

// holds names the attributes that state the content of a package, in order of preference: the first that a product has
// counts.
var holds = []string{"Weight", "Volume", "Contents", "Capacity", "Serves"}

// contentOf reads the content of a package from products.attributes. For a multipack it includes the number of pieces.
func contentOf(attributes string) i18n.Text {
	if attributes == "" || attributes == "[]" {
		return i18n.Text{}
	}
	var stored []struct {
		Name  i18n.Text `json:"name"`
		Value i18n.Text `json:"value"`
	}
	_ = json.Unmarshal([]byte(attributes), &stored)
	values := map[string]i18n.Text{}
	for _, a := range stored {
		values[a.Name.EN] = a.Value
	}
	pieces, several := values["Contents"]
	for _, name := range holds {
		value, ok := values[name]
		if !ok {
			continue
		}
		if several && (name == "Weight" || name == "Volume") {
			return i18n.Text{EN: value.EN + " · " + pieces.EN, AR: value.AR + " · " + pieces.AR}
		}
		return value
	}
	return i18n.Text{}
}

// pack returns the content of one unit of a variant: the variant's name, else the content stated by the product's
// attributes, else "1" and the product's unit.
func (l *listing) pack(content i18n.Text, tint string, lang i18n.Lang) string {
	unit := i18n.Text{EN: l.UnitEN, AR: l.UnitAR}
	switch {
	// "Plate" alone is useless for a dish. "Koshary sandwich · sandwich" would repeat itself: the unit is left out in both
	// languages or in neither, as a missing language is copied from the other.
	case tint == "food", says(l.NameEN, unit.EN) && says(l.NameAR, unit.AR):
		unit = i18n.Text{}
	case l.UnitGrams == 0:
		unit = i18n.Text{EN: oneOf(unit.EN), AR: oneOf(unit.AR)}
	}
	return cmp.Or(i18n.Text{EN: l.VariantEN, AR: l.VariantAR}.In(lang), content.In(lang), unit.In(lang))
}

// oneOf is "1 box" for "box"; a measure such as "250 ml" stays unchanged.
func oneOf(unit string) string {
	if first, _ := utf8.DecodeRuneInString(unit); unit == "" || unicode.IsNumber(first) {
		return unit
	}
	return "1 " + unit
}

// says reports whether a name contains a word or phrase.
func says(name, words string) bool {
	return strings.Contains(" "+strings.ToLower(name)+" ", " "+strings.ToLower(words)+" ")
}

// sale is a branch's price and stock of a variant.
type sale struct {
	BranchID string `db:"branch_id"`
	Asked
	Available *int64
}

// asks converts a price to the one that customers see: per kilogram for products sold by weight.
func (l *listing) asks(price int64) money.Major { return money.EGP(price).Major() }

// left returns how many units can be bought.
func (s *sale) left() int64 {
	if s.Available == nil {
		return 0
	}
	return max(0, *s.Available)
}

// Plenty is the available quantity of uncounted stock. It exceeds every quantity that a cart accepts.
const Plenty = 1_000_000

// AvailableSQL is the number of available units for a stock row s, which may be missing (an outer join): 0 without a
// row or while manually sold out, always some if uncounted. See docs/decisions/2026-11-28-without-stock.md.
const AvailableSQL = `CASE WHEN s.variant_id IS NULL OR s.out_until IS NOT NULL THEN 0 WHEN s.counted THEN s.on_hand - s.reserved ELSE 1000000 END`

// InStockSQL reports whether any unit is available for a stock row s, which may be missing.
const InStockSQL = `(` + AvailableSQL + `) > 0`

const listingColumns = `p.id AS product_id, p.slug, p.store_id, p.service_id, p.category_id, p.name_en, p.name_ar, p.images,
  p.unit_en, p.unit_ar, p.min_qty, p.max_qty, p.step_qty, p.unit_grams, p.rating_sum, p.rating_count, p.extra_groups, p.attributes, v.id AS variant_id, v.name_en AS variant_en, v.name_ar AS variant_ar,
  bp.branch_id, bp.price, bp.offer_price, bp.offer_from, bp.offer_to, ` + AvailableSQL + ` AS available`

const listingTables = ` FROM products p
JOIN branch_prices bp ON bp.product_id = p.id
JOIN variants v ON v.id = bp.variant_id
LEFT JOIN stock s ON s.branch_id = bp.branch_id AND s.variant_id = bp.variant_id
WHERE p.active AND v.active AND bp.active AND p.id IN (`

const listingOrder = ` ORDER BY p.id, bp.branch_id, v.sort, v.id`

// Cards turns hits into cards, in order and with at most one statement, for responses cached until the catalogue's
// version changes. A hit without a branch gets the one that serves the place best; products not on sale are left out.
// until is when the next of their offers begins or ends, zero for never.
func (s *Service) Cards(ctx context.Context, hits []Hit, lang i18n.Lang, place places.Place,
	now time.Time) (cards []ProductCard, until time.Time, err error) {
	groups, err := s.kept(ctx, idsOf(hits))
	if err != nil {
		return nil, until, err
	}
	cards, until = s.cards(groups, hits, lang, place, now)
	return cards, until, nil
}

// CardsNow is Cards with current rows from the database, for callers that react to a change before this node has
// received it.
func (s *Service) CardsNow(ctx context.Context, hits []Hit, lang i18n.Lang, place places.Place,
	now time.Time) ([]ProductCard, error) {
	groups := make(map[string][]listing, len(hits))
	if err := s.listings(ctx, idsOf(hits), groups); err != nil {
		return nil, err
	}
	cards, _ := s.cards(groups, hits, lang, place, now)
	return cards, nil
}

func idsOf(hits []Hit) []string {
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = h.ProductID
	}
	return ids
}

func (s *Service) cards(groups map[string][]listing, hits []Hit, lang i18n.Lang, place places.Place,
	now time.Time) (cards []ProductCard, until time.Time) {
	cards = make([]ProductCard, 0, len(hits))
	for _, h := range hits {
		group := groups[h.ProductID]
		b := s.seller(group, h.BranchID, place, now)
		if b == nil {
			continue
		}
		card, ends := s.card(group, b, lang, place, now)
		until = soonest(until, ends)
		cards = append(cards, card)
	}
	return cards, until
}

// CardsByID is Cards for several lists together, by product id.
func (s *Service) CardsByID(ctx context.Context, hits []Hit, lang i18n.Lang, place places.Place,
	now time.Time) (map[string]ProductCard, time.Time, error) {
	once := make([]Hit, 0, len(hits))
	seen := make(map[string]bool, len(hits))
	for _, h := range hits {
		if !seen[h.ProductID] {
			seen[h.ProductID] = true
			once = append(once, h)
		}
	}
	cards, until, err := s.Cards(ctx, once, lang, place, now)
	byID := make(map[string]ProductCard, len(cards))
	for _, c := range cards {
		byID[c.ID] = c
	}
	return byID, until, err
}

// seller picks the branch a product is shown at: the one named if it sells it,
// else the best one; nil when nobody does.
func (s *Service) seller(group []listing, named string, place places.Place, now time.Time) *branches.Branch {
	if named != "" {
		for i := range group {
			if group[i].BranchID == named {
				if b, ok := s.Branches.Branch(named); ok && b.Active {
					return b
				}
				return nil
			}
		}
		return nil
	}
	return s.best(group, place, now, nil)
}

// best picks the best of the fitting branches that sell a product; nil if there is none.
func (s *Service) best(group []listing, place places.Place, now time.Time,
	fits func(b *branches.Branch, inStock bool) bool) *branches.Branch {
	var best *branches.Branch
	var bestRank rank
	for i := 0; i < len(group); {
		id, inStock := group[i].BranchID, false
		for ; i < len(group) && group[i].BranchID == id; i++ {
			inStock = inStock || group[i].left() > 0
		}
		b, ok := s.Branches.Branch(id)
		if !ok || !b.Active || fits != nil && !fits(b, inStock) {
			continue
		}
		if r := rankOf(b, inStock, place, now); best == nil || r.before(bestRank) {
			best, bestRank = b, r
		}
	}
	return best
}

// opensAt picks the branch at which a product's page opens. It is the branch in the link, unless that branch does not
// deliver to the place and another one can. Otherwise it is the best branch; nil when no branch sells the product.
func (s *Service) opensAt(group []listing, ref string, place places.Place, now time.Time) *branches.Branch {
	var named *branches.Branch
	if b, ok := s.Branches.Branch(ref); ok {
		named = s.seller(group, b.ID, place, now)
	}
	if named != nil && place.Known() && !named.Delivers(place) {
		nearer := s.best(group, place, now, func(b *branches.Branch, inStock bool) bool {
			return inStock && b.Delivers(place) && b.OpenAt(now).TakesOrders()
		})
		return cmp.Or(nearer, named)
	}
	if named != nil {
		return named
	}
	return s.best(group, place, now, nil)
}

// rank orders the branches that sell a product by how well each serves a
// place. Smaller is better.
type rank struct {
	away, closed, out bool
	nearness          int64
}

func rankOf(b *branches.Branch, inStock bool, place places.Place, now time.Time) rank {
	serves, nearness := Nearness(b, place)
	return rank{away: !serves, closed: !b.OpenAt(now).Open, out: !inStock, nearness: nearness}
}

// Nearness reports whether a branch serves a place, and gives its distance for ordering a store's branches. Without a
// place only the store's main branch serves, and the others follow in the order set by staff. The index and the
// database use the same two values.
func Nearness(b *branches.Branch, place places.Place) (serves bool, nearness int64) {
	if place.Known() {
		return b.Delivers(place), places.Metres(place.At, b.At)
	}
	return b.ID == b.Store.MainBranchID, max(0, b.Sort)
}

func (r rank) before(o rank) bool {
	return cmp.Or(less(r.away, o.away), less(r.closed, o.closed), less(r.out, o.out),
		cmp.Compare(r.nearness, o.nearness)) < 0
}

func less(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// card builds the card of a product as one branch sells it.
func (s *Service) card(group []listing, b *branches.Branch, lang i18n.Lang, place places.Place,
	now time.Time) (ProductCard, time.Time) {
	var until time.Time
	var here []listing
	for i, l := range group {
		if l.BranchID == b.ID {
			here = group[i:]
			break
		}
	}
	p := &here[0]
	card := ProductCard{
		ID: p.ProductID, Slug: p.Slug, Name: i18n.Text{EN: p.NameEN, AR: p.NameAR}.In(lang),
		Image:   s.Library.Image(firstImage(p.Images, nil)),
		Service: b.Kind.Ref(lang), Tint: b.Kind.Tint, Store: b.Store.Ref(lang), Branch: branchRef(b, lang, place, now),
		Currency: money.Shop, Unit: i18n.Text{EN: p.UnitEN, AR: p.UnitAR}.In(lang),
		MinQty: max(1, p.MinQty), StepQty: max(1, p.StepQty), UnitGrams: p.UnitGrams,
		Rating: wire.RatingOf(p.RatingSum, p.RatingCount),
	}
	if c, ok := s.Category(p.CategoryID); ok {
		card.Category = c.Ref(lang)
	}
	if p.MaxQty > 0 {
		card.MaxQty = &p.MaxQty
	}
	n := 0
	bestRow := p
	var best, bestList int64
	var bestLeft bool
	var lowest, highest int64
	for i := range here {
		l := &here[i]
		if l.BranchID != b.ID {
			break
		}
		price, ends := l.At(now)
		until = soonest(until, ends)
		inStock := l.left() > 0
		if n == 0 || inStock && !bestLeft || inStock == bestLeft && price < best {
			best, bestList, bestLeft, bestRow = price, l.Price, inStock, l
		}
		if n == 0 {
			lowest, highest = price, price
		}
		lowest, highest = min(lowest, price), max(highest, price)
		n++
	}
	card.Pack, card.Choices = bestRow.pack(group[0].content, b.Kind.Tint, lang), n
	card.Price, card.PriceVaries, card.Available = p.asks(best), lowest != highest, bestLeft
	if bestList > best {
		old := p.asks(bestList)
		percent := (bestList - best) * 100 / bestList
		card.OldPrice, card.DiscountPercent = &old, &percent
	}
	card.Extras = p.ExtraGroups > 0
	if s.menus != nil {
		var ends time.Time
		card.Menu, ends = s.menus(b, p.ProductID, p.CategoryID, lang, now)
		until = soonest(until, ends)
	}
	if n == 1 {
		if !card.Extras {
			card.VariantID = &p.VariantID
		}
		if left := p.left(); left > 0 && left <= fewLeft {
			card.StockLeft = &left
		}
	}
	return card, until
}

func branchRef(b *branches.Branch, lang i18n.Lang, place places.Place, now time.Time) BranchRef {
	state := b.OpenAt(now)
	r := BranchRef{ID: b.ID, Slug: b.Slug, Name: b.Name.In(lang), IsClosed: !state.Open}
	if r.IsClosed && state.Opens != nil {
		opens := db.At(*state.Opens)
		r.OpensAt = &opens
	}
	if r.IsClosed && state.Reason != branches.ClosedByHours {
		r.Closed = state.Reason
	}
	zone, found := branches.Zone{}, branches.Reached
	if place.Known() {
		zone, found = b.ZoneOf(place)
		delivers := found == branches.Reached
		r.Delivers = &delivers
	}
	if state.Open && found == branches.Reached {
		r.Minutes = b.PromisedMinutes(zone)
		if b.Kind.Promise == branches.ByDays {
			r.Days = b.Kind.PromiseDays
		}
	}
	return r
}

// BestBranch picks the branch that serves a place best among those that sell a variant; false when none does. Carts use
// it for products that are added without a branch.
func (s *Service) BestBranch(ctx context.Context, q db.Querier, variantID string,
	place places.Place) (*branches.Branch, bool, error) {
	var rows []listing
	err := q.Select(ctx, &rows, `SELECT bp.branch_id, bp.price, bp.offer_price, bp.offer_from, bp.offer_to, `+AvailableSQL+
		` AS available
FROM branch_prices bp LEFT JOIN stock s ON s.branch_id = bp.branch_id AND s.variant_id = bp.variant_id
WHERE bp.active AND bp.variant_id = $1 AND bp.product_id = (SELECT product_id FROM variants WHERE id = $1)
ORDER BY bp.branch_id`, variantID)
	if err != nil {
		return nil, false, fmt.Errorf("products: best branch: %w", err)
	}
	b := s.seller(rows, "", place, s.Clock.Now())
	return b, b != nil, nil
}
