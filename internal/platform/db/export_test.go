package db

// Statements shows tests how the migration runner splits a text.
var Statements = statements

// Waiting returns how many transactions are queued behind the running one.
func Waiting(d *DB) int { return len(d.engine.(*sqliteEngine).writer.queue) }
