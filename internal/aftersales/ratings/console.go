package ratings

import (
	"context"
	"unicode/utf8"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/wire"
)

const (
	consolePage = 20
	answerMost  = 1000
	reasonMost  = 500
)

// ConsoleView is a rating as staff see it: still the first name only.
type ConsoleView struct {
	ReviewView
	Kind          string     `json:"kind" enum:"branch,product"`
	Subject       wire.Ref   `json:"subject" doc:"The branch or the product."`
	DeliveryStars *int64     `json:"delivery_stars"`
	OrderID       string     `json:"order_id"`
	HiddenAt      *db.Millis `json:"hidden_at"`
	HiddenReason  *string    `json:"hidden_reason"`
	Version       int64      `json:"version" doc:"Of what was read; to be sent along with a change."`
	CanAnswer     bool       `json:"can_answer"`
	CanHide       bool       `json:"can_hide" doc:"It is shown, and I may hide it."`
	CanShow       bool       `json:"can_show" doc:"It is hidden, and I may show it again."`
}

// ConsoleRoutes registers the operations of staff: owner and support everywhere, managers at their branches, except for
// hiding the ratings of a seller's store.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/ratings", ID: "console-list-ratings", Tag: "console",
		Summary: "What customers said, the newest first", Audience: httpapi.Staff, Capability: staff.ModerateRatings,
		Branches: httpapi.BranchList, Paged: true}, s.consoleList)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/ratings/{id}/answer", ID: "console-answer-rating", Tag: "console",
			Summary: "Answer a rating, or take the answer back", Audience: httpapi.Staff, Capability: staff.ModerateRatings,
			Branches: httpapi.BranchOfPath, Audit: []string{"rating.answer"}, Strict: true,
			Conflict: httpapi.VersionConflict[ConsoleView]()}, s.postAnswer)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/ratings/{id}/hide", ID: "console-hide-rating", Tag: "console",
			Summary: "Hide a rating, for a reason", Audience: httpapi.Staff, Capability: staff.ModerateRatings,
			Branches: httpapi.BranchOfPath, Audit: []string{"rating.hide"}, Strict: true,
			Conflict: httpapi.VersionConflict[ConsoleView]()}, s.postHide)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/ratings/{id}/show", ID: "console-show-rating", Tag: "console",
			Summary: "Show a hidden rating again", Audience: httpapi.Staff, Capability: staff.ModerateRatings,
			Branches: httpapi.BranchOfPath, Audit: []string{"rating.show"}, Strict: true,
			Conflict: httpapi.VersionConflict[ConsoleView]()}, s.postShow)
}

type consoleInput struct {
	httpapi.PartInput
	BranchID string      `query:"branch_id" maxLength:"64"`
	Stars    httpapi.Int `query:"stars"`
	Kind     string      `query:"kind" enum:"branch,product"`
	State    string      `query:"state" enum:"waiting,hidden,visible" doc:"waiting: has words and no answer yet."`
}

func (s *Service) consoleList(ctx context.Context, in *consoleInput) (*httpapi.Part[ConsoleView], error) {
	member := staff.Caller(ctx)
	if in.Stars < 0 || in.Stars > 5 {
		return nil, errs.Invalid("stars", "ratings.stars")
	}
	f := filter{stars: int64(in.Stars), state: in.State, kind: in.Kind}
	switch {
	case in.BranchID != "":
		b, ok := s.Branches.Branch(in.BranchID)
		if !ok || !member.Sees(b.ID) {
			return nil, errs.NotFound()
		}
		f.branches = []string{b.ID}
	case member.Branches == nil:
		f.everywhere = true
	default:
		for _, b := range s.Branches.All() {
			if member.Sees(b.ID) {
				f.branches = append(f.branches, b.ID)
			}
		}
	}
	at, id, err := in.Newest()
	if err != nil {
		return nil, err
	}
	list, err := atBranches(ctx, s.DB, f, at, id, consolePage+1)
	if err != nil {
		return nil, err
	}
	list, meta := httpapi.Cut(list, consolePage, func(r review) []any { return []any{int64(r.CreatedAt), r.ID} })
	views, err := s.consoleViews(ctx, list, httpapi.Caller(ctx).Lang)
	return httpapi.PartOf(views, meta), err
}

