package products

import (
	"context"
	"slices"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
	"wekala/internal/platform/versions"
	"wekala/internal/platform/wire"
)

// ConsoleProduct is a complete product, as staff see it.
type ConsoleProduct struct {
	ID        string    `json:"id"`
	Slug      string    `json:"slug"`
	ServiceID string    `json:"service_id"`
	State     string    `json:"state" enum:"draft,published,archived"`
	Version   int64     `json:"version"`
	CreatedAt db.Millis `json:"created_at"`
	UpdatedAt db.Millis `json:"updated_at"`
	ProductForm
	staff.RecordRights
	CanPublish bool `json:"can_publish" doc:"It is in use, and I may show it to customers or make it a draft."`
	// Retired are variants that are no longer offered and may have been ordered.
	Retired  []VariantForm  `json:"retired"`
	Pictures []NamedPicture `json:"pictures" doc:"What its picture names show."`
	Sellers  []Seller       `json:"sellers" doc:"The branches of its store, with how many of its variants have a price there."`
	Waits    *PendingName   `json:"waits" doc:"A change that waits for a second person; any other change drops it."`
}

// NamedPicture is a picture and its name.
type NamedPicture struct {
	Name  string      `json:"name"`
	Image files.Image `json:"image"`
}

// Seller is a branch that could sell a product.
type Seller struct {
	Branch wire.Ref    `json:"branch"`
	Priced int64       `json:"priced"`
	Lowest money.Major `json:"lowest"`
}

func (s *Service) consoleProduct(ctx context.Context, q db.Querier, productID string) (ConsoleProduct, error) {
	r, err := s.by(ctx).read(ctx, q, productID)
	if err != nil {
		return ConsoleProduct{}, err
	}
	member, lang := staff.Caller(ctx), httpapi.Caller(ctx).Lang
	rights := member.Rights(staff.EditCatalogue, r.ArchivedAt != nil)
	out := ConsoleProduct{ID: r.ID, Slug: r.Slug, ServiceID: r.ServiceID, State: r.State(), Version: r.Version,
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, ProductForm: r.ProductForm, RecordRights: rights,
		CanPublish: rights.CanArchive, Retired: []VariantForm{}, Pictures: []NamedPicture{}, Sellers: []Seller{}}
	out.Variants = []VariantForm{}
	names := slices.Clone(r.Images)
	for _, v := range r.Variants {
		if _, fits := r.named(v.Choices); fits {
			out.Variants = append(out.Variants, v)
		} else {
			out.Retired = append(out.Retired, v)
		}
		if v.Image != "" {
			names = append(names, v.Image)
		}
	}
	for _, name := range unique(names) {
		out.Pictures = append(out.Pictures, NamedPicture{name, s.Library.Image(name)})
	}
	var priced []struct {
		BranchID string `db:"branch_id"`
		N        int64
		Lowest   int64
	}
	if err := q.Select(ctx, &priced, `SELECT branch_id, COUNT(*) AS n, MIN(price) AS lowest FROM branch_prices
		WHERE product_id = $1 AND active GROUP BY branch_id ORDER BY branch_id`, productID); err != nil {
		return ConsoleProduct{}, err
	}
	for _, b := range s.Branches.All() {
		if b.Store.ID != r.StoreID || !member.Sees(b.ID) {
			continue
		}
		seller := Seller{Branch: b.Ref(lang)}
		for _, p := range priced {
			if p.BranchID == b.ID {
				seller.Priced, seller.Lowest = p.N, money.EGP(p.Lowest).Major()
			}
		}
		out.Sellers = append(out.Sellers, seller)
	}
	held, err := nameWaitOf(ctx, q, productID)
	if err != nil || held == nil {
		return out, err
	}
	waits, err := s.viewNameWait(ctx, q, r, held)
	out.Waits = &waits
	return out, err
}

func (s *Service) getProduct(ctx context.Context, in *refInput) (*httpapi.Reply[ConsoleProduct], error) {
	return s.replyProduct(ctx, in.ID, "")
}

