package db

import (
	"context"
	"errors"
	"regexp"
	"sync"

	"github.com/jmoiron/sqlx"
)

const (
	// cachedStmts bounds the prepared statements. Texts longer than cachedText are IN lists of some length, which are not
	// worth caching.
	cachedStmts = 512
	cachedText  = 4096
)

// stmtCache caches prepared statements, because SQLite plans a query each time it is prepared. When it is full, the
// least recently used statement is dropped.
type stmtCache struct {
	most int // cachedStmts if 0

	mu    sync.Mutex
	clock int64
	m     map[string]*preparedStmt
}

type preparedStmt struct {
	*sqlx.Stmt
	users int
	used  int64
	out   bool // no longer in the map; its last user closes it
}

type preparer interface {
	PreparexContext(ctx context.Context, query string) (*sqlx.Stmt, error)
}

// take returns a prepared statement, for use until done is called; nil if the text should not be cached.
func (c *stmtCache) take(ctx context.Context, p preparer, query string) (*preparedStmt, error) {
	if len(query) > cachedText {
		return nil, nil
	}
	c.mu.Lock()
	st := c.use(query)
	c.mu.Unlock()
	if st != nil {
		return st, nil
	}
	made, err := p.PreparexContext(ctx, planned(query))
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	st = c.use(query)
	unneeded := made
	if st == nil {
		unneeded = c.keep(query, made)
		st = c.use(query)
	}
	c.mu.Unlock()
	if unneeded != nil {
		_ = unneeded.Close() // nobody uses it
	}
	return st, nil
}

func (c *stmtCache) use(query string) *preparedStmt {
	st := c.m[query]
	if st != nil {
		c.clock++
		st.users, st.used = st.users+1, c.clock
	}
	return st
}

// keep adds a statement to the map and returns the one that it displaces; nil if there is room or that one is in use.
func (c *stmtCache) keep(query string, made *sqlx.Stmt) (pushed *sqlx.Stmt) {
	if c.m == nil {
		c.m = make(map[string]*preparedStmt)
	}
	most := c.most
	if most == 0 {
		most = cachedStmts
	}
	if len(c.m) >= most {
		var oldest string
		for text, st := range c.m {
			if o := c.m[oldest]; o == nil || st.used < o.used {
				oldest = text
			}
		}
		st := c.m[oldest]
		delete(c.m, oldest)
		if st.out = st.users > 0; !st.out {
			pushed = st.Stmt
		}
	}
	c.m[query] = &preparedStmt{Stmt: made}
	return pushed
}

func (c *stmtCache) done(st *preparedStmt) {
	c.mu.Lock()
	st.users--
	last := st.out && st.users == 0
	c.mu.Unlock()
	if last {
		_ = st.Close()
	}
}

// bareLimit matches a LIMIT that consists of an argument only.
var bareLimit = regexp.MustCompile(`\bLIMIT (\$\d+)`)

// planned returns a query whose plan doesn't depend on its arguments. If a limit is an argument, SQLite plans the query
// again at each binding, which takes ten times as long as most queries. It ignores the value of a sum.
func planned(query string) string { return bareLimit.ReplaceAllString(query, "LIMIT ${1}+0") }

func (c *stmtCache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var errs []error
	for _, st := range c.m {
		errs = append(errs, st.Close())
	}
	c.m = nil
	return errors.Join(errs...)
}
