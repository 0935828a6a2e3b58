// Package export writes a person's stored data into one JSON file: by feature, by table, row by row, with the columns'
// plain names.
//
// A feature declares its tables and the columns that its customer may have; other columns are never exported.
package export

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/money"
)

// Table is a feature's data about a person in one table.
type Table struct {
	Name string
	// Columns are separated by commas: "number, note, created_at time". After the name comes the type, unless it is text:
	// number, bool, time, money (minor units of the shop's currency) or json. "shop AS store_id" renames.
	Columns string
	// From is the rest of the query, ordered: "orders WHERE user_id = $1 ORDER BY id".
	From string
	Args []any
}

// Part is one feature's data about a person.
type Part struct {
	Feature string
	Tables  []Table
}

// ErrTooLarge reports that the file would be larger than allowed.
var ErrTooLarge = errors.New("export: the file would be too large")

// page is the number of rows read at a time.
const page = 500

// kinds are the possible types of a column, and how each is read.
var kinds = map[string]reflect.Type{
	"text": reflect.TypeFor[*string](), "json": reflect.TypeFor[*string](),
	"number": reflect.TypeFor[*int64](), "money": reflect.TypeFor[*int64](),
	"bool": reflect.TypeFor[*bool](), "time": reflect.TypeFor[*db.Millis](),
}

type column struct{ expr, name, kind string }

// columns parses a table's Columns.
func (t Table) columns() ([]column, error) {
	var all []column
	for _, one := range strings.Split(t.Columns, ",") {
		c := column{kind: "text"}
		one = strings.TrimSpace(one)
		if rest, kind, ok := cutLast(one, " "); ok && kinds[kind] != nil {
			one, c.kind = strings.TrimSpace(rest), kind
		}
		c.expr, c.name = one, one
		if expr, name, ok := cutLast(one, " AS "); ok {
			c.expr, c.name = expr, name
		} else if _, name, ok := cutLast(one, "."); ok {
			c.name = name
		}
		if c.name == "" || strings.ContainsAny(c.name, " ()'") {
			return nil, fmt.Errorf("export: %s has a column %q", t.Name, one)
		}
		all = append(all, c)
	}
	return all, nil
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// Write returns the file: head first, then every part. q should read one snapshot (db.Snapshot). More than most bytes
// is ErrTooLarge.
func Write(ctx context.Context, q db.Querier, head any, parts []Part, most int) ([]byte, error) {
	var out bytes.Buffer
	about, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&out, "{\n\"about\": %s,\n\"data\": {", about)
	for i, part := range parts {
		fmt.Fprintf(&out, "%s\n %q: {", comma(i), part.Feature)
		for j, table := range part.Tables {
			fmt.Fprintf(&out, "%s\n  %q: [", comma(j), table.Name)
			if err := table.write(ctx, q, &out, most); err != nil {
				return nil, fmt.Errorf("export: %s: %w", table.Name, err)
			}
			out.WriteString("]")
		}
		out.WriteString("}")
	}
	out.WriteString("}\n}\n")
	return out.Bytes(), nil
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

// write reads a table's rows page by page, so that memory holds only one page of them besides the file.
func (t Table) write(ctx context.Context, q db.Querier, out *bytes.Buffer, most int) error {
	columns, err := t.columns()
	if err != nil {
		return err
	}
	fields := make([]reflect.StructField, len(columns))
	exprs := make([]string, len(columns))
	for i, c := range columns {
		// Columns get generated names, because two fields may not differ only in case.
		read := fmt.Sprintf("c%d", i)
		exprs[i] = c.expr + " AS " + read
		fields[i] = reflect.StructField{Name: "C" + read, Type: kinds[c.kind], Tag: reflect.StructTag(`db:"` + read + `"`)}
	}
	query := fmt.Sprintf("SELECT %s FROM %s LIMIT $%d OFFSET $%d", strings.Join(exprs, ", "), t.From, len(t.Args)+1,
		len(t.Args)+2)
	list := reflect.SliceOf(reflect.StructOf(fields))
	for offset := 0; ; offset += page {
		rows := reflect.New(list)
		if err := q.Select(ctx, rows.Interface(), query,
			append(t.Args[:len(t.Args):len(t.Args)], int64(page), int64(offset))...); err != nil {
			return err
		}
		n := rows.Elem().Len()
		for i := range n {
			fmt.Fprintf(out, "%s\n   {", comma(offset+i))
			for j, c := range columns {
				value, err := json.Marshal(c.plain(rows.Elem().Index(i).Field(j)))
				if err != nil {
					return err
				}
				fmt.Fprintf(out, "%s%q: %s", comma(j), c.name, value)
			}
			out.WriteString("}")
			if out.Len() > most {
				return ErrTooLarge
			}
		}
		if n < page {
			return nil
		}
	}
}

// plain returns a value in the form that people and other programs read.
func (c column) plain(v reflect.Value) any {
	if v.IsNil() {
		return nil
	}
	switch c.kind {
	case "money":
		return money.EGP(v.Elem().Int()).Major()
	case "json":
		if text := v.Elem().String(); json.Valid([]byte(text)) {
			return json.RawMessage(text)
		} else if text == "" {
			return nil
		}
	}
	return v.Interface()
}