func (s *Service) replyProduct(ctx context.Context, ref, message string) (*httpapi.Reply[ConsoleProduct], error) {
	view, err := s.consoleProduct(ctx, s.DB, ref)
	if err != nil {
		return nil, err
	}
	return said(ctx, view, message), nil
}

type postProductInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body newProductBody
}

func (s *Service) postProduct(ctx context.Context, in *postProductInput) (*httpapi.Prepared, error) {
	return once(ctx, s, makingProduct, in.Key, in.Body, "catalog.saved_draft",
		func(ctx context.Context, tx *db.Tx) (ConsoleProduct, error) {
			made, err := s.createReady(ctx, tx, in.Body)
			if err != nil {
				return ConsoleProduct{}, err
			}
			return s.consoleProduct(ctx, tx, made)
		})
}

type putProductInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		ProductForm
		Version httpapi.Int `json:"version" doc:"The one that was read."`
	}
}

func (s *Service) putProduct(ctx context.Context, in *putProductInput) (*httpapi.Reply[ConsoleProduct], error) {
	waits := false
	err := s.raced(ctx, func(ctx context.Context) error {
		return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			waits, err = s.Update(ctx, tx, s.by(ctx), in.ID, versions.Read(int64(in.Body.Version)), in.Body.ProductForm)
			return err
		})
	})
	if err != nil {
		return nil,
			httpapi.WithCurrent(err, func() (*httpapi.Reply[ConsoleProduct], error) { return s.replyProduct(ctx, in.ID, "") })
	}
	if waits {
		return s.replyProduct(ctx, in.ID, "catalog.name_waits")
	}
	return s.replyProduct(ctx, in.ID, "catalog.saved")
}

type publishInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Published bool `json:"published"`
	}
}

func (s *Service) publishProduct(ctx context.Context, in *publishInput) (*httpapi.Reply[ConsoleProduct], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Publish(ctx, tx, s.by(ctx), in.ID, in.Body.Published)
	})
	if err != nil {
		return nil, err
	}
	message := "catalog.now_draft"
	if in.Body.Published {
		message = "catalog.now_published"
	}
	return s.replyProduct(ctx, in.ID, message)
}

type duplicateInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		ProductID string `json:"product_id" maxLength:"64"`
		Prices    bool   `json:"prices" doc:"With its prices at every branch."`
	}
}

func (s *Service) duplicateProduct(ctx context.Context, in *duplicateInput) (*httpapi.Prepared, error) {
	return once(ctx, s, copyingProduct, in.Key, in.Body, "catalog.duplicated",
		func(ctx context.Context, tx *db.Tx) (ConsoleProduct, error) {
			made, err := s.Duplicate(ctx, tx, s.by(ctx), in.Body.ProductID, in.Body.Prices)
			if err != nil {
				return ConsoleProduct{}, err
			}
			return s.consoleProduct(ctx, tx, made)
		})
}

func (s *Service) archiveProduct(ctx context.Context, in *refInput) (*httpapi.Reply[ConsoleProduct], error) {
	return s.setArchived(ctx, in.ID, true, "catalog.now_archived")
}

func (s *Service) restoreProduct(ctx context.Context, in *refInput) (*httpapi.Reply[ConsoleProduct], error) {
	return s.setArchived(ctx, in.ID, false, "catalog.restored")
}

func (s *Service) setArchived(ctx context.Context, productID string, archived bool,
	message string) (*httpapi.Reply[ConsoleProduct], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Archive(ctx, tx, s.by(ctx), productID, archived)
	})
	if err != nil {
		return nil, err
	}
	return s.replyProduct(ctx, productID, message)
}

// bulkActions are the actions on several products of a list.
func (s *Service) bulkActions() httpapi.BulkActions {
	each := func(do func(context.Context, *db.Tx, Actor, string, bool) error,
		on bool) func(context.Context, string) error {
		return func(ctx context.Context, productID string) error {
			return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return do(ctx, tx, s.by(ctx), productID, on) })
		}
	}
	return httpapi.BulkActions{"publish": each(s.Publish, true), "unpublish": each(s.Publish, false),
		"archive": each(s.Archive, true), "restore": each(s.Archive, false)}
}
