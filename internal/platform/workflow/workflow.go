// Package workflow is what the state machines of orders, returns and quotations share: a table whose lines say from
// where to where a thing may go, in whose hands and under which conditions. Whatever no line allows is refused.
package workflow

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// Guard says why a transition that a line knows cannot happen now; W is the thing with what is asked of it.
type Guard[W any] func(W) error

// Line lets those who act in one of the capacities By take a thing from From to To when no guard objects.
type Line[S ~string, C ~string, W any] struct {
	From, To S
	By       []C
	Guards   []Guard[W]
}

// Table is the whole of what may happen.
type Table[S ~string, C ~string, W any] []Line[S, C, W]

// What Check answers when no line has an opinion of its own.
var (
	ErrUnknown  = errors.New("no line of the table has this transition")
	ErrNotYours = errors.New("the table has this transition for others")
)

// Check finds out whether somebody acting in some capacities may take w from one state to another: nil when one line
// allows it, what the last line that is theirs objects, ErrNotYours or ErrUnknown.
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

// Knows reports whether the table has a transition at all, whoever makes it.
func (t Table[S, C, W]) Knows(from, to S) bool {
	return slices.ContainsFunc(t, func(l Line[S, C, W]) bool { return l.From == from && l.To == to })
}

// Open lists the lines that lead from a state for somebody acting in some capacities, whatever their guards say.
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

// For reports whether a line is for somebody acting in some capacities.
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
