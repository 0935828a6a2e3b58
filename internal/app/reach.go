package app

import (
	"context"

	"wekala/internal/favourites"
	"wekala/internal/platform/db"
)

// reach tells how a shopper who agreed to news of offers gets them.
func reach(context.Context, db.Querier, string) (favourites.Contact, bool, error) {
	return favourites.Contact{}, false, nil
}
