package db

// Statements lets tests see what the migration runner makes of a text.
var Statements = statements

// Waiting tells how many transactions are queued behind the one that runs.
func Waiting(d *DB) int { return len(d.engine.(*sqliteEngine).writer.queue) }
