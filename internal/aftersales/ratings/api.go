package ratings

import (
	"context"
	"strconv"
	"strings"
	"time"

	"wekala/internal/identity/photos"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/wire"
)

const tag = "ratings"

// AnswerView is the branch's answer to a rating.
type AnswerView struct {
	Text string    `json:"text"`
	At   db.Millis `json:"at"`
	By   string    `json:"by" doc:"The branch's name."`
}

// ReviewView is a rating as the public sees it.
type ReviewView struct {
	ID        string        `json:"id"`
	Name      string        `json:"name" doc:"The author's first name; empty when they are gone."`
	Stars     int64         `json:"stars"`
	Text      string        `json:"text"`
	Photos    []photos.View `json:"photos"`
	Helpful   int64         `json:"helpful"`
	Branch    wire.Ref      `json:"branch" doc:"Where it was bought."`
	CreatedAt db.Millis     `json:"created_at"`
	Answer    *AnswerView   `json:"answer"`
}

// StarsView is the number of ratings with this many stars.
type StarsView struct {
	Stars int64 `json:"stars"`
	Count int64 `json:"count"`
}

// SummaryView summarises all ratings of a subject.
type SummaryView struct {
	Average    float64      `json:"average"`
	Count      int64        `json:"count"`
	WithPhotos int64        `json:"with_photos"`
	Histogram  []StarsView  `json:"histogram" doc:"Five stars first."`
	Delivery   *wire.Rating `json:"delivery" doc:"What a branch's deliveries got; null for products."`
}

// Page is a page of reviews with the summary of all ratings.
type Page struct {
	Response PagePayload `json:"response"`
}

// PagePayload is the content of Page.
type PagePayload struct {
	Data    []ReviewView `json:"data"`
	Meta    httpapi.Meta `json:"meta"`
	Message string       `json:"message"`
	Summary SummaryView  `json:"summary"`
}

// Given is a rating as its author sees it.
type Given struct {
	ID            string        `json:"id"`
	Stars         int64         `json:"stars"`
	DeliveryStars *int64        `json:"delivery_stars"`
	Text          string        `json:"text"`
	Photos        []photos.View `json:"photos"`
	CreatedAt     db.Millis     `json:"created_at"`
	EditableUntil db.Millis     `json:"editable_until"`
	Editable      bool          `json:"editable"`
	Answer        *AnswerView   `json:"answer"`
}

// LineView is a line of an order with its customer's rating.
type LineView struct {
	LineID      string            `json:"line_id"`
	Product     orders.ProductRef `json:"product"`
	VariantName string            `json:"variant_name"`
	Rating      *Given            `json:"rating"`
}

// OrderView is an order that the customer can rate.
type OrderView struct {
	OrderID      string     `json:"order_id"`
	Number       string     `json:"number"`
	Store        wire.Ref   `json:"store"`
	Branch       wire.Ref   `json:"branch"`
	Fulfilment   string     `json:"fulfilment" enum:"delivery,pickup" doc:"What was collected has no delivery to rate."`
	DeliveredAt  *db.Millis `json:"delivered_at"`
	CanRate      bool       `json:"can_rate"`
	CannotReason *string    `json:"cannot_rate_reason"`
	Rating       *Given     `json:"rating" doc:"Of the order as a whole."`
	Items        []LineView `json:"items"`
}

// Routes registers the operations of customers.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/orders/{id}/rating", ID: "get-order-rating", Tag: tag, Audience: httpapi.Customer,
			Summary: "What I said of my order, and what I can still say"}, s.get)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/orders/{id}/rating", ID: "rate-order", Tag: tag, Audience: httpapi.Customer,
			Summary:     "Rate my delivered order, its delivery and what was in it",
			Description: "Lines that are left out keep what was said of them. Once given, a rating can be changed for 14 days.",
			MaxBody:     httpapi.LongBody, MaxValues: 6_000}, // 500 lines of four photos each
		s.post)
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/user/review-votes", ID: "list-review-votes", Tag: tag, Audience: httpapi.Customer,
			Summary: "Which of these reviews I found helpful"}, s.getVotes)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/reviews/{id}/helpful", ID: "vote-review", Tag: tag, Audience: httpapi.Customer,
			Summary: "Say that a review helped, or take that back"}, s.postVote)
	httpapi.HandlePrepared[productInput, Page](a,
		httpapi.Op{Method: "GET", Path: "/products/{id}/reviews", ID: "list-product-reviews", Paged: true, Tag: tag,
			Summary: "What customers who bought it say of a product", Description: "By id or slug."}, s.ofProduct)
	httpapi.HandlePrepared[branchInput, Page](a, httpapi.Op{
		Method: "GET", Path: "/branches/{id}/reviews", ID: "list-branch-reviews", Paged: true, Tag: tag,
		Summary: "What customers say of a branch they ordered from", Description: "By id or slug."}, s.ofBranch)
}

type oneInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) get(ctx context.Context, in *oneInput) (*httpapi.Reply[OrderView], error) {
	who := httpapi.Caller(ctx)
	o, err := orders.Owned(ctx, s.DB, who.UserID, in.ID)
	if err != nil {
		return nil, err
	}
	v, err := s.view(ctx, o, who.Lang)
	return httpapi.OK(v), err
}

