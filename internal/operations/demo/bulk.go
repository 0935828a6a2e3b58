package demo

import (
	"context"
	"strconv"
	"strings"

	"wekala/internal/platform/db"
)

// bulk inserts rows into one table, many per statement.
type bulk struct {
	tx   *db.Tx
	into string // "branches (id, slug)"
	cols int
	args []any
	// first is written before this one's rows, which point at its rows.
	first *bulk
}

// bulkArgs bounds the parameters of a statement: SQLite searches numbered ones by name, linearly, so that the cost
// grows with their square.
const bulkArgs = 400

func newBulk(tx *db.Tx, table string, columns ...string) *bulk {
	return &bulk{tx: tx, into: table + " (" + strings.Join(columns, ", ") + ")", cols: len(columns)}
}

// add queues a row of as many values as there are columns.
func (b *bulk) add(ctx context.Context, values ...any) error {
	b.args = append(b.args, values...)
	if len(b.args)+b.cols > bulkArgs {
		return b.flush(ctx)
	}
	return nil
}

// flush writes the queue.
func (b *bulk) flush(ctx context.Context) error {
	if len(b.args) == 0 {
		return nil
	}
	if b.first != nil {
		if err := b.first.flush(ctx); err != nil {
			return err
		}
	}
	text := []byte("INSERT INTO " + b.into + " VALUES ")
	for i := range b.args {
		switch {
		case i == 0:
			text = append(text, '(')
		case i%b.cols == 0:
			text = append(text, "),("...)
		default:
			text = append(text, ',')
		}
		text = append(text, '$')
		text = strconv.AppendInt(text, int64(i+1), 10)
	}
	text = append(text, ')')
	_, err := b.tx.Exec(ctx, string(text), b.args...)
	b.args = b.args[:0]
	return err
}

// all writes one row for each of n things.
func (b *bulk) all(ctx context.Context, n int, row func(i int) []any) error {
	for i := range n {
		if err := b.add(ctx, row(i)...); err != nil {
			return err
		}
	}
	return b.flush(ctx)
}
