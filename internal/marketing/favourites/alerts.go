package favourites

import (
	"context"
	"errors"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/account"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/money"
	"wekala/internal/platform/notify"
)

// The kinds of news.
const (
	Cheaper = "cheaper"
	Back    = "back"
)

const (
	watchEvery = time.Minute
	tellEvery  = 15 * time.Minute
	// watchBatch is the number of products that are checked together.
	watchBatch = 100
	tellBatch  = 200
	// keepNews is how long sent news is stored.
	keepNews = 90 * 24 * time.Hour
	// Customers are not woken at night: Tell sends only between these hours in Cairo.
	tellFrom, tellTo = 9, 22
)

// Jobs registers the jobs that watch products and send news.
func (s *Service) Jobs(r *jobs.Runner) {
	r.Every("hearts.watch", watchEvery, s.Watch)
	r.Every("hearts.tell", tellEvery, s.Tell)
}

// worth decides which news a change causes, and whether earlier news is obsolete. Cheaper: available, and cheaper at
// the same branch than when last seen and than when marked. Back: available after having been unavailable.
func worth(m *mark, now offered) (cheaper, back, dearer bool) {
	if m.SeenPrice != nil && m.Price != nil && !m.elsewhere(now.branchID) {
		cheaper = now.available && now.price < *m.SeenPrice && now.price < *m.Price
		dearer = now.price >= *m.Price
	}
	return cheaper, now.available && !m.SeenAvailable, dearer
}

// Watch checks the products that changed since the last time, records news about them, and advances the cursor. Every
// node may call it at any time.
func (s *Service) Watch(ctx context.Context) error {
	from, err := readCursor(ctx, s.db)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	changes, version, err := changefeed.Since(ctx, s.db, from.Version, products.VariantResolver)
	if err != nil {
		return err
	}
	to := cursor{version, db.At(now)}
	if changefeed.Has(changes) {
		err = s.watchAll(ctx)
	} else {
		productIDs := changefeed.Refs(changes, products.ChangedProduct)
		// An offer begins and ends without a recorded change.
		var timed []string
		if timed, err = atBoundary(ctx, s.db, from.LookedAt, to.LookedAt); err == nil {
			err = s.watchThese(ctx, append(productIDs, timed...))
		}
	}
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := moveCursor(ctx, tx, from, to); err != nil {
			return err
		}
		return prune(ctx, tx, to.LookedAt.Add(-keepNews))
	})
}

func (s *Service) watchAll(ctx context.Context) error {
	after := ""
	for {
		ids, err := watchedAfter(ctx, s.db, after, watchBatch)
		if err != nil || len(ids) == 0 {
			return err
		}
		if err := s.watchSome(ctx, ids); err != nil {
			return err
		}
		after = ids[len(ids)-1]
	}
}

func (s *Service) watchThese(ctx context.Context, productIDs []string) error {
	for from := 0; from < len(productIDs); from += watchBatch {
		if err := s.watchSome(ctx, productIDs[from:min(from+watchBatch, len(productIDs))]); err != nil {
			return err
		}
	}
	return nil
}

// watchSome compares some products with their last seen state.
func (s *Service) watchSome(ctx context.Context, productIDs []string) error {
	list, err := watchedBy(ctx, s.db, productIDs)
	if err != nil {
		return err
	}
	byDistrict := map[string][]mark{}
	for _, m := range list {
		byDistrict[m.DistrictID] = append(byDistrict[m.DistrictID], m)
	}
	for district, marked := range byDistrict {
		var ids []string
		for i, m := range marked {
			if i == 0 || m.Ref != marked[i-1].Ref {
				ids = append(ids, m.Ref)
			}
		}
		found, err := s.look(ctx, district, ids)
		if err != nil {
			return err
		}
		for _, m := range marked {
			now, sold := found[m.Ref]
			if !sold {
				now = offered{price: known(m.SeenPrice)}
			}
			if m.SeenPrice != nil && *m.SeenPrice == known(m.priceSeen(now)) && m.SeenAvailable == now.available {
				continue
			}
			if err := s.seen(ctx, m, now); err != nil {
				return err
			}
		}
	}
	return nil
}

func known(price *int64) int64 {
	if price == nil {
		return 0
	}
	return *price
}

