package products

import (
	"context"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
)

// Staff operations with an idempotency key, each performed once per key.
var (
	makingCategory = idempotency.Operation{Name: "console-create-category", Keep: 7 * 24 * time.Hour}
	makingProduct  = idempotency.Operation{Name: "console-create-product", Keep: 7 * 24 * time.Hour}
	copyingProduct = idempotency.Operation{Name: "console-duplicate-product", Keep: 7 * 24 * time.Hour}
)

// ConsoleRoutes registers the console's operations on categories and products.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	read := func(path, id, summary string) httpapi.Op {
		return httpapi.Op{Method: "GET", Path: path, ID: id, Tag: "console", Summary: summary, Audience: httpapi.Staff,
			Capability: staff.ReadCatalogue, Branches: httpapi.NoBranch}
	}
	edit := func(method, path, id, summary, action string) httpapi.Op {
		return httpapi.Op{Method: method, Path: path, ID: id, Tag: "console", Summary: summary, Audience: httpapi.Staff,
			Capability: staff.EditCatalogue, Branches: httpapi.Within, Audit: []string{action}, Strict: true}
	}
	tree := func(method, path, id, summary, action string) httpapi.Op {
		op := edit(method, path, id, summary, action)
		op.Capability, op.Branches = staff.EditCategories, httpapi.WholeShop
		return op
	}
	keyed := func(op httpapi.Op) httpapi.Op { op.Key = httpapi.KeyRequired; return op }
	moved := func(op httpapi.Op) httpapi.Op { op.Conflict = httpapi.VersionConflict[ConsoleCategory](); return op }

	choices := read("/console/catalogue/choices", "console-catalogue-choices",
		"Stores, branches and VAT classes to choose from")
	choices.Branches = httpapi.BranchList
	httpapi.Handle(a, choices, s.getCatalogueChoices)
	httpapi.Handle(a, read("/console/categories", "console-list-categories", "All categories, each before those below it"),
		s.consoleListCategories)
	httpapi.Handle(a, read("/console/categories/{id}", "console-get-category", "A category"), s.consoleGetCategory)
	httpapi.HandlePrepared[postCategoryInput, httpapi.Envelope[ConsoleCategory]](a,
		keyed(tree("POST", "/console/categories", "console-create-category", "Make a category", "category.create")),
		s.postCategory)
	httpapi.Handle(a,
		moved(tree("PUT", "/console/categories/{id}", "console-save-category", "Change a category", "category.edit")),
		s.putCategory)
	httpapi.Handle(a, tree("POST", "/console/categories/{id}/move", "console-move-category",
		"Put a category elsewhere in the tree", "category.move"), s.moveCategory)
	httpapi.Handle(a, tree("POST", "/console/categories/{id}/archive", "console-archive-category",
		"Take a category out of use", "category.archive"), s.archiveCategory)
	httpapi.Handle(a, tree("POST", "/console/categories/{id}/restore", "console-restore-category",
		"Take a category into use again", "category.restore"), s.restoreCategory)

	list := read("/console/products", "console-list-products", "Products within reach, drafts included")
	list.Paged, list.Branches = true, httpapi.Within
	httpapi.Handle(a, list, s.listProducts)
	several := edit("POST", "/console/products/bulk", "console-bulk-products",
		"Publish, unpublish, archive or restore several products", "product.publish")
	several.Audit = append(several.Audit, "product.archive", "product.restore")
	httpapi.Bulk(a, several, s.bulkActions())
	one := read("/console/products/{id}", "console-get-product", "A product with its variants")
	one.Branches = httpapi.Within
	httpapi.Handle(a, one, s.getProduct)
	make := keyed(edit("POST", "/console/products", "console-create-product",
		"Make a product, with its first prices and stock", "product.create"))
	make.Audit = append(make.Audit, "category.create", "price.set", "price.propose", "shelf.change")
	make.MaxBody, make.MaxValues = productBody, productValues
	httpapi.HandlePrepared[postProductInput, httpapi.Envelope[ConsoleProduct]](a, make, s.postProduct)
	save := edit("PUT", "/console/products/{id}", "console-save-product", "Change a product", "product.edit")
	save.Audit = append(save.Audit, "product.propose")
	save.Conflict, save.MaxBody = httpapi.VersionConflict[ConsoleProduct](), productBody
	save.MaxValues = productValues
	httpapi.Handle(a, save, s.putProduct)
	httpapi.Handle(a, edit("POST", "/console/products/{id}/publish", "console-publish-product",
		"Show a product to customers, or make it a draft again", "product.publish"), s.publishProduct)
	twin := keyed(edit("POST", "/console/products/duplicate", "console-duplicate-product", "Make a draft like a product",
		"product.create"))
	twin.Audit = append(twin.Audit, "product.extras", "menu.edit")
	httpapi.HandlePrepared[duplicateInput, httpapi.Envelope[ConsoleProduct]](a, twin, s.duplicateProduct)
	httpapi.Handle(a, edit("POST", "/console/products/{id}/archive", "console-archive-product",
		"Take a product out of use", "product.archive"), s.archiveProduct)
	httpapi.Handle(a, edit("POST", "/console/products/{id}/restore", "console-restore-product",
		"Take a product into use again, as a draft", "product.restore"), s.restoreProduct)
	s.waitRoutes(a)
	s.nameWaitRoutes(a)
}

// The size of a request for a product with many variants: each has some ten values and a choice for each option.
const (
	productBody   = 1 << 20
	productValues = 30 * MaxVariants
)

type none struct{}

type refInput struct {
	ID string `path:"id" maxLength:"64"`
}

// said builds a reply with the message for a key; an empty key gives no message.
func said[T any](ctx context.Context, data T, key string) *httpapi.Reply[T] {
	if key != "" {
		key = i18n.T(httpapi.Caller(ctx).Lang, key)
	}
	return httpapi.OKMessage(data, key)
}

func (s *Service) by(ctx context.Context) Actor { return s.Of(staff.Caller(ctx)) }

// once handles a request with an idempotency key: do creates something and returns the response.
func once[T any](ctx context.Context, s *Service, op idempotency.Operation, key string, content any, message string,
	do func(ctx context.Context, tx *db.Tx) (T, error)) (*httpapi.Prepared, error) {
	var out *httpapi.Prepared
	err := s.raced(ctx, func(ctx context.Context) (err error) {
		out, err = staff.Once(ctx, s.keys, op, key, content, func(ctx context.Context, tx *db.Tx) (*httpapi.Reply[T], error) {
			made, err := do(ctx, tx)
			if err != nil {
				return nil, err
			}
			return said(ctx, made, message), nil
		})
		return err
	})
	return out, err
}

// maxRaces is how often a write is retried after it lost a race.
const maxRaces = 3

// raced repeats a write that violated a unique key, as when two people used one SKU concurrently. The other row now
// exists, so the rule that checks for it returns the error at the right field.
func (s *Service) raced(ctx context.Context, write func(ctx context.Context) error) error {
	err := s.Comparing(ctx, write)
	for range maxRaces {
		if !db.IsUnique(err) {
			break
		}
		err = s.Comparing(ctx, write)
	}
	return err
}