func (s *Service) consoleViews(ctx context.Context, list []review, lang i18n.Lang) ([]ConsoleView, error) {
	reviews, err := s.reviews(ctx, list, lang)
	if err != nil {
		return nil, err
	}
	var ids []string
	for i := range list {
		if list[i].Kind == OfProduct {
			ids = append(ids, list[i].Subject)
		}
	}
	sold, err := subjectsOf(ctx, s.DB, ids)
	member := staff.Caller(ctx)
	may := member.May(staff.ModerateRatings)
	views := make([]ConsoleView, len(list))
	for i := range list {
		r := &list[i]
		views[i] = ConsoleView{ReviewView: reviews[i], Kind: r.Kind, DeliveryStars: r.DeliveryStars, OrderID: r.OrderID,
			HiddenAt: r.HiddenAt, HiddenReason: r.HiddenReason, Version: r.Version,
			CanAnswer: may}
		hides := may && s.hides(member, r.BranchID)
		views[i].CanHide, views[i].CanShow = hides && r.HiddenAt == nil, hides && r.HiddenAt != nil
		if p, ok := sold[r.Subject]; ok {
			views[i].Subject = wire.Ref{ID: p.ID, Slug: p.Slug, Name: i18n.Text{EN: p.NameEN, AR: p.NameAR}.In(lang)}
		} else {
			views[i].Subject = s.branch(r.Subject, lang)
		}
	}
	return views, err
}

// words validates a text written by staff.
func words(field, text string, most int, required bool) (string, error) {
	text = httpapi.Clean(text)
	switch {
	case text == "" && required:
		return "", errs.Invalid(field, "common.required")
	case utf8.RuneCountInString(text) > most:
		return "", errs.Invalid(field, "common.too_long", "len", most)
	}
	return text, nil
}

type answerInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Answer  string      `json:"answer" doc:"Empty takes it back."`
		Version httpapi.Int `json:"version" doc:"The one that was read."`
	}
}

func (s *Service) postAnswer(ctx context.Context, in *answerInput) (*httpapi.Reply[ConsoleView], error) {
	member := staff.Caller(ctx)
	return s.replied(ctx, in.ID)(s.Answer(ctx, member, in.ID, int64(in.Body.Version), in.Body.Answer))
}

type reasonInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Reason  string      `json:"reason"`
		Version httpapi.Int `json:"version" doc:"The one that was read."`
	}
}

func (s *Service) postHide(ctx context.Context, in *reasonInput) (*httpapi.Reply[ConsoleView], error) {
	member := staff.Caller(ctx)
	return s.replied(ctx, in.ID)(s.Hide(ctx, member, in.ID, int64(in.Body.Version), in.Body.Reason))
}

func (s *Service) postShow(ctx context.Context, in *reasonInput) (*httpapi.Reply[ConsoleView], error) {
	member := staff.Caller(ctx)
	return s.replied(ctx, in.ID)(s.Show(ctx, member, in.ID, int64(in.Body.Version), in.Body.Reason))
}

func (s *Service) replied(ctx context.Context,
	ratingID string) func(review, error) (*httpapi.Reply[ConsoleView], error) {
	return func(r review, err error) (*httpapi.Reply[ConsoleView], error) {
		if err != nil {
			return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[ConsoleView], error) {
				r, err := one(ctx, s.DB, ratingID)
				if err != nil {
					return nil, err
				}
				views, err := s.consoleViews(ctx, []review{r}, httpapi.Caller(ctx).Lang)
				if err != nil {
					return nil, err
				}
				return httpapi.OK(views[0]), nil
			})
		}
		lang := httpapi.Caller(ctx).Lang
		views, err := s.consoleViews(ctx, []review{r}, lang)
		if err != nil {
			return nil, err
		}
		return httpapi.OKMessage(views[0], i18n.T(lang, "ratings.done")), nil
	}
}

