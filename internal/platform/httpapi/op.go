package httpapi

import (
	"fmt"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Audience is the group of callers an operation is for.
type Audience int

// The audiences of an operation.
const (
	Public   Audience = iota // anybody; a token is not even read
	Optional                 // anybody; a token, when sent, must be valid
	Customer                 // signed-in customers
	Staff                    // signed-in staff whose role has the capability
)

// String names an audience as the tables of operations do.
func (a Audience) String() string { return [...]string{"public", "optional", "customer", "staff"}[a] }

// Capability is the right that a member of staff needs for an operation ("orders.move"). Which roles have it is decided
// elsewhere: see API.Allowed.
type Capability string

// BranchScope declares which branches an operation of staff concerns. Without it, an operation is closed to staff of
// single branches.
type BranchScope int

// The scopes.
const (
	WholeShop    BranchScope = iota // shared by all branches: refused to staff of single branches
	BranchOfPath                    // the path names something of one branch, which is not found for staff of another
	BranchList                      // a list of things of the caller's branches
	// the body names the branches, or the resource has several: the code checks that all of them are the caller's
	Within
	NoBranch // no data of a branch that others may not see: the caller's own account, lists of choices
)

// String names a scope as the tables of operations do.
func (b BranchScope) String() string { return [...]string{"shop", "path", "list", "within", "none"}[b] }

// KeyPolicy declares whether an operation can be repeated with a key.
type KeyPolicy int

// The policies.
const (
	NoKey       KeyPolicy = iota // a key is not read
	KeyAccepted                  // a repetition with the same key does nothing again
	KeyRequired                  // refused without a key
)

// String names a policy as the tables of operations do.
func (k KeyPolicy) String() string { return [...]string{"-", "accepted", "required"}[k] }

// keyHeader is the header with a key.
const keyHeader = "Idempotency-Key"

var keyDocs = map[KeyPolicy]string{
	KeyAccepted: "A key of the caller's making: the same request repeated with it is done once.",
	KeyRequired: "Needed. A key of the caller's making: the same request repeated with it is done once.",
}

// Op declares an operation: everything about it that is not its code. ID names
// it in OpenAPI, logs and metrics.
type Op struct {
	Method, Path, ID, Summary, Description, Tag string

	Audience   Audience
	Capability Capability // what staff need; every operation of staff has one
	Branches   BranchScope
	// Audit lists the actions of the audit log; each success writes one of them. Every write of staff has some, or
	// explains in Unaudited why it has none.
	Audit     []string
	Unaudited string
	Key       KeyPolicy
	Paged     bool // a list in pages: takes page (Listing), or after (Part)
	// Strict refuses unknown body fields: for writes of money, stock and
	// rights. Elsewhere they are ignored, so that older and newer clients
	// live side by side.
	Strict bool
	// MaxBody bounds the bytes of a body; MaxStaffBody for staff and MaxBody for others where it is 0. An upload has
	// one always.
	MaxBody int64
	// MaxValues bounds the values in a body where its full lists would hold more than any honest body does.
	MaxValues int64
	// Conflict is the type of the refusal of a change to an older version of a record: VersionConflict[T](), where T is
	// the record as it is read. Its handler returns errs.VersionConflict with one.
	Conflict reflect.Type
}

// VersionConflict describes the refusal of a change to an older version of a T.
func VersionConflict[T any]() reflect.Type { return reflect.TypeFor[Conflict[T]]() }

// check panics at start where a declaration cannot be right.
func (op Op) check() {
	staff, writes := op.Audience == Staff, op.Method != http.MethodGet
	for wrong, is := range map[string]bool{
		"is for staff and names no capability":    staff && op.Capability == "",
		"names a capability and is not for staff": !staff && op.Capability != "",
		"is of branches and not for staff":        !staff && op.Branches != WholeShop,
		"is a write of staff without an action for the audit log": staff && writes && len(op.Audit) == 0 &&
			op.Unaudited == "",
		"says both what it audits and why it does not": len(op.Audit) > 0 && op.Unaudited != "",
		"is audited, or says why not, and is no write of staff": (!staff || !writes) &&
			(len(op.Audit) > 0 || op.Unaudited != ""),
		"takes an idempotency key and changes nothing": !writes && op.Key != NoKey,
		"is refused as moved on and changes nothing":   !writes && op.Conflict != nil,
	} {
		if is {
			panic(fmt.Sprintf("httpapi: %s %s", op.ID, wrong))
		}
	}
}

// describe writes the declaration into the description of the operation.
func (op Op) describe(described *huma.Operation) {
	switch op.Audience {
	case Customer, Staff:
		described.Security = []map[string][]string{{"bearer": {}}}
	case Optional:
		described.Security = []map[string][]string{{}, {"bearer": {}}}
	}
	if op.Audience != Staff {
		return
	}
	described.Extensions = map[string]any{"x-capability": string(op.Capability)}
	if len(op.Audit) > 0 {
		described.Extensions["x-audit"] = op.Audit
	}
}

// describeKey documents the key's header according to the policy; it panics if an operation reads a key and does not
// declare it, or declares it and reads none.
func (op Op) describeKey(parameters []*huma.Param) {
	read := false
	for _, p := range parameters {
		if p.In == "header" && p.Name == keyHeader {
			read = true
			p.Description = keyDocs[op.Key]
		}
	}
	if read != (op.Key != NoKey) {
		panic(fmt.Sprintf("httpapi: %s reads a key: %v, and declares one: %v", op.ID, read, op.Key != NoKey))
	}
}
