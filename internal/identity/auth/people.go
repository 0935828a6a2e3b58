package auth

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

const (
	// wordsOfName bounds the indexed words of a name, and wordLetters the length of each.
	wordsOfName = 8
	wordLetters = 40
	// lastLetter sorts after every continuation of a prefix.
	lastLetter = "\uffff"
	// namedAtOnce is the number of customers whose words one transaction writes.
	namedAtOnce = 500
)

// words returns the distinct words under which a name is indexed.
func (s *Service) words(name string) []string {
	all := strings.Fields(s.cfg.Fold(name))
	for i, w := range all {
		if letters := []rune(w); len(letters) > wordLetters {
			all[i] = string(letters[:wordLetters])
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return all[:min(len(all), wordsOfName)]
}

// nameWords replaces the indexed words of a customer's name.
func (s *Service) nameWords(ctx context.Context, tx *db.Tx, userID, name string) error {
	stmts := []db.Stmt{{SQL: `DELETE FROM user_words WHERE user_id = $1`, Args: []any{userID}}}
	for _, w := range s.words(name) {
		stmts = append(stmts, db.Stmt{SQL: `INSERT INTO user_words (word, user_id) VALUES ($1, $2)`, Args: []any{w, userID}})
	}
	return tx.Batch(ctx, stmts)
}

// wordsMissing indexes the names of customers without indexed words, who joined before the search for names existed.
func (s *Service) wordsMissing(ctx context.Context) error {
	for last := ""; ; {
		var found []string
		err := s.db.Select(ctx, &found, `SELECT u.id FROM users u WHERE u.id > $1 AND u.erased_at IS NULL AND u.name <> ''
			AND NOT EXISTS (SELECT 1 FROM user_words w WHERE w.user_id = u.id) ORDER BY u.id LIMIT $2`, last, int64(namedAtOnce))
		if err != nil || len(found) == 0 {
			return err
		}
		last = found[len(found)-1]
		err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			// The rows are locked, so that nobody changes their name or deletes their account in between.
			var named []struct{ ID, Name string }
			err := tx.Select(ctx, &named, `UPDATE users SET updated_at = updated_at WHERE id IN (`+db.List(1, len(found))+
				`) AND erased_at IS NULL
				RETURNING id, name`, db.Args(found)...)
			for _, u := range named {
				if err == nil {
					err = s.nameWords(ctx, tx, u.ID, u.Name)
				}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
}

// Person is a customer as shown in a list of customers.
type Person struct {
	ID        string    `db:"id"`
	Name      string    `db:"name"`
	Phone     string    `db:"phone"`
	Blocked   bool      `db:"blocked"`
	CreatedAt db.Millis `db:"created_at"`
	Word      string    `db:"word"` // of their name, that was looked for
}

const personColumns = `u.id, u.name, u.phone, u.blocked_at IS NOT NULL AS blocked, u.created_at`

// PeopleAsked filters a list of customers and contains the position where it continues.
type PeopleAsked struct {
	Blocked bool // only blocked customers
	Oldest  bool // the oldest accounts first
	AfterAt int64
	AfterID string
	Most    int
}

// First returns the query with the position at the beginning of the list.
func (a PeopleAsked) First() PeopleAsked {
	if !a.Oldest {
		a.AfterAt = math.MaxInt64
	}
	return a
}

// People reads customers by the time they registered.
func People(ctx context.Context, q db.Querier, a PeopleAsked) (list []Person, err error) {
	where := `u.erased_at IS NULL`
	if a.Blocked {
		where += ` AND u.blocked_at IS NOT NULL`
	}
	after := ` AND u.created_at <= $1 AND (u.created_at < $1 OR u.id < $2) ORDER BY u.created_at DESC, u.id DESC`
	if a.Oldest {
		after = ` AND u.created_at >= $1 AND (u.created_at > $1 OR u.id > $2) ORDER BY u.created_at, u.id`
	}
	err = q.Select(ctx, &list, `SELECT `+personColumns+`, '' AS word FROM users u WHERE `+where+after+` LIMIT $3`,
		a.AfterAt, a.AfterID, int64(a.Most))
	return list, err
}

// PeopleNamed reads the customers whose names have words with the given prefixes. They are sorted by the word that
// matches the longest prefix, and start after a word and an id.
func (s *Service) PeopleNamed(ctx context.Context, q db.Querier, name string, blocked bool, word, after string,
	most int) (list []Person, err error) {
	words := s.words(name)
	if len(words) == 0 {
		return nil, nil
	}
	// The longest prefix usually matches the fewest names.
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	args := []any{words[0], words[0] + lastLetter, word, after, int64(most)}
	where := `w.word >= $1 AND w.word < $2 AND w.word >= $3 AND (w.word > $3 OR w.user_id > $4) AND u.erased_at IS NULL
		AND NOT EXISTS (SELECT 1 FROM user_words f WHERE f.user_id = w.user_id AND f.word >= $1 AND f.word < w.word)`
	for _, other := range words[1:] {
		n := len(args)
		where += fmt.Sprintf(` AND EXISTS (SELECT 1 FROM user_words o WHERE o.user_id = w.user_id AND o.word >= $%d
			AND o.word < $%d)`, n+1, n+2)
		args = append(args, other, other+lastLetter)
	}
	// Both conditions are written this way so that PostgreSQL starts at the words, which are in order.
	if blocked {
		where += ` AND (SELECT b.blocked_at FROM users b WHERE b.id = w.user_id) IS NOT NULL`
	}
	err = q.Select(ctx, &list, `SELECT `+personColumns+
		`, w.word FROM user_words w LEFT JOIN users u ON u.id = w.user_id WHERE `+where+`
		ORDER BY w.word, w.user_id LIMIT $5`, args...)
	return list, err
}

// PersonByID reads one customer; NotFound if there is none or the account was deleted.
func PersonByID(ctx context.Context, q db.Querier, userID string) (p Person, err error) {
	err = q.Get(ctx, &p, `SELECT `+personColumns+`, '' AS word FROM users u WHERE u.id = $1 AND u.erased_at IS NULL`,
		userID)
	if errors.Is(err, db.ErrNoRows) {
		return Person{}, errs.NotFound()
	}
	return p, err
}
