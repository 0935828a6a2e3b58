package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"wekala/internal/app"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
)

// staffCmd manages the users of the console. All changes are in the audit log under audit.CommandLine.
type staffCmd struct {
	List              staffListCmd        `cmd:"" help:"List everybody who may use the console, or might."`
	Add               staffAddCmd         `cmd:"" help:"Add a member of staff."`
	Role              staffRoleCmd        `cmd:"" help:"Give somebody another role and its branches; their sessions end."`
	Password          staffPasswordCmd    `cmd:"" help:"Set somebody's password; their sessions end."`
	Lock              staffLockCmd        `cmd:"" help:"Lock somebody out; their sessions end."`
	Unlock            staffUnlockCmd      `cmd:"" help:"Let somebody in again."`
	EndSessions       staffEndSessionsCmd `cmd:"" help:"End somebody's sessions."`
	ResetSecondFactor staffResetFactorCmd `cmd:"" help:"Take somebody's second factor off, whose device and recovery codes are lost."`
}

// open opens the database and the service of staff on it.
func (s *storage) openStaff(ctx context.Context) (*staff.Service, func(), error) {
	cfg, err := s.config()
	if err != nil {
		return nil, nil, err
	}
	d, err := app.OpenDatabase(ctx, cfg.Database, clock.System)
	if err != nil {
		return nil, nil, err
	}
	return staff.New(staff.Deps{DB: d, Clock: clock.System, Secret: cfg.Secret}), func() { _ = d.Close() }, nil
}

// member has the options shared by the commands that change a member of staff.
type member struct {
	storage
	Email string `arg:"" help:"E-mail address they sign in with."`
}

func (m *member) do(ctx context.Context, change func(s *staff.Service, id string) error) error {
	s, closeDB, err := m.openStaff(ctx)
	if err != nil {
		return err
	}
	defer closeDB()
	id, err := s.IDByEmail(ctx, m.Email)
	if err != nil {
		return err
	}
	return change(s, id)
}

type staffListCmd struct{ storage }

func (cmd *staffListCmd) Run(ctx context.Context) error {
	s, closeDB, err := cmd.openStaff(ctx)
	if err != nil {
		return err
	}
	defer closeDB()
	all, err := s.List(ctx)
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(out, "EMAIL\tNAME\tROLE\tBRANCHES\tLAST SIGN-IN\tSESSIONS\tSECOND FACTOR\tSTATE")
	for _, m := range all {
		factor, state := "-", "active"
		if m.SecondFactor != nil {
			factor = "on"
		}
		switch {
		case m.LockedAt != nil:
			state = "locked out since " + day(m.LockedAt)
		case m.Temporary != nil:
			state = "temporary password until " + day(m.Temporary)
		}
		_, _ = fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", m.Email, m.Name, m.Role,
			orDash(strings.Join(m.Branches, ",")), day(m.SignedInAt), m.Sessions, factor, state)
	}
	return out.Flush()
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func day(at *db.Millis) string {
	if at == nil {
		return "-"
	}
	return time.UnixMilli(int64(*at)).In(clock.Cairo).Format("2006-01-02 15:04")
}

type staffAddCmd struct {
	member
	Name     string   `help:"Name." required:""`
	Phone    string   `help:"Phone, shown to customers whose order they bring."`
	Role     string   `help:"owner, editor, manager, picker, support, finance or courier." enum:"owner,editor,manager,picker,support,finance,courier" required:""`
	Branches []string `help:"Branches they work for, by id; needed for manager, picker and courier."`
	Lang     string   `help:"Language of what they are sent." enum:"ar,en" default:"ar"`
}

func (cmd *staffAddCmd) Run(ctx context.Context) error {
	s, closeDB, err := cmd.openStaff(ctx)
	if err != nil {
		return err
	}
	defer closeDB()
	password, made := givenPassword()
	_, err = s.Add(ctx,
		staff.NewMember{Email: cmd.Email, Name: cmd.Name, Phone: cmd.Phone, Password: password, Temporary: made,
			Role: staff.Role(cmd.Role), Lang: cmd.Lang, Branches: cmd.Branches, By: audit.CommandLine})
	if err == nil {
		tell(cmd.Email, password, made)
	}
	return err
}

// givenPassword takes the password from WEKALA_STAFF_PASSWORD, since a flag would
// stay in the shell's history, or makes a temporary one.
func givenPassword() (password string, made bool) {
	if password = os.Getenv("WEKALA_STAFF_PASSWORD"); password != "" {
		return password, false
	}
	return staff.MakePassword(), true
}

func tell(email, password string, made bool) {
	if made {
		fmt.Printf("%s may sign in at /console with the password %s, and must change it within three days\n", email, password)
	} else {
		fmt.Printf("%s may sign in at /console\n", email)
	}
}

type staffRoleCmd struct {
	member
	Role     string   `help:"owner, editor, manager, picker, support, finance or courier." enum:"owner,editor,manager,picker,support,finance,courier" required:""`
	Branches []string `help:"Branches they work for, by id; needed for manager, picker and courier."`
}

func (cmd *staffRoleCmd) Run(ctx context.Context) error {
	return cmd.do(ctx, func(s *staff.Service, id string) error {
		return s.SetRole(ctx, audit.CommandLine, id, staff.Role(cmd.Role), cmd.Branches)
	})
}

type staffPasswordCmd struct{ member }

func (cmd *staffPasswordCmd) Run(ctx context.Context) error {
	return cmd.do(ctx, func(s *staff.Service, id string) error {
		password, made := givenPassword()
		_, err := s.SetPassword(ctx, audit.CommandLine, id, password, made)
		if err == nil {
			tell(cmd.Email, password, made)
		}
		return err
	})
}

type staffLockCmd struct {
	member
	Reason string `help:"Why, for the audit log."`
}

func (cmd *staffLockCmd) Run(ctx context.Context) error {
	return cmd.do(ctx, func(s *staff.Service, id string) error { return s.Lock(ctx, audit.CommandLine, id, cmd.Reason) })
}

type staffUnlockCmd struct {
	member
	Reason string `help:"Why, for the audit log."`
}

func (cmd *staffUnlockCmd) Run(ctx context.Context) error {
	return cmd.do(ctx, func(s *staff.Service, id string) error { return s.Unlock(ctx, audit.CommandLine, id, cmd.Reason) })
}

type staffEndSessionsCmd struct{ member }

func (cmd *staffEndSessionsCmd) Run(ctx context.Context) error {
	return cmd.do(ctx, func(s *staff.Service, id string) error {
		ended, err := s.EndSessions(ctx, audit.CommandLine, id)
		if err == nil {
			fmt.Printf("%d sessions ended\n", ended)
		}
		return err
	})
}

type staffResetFactorCmd struct{ member }

func (cmd *staffResetFactorCmd) Run(ctx context.Context) error {
	return cmd.do(ctx, func(s *staff.Service, id string) error { return s.ResetSecondFactor(ctx, audit.CommandLine, id) })
}
