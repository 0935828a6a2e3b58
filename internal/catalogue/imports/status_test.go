package imports

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"wekala/internal/platform/errs"
)

func TestWhatMembersMayDoWithARun(t *testing.T) {
	for _, one := range []struct {
		name string
		run  Run
		want string
	}{
		{"uploaded", Run{State: Uploaded, Blob: "f"}, "set check start"},
		{"checked", Run{State: Checked, Blob: "f"}, "set check start"},
		{"checking", Run{State: Checking, Blob: "f"}, "stop"},
		{"running", Run{State: Running, Blob: "f"}, "stop"},
		{"stopped", Run{State: Stopped, Blob: "f"}, "start undo"},
		{"failed", Run{State: Failed, Blob: "f"}, "start undo"},
		{"stopped after an undo began", Run{State: Stopped, Blob: "f", Turns: 1}, "undo"},
		{"done", Run{State: Done, Blob: "f"}, "undo"},
		{"undone", Run{State: Undone, Blob: "f", Turns: 1}, "redo"},
		{"undoing", Run{State: Undoing, Blob: "f"}, ""},
		{"redoing", Run{State: Redoing, Blob: "f"}, ""},
		{"uploaded, file swept", Run{State: Uploaded}, ""},
		{"stopped, file swept", Run{State: Stopped}, ""},
		{"done, file swept", Run{State: Done}, ""},
		{"undone, file swept", Run{State: Undone}, ""},
	} {
		if got := strings.Join(one.run.can(), " "); got != one.want {
			t.Errorf("%s: %q, want %q", one.name, got, one.want)
		}
	}
}

func TestMembersAndJobsMakeTheirOwnTransitions(t *testing.T) {
	for _, one := range []struct {
		from, to string
		as       capacity
		want     string
	}{
		{Running, Stopped, member, ""},
		{Running, Stopped, worker, "imports.not_now"},
		{Running, Done, worker, ""},
		{Running, Done, member, "imports.not_now"},
		{Undoing, Undone, member, "imports.not_now"},
		{Done, Running, member, "imports.not_now"},
		{Undoing, Running, member, "imports.not_now"},
		{Uploaded, Undoing, member, "imports.not_now"},
		{Uploaded, "", member, "imports.not_now"},
	} {
		r := Run{State: one.from, Blob: "f"}
		if got := errs.Key(r.set(one.to, one.as)); got != one.want {
			t.Errorf("%s to %s as %s: %q, want %q", one.from, one.to, one.as, got, one.want)
		}
		if moved := r.State == one.to; moved != (one.want == "") {
			t.Errorf("%s to %s as %s: it is %s", one.from, one.to, one.as, r.State)
		}
	}
}

func TestJobsFinishAndFailAlongTheTable(t *testing.T) {
	busy := []string{Checking, Redoing, Running, Undoing}
	for name, next := range map[string]map[string]string{"finished": finished, "failed": failed} {
		if got := slices.Sorted(maps.Keys(next)); !slices.Equal(got, busy) {
			t.Errorf("%s: %v, want %v", name, got, busy)
		}
		for from, to := range next {
			if r := (Run{State: from, Blob: "f"}); r.set(to, worker) != nil {
				t.Errorf("%s: no line from %s to %s", name, from, to)
			}
		}
	}
}