// OpinionBody is the part of the form about one subject.
type OpinionBody struct {
	Stars  httpapi.Int `json:"stars" doc:"1 to 5."`
	Text   string      `json:"text,omitempty" doc:"1000 characters at most."`
	Photos []string    `json:"photos,omitempty" maxItems:"20" doc:"Ids of the photos it is to have, four at most."`
}

func (b OpinionBody) opinion() Opinion { return Opinion{int64(b.Stars), b.Text, b.Photos} }

// LineBody is the part of the form about a line.
type LineBody struct {
	LineID string `json:"line_id"`
	OpinionBody
}

type rateInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		OpinionBody
		DeliveryStars httpapi.Int `json:"delivery_stars,omitempty" doc:"1 to 5; none where nothing was delivered."`
		Items         []LineBody  `json:"items,omitempty" maxItems:"500"`
	}
}

func (s *Service) post(ctx context.Context, in *rateInput) (*httpapi.Reply[OrderView], error) {
	who := httpapi.Caller(ctx)
	input := Input{Opinion: in.Body.opinion(), DeliveryStars: int64(in.Body.DeliveryStars)}
	for _, l := range in.Body.Items {
		input.Lines = append(input.Lines, Line{l.LineID, l.opinion()})
	}
	o, err := s.Rate(ctx, who.UserID, in.ID, input)
	if err != nil {
		return nil, err
	}
	v, err := s.view(ctx, o, who.Lang)
	return httpapi.OKMessage(v, i18n.T(who.Lang, "ratings.thanks")), err
}

// view shows an order with its ratings.
func (s *Service) view(ctx context.Context, o *orders.Order, lang i18n.Lang) (OrderView, error) {
	said, err := ofOrder(ctx, s.DB, o.ID)
	if err != nil {
		return OrderView{}, err
	}
	bought, err := orders.Lines(ctx, s.DB, o.ID)
	if err != nil {
		return OrderView{}, err
	}
	var owners []string
	for _, r := range said {
		owners = append(owners, r.owner())
	}
	pictures, err := photos.OfAll(ctx, s.DB, owners)
	if err != nil {
		return OrderView{}, err
	}
	given := func(r *Rating) *Given {
		if r == nil {
			return nil
		}
		until := r.CreatedAt.Add(EditableFor)
		return &Given{ID: r.ID, Stars: r.Stars, DeliveryStars: r.DeliveryStars, Text: r.Text,
			Photos: shown(pictures[r.owner()]), CreatedAt: r.CreatedAt, EditableUntil: until,
			Editable: db.At(s.Clock.Now()) <= until, Answer: s.answer(r, lang)}
	}
	_, store, branch := s.Orders.Seller(lang, o)
	v := OrderView{OrderID: o.ID, Number: o.Number, Store: store, Branch: branch.Ref, Fulfilment: o.Fulfilment,
		DeliveredAt: o.DeliveredAt, CanRate: rateable(o), Rating: given(said[""]), Items: []LineView{}}
	if !v.CanRate {
		why := i18n.T(lang, "ratings.not_delivered")
		v.CannotReason = &why
	}
	items, _ := s.Orders.ItemsIn(lang, o, bought)
	for _, it := range items {
		v.Items = append(v.Items, LineView{it.ID, it.Product, it.VariantName, given(said[it.ID])})
	}
	return v, nil
}

func shown(list []photos.View) []photos.View {
	if list == nil {
		return []photos.View{}
	}
	return list
}

func (s *Service) answer(r *Rating, lang i18n.Lang) *AnswerView {
	if r.Answer == nil || r.AnsweredAt == nil {
		return nil
	}
	return &AnswerView{*r.Answer, *r.AnsweredAt, s.branch(r.BranchID, lang).Name}
}

func (s *Service) branch(branchID string, lang i18n.Lang) wire.Ref {
	if b, ok := s.Branches.Branch(branchID); ok {
		return b.Ref(lang)
	}
	return wire.Ref{ID: branchID, Slug: branchID}
}

type voteInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Helpful bool `json:"helpful"`
	}
}

// Voted is the number of customers whom a review helped.
type Voted struct {
	Helpful int64 `json:"helpful"`
}

func (s *Service) postVote(ctx context.Context, in *voteInput) (*httpapi.Reply[Voted], error) {
	who := httpapi.Caller(ctx)
	n, err := s.Vote(ctx, who.UserID, in.ID, in.Body.Helpful)
	return httpapi.OKMessage(Voted{n}, i18n.T(who.Lang, "ratings.voted")), err
}

// maxAsked limits the number of reviews in one request.
const maxAsked = 100

type votesInput struct {
	IDs []string `query:"reviews" maxItems:"100" doc:"Ids of reviews, with commas between."`
}

