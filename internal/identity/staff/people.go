package staff

import (
	"context"
	"slices"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/wire"
)

// ColleagueView is a member of staff with the names of their branches.
type ColleagueView struct {
	Colleague
	BranchRefs []wire.Ref `json:"branch_refs"`
	State      string     `json:"state" enum:"active,temporary,locked"`
}

// ColleagueDetail is a colleague with their sessions.
type ColleagueDetail struct {
	ColleagueView
	Own    bool           `json:"own" doc:"The account of whoever asks."`
	Places []StaffSession `json:"places"`
}

// InvitationView is an invitation with the names of its branches.
type InvitationView struct {
	Invitation
	BranchRefs []wire.Ref `json:"branch_refs"`
}

// Invited is an invitation with its secret, which is returned only once.
type Invited struct {
	InvitationView
	Secret string `json:"secret" doc:"Told once: what the link /console/join carries behind its #."`
}

// peopleRoutes registers the operations for managing staff and for joining.
func (s *Service) peopleRoutes(a *httpapi.API) {
	manage := func(method, path, id, summary string, audited ...string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/console" + path, ID: id, Tag: consoleTag, Audience: httpapi.Staff,
			Capability: ManageStaff, Summary: summary, Strict: method == "POST" || method == "PUT", Audit: audited}
	}
	httpapi.Handle(a, manage("GET", "/staff", "console-list-staff", "Everybody who works for the shop"), s.getStaff)
	httpapi.Handle(a, manage("GET", "/staff/{id}", "console-get-staff",
		"Somebody who works for the shop, and where they are signed in"), s.getColleague)
	edit := manage("PUT", "/staff/{id}", "console-edit-staff",
		"Change somebody's name, how they sign in, role and branches", "staff.edit", "staff.role")
	edit.Conflict = httpapi.VersionConflict[ColleagueDetail]()
	httpapi.Handle(a, edit, s.putColleague)
	httpapi.Handle(a, manage("DELETE", "/staff-sessions/{id}", "console-end-one-session", "Sign somebody out of one place",
		"staff.end_sessions"), s.deleteTheirs)
	httpapi.Handle(a, manage("GET", "/invitations", "console-list-invitations", "Who was invited and has not joined"),
		s.getInvitations)
	invite := manage("POST", "/invitations", "console-invite-staff", "Invite somebody by a link to hand over",
		"staff.invite")
	invite.Description = "The link works once, for a week. An earlier one for the same phone or e-mail address ends."
	httpapi.Handle(a, invite, s.postInvite)
	httpapi.Bulk(a, manage("POST", "/invitations/bulk", "console-bulk-invitations", "Withdraw several invitations",
		"staff.withdraw"), httpapi.BulkActions{
		"withdraw": func(ctx context.Context, invitationID string) error {
			return s.Withdraw(ctx, Caller(ctx).ID, invitationID)
		},
	})
	httpapi.Handle(a, manage("DELETE", "/invitations/{id}", "console-withdraw-invitation", "Withdraw an invitation",
		"staff.withdraw"), s.deleteInvitation)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/console/join/look", ID: "console-look-at-invitation",
		Tag: consoleTag, Strict: true, Summary: "Who is invited by a link, and to what"}, s.postLook)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/console/join", ID: "console-join", Tag: consoleTag, Strict: true,
		Summary: "Take an invitation up with a password of one's own, and sign in"}, s.postJoin)
}

func (s *Service) colleagueView(ctx context.Context, c Colleague) ColleagueView {
	v := ColleagueView{Colleague: c, BranchRefs: []wire.Ref{}, State: "active"}
	if len(c.Branches) > 0 {
		v.BranchRefs = s.BranchRefs(ctx, c.Branches, httpapi.Caller(ctx).Lang)
	}
	switch {
	case c.LockedAt != nil:
		v.State = "locked"
	case c.Temporary != nil:
		v.State = "temporary"
	}
	return v
}

type staffListInput struct {
	Q     string `query:"q" maxLength:"100" doc:"Part of a name, an e-mail address or a phone."`
	Role  string `query:"role" maxLength:"32"`
	State string `query:"state" maxLength:"10" doc:"active, temporary or locked; all when empty."`
	// Branch limits the list to staff of a branch, including those who work for all branches.
	Branch string `query:"branch_id" maxLength:"64" doc:"Who works there; those who work at every branch do."`
}

func (s *Service) getStaff(ctx context.Context, in *staffListInput) (*httpapi.Reply[[]ColleagueView], error) {
	if in.State != "" && !slices.Contains([]string{"active", "temporary", "locked"}, in.State) {
		return nil, errs.Invalid("state", "common.one_of")
	}
	all, err := s.List(ctx)
	if err != nil {
		return nil, err
	}
	q := strings.ToLower(httpapi.Clean(in.Q))
	out := []ColleagueView{}
	for _, c := range all {
		v := s.colleagueView(ctx, c)
		found := q == "" || strings.Contains(strings.ToLower(c.Name+"\n"+c.Email+"\n"+c.Phone), q)
		found = found && (in.Branch == "" || len(c.Branches) == 0 || slices.Contains(c.Branches, in.Branch))
		if found && (in.Role == "" || string(c.Role) == in.Role) && (in.State == "" || v.State == in.State) {
			out = append(out, v)
		}
	}
	return httpapi.OK(out), nil
}

