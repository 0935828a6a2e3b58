package db

// Statements lets tests see what the migration runner makes of a text.
var Statements = statements
