package account

import (
	"context"
	"time"
	"unicode/utf8"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/photos"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
)

const (
	nameMin    = 2
	nameMax    = 60
	companyMax = 80
	// oldest is the highest age in years that a date of birth may give.
	oldest = 120
)

// Changes are the fields of a profile that the request contains.
type Changes struct {
	Name, Email, CompanyName, Birthdate, Gender, Photo Field
}

// clean validates and normalises the fields. 422 names every invalid field, in the order of the form. Photo stays as it
// is.
func (c Changes) clean(now time.Time) (auth.ProfileChange, error) {
	var wrong []errs.Field
	say := func(field, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: field, Key: key, Args: args})
	}
	var out auth.ProfileChange
	if c.Name.Sent {
		name := httpapi.Clean(c.Name.Text)
		switch n := utf8.RuneCountInString(name); {
		case n == 0:
			say("name", "common.required")
		case n < nameMin:
			say("name", "common.too_short", "len", nameMin)
		case n > nameMax:
			say("name", "common.too_long", "len", nameMax)
		}
		out.Name = auth.To(name)
	}
	if c.Email.Sent {
		email, err := auth.CleanEmail(c.Email.Text)
		if err != nil {
			say("email", "common.email_format", "email", "name@example.com")
		}
		out.Email = auth.To(email)
	}
	if c.CompanyName.Sent {
		company := httpapi.Clean(c.CompanyName.Text)
		if utf8.RuneCountInString(company) > companyMax {
			say("company_name", "common.too_long", "len", companyMax)
		}
		out.CompanyName = auth.To(company)
	}
	if c.Birthdate.Sent {
		day := money.LatinDigits(httpapi.Clean(c.Birthdate.Text))
		if day != "" && !livedDay(day, now) {
			say("birthdate", "account.birthdate_invalid")
		}
		out.Birthdate = auth.To(day)
	}
	if c.Gender.Sent {
		gender := httpapi.Clean(c.Gender.Text)
		if gender != "" && gender != "male" && gender != "female" {
			say("gender", "common.one_of")
		}
		out.Gender = auth.To(gender)
	}
	if len(wrong) > 0 {
		return out, errs.InvalidAll(wrong)
	}
	return out, nil
}

// livedDay reports whether a day is a possible date of birth of a living person.
func livedDay(day string, now time.Time) bool {
	born, err := time.ParseInLocation(time.DateOnly, day, clock.Cairo)
	return err == nil && born.Before(now) && born.After(now.AddDate(-oldest, 0, 0))
}

// Change changes the fields of a profile that the request contains. 422 names every invalid field. A photo must be the
// customer's own and not attached yet.
func (s *Service) Change(ctx context.Context, userID string, in Changes) (User, error) {
	change, err := in.clean(s.clock.Now())
	if err != nil {
		return User{}, err
	}
	var user User
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		change := change
		if in.Photo.Sent {
			if change.Photo, err = changePhoto(ctx, tx, userID, photos.IDOf(httpapi.Clean(in.Photo.Text))); err != nil {
				return err
			}
		}
		if err := s.auth.ChangeProfile(ctx, tx, userID, change, db.At(s.clock.Now())); err != nil {
			return err
		}
		user, err = s.auth.Profile(ctx, tx, userID)
		return err
	})
	return user, err
}

func face(userID string) string { return "user:" + userID }

// changePhoto replaces the profile picture. "" removes it, and the current one changes nothing.
func changePhoto(ctx context.Context, tx *db.Tx, userID, photoID string) (auth.Change, error) {
	held, err := photos.Of(ctx, tx, face(userID))
	if err != nil {
		return auth.Change{}, err
	}
	if photoID != "" && len(held) == 1 && held[0].ID == photoID {
		return auth.Change{}, nil
	}
	if err := photos.Drop(ctx, tx, userID, face(userID)); err != nil {
		return auth.Change{}, err
	}
	if photoID == "" {
		return auth.To(""), nil
	}
	err = photos.Attach(ctx, tx, userID, []string{photoID}, face(userID), 1)
	if errs.Is(err, "photos.not_yours") {
		err = errs.Invalid("photo", "photos.not_yours")
	}
	return auth.To(photos.Src(photoID)), err
}
