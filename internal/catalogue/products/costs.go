package products

import (
	"context"

	"wekala/internal/identity/audit"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Cost is a variant's cost to the shop at a branch, in minor units without VAT; nil if unknown.
type Cost struct {
	BranchID  string `db:"branch_id" json:"branch"`
	VariantID string `db:"variant_id" json:"variant"`
	Cost      *int64 `json:"cost"`
}

// CostChange is the requested cost of a variant. If Read is set, the change applies only while the current cost still
// equals Was.
type CostChange struct {
	Cost
	Was  *int64
	Read bool
}

// CostOutcome is the result of a change: the previous cost, or the reason for a refusal.
type CostOutcome struct {
	Before  *int64
	Changed bool
	Refused *errs.Error
}

// CostsOf reads the known costs of some variants at branches.
func CostsOf(ctx context.Context, q db.Querier, keys []PriceKey) (map[PriceKey]int64, error) {
	all, err := atBranches[Cost](ctx, q, `SELECT branch_id, variant_id, cost FROM variant_costs`, keys)
	out := map[PriceKey]int64{}
	for _, c := range all {
		out[c.key()] = *c.Cost
	}
	return out, err
}

func (c Cost) key() PriceKey { return PriceKey{c.BranchID, c.VariantID} }

// SetCosts sets the costs of variants at branches, each independently of the others. Costs are not visible to
// customers.
func (s *Service) SetCosts(ctx context.Context, tx *db.Tx, by Actor, list []CostChange) ([]CostOutcome, error) {
	out := make([]CostOutcome, len(list))
	_, err := inTurns(len(list), func(i int) PriceKey { return list[i].key() },
		func(now []int) error { return s.setCosts(ctx, tx, by, list, now, out) })
	return out, err
}

// setCosts applies a subset of the changes, each to a different variant and branch.
func (s *Service) setCosts(ctx context.Context, tx *db.Tx, by Actor, list []CostChange, now []int,
	out []CostOutcome) error {
	keys := make([]PriceKey, len(now))
	for n, i := range now {
		keys[n] = list[i].key()
	}
	before, err := CostsOf(ctx, tx, keys)
	if err != nil {
		return err
	}
	var stmts []db.Stmt
	var sent []int
	written := make([]int64, len(list))
	send := func(i int, query string, args ...any) {
		stmts, sent = append(stmts, db.Stmt{SQL: query, Args: args, Rows: &written[i]}), append(sent, i)
	}
	for _, i := range now {
		c := list[i]
		was, there := before[c.key()]
		if there {
			out[i].Before = &was
		}
		switch {
		case c.Cost.Cost != nil && (*c.Cost.Cost < 0 || *c.Cost.Cost > maxPrice):
			out[i].Refused = errs.Invalid("cost", "catalog.cost_range", "most", maxPrice/100)
		case same(out[i].Before, c.Cost.Cost):
		case c.Read && !same(out[i].Before, c.Was):
			out[i].Refused = errs.Conflict("catalog.cost_moved_on")
		case c.Cost.Cost == nil:
			send(i, `DELETE FROM variant_costs WHERE branch_id = $1 AND variant_id = $2 AND cost = $3`,
				c.BranchID, c.VariantID, was)
		case there:
			send(i, `UPDATE variant_costs SET cost = $4 WHERE branch_id = $1 AND variant_id = $2 AND cost = $3`,
				c.BranchID, c.VariantID, was, *c.Cost.Cost)
		default:
			send(i, `INSERT INTO variant_costs (branch_id, variant_id, cost)
				SELECT branch_id, variant_id, CAST($3 AS BIGINT) FROM branch_prices WHERE branch_id = $1 AND variant_id = $2
				ON CONFLICT (branch_id, variant_id) DO NOTHING`, c.BranchID, c.VariantID, *c.Cost.Cost)
		}
	}
	if len(stmts) == 0 {
		return nil
	}
	if err := tx.Batch(ctx, stmts); err != nil {
		return err
	}
	after, err := CostsOf(ctx, tx, keys)
	if err != nil {
		return err
	}
	var entries []audit.Entry
	for _, i := range sent {
		_, known := after[list[i].key()]
		switch {
		case written[i] > 0:
			out[i].Changed = true
			entries = append(entries, audit.Entry{StaffID: by.StaffID, Action: "cost.set", Object: list[i].VariantID,
				Before: Cost{list[i].BranchID, list[i].VariantID, out[i].Before}, After: list[i].Cost})
		case out[i].Before == nil && !known:
			out[i].Refused = errs.Invalid("cost", "catalog.cost_without_price")
		default:
			out[i].Refused = errs.Conflict("catalog.cost_moved_on")
		}
	}
	if by.StaffID == "" {
		return nil
	}
	return audit.WriteAll(ctx, tx, s.Clock.Now(), entries)
}
