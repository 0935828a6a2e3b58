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

// String returns the name of an audience in the tables of operations.
func (a Audience) String() string { return [...]string{"public", "optional", "customer", "staff"}[a] }

// Capability is the right that a member of staff needs for an operation ("orders.move"). API.Allowed decides which
// roles have it.
type Capability string

// BranchScope declares which branches an operation of staff concerns. Without it, an operation is closed to staff of
// single branches.
type BranchScope int

// The scopes.
const (
	WholeShop    BranchScope = iota // shared by all branches: refused to staff of single branches
	BranchOfPath                    // the path names an object of one branch; staff of other branches get not found
	BranchList                      // a list of objects of the caller's branches
	// the body names the branches, or the object has several: the handler checks that all of them are the caller's
	Within
	NoBranch // no data that is limited to a branch: the caller's own account, lists of choices
)

// String returns the name of a scope in the tables of operations.
func (b BranchScope) String() string { return [...]string{"shop", "path", "list", "within", "none"}[b] }

// KeyPolicy declares whether an operation can be repeated with a key.
type KeyPolicy int

// The policies.
const (
	NoKey       KeyPolicy = iota // a key is not read
	KeyAccepted                  // a repetition with the same key has no effect
	KeyRequired                  // refused without a key
)

// String returns the name of a policy in the tables of operations.
func (k KeyPolicy) String() string { return [...]string{"-", "accepted", "required"}[k] }

// keyHeader is the header that contains a key.
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
	Capability Capability // required of staff; every staff operation has one
	Branches   BranchScope
	// Audit lists the actions of the audit log; each success writes one of them. Every write of staff has some, or
	// explains in Unaudited why it has none.
	Audit     []string
	Unaudited string
	Key       KeyPolicy
	Paged     bool // a paginated list: takes page (Listing), or after (Part)
	// Strict refuses unknown body fields, for writes of money, stock and rights. Elsewhere they are ignored, so that older
	// and newer clients can coexist.
	Strict bool
	// MaxBody bounds the bytes of a body; 0 means MaxStaffBody for staff and MaxBody for others. Uploads must set it.
	MaxBody int64
	// MaxValues bounds the values in a body whose schema would allow more than any honest body has.
	MaxValues int64
	// Conflict is the type of the refusal of a change to an older version of a record: VersionConflict[T](), where T is
	// the record as it is read. Its handler returns errs.VersionConflict with one.
	Conflict reflect.Type
}

// VersionConflict describes the refusal of a change to an older version of a T.
func VersionConflict[T any]() reflect.Type { return reflect.TypeFor[Conflict[T]]() }

// check panics at start if a declaration is invalid.
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

// describe adds the declaration to the description of the operation.
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
