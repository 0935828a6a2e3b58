// Package ratings stores customers' opinions of their orders: stars and a few words for an order as a whole and its
// delivery, which count for the branch, and for each item in it, which count for the product. Photos may be added.
//
// Only the customer of a delivered order can rate it, once per line; for two weeks they can change the rating. A review
// shows a first name and nothing else of its author. Staff of the branch answer, and hide unacceptable ones with a
// reason; both are audited. Hidden ratings do not count.
//
// The sums on products and branches that lists show are changed in the same transaction as the rating, by the
// difference it makes; doctor recalculates them. The package owns the tables ratings and rating_votes.
package ratings

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/photos"
	"wekala/internal/locations/branches"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/answers"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
)

const (
	// TextMost is the maximum length of a text, in characters.
	TextMost = 1000
	// PhotosMost is the maximum number of photos of a rating.
	PhotosMost = 4
	// EditableFor is how long a rating can be changed.
	EditableFor = 14 * 24 * time.Hour
	// perPage is the size of a page of reviews.
	perPage = 10
	// reviewBytes limits the memory for cached pages of reviews.
	reviewBytes = 8 << 20
)

// The kinds of subject a rating counts for.
const (
	OfBranch  = "branch"
	OfProduct = "product"
)

// Deps are the service's dependencies.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Branches *branches.Service
	Orders   *orders.Service
	Pictures *files.Library
	Version  func() int64 // of the catalogue
}

// Service stores ratings.
type Service struct {
	Deps
	pages *answers.Cache[struct{}]
}

// New creates the service.
func New(deps Deps) *Service {
	return &Service{Deps: deps, pages: answers.New[struct{}](reviewBytes, deps.Version, deps.Clock)}
}

// Rating is a row of ratings.
type Rating struct {
	ID            string     `db:"id"`
	Kind          string     `db:"kind"`
	Subject       string     `db:"subject"`
	BranchID      string     `db:"branch_id"`
	UserID        string     `db:"user_id"`
	OrderID       string     `db:"order_id"`
	LineID        string     `db:"line_id"`
	Stars         int64      `db:"stars"`
	DeliveryStars *int64     `db:"delivery_stars"`
	Text          string     `db:"text"`
	Photos        int64      `db:"photos"`
	Helpful       int64      `db:"helpful"`
	Answer        *string    `db:"answer"`
	AnsweredBy    *string    `db:"answered_by"`
	AnsweredAt    *db.Millis `db:"answered_at"`
	HiddenAt      *db.Millis `db:"hidden_at"`
	HiddenReason  *string    `db:"hidden_reason"`
	Version       int64      `db:"version"`
	CreatedAt     db.Millis  `db:"created_at"`
	UpdatedAt     db.Millis  `db:"updated_at"`
}

// owner is the owner of a rating's photos.
func (r *Rating) owner() string { return "rating:" + r.ID }

// counts returns the amount that a rating adds to its subject's sums.
func (r *Rating) counts() tally {
	if r.HiddenAt != nil {
		return tally{}
	}
	return tally{r.Stars, 1}
}

// tally is a change of a subject's sums.
type tally struct{ sum, count int64 }

func (t tally) less(o tally) tally { return tally{t.sum - o.sum, t.count - o.count} }

// Opinion is a customer's opinion of one subject.
type Opinion struct {
	Stars  int64
	Text   string
	Photos []string // ids of the photos it is to have
}

// Line is an opinion of one line of an order.
type Line struct {
	LineID string
	Opinion
}

// Input is a customer's opinion of an order.
type Input struct {
	Opinion
	DeliveryStars int64 // 0: nothing said
	Lines         []Line
}

