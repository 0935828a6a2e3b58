package products

import (
	"context"
	"fmt"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// maxDescribed is the number of letters that fit into the two description lines of a card.
const maxDescribed = 110

// describe adds descriptions to the cards of a menu, because customers choose dishes by their ingredients. They are
// read separately from the cards' rows, which are cached for every list and should stay free of long texts.
func (s *Service) describe(ctx context.Context, cards []ProductCard, lang i18n.Lang) error {
	var ids []string
	for i := range cards {
		if cards[i].Tint == "food" {
			ids = append(ids, cards[i].ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	asked := padded(ids)
	var rows []struct {
		ID            string
		DescriptionEN string `db:"description_en"`
		DescriptionAR string `db:"description_ar"`
	}
	if err := s.DB.Select(ctx, &rows, `SELECT id, SUBSTR(description_en, 1, 200) AS description_en,
		SUBSTR(description_ar, 1, 200) AS description_ar
FROM products WHERE id IN (`+db.List(1, len(asked))+`) ORDER BY id`, db.Args(asked)...); err != nil {
		return fmt.Errorf("products: describe: %w", err)
	}
	said := make(map[string]string, len(rows))
	for _, r := range rows {
		said[r.ID] = beginning(i18n.Text{EN: r.DescriptionEN, AR: r.DescriptionAR}.In(lang))
	}
	for i := range cards {
		cards[i].Description = said[cards[i].ID]
	}
	return nil
}

// beginning returns a text's first line, shortened to its first words if it is long.
func beginning(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.TrimSpace(line)
	letters := []rune(line)
	if len(letters) <= maxDescribed {
		return line
	}
	cut := string(letters[:maxDescribed])
	if at := strings.LastIndexByte(cut, ' '); at > 0 {
		cut = cut[:at]
	}
	return strings.TrimRight(cut, " .,،;؛:") + "…"
}
