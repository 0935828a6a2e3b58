package imports

import (
	"bytes"
	"context"
	"encoding/json"

	"wekala/internal/platform/db"
)

type resultRow struct {
	N         int64  `db:"n"`
	Line      int64  `db:"line"`
	Name      string `db:"name"`
	Group     string `db:"grp"`
	ProductID string `db:"product_id"`
	Outcome   string `db:"outcome"`
	Problems  string `db:"problems"`
	Unplaced  string `db:"unplaced"`
}

// Results reads the outcomes of a run's items in one phase, after the item with number after. outcome filters them
// unless empty; "told" selects the items with problems.
func (s *Service) Results(ctx context.Context, runID, phase, outcome string, after int64, limit int) ([]Result, error) {
	query := `SELECT n, line, name, grp, product_id, outcome, problems, unplaced FROM import_results WHERE import_id = $1
		AND phase = $2 AND n > $3`
	args := []any{runID, phase, after, int64(limit)}
	switch outcome {
	case "":
	case Told:
		query += ` AND problems <> '[]'`
	case Unplaced:
		query += ` AND unplaced <> ''`
	default:
		query += ` AND outcome = $5`
		args = append(args, outcome)
	}
	var rows []resultRow
	if err := s.DB.Select(ctx, &rows, query+` ORDER BY n LIMIT $4`, args...); err != nil {
		return nil, err
	}
	out := make([]Result, len(rows))
	for i, r := range rows {
		out[i] = Result{N: r.N, Group: r.Group, Line: int(r.Line), Name: r.Name, ProductID: r.ProductID, Outcome: r.Outcome}
		var err error
		if out[i].LeftOut, err = readLeftOuts(r.Unplaced); err != nil {
			return nil, err
		}
		d := json.NewDecoder(bytes.NewReader([]byte(r.Problems)))
		d.UseNumber()
		if err := d.Decode(&out[i].Problems); err != nil {
			return nil, err
		}
		for _, p := range out[i].Problems {
			for name, value := range p.Args {
				if n, ok := value.(json.Number); ok {
					if whole, err := n.Int64(); err == nil {
						p.Args[name] = whole
					}
				}
			}
		}
	}
	return out, s.nameStaff(ctx, out)
}

// kept encodes problems for storage, shortened. Headers and names come from the file and may be as long as a page:
// stored with every row, they would fill the disk.
func kept(problems []Problem) string {
	out := make([]Problem, len(problems))
	for i, p := range problems {
		p.Column, p.Value = clipped(p.Column), clipped(p.Value)
		args := map[string]any{}
		for name, value := range p.Args {
			if text, is := value.(string); is {
				value = clipped(text)
			}
			args[name] = value
		}
		p.Args = args
		out[i] = p
	}
	return packed(out)
}

// Told limits results to those with problems.
const Told = "told"

// Unplaced limits results to rows with values in columns without a meaning.
const Unplaced = "unplaced"

// listRuns reads the runs that the actor may open, newest first.
func listRuns(ctx context.Context, q db.Querier, by Actor, beforeAt int64, beforeID string, limit int) ([]Run, error) {
	query := runColumns + ` WHERE (started_at < $1 OR started_at = $1 AND id < $2)`
	args := []any{beforeAt, beforeID, int64(limit)}
	if by.Rights.Scoped || by.Rights.NoCosts {
		query += ` AND staff_id = $4`
		args = append(args, by.StaffID)
	}
	var rows []Run
	if err := q.Select(ctx, &rows, query+` ORDER BY started_at DESC, id DESC LIMIT $3`, args...); err != nil {
		return nil, err
	}
	for i := range rows {
		if err := rows[i].unpack(); err != nil {
			return nil, err
		}
	}
	return rows, nil
}
