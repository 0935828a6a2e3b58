package backups

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"wekala/internal/platform/archive"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
)

// The kinds of failure. The console explains what to do about each.
const (
	ProblemDisk       = "disk"       // no room, or it may not be written to
	ProblemTools      = "tools"      // PostgreSQL's own programs are missing
	ProblemRight      = "right"      // the database's user may not make the scratch database
	ProblemDamaged    = "damaged"    // what was read back is not what was written
	ProblemViolations = "violations" // the doctor found something in the copy
	ProblemCopy       = "copy"       // it is good, and did not reach the second place
	ProblemCutOff     = "cut_off"    // the program ended in the middle
	ProblemOther      = "other"
)

// violations are the violations that the doctor found in a copy.
type violations []doctor.Result

func (v violations) Error() string {
	var lines []string
	for _, r := range v {
		lines = append(lines, fmt.Sprintf("%s: %d (%s)", r.Check, r.Violations, strings.Join(r.First, "; ")))
	}
	return strings.Join(lines, "\n")
}

// found returns the violated checks as an error.
func found(results []doctor.Result) error {
	var bad violations
	for _, r := range results {
		if r.Violations > 0 {
			bad = append(bad, r)
		}
	}
	if len(bad) > 0 {
		return bad
	}
	return nil
}

// problemOf returns the kind of a failure.
func problemOf(err error) string {
	var bad violations
	switch {
	case errors.As(err, &bad):
		return ProblemViolations
	case errors.Is(err, db.ErrNoTools):
		return ProblemTools
	case errors.Is(err, db.ErrNoScratch):
		return ProblemRight
	case errors.Is(err, archive.ErrDamaged), errors.Is(err, archive.ErrNotOurs):
		return ProblemDamaged
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS),
		strings.Contains(err.Error(), "disk is full"), strings.Contains(err.Error(), "No space left"):
		return ProblemDisk
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return ProblemCutOff
	}
	return ProblemOther
}
