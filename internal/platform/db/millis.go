package db

import (
	"database/sql/driver"
	"fmt"
	"time"
)

// Millis is a time in the form that the database stores: milliseconds since 1970 in UTC, in a BIGINT column. A nullable
// column is a *Millis. In JSON it is RFC 3339 in UTC with whole seconds.
type Millis int64

// At converts t and truncates fractions of a millisecond.
func At(t time.Time) Millis { return Millis(t.UnixMilli()) }

// Time returns the time in UTC.
func (m Millis) Time() time.Time { return time.UnixMilli(int64(m)).UTC() }

// Add adds a duration and truncates fractions of a millisecond.
func (m Millis) Add(d time.Duration) Millis { return m + Millis(d.Milliseconds()) }

// Scan reads a BIGINT column.
func (m *Millis) Scan(src any) error {
	v, ok := src.(int64)
	if !ok {
		return fmt.Errorf("db: a moment is a BIGINT, not %T", src)
	}
	*m = Millis(v)
	return nil
}

// Value writes a BIGINT column.
func (m Millis) Value() (driver.Value, error) { return int64(m), nil }

// MarshalText writes RFC 3339, for JSON and for logs.
func (m Millis) MarshalText() ([]byte, error) {
	return m.Time().AppendFormat(nil, time.RFC3339), nil
}

// UnmarshalText reads RFC 3339 with any offset.
func (m *Millis) UnmarshalText(b []byte) error {
	t, err := time.Parse(time.RFC3339, string(b))
	if err != nil {
		return err
	}
	*m = At(t)
	return nil
}
