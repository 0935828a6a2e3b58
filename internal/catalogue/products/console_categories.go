package products

import (
	"cmp"
	"context"
	"slices"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/versions"
)

// ConsoleCategory is a category as staff see it.
type ConsoleCategory struct {
	ID        string      `json:"id"`
	Slug      string      `json:"slug"`
	ServiceID string      `json:"service_id"`
	ParentID  *string     `json:"parent_id"`
	NameEN    string      `json:"name_en"`
	NameAR    string      `json:"name_ar"`
	Picture   string      `json:"picture" doc:"Its name."`
	Image     files.Image `json:"image"`
	Active    bool        `json:"active" doc:"Shown to customers."`
	Archived  bool        `json:"archived"`
	Depth     int         `json:"depth" doc:"0 at the top."`
	Products  int64       `json:"products" doc:"In use, directly in it."`
	VATBP     *int64      `json:"vat_bp" doc:"The VAT class that new products begin with; null: that of the category above."`
	NewVAT    int64       `json:"new_vat_bp" doc:"What that comes to."`
	Class     *string     `json:"return_class" enum:"perishable,hygiene,general" doc:"How its goods may come back; null: as those of the category above."`
	NewClass  string      `json:"new_return_class" enum:"perishable,hygiene,general" doc:"What that comes to."`
	Version   int64       `json:"version"`
	staff.RecordRights
}

// consoleCategories lists all categories in the order of the tree.
func (s *Service) consoleCategories(ctx context.Context, q db.Querier,
	held map[string]int64) ([]ConsoleCategory, error) {
	all, err := shelves(ctx, q)
	if err != nil {
		return nil, err
	}
	below := map[string][]shelf{}
	for _, c := range all {
		key := c.ServiceID + "/" + c.parent()
		below[key] = append(below[key], c)
	}
	views, member := []ConsoleCategory{}, staff.Caller(ctx)
	var walk func(key string, depth int)
	walk = func(key string, depth int) {
		list := below[key]
		slices.SortFunc(list, func(a, b shelf) int { return cmp.Or(cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.ID, b.ID)) })
		for _, c := range list {
			vat, _ := vatOfNew(all, c.ID)
			views = append(views,
				ConsoleCategory{VATBP: c.VATBP, NewVAT: vat, Class: c.Class, NewClass: s.returnClassOf(all, c.ID), ID: c.ID,
					Slug: c.Slug, ServiceID: c.ServiceID, ParentID: c.ParentID, NameEN: c.NameEN, NameAR: c.NameAR, Picture: c.Image,
					Image: s.Library.Image(c.Image), Active: c.Active, Archived: c.ArchivedAt != nil, Depth: depth,
					Products: held[c.ID], Version: c.Version,
					RecordRights: member.Rights(staff.EditCategories, c.ArchivedAt != nil)})
			walk(c.ServiceID+"/"+c.ID, depth+1)
		}
	}
	for _, k := range s.Branches.ServiceTypes() {
		walk(k.ID+"/", 0)
	}
	return views, nil
}

func (s *Service) consoleCategory(ctx context.Context, q db.Querier, held map[string]int64,
	ref string) (ConsoleCategory, error) {
	all, err := s.consoleCategories(ctx, q, held)
	if err != nil {
		return ConsoleCategory{}, err
	}
	at := slices.IndexFunc(all, func(c ConsoleCategory) bool { return c.ID == ref })
	if at < 0 {
		return ConsoleCategory{}, errs.NotFound()
	}
	return all[at], nil
}

func (s *Service) consoleListCategories(ctx context.Context, _ *none) (*httpapi.Reply[[]ConsoleCategory], error) {
	held, err := s.Held(ctx)
	if err != nil {
		return nil, err
	}
	views, err := s.consoleCategories(ctx, s.DB, held)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(views), nil
}

func (s *Service) consoleGetCategory(ctx context.Context, in *refInput) (*httpapi.Reply[ConsoleCategory], error) {
	return s.replyCategory(ctx, in.ID, "")
}

func (s *Service) replyCategory(ctx context.Context, ref, message string) (*httpapi.Reply[ConsoleCategory], error) {
	held, err := s.Held(ctx)
	if err != nil {
		return nil, err
	}
	view, err := s.consoleCategory(ctx, s.DB, held, ref)
	if err != nil {
		return nil, err
	}
	return said(ctx, view, message), nil
}

type postCategoryInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		ServiceID string `json:"service_id" maxLength:"64"`
		ParentID  string `json:"parent_id,omitempty" maxLength:"64" doc:"Empty: at the top."`
		CategoryForm
	}
}

func (s *Service) postCategory(ctx context.Context, in *postCategoryInput) (*httpapi.Prepared, error) {
	return once(ctx, s, makingCategory, in.Key, in.Body, "catalog.saved",
		func(ctx context.Context, tx *db.Tx) (ConsoleCategory, error) {
			made, err := s.AddCategory(ctx, tx, s.by(ctx),
				NewCategory{ServiceID: in.Body.ServiceID, ParentID: in.Body.ParentID, CategoryForm: in.Body.CategoryForm})
			if err != nil {
				return ConsoleCategory{}, err
			}
			return s.consoleCategory(ctx, tx, nil, made)
		})
}

type putCategoryInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		CategoryForm
		Version httpapi.Int `json:"version" doc:"The one that was read."`
	}
}

func (s *Service) putCategory(ctx context.Context, in *putCategoryInput) (*httpapi.Reply[ConsoleCategory], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.EditCategory(ctx, tx, s.by(ctx), in.ID, versions.Read(int64(in.Body.Version)), in.Body.CategoryForm)
	})
	if err != nil {
		return nil,
			httpapi.WithCurrent(err, func() (*httpapi.Reply[ConsoleCategory], error) { return s.replyCategory(ctx, in.ID, "") })
	}
	return s.replyCategory(ctx, in.ID, "catalog.saved")
}

type moveInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		ParentID string `json:"parent_id" maxLength:"64" doc:"Empty: at the top."`
		BeforeID string `json:"before_id" maxLength:"64" doc:"Empty: the last there."`
	}
}

func (s *Service) moveCategory(ctx context.Context, in *moveInput) (*httpapi.Reply[ConsoleCategory], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.MoveCategory(ctx, tx, s.by(ctx), in.ID, in.Body.ParentID, in.Body.BeforeID)
	})
	if err != nil {
		return nil, err
	}
	return s.replyCategory(ctx, in.ID, "catalog.moved")
}

func (s *Service) archiveCategory(ctx context.Context, in *refInput) (*httpapi.Reply[ConsoleCategory], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.ArchiveCategory(ctx, tx, s.by(ctx), in.ID)
	})
	if err != nil {
		return nil, err
	}
	return s.replyCategory(ctx, in.ID, "catalog.now_archived")
}

func (s *Service) restoreCategory(ctx context.Context, in *refInput) (*httpapi.Reply[ConsoleCategory], error) {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.RestoreCategory(ctx, tx, s.by(ctx), in.ID)
	})
	if err != nil {
		return nil, err
	}
	return s.replyCategory(ctx, in.ID, "catalog.restored")
}