// seen records one change of a mark and its news, once.
func (s *Service) seen(ctx context.Context, m mark, now offered) error {
	cheaper, back, dearer := worth(&m, now)
	at := db.At(s.Clock.Now())
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		first, err := see(ctx, tx, m, now)
		if err != nil || !first {
			return err
		}
		// Newer news replaces unsent news, and news that is no longer true is deleted.
		for what, over := range map[string]bool{Cheaper: cheaper || dearer || !now.available, Back: !now.available} {
			if over {
				if err := takeBack(ctx, tx, m.UserID, m.Ref, what); err != nil {
					return err
				}
			}
		}
		n := news{UserID: m.UserID, Ref: m.Ref, Change: m.Changes + 1, PriceWas: m.Price, Price: now.price}
		if cheaper && m.TellPrice {
			n.What = Cheaper
			if err := note(ctx, tx, n, at); err != nil {
				return err
			}
		}
		if back && m.TellStock {
			n.What = Back
			return note(ctx, tx, n, at)
		}
		return nil
	})
}

// Tell sends the recorded news: one message per customer and day, during the day. It calls Watch first, so that news
// that is no longer true is not sent.
func (s *Service) Tell(ctx context.Context) error {
	now := s.Clock.Now()
	if hour := now.In(clock.Cairo).Hour(); hour < tellFrom || hour >= tellTo {
		return nil
	}
	if err := s.Watch(ctx); err != nil {
		return err
	}
	after := ""
	for {
		users, err := waiting(ctx, s.db, day(now), after, tellBatch)
		if err != nil || len(users) == 0 {
			return err
		}
		for _, user := range users {
			if err := s.tell(ctx, user, now); err != nil {
				return err
			}
		}
		after = users[len(users)-1]
	}
}

// errNothing rolls back a message that has no news left.
var errNothing = errors.New("favourites: nothing to tell")

func (s *Service) tell(ctx context.Context, userID string, now time.Time) error {
	err := s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		to, agreed, err := s.Contact(ctx, tx, userID)
		if err != nil {
			return err
		}
		if !agreed {
			// No news is kept for the case that the customer agrees later.
			return silence(ctx, tx, userID)
		}
		list, err := untold(ctx, tx, userID)
		if err != nil {
			return err
		}
		first, err := digest(ctx, tx, userID, day(now), len(list), db.At(now))
		if err != nil || !first {
			return err
		}
		said := list[:0]
		for _, n := range list {
			mine, err := tell(ctx, tx, n, day(now))
			if err != nil {
				return err
			}
			if mine {
				said = append(said, n)
			}
		}
		if len(said) == 0 {
			return errNothing
		}
		m := s.message(to, said, now)
		m.OfferTo = userID // asked once more when it goes
		return notify.Send(ctx, tx, m)
	})
	if errors.Is(err, errNothing) {
		return nil
	}
	return err
}

// message writes a digest: a single product is named with its price; of several, the first is named and the others are
// counted.
func (s *Service) message(to account.Contact, list []news, now time.Time) notify.Message {
	first := list[0]
	m := notify.Message{Channel: to.Channel, To: to.To, Lang: to.Lang, At: now, Params: map[string]string{},
		Link: "/products/" + first.Slug}
	// The inbox shows it in the language that its owner uses at that time.
	say := func(name string, in func(lang i18n.Lang) string) {
		m.Params[name], m.Params[name+"_en"], m.Params[name+"_ar"] = in(to.Lang), in(i18n.EN), in(i18n.AR)
	}
	say("name", i18n.Text{EN: first.NameEN, AR: first.NameAR}.In)
	say("price", func(lang i18n.Lang) string { return amount(lang, first.Price) })
	things := map[string]bool{}
	for _, n := range list {
		things[n.Ref] = true
	}
	about := first.What
	if first.What == Cheaper {
		say("was", func(lang i18n.Lang) string { return amount(lang, known(first.PriceWas)) })
	}
	if len(things) > 1 {
		about = "several"
		say("others", func(lang i18n.Lang) string { return i18n.T(lang, "favourites.others", "count", len(things)-1) })
		m.Link = "/account/my-favourites"
	}
	m.Params["link"] = s.PublicURL + "/" + to.Lang + m.Link
	m.Template = "favourites.notice_" + about
	return m
}

// amount formats a price for use inside a sentence.
func amount(lang i18n.Lang, minor int64) string {
	return i18n.T(lang, "favourites.amount", "amount", money.EGP(minor).Major())
}
