package imports

import (
	"bytes"
	"context"
	"embed"

	"wekala/internal/identity/audit"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
	"wekala/internal/platform/settings"
)

// Files of products to try a new shop with, one for each look of a service:
// grocery, food and general. Their pictures are those that the program holds.
//
//go:embed samples/*.csv
var samples embed.FS

// samplesKey is the setting that names the run that imported the samples.
const samplesKey = "shop.samples"

type sampleRun struct {
	Run string `json:"run"`
}

// Samples is the state of the sample products.
type Samples struct {
	Run *RunView `json:"run" doc:"The file by which they came in; to undo it removes them. Null where there are none."`
}

// AddSamples imports a few products into a branch for trying out the marketplace. The run is an ordinary file and can
// be undone like one. Only one set can exist at a time. For owners.
func (s *Service) AddSamples(ctx context.Context, by Actor, branchID string) (*Run, error) {
	b, ok := s.Branches.Branch(branchID)
	if !ok {
		return nil, errs.Invalid("branch_id", "common.one_of")
	}
	data, err := samples.ReadFile("samples/" + b.Store.Kind.Tint + ".csv")
	if err != nil {
		return nil, err
	}
	r, err := s.recognise(ctx, by, id.New("imp"), "samples.csv", bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	r.Options.Store, r.Options.Branches = b.Store.ID, []string{b.ID}
	return r, s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Clock.Now()
		var held sampleRun
		if _, err := settings.Hold(ctx, tx, samplesKey, &held, now); err != nil {
			return err
		}
		if there, err := s.removable(ctx, tx, held); err != nil {
			return err
		} else if there != nil {
			return errs.Conflict("imports.samples_there")
		}
		if err := s.insert(ctx, tx, r); err != nil {
			return err
		}
		if err := r.set(Running, member); err != nil {
			return err
		}
		if err := s.begins(ctx, tx, by, r, PhaseRun); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE imports SET state = $2 WHERE id = $1`, r.ID, r.State); err != nil {
			return err
		}
		if err := settings.Write(ctx, tx, samplesKey, sampleRun{r.ID}, now); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{
			StaffID: by.StaffID, Action: "import.samples", Object: r.ID, After: map[string]any{"file": r.File, "branch": b.ID}})
	})
}

// removable reads the run of samples that can still be removed; nil if there is none.
func (s *Service) removable(ctx context.Context, q db.Querier, held sampleRun) (*Run, error) {
	if held.Run == "" {
		return nil, nil
	}
	r, err := ReadRun(ctx, q, held.Run)
	if errs.Is(err, "common.not_found") {
		return nil, nil
	}
	if err != nil || r.State == Undone || r.Blob == "" {
		return nil, err
	}
	return r, nil
}

func (s *Service) getSamples(ctx context.Context, _ *struct{}) (*httpapi.Reply[Samples], error) {
	var held sampleRun
	if err := settings.Read(ctx, s.DB, samplesKey, &held); err != nil {
		return nil, err
	}
	r, err := s.removable(ctx, s.DB, held)
	if err != nil || r == nil {
		return httpapi.OK(Samples{}), err
	}
	run, err := s.getRun(ctx, &runInput{r.ID})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(Samples{Run: &run.Body.Response.Data}), nil
}

type samplesInput struct {
	Body struct {
		BranchID string `json:"branch_id" maxLength:"64" doc:"Where they are sold; what they are follows its service."`
	}
}

func (s *Service) postSamples(ctx context.Context, in *samplesInput) (*httpapi.Reply[Samples], error) {
	if _, err := s.AddSamples(ctx, byOf(ctx), in.Body.BranchID); err != nil {
		return nil, err
	}
	return s.getSamples(ctx, nil)
}