// getVotes returns which of some reviews the caller found helpful. Missing or hidden reviews are treated like ones
// without the caller's vote.
func (s *Service) getVotes(ctx context.Context, in *votesInput) (*httpapi.Reply[[]string], error) {
	found, err := votedFor(ctx, s.DB, httpapi.Caller(ctx).UserID, in.IDs[:min(len(in.IDs), maxAsked)])
	if err != nil {
		return nil, err
	}
	return httpapi.OK(found), nil
}

// Listing is exported because the API ignores parameters in unexported types.
type Listing struct {
	Page  httpapi.Int `query:"page"`
	Sort  string      `query:"sort" enum:"helpful,newest,photos" doc:"helpful unless said. But for newest, what is in the reader's language comes first."`
	Stars httpapi.Int `query:"stars" doc:"1 to 5: only those."`
}

type productInput struct {
	ID string `path:"id" maxLength:"120"`
	Listing
}

type branchInput struct {
	ID string `path:"id" maxLength:"80"`
	Listing
}

func (s *Service) ofProduct(ctx context.Context, in *productInput) (*httpapi.Prepared, error) {
	return s.list(ctx, OfProduct, in.ID, in.Listing, func() (string, error) { return productID(ctx, s.DB, in.ID) })
}

func (s *Service) ofBranch(ctx context.Context, in *branchInput) (*httpapi.Prepared, error) {
	return s.list(ctx, OfBranch, in.ID, in.Listing, func() (string, error) {
		if b, ok := s.Branches.Branch(in.ID); ok && b.Active {
			return b.ID, nil
		}
		return "", errs.NotFound()
	})
}

// lastPage limits how many pages a client can request.
const lastPage = 10_000

// staleVotes is the maximum age of the number of votes, because votes do not raise the catalogue's version.
const staleVotes = time.Minute

func (s *Service) list(ctx context.Context, kind, ref string, in Listing,
	find func() (string, error)) (*httpapi.Prepared, error) {
	if in.Stars < 0 || in.Stars > 5 {
		return nil, errs.Invalid("stars", "ratings.stars")
	}
	page, sort := int(min(max(1, in.Page), lastPage)), in.Sort
	if sort == "" {
		sort = "helpful"
	}
	lang := httpapi.Caller(ctx).Lang
	key := branches.Key(lang, places.Place{}, kind, ref, sort, strconv.Itoa(int(in.Stars)), strconv.Itoa(page))
	made, err := s.pages.Get(ctx, key, func(ctx context.Context) (struct{}, any, time.Time, error) {
		var p PagePayload
		subject, err := find()
		if err != nil {
			return struct{}{}, nil, time.Time{}, err
		}
		list, total, err := public(ctx, s.DB, kind, subject, sort, int64(in.Stars), lang, perPage, (page-1)*perPage)
		if err != nil {
			return struct{}{}, nil, time.Time{}, err
		}
		if p.Data, err = s.reviews(ctx, list, lang); err != nil {
			return struct{}{}, nil, time.Time{}, err
		}
		p.Meta = httpapi.NewMeta(page, perPage, total)
		p.Summary, err = s.summary(ctx, kind, subject)
		return struct{}{}, Page{p}, s.Clock.Now().Add(staleVotes), err
	})
	if err != nil {
		return nil, err
	}
	return &made.Prepared, nil
}

func (s *Service) reviews(ctx context.Context, list []review, lang i18n.Lang) ([]ReviewView, error) {
	views := make([]ReviewView, len(list))
	owners := make([]string, len(list))
	for i := range list {
		owners[i] = list[i].owner()
	}
	pictures, err := photos.OfAll(ctx, s.DB, owners)
	for i := range list {
		r := &list[i]
		views[i] = ReviewView{ID: r.ID, Name: firstName(r.Author), Stars: r.Stars, Text: r.Text,
			Photos: shown(pictures[r.owner()]), Helpful: r.Helpful, Branch: s.branch(r.BranchID, lang), CreatedAt: r.CreatedAt,
			Answer: s.answer(&r.Rating, lang)}
	}
	return views, err
}

// nameMost limits the length of a first name, which may be a whole sentence without blanks.
const nameMost = 20

// firstName is the only part of an author's name that is shown.
func firstName(name string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(name), " ")
	if r := []rune(first); len(r) > nameMost {
		return string(r[:nameMost])
	}
	return first
}

func (s *Service) summary(ctx context.Context, kind, subject string) (SummaryView, error) {
	rows, err := byStars(ctx, s.DB, kind, subject)
	var v SummaryView
	var sum, deliveries, deliverySum int64
	counts := map[int64]int64{}
	for _, r := range rows {
		counts[r.Stars] = r.N
		sum += r.Stars * r.N
		v.Count += r.N
		v.WithPhotos += r.WithPhotos
		deliveries += r.Deliveries
		deliverySum += r.DeliverySum
	}
	v.Average = wire.RatingOf(sum, v.Count).Average
	for stars := int64(5); stars >= 1; stars-- {
		v.Histogram = append(v.Histogram, StarsView{stars, counts[stars]})
	}
	if kind == OfBranch {
		delivery := wire.RatingOf(deliverySum, deliveries)
		v.Delivery = &delivery
	}
	return v, err
}
