// Package wire holds the few shapes that answers of every feature are made of.
package wire

// Ref names something else by its id and slug, with its name in the caller's
// language.
type Ref struct {
	ID   string `json:"id"`
	Slug string `json:"slug"`
	Name string `json:"name"`
}

// Rating is customers' rating of something: the average of 1 to 5 with one decimal, 0 without ratings.
type Rating struct {
	Average float64 `json:"average"`
	Count   int64   `json:"count"`
}

// RatingOf averages a sum of stars.
func RatingOf(sum, count int64) Rating {
	if count == 0 {
		return Rating{}
	}
	tenths := (sum*20 + count) / (2 * count)
	return Rating{Average: float64(tenths) / 10, Count: count}
}
