package branches

import (
	"context"
	"regexp"

	"wekala/internal/identity/media"
	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// StoreForm is a store as an owner fills it in.
type StoreForm struct {
	Service   string `json:"service,omitempty" doc:"Id or slug. Of a new store; it stays with it."`
	NameEN    string `json:"name_en,omitempty"`
	NameAR    string `json:"name_ar,omitempty"`
	AboutEN   string `json:"about_en,omitempty"`
	AboutAR   string `json:"about_ar,omitempty"`
	Image     string `json:"image,omitempty" doc:"The logo: a picture's name."`
	Cover     string `json:"cover,omitempty" doc:"A picture's name."`
	LegalName string `json:"legal_name,omitempty" doc:"Of the seller, as on the tax register."`
	TaxNumber string `json:"tax_number,omitempty" doc:"Tax registration number: nine digits."`
	// Percentages are typed with two decimals, like amounts.
	Commission *httpapi.Amount `json:"commission,omitempty" doc:"Percent of the goods of its orders that the shop keeps: 12.5. For orders to come. Of a store that is there, left out: as it is."`
	Delivers   string          `json:"delivers,omitempty" doc:"Whose couriers take its orders out: shop, which is the default, or store. Of a store that is there, left out: as it is."`
	OwnedBy    string          `json:"owned_by,omitempty" enum:"platform,seller," doc:"Whose store it is. Left out of a new store: seller where it pays commission or delivers itself, else platform; of a store that is there: as it is."`
	Main       string          `json:"main_branch,omitempty" doc:"The branch that speaks for the store; the first one when it is left out."`
	Active     *bool           `json:"active,omitempty" doc:"Shown to customers; true when it is left out."`
	Version    int64           `json:"version,omitempty" doc:"The one that was read; none of a new one."`

	ID   string `json:"-"`
	Slug string `json:"-"`
}

// StoreRecord is a store as staff see it.
type StoreRecord struct {
	ID         string      `json:"id"`
	Slug       string      `json:"slug"`
	Service    wire.Ref    `json:"service"`
	NameEN     string      `json:"name_en"`
	NameAR     string      `json:"name_ar"`
	AboutEN    string      `json:"about_en"`
	AboutAR    string      `json:"about_ar"`
	Image      string      `json:"image"`
	ImageView  files.Image `json:"image_view"`
	Cover      string      `json:"cover"`
	CoverView  files.Image `json:"cover_view"`
	LegalName  string      `json:"legal_name"`
	TaxNumber  string      `json:"tax_number"`
	Commission money.Major `json:"commission" doc:"Percent."`
	Delivers   string      `json:"delivers" enum:"shop,store"`
	OwnedBy    string      `json:"owned_by" enum:"platform,seller" doc:"Whose store it is. The platform's own pays no commission."`
	TermsFixed bool        `json:"terms_fixed" doc:"Commission, delivers and owned_by are the platform's to set, and the caller is the seller's."`
	Main       string      `json:"main_branch"`
	Branches   []wire.Ref  `json:"branches" doc:"That are not closed for good."`
	Active     bool        `json:"active"`
	State      string      `json:"state" enum:"shown,hidden,archived"`
	Version    int64       `json:"version"`
	ArchivedAt *db.Millis  `json:"archived_at"`
}

// The parties that may deliver a store's orders.
const (
	DeliversShop  = "shop"
	DeliversStore = "store"
)

// The possible owners of a store.
const (
	OwnedByPlatform = "platform"
	OwnedBySeller   = "seller"
)

// maxCommission bounds a store's commission, in basis points.
const maxCommission = 50_00

var taxNumberShape = regexp.MustCompile(`^\d{9}$`)

// taxNumber normalises a tax registration number, in Latin or Arabic digits and with its printed dashes; an empty one
// is valid.
func taxNumber(f *forms.Form, field, value string) string {
	var digits []rune
	for _, r := range money.LatinDigits(httpapi.Clean(value)) {
		if r != '-' && r != ' ' {
			digits = append(digits, r)
		}
	}
	number := string(digits)
	if number != "" && !taxNumberShape.MatchString(number) {
		f.Say(field, "branches.tax_number_shape")
	}
	return number
}

func (st *StoreForm) check(pictures *files.Library) error {
	var f forms.Form
	name := f.Name("name", st.NameEN, st.NameAR, nameLetters)
	about := f.Both("about", st.AboutEN, st.AboutAR, aboutLetters)
	st.NameEN, st.NameAR, st.AboutEN, st.AboutAR = name.EN, name.AR, about.EN, about.AR
	st.Image = picture(&f, pictures, "image", st.Image)
	st.Cover = picture(&f, pictures, "cover", st.Cover)
	st.LegalName = f.Line("legal_name", st.LegalName, 0, legalLetters)
	st.TaxNumber = taxNumber(&f, "tax_number", st.TaxNumber)
	if st.Commission == nil {
		st.Commission = &httpapi.Amount{}
	}
	if st.Commission.Minor < 0 || st.Commission.Minor > maxCommission {
		f.Say("commission", "branches.commission_range", "most", maxCommission/100)
	}
	st.Delivers = f.OneOf("delivers", st.Delivers, DeliversShop, DeliversStore)
	if st.OwnedBy != "" {
		st.OwnedBy = f.OneOf("owned_by", st.OwnedBy, OwnedByPlatform, OwnedBySeller)
	}
	return f.Err()
}

// ownerOfNew returns the default owner of a new store.
func (st *StoreForm) ownerOfNew() string {
	if st.Commission.Minor > 0 || st.Delivers == DeliversStore {
		return OwnedBySeller
	}
	return OwnedByPlatform
}

// checkOwner refuses a commission for the platform's own stores, which nobody would pay.
func (st *StoreForm) checkOwner() error {
	if st.OwnedBy == OwnedByPlatform && st.Commission.Minor != 0 {
		return errs.Invalid("commission", "branches.commission_own")
	}
	return nil
}

// AddStore adds a store at the end of a service and returns its id. 422 names the invalid fields.
func AddStore(ctx context.Context, tx *db.Tx, st StoreForm, pictures *files.Library) (string, error) {
	if err := st.check(pictures); err != nil {
		return "", err
	}
	if st.OwnedBy == "" {
		st.OwnedBy = st.ownerOfNew()
	}
	if err := st.checkOwner(); err != nil {
		return "", err
	}
	var service string
	switch err := tx.Get(ctx, &service, `SELECT id FROM services WHERE (id = $1 OR slug = $1) AND archived_at IS NULL
		ORDER BY id LIMIT 1`, st.Service); {
	case errs.Is(one(err), "common.not_found"):
		return "", errs.Invalid("service", "branches.no_service")
	case err != nil:
		return "", err
	}
	slug, err := slugFor(ctx, tx, ofStores, st.Slug, st.NameEN)
	if err != nil {
		return "", err
	}
	ref := newID("sto", st.ID)
	_, err = tx.Exec(ctx, `INSERT INTO stores (id, slug, service_id, name_en, name_ar, about_en, about_ar, image, cover,
		legal_name, tax_number, main_branch_id, active,
		commission_bp, delivers, owned_by, sort) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, '', $12, $13, $14,
		$15, (SELECT COALESCE(MAX(sort), -1) + 1 FROM stores))`,
		ref, slug, service, st.NameEN, st.NameAR, st.AboutEN, st.AboutAR, st.Image, st.Cover, st.LegalName, st.TaxNumber,
		st.Active == nil || *st.Active,
		st.Commission.Minor, st.Delivers, st.OwnedBy)
	if err == nil {
		err = st.shows(ctx, tx, ref)
	}
	return ref, err
}

// shows registers the pictures that a store shows, which keeps them from being deleted.
func (st *StoreForm) shows(ctx context.Context, tx *db.Tx, ref string) error {
	if err := media.Use(ctx, tx, shownByStore, ref, "image", st.Image); err != nil || st.Cover == "" {
		return err
	}
	return media.Use(ctx, tx, shownByStore, ref, "cover", st.Image, st.Cover)
}

type storeRefRow struct {
	storeRow
	ServiceSlug string `db:"service_slug"`
	ServiceEN   string `db:"service_en"`
	ServiceAR   string `db:"service_ar"`
}

const storeRecords = `SELECT s.id, s.slug, s.service_id, s.name_en, s.name_ar, s.about_en, s.about_ar, s.image,
	s.cover, s.legal_name, s.tax_number,
  s.main_branch_id, s.active, s.sort, s.version, s.archived_at, s.commission_bp, s.delivers, s.owned_by,
  k.slug AS service_slug, k.name_en AS service_en, k.name_ar AS service_ar
FROM stores s JOIN services k ON k.id = s.service_id`

type branchNameRow struct {
	ID, Slug string
	StoreID  string `db:"store_id"`
	NameEN   string `db:"name_en"`
	NameAR   string `db:"name_ar"`
}

func (s *Service) storeRecord(ctx context.Context, r storeRefRow, branches []branchNameRow) StoreRecord {
	lang := httpapi.Caller(ctx).Lang
	member, _ := staff.From(ctx)
	v := StoreRecord{ID: r.ID, Slug: r.Slug, Service: refOf(r.ServiceID, r.ServiceSlug, r.ServiceEN, r.ServiceAR, lang),
		NameEN: r.NameEN, NameAR: r.NameAR, AboutEN: r.AboutEN, AboutAR: r.AboutAR, Image: r.Image,
		ImageView: s.Pictures.Image(r.Image), Cover: r.Cover, CoverView: s.Pictures.Image(r.Cover),
		LegalName: r.LegalName, TaxNumber: r.TaxNumber, Commission: money.Percent(r.CommissionBP), Delivers: r.Delivers,
		OwnedBy: r.OwnedBy, TermsFixed: member.Party() == parties.Seller, Main: r.MainBranchID, Branches: []wire.Ref{},
		Active: r.Active,
		State:  stateOf(r.Active, r.ArchivedAt), Version: r.Version, ArchivedAt: r.ArchivedAt}
	for _, b := range branches {
		if b.StoreID == r.ID {
			v.Branches = append(v.Branches, refOf(b.ID, b.Slug, b.NameEN, b.NameAR, lang))
		}
	}
	return v
}

const branchNames = `SELECT id, slug, store_id, name_en, name_ar FROM branches WHERE archived_at IS NULL`

func (s *Service) readStore(ctx context.Context, q db.Querier, ref string) (StoreRecord, error) {
	var r storeRefRow
	if err := one(q.Get(ctx, &r, storeRecords+` WHERE s.id = $1`, ref)); err != nil {
		return StoreRecord{}, err
	}
	var branches []branchNameRow
	if err := q.Select(ctx, &branches, branchNames+` AND store_id = $1 ORDER BY sort, id`, ref); err != nil {
		return StoreRecord{}, err
	}
	return s.storeRecord(ctx, r, branches), nil
}

func (s *Service) listStoreRecords(ctx context.Context, in *struct {
	ListQuery
	Service string `query:"service" maxLength:"80"`
}) (*httpapi.Part[StoreRecord], error) {
	member := staff.Caller(ctx)
	var rows []storeRefRow
	var meta httpapi.PartMeta
	var branches []branchNameRow
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) (err error) {
		rows, meta, err = inOrder(in.PartInput, func(r storeRefRow) (int64, string) { return r.Sort, r.ID },
			func(sort int64, ref string, n int64) (read []storeRefRow, err error) {
				err = q.Select(ctx, &read, storeRecords+` WHERE s.sort > $1 OR s.sort = $1 AND s.id > $2
					ORDER BY s.sort, s.id LIMIT $3`, sort, ref, n)
				return read, err
			}, func(r storeRefRow) bool {
				return s.sees(member, ofStores, r.ID) && (in.Service == "" || in.Service == r.ServiceID ||
					in.Service == r.ServiceSlug) && s.keeps(in.ListQuery, stateOf(r.Active, r.ArchivedAt), r.NameEN, r.NameAR)
			})
		if err != nil || len(rows) == 0 {
			return err
		}
		var refs []string
		for _, r := range rows {
			refs = append(refs, r.ID)
		}
		refs = db.Padded(refs)
		return q.Select(ctx, &branches, branchNames+` AND store_id IN (`+db.List(1, len(refs))+`) ORDER BY sort, id`,
			db.Args(refs)...)
	})
	if err != nil {
		return nil, err
	}
	all := make([]StoreRecord, len(rows))
	for i, r := range rows {
		all[i] = s.storeRecord(ctx, r, branches)
	}
	return httpapi.PartOf(all, meta), nil
}

