package imports

import (
	"errors"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/workflow"
)

// The states of a run; table lists the transitions. Any node can pick up a run that is in progress.
const (
	Uploaded = "uploaded"
	Checking = "checking"
	Checked  = "checked"
	Running  = "running"
	Done     = "done"
	Stopped  = "stopped"
	Failed   = "failed"
	Undoing  = "undoing"
	Undone   = "undone"
	Redoing  = "redoing" // undone changes are applied again
)

// capacity is the role of an actor on a run: a member of staff, or the job that works on it.
type capacity string

const (
	member capacity = "staff"
	worker capacity = "job"
)

// by lists the capacities that a line of the table is for.
type by = []capacity

// table lists all allowed transitions of a run. A failed check starts again from the beginning, and a failed undo can
// be requested again.
var table = workflow.Table[string, capacity, *Run]{}.
	Let(Uploaded, Uploaded, by{member}, fileKept).
	Let(Checked, Uploaded, by{member}, fileKept).
	Let(Uploaded, Checking, by{member}, fileKept).
	Let(Checked, Checking, by{member}, fileKept).
	Let(Checking, Checked, by{worker}).
	Let(Checking, Uploaded, by{member, worker}).
	Let(Uploaded, Running, by{member}, fileKept).
	Let(Checked, Running, by{member}, fileKept).
	Let(Running, Done, by{worker}).
	Let(Running, Stopped, by{member}).
	Let(Running, Failed, by{worker}).
	Let(Stopped, Running, by{member}, fileKept, neverUndone).
	Let(Failed, Running, by{member}, fileKept, neverUndone).
	Let(Done, Undoing, by{member}, journalKept).
	Let(Stopped, Undoing, by{member}, journalKept).
	Let(Failed, Undoing, by{member}, journalKept).
	Let(Undoing, Undone, by{worker}).
	Let(Undoing, Stopped, by{worker}).
	Let(Undone, Redoing, by{member}, journalKept).
	Let(Redoing, Done, by{worker}).
	Let(Redoing, Stopped, by{worker}).
	Let(Redoing, Undone, by{worker})

func fileKept(r *Run) error {
	if r.Blob == "" {
		return errs.Conflict("imports.file_gone")
	}
	return nil
}

// journalKept objects when the sweep has deleted the file, and the journal with it.
func journalKept(r *Run) error {
	if r.Blob == "" {
		return notNow()
	}
	return nil
}

// neverUndone objects when an undo has begun: the rest of the file is not added to a journal that was undone.
func neverUndone(r *Run) error {
	if r.Turns > 0 {
		return notNow()
	}
	return nil
}

// set makes a transition of the run, without storing it.
func (r *Run) set(to string, as capacity) error {
	switch err := table.Check(r.State, to, by{as}, r); {
	case errors.Is(err, workflow.ErrUnknown), errors.Is(err, workflow.ErrNotYours):
		return notNow()
	case err != nil:
		return err
	}
	r.State = to
	return nil
}

// finished, stopped and failed are the states that follow work in progress.
var (
	finished = map[string]string{Checking: Checked, Running: Done, Undoing: Undone, Redoing: Done}
	stopped  = map[string]string{Checking: Uploaded, Running: Stopped}
	failed   = map[string]string{Checking: Uploaded, Running: Failed, Undoing: Stopped, Redoing: Undone}
)

// can lists the actions that a member of staff may request now.
func (r *Run) can() []string {
	can := []string{}
	for _, action := range []struct {
		name string
		to   string
	}{{"set", Uploaded}, {"check", Checking}, {"start", Running}, {"stop", stopped[r.State]}, {"undo", Undoing},
		{"redo", Redoing}} {
		busy := stopped[r.State] != ""
		if busy == (action.name == "stop") && table.Check(r.State, action.to, by{member}, r) == nil {
			can = append(can, action.name)
		}
	}
	return can
}

// Diagram renders the table as a diagram for the docs.
func Diagram() string { return table.Diagram() }