// clean validates an opinion; field returns the name of a field in the form.
func (o *Opinion) clean(field func(string) string) (wrong []errs.Field) {
	if o.Stars < 1 || o.Stars > 5 {
		wrong = append(wrong, errs.Field{Name: field("stars"), Key: "ratings.stars"})
	}
	o.Text = httpapi.Clean(o.Text)
	if utf8.RuneCountInString(o.Text) > TextMost {
		wrong = append(wrong, errs.Field{Name: field("text"), Key: "common.too_long", Args: []any{"len", TextMost}})
	}
	if len(o.Photos) > PhotosMost {
		wrong = append(wrong, errs.Field{Name: field("photos"), Key: "photos.too_many", Args: []any{"count", PhotosMost}})
	}
	return wrong
}

func (in *Input) clean(o *orders.Order, bought []orders.Line) error {
	wrong := in.Opinion.clean(func(name string) string { return name })
	if in.DeliveryStars < 0 || in.DeliveryStars > 5 {
		wrong = append(wrong, errs.Field{Name: "delivery_stars", Key: "ratings.stars"})
	} else if in.DeliveryStars > 0 && o.Fulfilment == orders.Pickup {
		wrong = append(wrong, errs.Field{Name: "delivery_stars", Key: "ratings.no_delivery"})
	}
	have := map[string]bool{}
	for i := range in.Lines {
		l := &in.Lines[i]
		is := func(b orders.Line) bool { return b.ID == l.LineID }
		if have[l.LineID] || !slices.ContainsFunc(bought, is) {
			wrong = append(wrong, errs.Field{Name: "items", Key: "ratings.not_bought"})
			break
		}
		have[l.LineID] = true
		wrong = append(wrong, l.Opinion.clean(func(name string) string { return "items." + strconv.Itoa(i) + "." + name })...)
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// rateable reports whether an order was delivered. A later return does not change that.
func rateable(o *orders.Order) bool { return o.DeliveredAt != nil }

// Rate saves a customer's ratings of their order and its lines. Repeating the same ratings changes nothing; different
// ones replace them within two weeks. 404 for another customer's order, 400 before delivery and after the two weeks,
// 422 for invalid fields.
func (s *Service) Rate(ctx context.Context, userID, orderRef string, in Input) (*orders.Order, error) {
	o, err := orders.Owned(ctx, s.DB, userID, orderRef)
	if err != nil {
		return nil, err
	}
	if !rateable(o) {
		return nil, errs.Refuse("ratings.not_delivered")
	}
	bought, err := orders.Lines(ctx, s.DB, o.ID)
	if err != nil {
		return nil, err
	}
	if err := in.clean(o, bought); err != nil {
		return nil, err
	}
	now := db.At(s.Clock.Now())
	whole := Rating{Kind: OfBranch, Subject: o.BranchID, Stars: in.Stars, Text: in.Text}
	if in.DeliveryStars > 0 {
		whole.DeliveryStars = &in.DeliveryStars
	}
	said := []Rating{whole}
	wanted := [][]string{in.Photos}
	for _, b := range bought {
		for _, l := range in.Lines {
			if l.LineID == b.ID {
				said = append(said, Rating{Kind: OfProduct, Subject: b.ProductID, LineID: b.ID, Stars: l.Stars, Text: l.Text})
				wanted = append(wanted, l.Photos)
			}
		}
	}
	return o, s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
			return err
		}
		var moved book
		for i, r := range said {
			r.ID, r.BranchID, r.UserID, r.OrderID = id.New("rat"), o.BranchID, userID, o.ID
			r.CreatedAt, r.UpdatedAt, r.Version = now, now, 1
			if err := s.put(ctx, tx, r, wanted[i], &moved); err != nil {
				return err
			}
		}
		return moved.close(ctx, tx)
	})
}

// put writes one new or changed rating, and records its effect on the sums.
func (s *Service) put(ctx context.Context, tx *db.Tx, r Rating, wanted []string, moved *book) error {
	fresh, err := insert(ctx, tx, r)
	if err != nil {
		return err
	}
	was := tally{}
	if !fresh {
		old, err := ofLine(ctx, tx, r.OrderID, r.LineID)
		if err != nil {
			return err
		}
		same, err := unchanged(ctx, tx, &old, &r, wanted)
		if err != nil || same {
			return err
		}
		if r.CreatedAt > old.CreatedAt.Add(EditableFor) {
			return errs.Refuse("ratings.too_late", "count", int64(EditableFor/(24*time.Hour)))
		}
		was = old.counts()
		r.ID, r.HiddenAt, r.Version = old.ID, old.HiddenAt, old.Version
	}
	if r.Photos, err = arrange(ctx, tx, &r, wanted); err != nil {
		return err
	}
	if err := update(ctx, tx, r); err != nil {
		return err
	}
	moved.add(r.Kind, r.Subject, r.counts().less(was))
	return nil
}