// myStore reads a store of the caller's; any other is not found.
func (s *Service) myStore(ctx context.Context, q db.Querier, ref string) (StoreRecord, error) {
	if !s.sees(staff.Caller(ctx), ofStores, ref) {
		return StoreRecord{}, errs.NotFound()
	}
	return s.readStore(ctx, q, ref)
}

func (s *Service) getStore(ctx context.Context, in *refInput) (*httpapi.Reply[StoreRecord], error) {
	st, err := s.myStore(ctx, s.DB, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(st), nil
}

func (s *Service) postStore(ctx context.Context, in *struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body StoreForm
}) (*httpapi.Prepared, error) {
	member := staff.Caller(ctx)
	return create(ctx, s, "console-create-store", in.Key, in.Body, func(ctx context.Context, tx *db.Tx) (string, error) {
		ref, err := AddStore(ctx, tx, in.Body, s.Pictures)
		if err != nil {
			return "", err
		}
		return ref, s.written(ctx, tx, member, "store.create", ref, nil, in.Body)
	}, s.readStore)
}

func (s *Service) putStore(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body StoreForm
}) (*httpapi.Reply[StoreRecord], error) {
	member := staff.Caller(ctx)
	st := in.Body
	keepsCommission, keepsDelivers := st.Commission == nil, st.Delivers == ""
	wrong := st.check(s.Pictures)
	err := s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		if err := hold(ctx, tx, "stores", in.ID); err != nil {
			return "", err
		}
		before, err := s.myStore(ctx, tx, in.ID)
		if err != nil {
			return "", err
		}
		if !s.runs(member, ofStores, in.ID) {
			return "", errs.NotAllowed()
		}
		if wrong != nil {
			return "", wrong
		}
		if keepsCommission {
			st.Commission.Minor = before.Commission.Minor()
		}
		if keepsDelivers {
			st.Delivers = before.Delivers
		}
		if st.OwnedBy == "" {
			st.OwnedBy = before.OwnedBy
		}
		if err := st.termsOf(member, before); err != nil {
			return "", err
		}
		if err := st.checkOwner(); err != nil {
			return "", err
		}
		if st.Main == "" {
			st.Main = before.Main
		} else if st.Main != before.Main {
			known := false
			for _, b := range before.Branches {
				known = known || b.ID == st.Main
			}
			if !known {
				return "", errs.Invalid("main_branch", "common.one_of")
			}
		}
		shown := st.Active == nil && before.Active || st.Active != nil && *st.Active
		err = moved(tx.Exec(ctx, `UPDATE stores SET name_en = $3, name_ar = $4, about_en = $5, about_ar = $6, image = $7,
			cover = $8, legal_name = $9,
			tax_number = $10, main_branch_id = $11, active = $12,
			commission_bp = $13, delivers = $14, owned_by = $15, version = version + 1 WHERE id = $1
			AND version = $2`, in.ID, st.Version, st.NameEN, st.NameAR,
			st.AboutEN, st.AboutAR, st.Image, st.Cover, st.LegalName, st.TaxNumber, st.Main, shown,
			st.Commission.Minor, st.Delivers, st.OwnedBy))
		if err == nil {
			err = s.takeDownShown(ctx, tx, member, ofStores, in.ID, before.Active, shown)
		}
		if err == nil {
			err = st.shows(ctx, tx, in.ID)
		}
		if err != nil {
			return "", err
		}
		return in.ID, s.written(ctx, tx, member, "store.edit", in.ID, before, st)
	})
	read := func() (*httpapi.Reply[StoreRecord], error) { return s.getStore(ctx, &refInput{in.ID}) }
	if err != nil {
		return nil, httpapi.WithCurrent(err, read)
	}
	return read()
}