func (s *Service) readColleague(ctx context.Context, memberID string) (*httpapi.Reply[ColleagueDetail], error) {
	all, err := s.List(ctx)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(all, func(c Colleague) bool { return c.ID == memberID })
	if at < 0 {
		return nil, errs.NotFound()
	}
	me := Caller(ctx)
	their := Member{ID: memberID}
	if me.ID == memberID {
		their.SessionID = me.SessionID
	}
	places, err := s.Places(ctx, their, httpapi.Caller(ctx).Lang)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(ColleagueDetail{s.colleagueView(ctx, all[at]), me.ID == memberID, places}), nil
}

func (s *Service) getColleague(ctx context.Context, in *idInput) (*httpapi.Reply[ColleagueDetail], error) {
	return s.readColleague(ctx, in.ID)
}

func (s *Service) putColleague(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Person
		Version int64 `json:"version" doc:"The one that was read."`
	}
}) (*httpapi.Reply[ColleagueDetail], error) {
	read := func() (*httpapi.Reply[ColleagueDetail], error) { return s.readColleague(ctx, in.ID) }
	if err := s.Edit(ctx, Caller(ctx).ID, in.ID, in.Body.Person, in.Body.Version); err != nil {
		return nil, httpapi.WithCurrent(err, read)
	}
	return read()
}

func (s *Service) deleteTheirs(ctx context.Context, in *idInput) (*httpapi.Reply[none], error) {
	return done(ctx, s.EndOne(ctx, Caller(ctx).ID, in.ID), "auth.session_ended")
}

func (s *Service) invitationView(ctx context.Context, inv Invitation) InvitationView {
	v := InvitationView{Invitation: inv, BranchRefs: []wire.Ref{}}
	if len(inv.Branches) > 0 {
		v.BranchRefs = s.BranchRefs(ctx, inv.Branches, httpapi.Caller(ctx).Lang)
	}
	return v
}

func (s *Service) getInvitations(ctx context.Context, _ *none) (*httpapi.Reply[[]InvitationView], error) {
	all, err := s.Invitations(ctx)
	if err != nil {
		return nil, err
	}
	out := []InvitationView{}
	for _, inv := range all {
		out = append(out, s.invitationView(ctx, inv))
	}
	return httpapi.OK(out), nil
}

func (s *Service) postInvite(ctx context.Context, in *struct{ Body Person }) (*httpapi.Reply[Invited], error) {
	inv, secret, err := s.Invite(ctx, Caller(ctx).ID, in.Body)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(Invited{s.invitationView(ctx, inv), secret}), nil
}

func (s *Service) deleteInvitation(ctx context.Context, in *idInput) (*httpapi.Reply[none], error) {
	return done(ctx, s.Withdraw(ctx, Caller(ctx).ID, in.ID), "auth.invitation_withdrawn")
}

// JoinView is what a person who follows a link sees.
type JoinView struct {
	Name      string     `json:"name"`
	SignIn    string     `json:"sign_in" doc:"What they sign in with from now on: a phone, or an e-mail address."`
	Role      Role       `json:"role" enum:"owner,editor,manager,picker,support,finance,courier"`
	Branches  []wire.Ref `json:"branches"`
	ExpiresAt db.Millis  `json:"expires_at"`
}

func (s *Service) postLook(ctx context.Context, in *struct {
	Body struct {
		Secret string `json:"secret" maxLength:"200"`
	}
}) (*httpapi.Reply[JoinView], error) {
	inv, _, err := s.Invited(ctx, in.Body.Secret)
	if err != nil {
		return nil, err
	}
	v := JoinView{Name: inv.Name, SignIn: inv.Phone, Role: inv.Role, Branches: s.invitationView(ctx, inv).BranchRefs,
		ExpiresAt: inv.ExpiresAt}
	if v.SignIn == "" {
		v.SignIn = inv.Email
	}
	return httpapi.OK(v), nil
}

func (s *Service) postJoin(ctx context.Context, in *struct {
	Body struct {
		Secret   string `json:"secret" maxLength:"200"`
		Password string `json:"password" maxLength:"1024"`
	}
}) (*httpapi.Reply[SignedIn], error) {
	who := httpapi.Caller(ctx)
	lang := i18n.Lang(who.Lang)
	session, err := s.Join(ctx, in.Body.Secret, lang,
		SignIn{Password: in.Body.Password, Device: who.DeviceSecret, UserAgent: who.UserAgent, IP: who.IP})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(s.Answer(ctx, session)), nil
}