// unchanged reports whether a rating equals the stored one, because the form was sent twice.
func unchanged(ctx context.Context, tx *db.Tx, old, r *Rating, wanted []string) (bool, error) {
	delivery := func(n *int64) int64 {
		if n == nil {
			return 0
		}
		return *n
	}
	if old.Stars != r.Stars || old.Text != r.Text || delivery(old.DeliveryStars) != delivery(r.DeliveryStars) {
		return false, nil
	}
	have, err := photos.Of(ctx, tx, old.owner())
	if err != nil {
		return false, err
	}
	ids := make([]string, len(have))
	for i, p := range have {
		ids[i] = p.ID
	}
	return slices.Equal(ids, photoIDs(wanted)), nil
}

func photoIDs(wanted []string) []string {
	ids := []string{}
	for _, one := range wanted {
		if one = photos.IDOf(strings.TrimSpace(one)); one != "" && !slices.Contains(ids, one) {
			ids = append(ids, one)
		}
	}
	return ids
}

// arrange makes a rating's photos exactly the wanted ones.
func arrange(ctx context.Context, tx *db.Tx, r *Rating, wanted []string) (int64, error) {
	ids := photoIDs(wanted)
	have, err := photos.Of(ctx, tx, r.owner())
	if err != nil {
		return 0, err
	}
	var loose []string
	for _, one := range ids {
		if !slices.ContainsFunc(have, func(p photos.View) bool { return p.ID == one }) {
			loose = append(loose, one)
		}
	}
	for _, p := range have {
		if !slices.Contains(ids, p.ID) {
			if err := photos.DropOne(ctx, tx, r.UserID, r.owner(), p.ID); err != nil {
				return 0, err
			}
		}
	}
	return int64(len(ids)), photos.Attach(ctx, tx, r.UserID, loose, r.owner(), PhotosMost)
}

// book collects a transaction's changes of sums and of visible content.
type book struct {
	sums map[[2]string]tally // kind and subject
}

func (b *book) add(kind, subject string, t tally) {
	if b.sums == nil {
		b.sums = map[[2]string]tally{}
	}
	key := [2]string{kind, subject}
	have := b.sums[key]
	b.sums[key] = tally{have.sum + t.sum, have.count + t.count}
}

// close writes the sums in a fixed order, and then raises the catalogue's version, which must come last.
func (b *book) close(ctx context.Context, tx *db.Tx) error {
	keys := make([][2]string, 0, len(b.sums))
	for k := range b.sums {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, c [2]string) int { return strings.Compare(a[0]+a[1], c[0]+c[1]) })
	touched := map[string][]string{}
	for _, k := range keys {
		if err := addUp(ctx, tx, k[0], k[1], b.sums[k]); err != nil {
			return err
		}
		touched[k[0]] = append(touched[k[0]], k[1])
	}
	if err := changefeed.Publish(ctx, tx, branches.Changed, touched[OfBranch]...); err != nil {
		return err
	}
	return changefeed.Publish(ctx, tx, products.ChangedProduct, touched[OfProduct]...)
}

// Vote records that a review was helpful, or removes the vote; once per customer. It returns the number of votes.
// Customers cannot vote for their own, missing or hidden reviews.
func (s *Service) Vote(ctx context.Context, userID, ratingID string, helpful bool) (n int64, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
			return err
		}
		n, err = vote(ctx, tx, userID, ratingID, helpful, db.At(s.Clock.Now()))
		return err
	})
	return n, err
}