// Answer writes the branch's answer to a rating; an empty text removes it. 404 for a rating of another branch.
func (s *Service) Answer(ctx context.Context, member staff.Member, ratingID string, version int64,
	text string) (review, error) {
	return s.change(ctx, member, ratingID, version, "rating.answer", "", func(r *Rating) error {
		said, err := words("answer", text, answerMost, false)
		if err != nil {
			return err
		}
		r.Answer, r.AnsweredBy, r.AnsweredAt = nil, nil, nil
		if said != "" {
			now := db.At(s.Clock.Now())
			r.Answer, r.AnsweredBy, r.AnsweredAt = &said, &member.ID, &now
		}
		return nil
	})
}

// hides reports whether a member may decide which ratings of a branch are shown: only the platform may hide ratings of
// a seller's store.
func (s *Service) hides(member staff.Member, branchID string) bool {
	if member.Party() == parties.Platform {
		return true
	}
	b, ok := s.Branches.Branch(branchID)
	return ok && b.Store.OwnedBy == branches.OwnedByPlatform
}

// Hide hides a rating and excludes it from the average. It requires a reason.
func (s *Service) Hide(ctx context.Context, member staff.Member, ratingID string, version int64,
	reason string) (review, error) {
	return s.change(ctx, member, ratingID, version, "rating.hide", reason, func(r *Rating) error {
		if !s.hides(member, r.BranchID) {
			return errs.Refuse("ratings.platform_hides")
		}
		why, err := words("reason", reason, reasonMost, true)
		if err != nil {
			return err
		}
		if r.HiddenAt == nil {
			now := db.At(s.Clock.Now())
			r.HiddenAt = &now
		}
		r.HiddenReason = &why
		return nil
	})
}

// Show makes a hidden rating visible again. It requires a reason.
func (s *Service) Show(ctx context.Context, member staff.Member, ratingID string, version int64,
	reason string) (review, error) {
	return s.change(ctx, member, ratingID, version, "rating.show", reason, func(r *Rating) error {
		if !s.hides(member, r.BranchID) {
			return errs.Refuse("ratings.platform_hides")
		}
		if _, err := words("reason", reason, reasonMost, true); err != nil {
			return err
		}
		r.HiddenAt, r.HiddenReason = nil, nil
		return nil
	})
}

// change lets staff change the version of a rating that they read, and updates the sums and the audit log. The branch
// is checked first, so that other staff learn nothing about the rating.
func (s *Service) change(ctx context.Context, member staff.Member, ratingID string, version int64,
	action, reason string, edit func(*Rating) error) (after review, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err := one(ctx, tx, ratingID)
		if err != nil {
			return err
		}
		if !member.Sees(r.BranchID) {
			return errs.NotFound()
		}
		if r.Version != version {
			return errs.VersionConflict(nil)
		}
		was := r.Rating
		if err := edit(&r.Rating); err != nil {
			return err
		}
		if err := staffUpdate(ctx, tx, &r.Rating); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, s.Clock.Now(),
			audit.Entry{StaffID: member.ID, Action: action, Object: r.ID, Before: was.staffState(), After: r.staffState(),
				Reason: httpapi.Clean(reason)}); err != nil {
			return err
		}
		if after, err = one(ctx, tx, ratingID); err != nil {
			return err
		}
		var moved book
		moved.add(r.Kind, r.Subject, r.counts().less(was.counts()))
		return moved.close(ctx, tx)
	})
	return after, err
}

// staffState returns a rating as the audit log stores it.
func (r *Rating) staffState() map[string]any {
	return map[string]any{"answer": r.Answer, "hidden": r.HiddenAt != nil}
}