// termsOf refuses changes by the seller's staff to terms that the platform sets for the seller.
func (st *StoreForm) termsOf(member staff.Member, before StoreRecord) error {
	if member.Party() == parties.Platform {
		return nil
	}
	var wrong []errs.Field
	if st.Commission.Minor != before.Commission.Minor() {
		wrong = append(wrong, errs.Field{Name: "commission", Key: "branches.terms_fixed"})
	}
	if st.Delivers != before.Delivers {
		wrong = append(wrong, errs.Field{Name: "delivers", Key: "branches.terms_fixed"})
	}
	if st.OwnedBy != before.OwnedBy {
		wrong = append(wrong, errs.Field{Name: "owned_by", Key: "branches.terms_fixed"})
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// handOverMain makes another branch the main one of a store whose main branch is archived, if there is one.
func handOverMain(ctx context.Context, tx *db.Tx, branchID string) error {
	var next string
	err := tx.Get(ctx, &next, `SELECT b.id FROM branches b JOIN stores s ON s.id = b.store_id
		WHERE s.main_branch_id = $1 AND b.id <> $1 AND b.archived_at IS NULL ORDER BY b.sort, b.id LIMIT 1`, branchID)
	if errs.Is(one(err), "common.not_found") {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE stores SET main_branch_id = $2, version = version + 1 WHERE main_branch_id = $1`,
		branchID, next)
	return err
}
