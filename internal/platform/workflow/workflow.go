// Package workflow is shared by the state machines of orders, returns and quotations: a table whose lines list the
// transitions, who may make them and under which conditions. Everything else is refused.
package workflow

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// Guard returns why a listed transition is impossible now; W is the record with the requested transition.
type Guard[W any] func(W) error

// Line allows actors with one of the capacities By to move a record from From to To when no guard objects.
type Line[S ~string, C ~string, W any] struct {
	From, To S
	By       []C
	Guards   []Guard[W]
}

// Table lists all allowed transitions.
type Table[S ~string, C ~string, W any] []Line[S, C, W]

// The errors of Check when no guard has returned one.
var (
	ErrUnknown  = errors.New("no line of the table has this transition")
	ErrNotYours = errors.New("the table has this transition for others")
)

// Check returns nil if an actor with some capacities may take w from one state to another: one line must allow it.
// Otherwise it returns the objection of the actor's last line, ErrNotYours or ErrUnknown.
func (t Table[S, C, W]) Check(from, to S, by []C, w W) error {
	refusal := ErrUnknown
	for _, line := range t {
		if line.From != from || line.To != to {
			continue
		}
		if !line.For(by) {
			if errors.Is(refusal, ErrUnknown) {
				refusal = ErrNotYours
			}
			continue
		}
		err := line.Allow(w)
		if err == nil {
			return nil
		}
		refusal = err
	}
	return refusal
}

// Let is the table with one line more: those who act in a capacity of by may take a thing from one state to another
// when no guard objects.
func (t Table[S, C, W]) Let(from, to S, by []C, guards ...Guard[W]) Table[S, C, W] {
	return append(t, Line[S, C, W]{From: from, To: to, By: by, Guards: guards})
}

// Knows reports whether the table has a transition at all, for any actor.
func (t Table[S, C, W]) Knows(from, to S) bool {
	return slices.ContainsFunc(t, func(l Line[S, C, W]) bool { return l.From == from && l.To == to })
}

// Open lists the lines that lead from a state for an actor with some capacities, regardless of their guards.
func (t Table[S, C, W]) Open(from S, by []C) []Line[S, C, W] {
	var out []Line[S, C, W]
	for _, line := range t {
		if line.From == from && line.For(by) {
			out = append(out, line)
		}
	}
	return out
}

// Allow is the first guard's objection, nil when there is none.
func (l Line[S, C, W]) Allow(w W) error {
	for _, guard := range l.Guards {
		if err := guard(w); err != nil {
			return err
		}
	}
	return nil
}

// For reports whether a line is for an actor with some capacities.
func (l Line[S, C, W]) For(by []C) bool {
	return slices.ContainsFunc(l.By, func(c C) bool { return slices.Contains(by, c) })
}

// Pairs lists the table's transitions as rows of an SQL VALUES list: ('from', 'to').
func (t Table[S, C, W]) Pairs() string {
	var rows []string
	for _, line := range t {
		if row := fmt.Sprintf("('%s', '%s')", line.From, line.To); !slices.Contains(rows, row) {
			rows = append(rows, row)
		}
	}
	return strings.Join(rows, ", ")
}

// Diagram is the table as a Mermaid state diagram: an arrow for each line, with who and under which guards.
func (t Table[S, C, W]) Diagram() string {
	var b strings.Builder
	b.WriteString("stateDiagram-v2\n")
	for _, line := range t {
		who := make([]string, len(line.By))
		for i, c := range line.By {
			who[i] = string(c)
		}
		label := strings.Join(who, ", ")
		var guards []string
		for _, guard := range line.Guards {
			guards = append(guards, nameOf(guard))
		}
		if len(guards) > 0 {
			label += " [" + strings.Join(guards, ", ") + "]"
		}
		fmt.Fprintf(&b, "  %s --> %s: %s\n", line.From, line.To, label)
	}
	return b.String()
}

// nameOf is the name a guard is declared under.
func nameOf(guard any) string {
	full := runtime.FuncForPC(reflect.ValueOf(guard).Pointer()).Name()
	return full[strings.LastIndexByte(full, '.')+1:]
}
