package app_test

import (
	"context"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/products"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// rated is a delivered order that its customer rated; the id is the rating's.
func (m *matrix) rated() thing {
	t := m.delivered()
	m.s.Do("POST", "/orders/"+t.id+"/rating", t.owner.Token, map[string]any{"stars": 4, "text": "Hot and on time"}).
		Into(m.s.TB, &struct{}{})
	t.id = apptest.Get[string](m.s, `SELECT id FROM ratings WHERE order_id = $1 AND line_id = ''`, t.id)
	t.missing = id.New("rat")
	return t
}

// hidden is a rating that staff have hidden.
func (m *matrix) hidden() thing {
	t := m.rated()
	m.s.Do("POST", "/console/ratings/"+t.id+"/hide", m.tokens[boss],
		map[string]any{"reason": "Names somebody", "version": m.ratingVersion(t.id)}).Into(m.s.TB, &struct{}{})
	return t
}

func (m *matrix) ratingVersion(ref string) int64 {
	return apptest.Get[int64](m.s, `SELECT version FROM ratings WHERE id = $1`, ref)
}

// ofRating adds the rating's current version to a body.
func ofRating(body fields) func(*matrix, thing, string) any {
	return func(m *matrix, t thing, _ string) any { return but(body, "version", m.ratingVersion(t.id)) }
}

func says(body map[string]any) func(*matrix, thing, string) any {
	return func(*matrix, thing, string) any { return body }
}

// Ratings. Favourites identify their object by kind and id, and nobody else can name them.
var _ = addCases(map[string][]idCase{
	"GET /orders/{id}/rating": {{name: "delivered", make: (*matrix).delivered, want: private},
		{name: "under way", make: (*matrix).order, want: private}},
	"POST /orders/{id}/rating": {
		{make: (*matrix).delivered, body: says(map[string]any{"stars": 5, "text": "Good"}), want: private}},
	"POST /reviews/{id}/helpful": {
		{make: (*matrix).rated, body: says(map[string]any{"helpful": true}),
			want: with(private, owner, "400 no_vote", other, ok)},
		{name: "hidden", make: (*matrix).hidden, body: says(map[string]any{"helpful": true}),
			want: with(private, owner, "400 no_vote", other, "400 no_vote")},
	},
	"GET /products/{id}/reviews": {{name: "on sale", make: fixed("koshary", "no-such"), want: everybody(ok)},
		{name: "taken out", make: fixed("hidden", "no-such"), want: everybody(notFound)}},
	"GET /branches/{id}/reviews": {{name: "open", make: fixed("koshary-maadi", "no-such"), want: everybody(ok)},
		{name: "given up", make: fixed("koshary-old", "no-such"), want: everybody(notFound)}},
	"GET /console/ratings ?branch_id": {{make: fixed(apptest.Koshary, "br_none"), want: ofBranch}},
	"POST /console/ratings/{id}/answer": {
		{make: (*matrix).rated, body: ofRating(fields{"answer": "Thank you"}), want: ofBranch}},
	"POST /console/ratings/{id}/hide": {
		{make: (*matrix).rated, body: ofRating(fields{"reason": "Names somebody"}), want: ofBranch}},
	"POST /console/ratings/{id}/show": {
		{make: (*matrix).hidden, body: ofRating(fields{"reason": "A mistake"}), want: ofBranch}},
},
	`SELECT 'rating ' || id || stars || text || version || helpful FROM ratings WHERE user_id IN ($1, $2, $3)`,
	`SELECT 'vote ' || rating_id FROM rating_votes WHERE user_id IN ($1, $2, $3)`,
	`SELECT 'heart ' || kind || ref || changes FROM favourites WHERE user_id IN ($1, $2, $3)`,
)

func init() {
	for op, w := range map[string]write{
		"add-favourite": {share: 3, body: func(ids) fields { return fields{"kind": "product", "id": "koshary"} }},
		"set-favourite-alerts": {share: 2, body: func(ids) fields {
			return fields{"id": "prd_koshary", "price_drop": true, "back_in_stock": false}
		}},
		"compare-products": {
			share: 2, body: func(ids) fields { return fields{"products": []string{"koshary", "mango-juice"}} }},
		"rate-order": {share: 3, path: "ordered", body: func(ids) fields {
			return fields{"stars": 4, "text": "Good", "delivery_stars": 5, "photos": []string{}, "items": []any{}}
		}},
		"vote-review": {share: 1, path: "address", body: func(ids) fields { return fields{"helpful": true} }},
		"console-answer-rating": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return fields{"answer": "Thank you", "version": 1} }},
		"console-hide-rating": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return fields{"reason": "Names somebody", "version": 1} }},
		"console-show-rating": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return fields{"reason": "A mistake", "version": 1} }},
	} {
		writes[op] = w
	}
}

// touchProduct announces to the nodes that a product changed.
func touchProduct(ctx context.Context, tx *db.Tx, id string) error {
	return changefeed.Publish(ctx, tx, products.ChangedProduct, id)
}
