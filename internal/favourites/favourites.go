// Package favourites remembers what shoppers marked with a heart: products and
// branches. Here are the flags that lists show.
package favourites

import (
	"context"
	"fmt"

	"wekala/internal/platform/db"
)

// What can be marked.
const (
	Product = "product"
	Branch  = "branch"
)

// Service reads the marks.
type Service struct{ db *db.DB }

// New makes the service.
func New(d *db.DB) *Service { return &Service{db: d} }

// Products tells which of some products a shopper marked.
func (s *Service) Products(ctx context.Context, userID string, ids []string) (map[string]bool, error) {
	return Marked(ctx, s.db, userID, Product, ids)
}

// Branches tells which of some branches a shopper marked.
func (s *Service) Branches(ctx context.Context, userID string, ids []string) (map[string]bool, error) {
	return Marked(ctx, s.db, userID, Branch, ids)
}

// Marked tells which of some things of a kind a shopper marked; nil for none.
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
	query := `SELECT ref FROM favourites WHERE user_id = $1 AND kind = $2 AND ref IN (` + db.List(3, len(asked)) + `) ORDER BY ref`
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
