package demo

import (
	"fmt"

	"wekala/internal/operations/demo/data"
	"wekala/internal/platform/i18n"
)

// Text is one text of the demo, for reading it among all others.
type Text struct {
	Key string // "products:egyptian-rice"
	i18n.Text
}

// Texts lists the demo's texts in both languages, in the order of its files.
func Texts() ([]Text, error) {
	shop, err := data.Load()
	if err != nil {
		return nil, err
	}
	var all []Text
	add := func(key string, parts ...i18n.Text) {
		var both i18n.Text
		for i, part := range parts {
			if i > 0 {
				both.EN, both.AR = both.EN+"\n", both.AR+"\n"
			}
			both.EN, both.AR = both.EN+part.EN, both.AR+part.AR
		}
		all = append(all, Text{key, both})
	}
	for _, v := range shop.Services {
		add("services:"+v.Slug, v.Name, v.Tagline)
	}
	for _, v := range shop.Banners {
		add("banners:"+v.Slug, v.Title, v.Text, v.Action)
	}
	for _, v := range shop.Blocks {
		add("blocks:"+v.Slug, v.Title)
	}
	for _, v := range shop.Stores {
		add("stores:"+v.Slug, v.Name, v.About)
	}
	for _, v := range shop.Branches {
		add("branches:"+v.Slug, v.Name, v.Area, v.Address)
	}
	for _, v := range shop.Categories {
		add("categories:"+v.Slug, v.Name)
	}
	for _, v := range shop.Products {
		add("products:"+v.Slug, v.Name, v.Description, v.Unit)
	}
	for _, p := range posts {
		add("posts:"+p.Slug, i18n.Text{EN: p.TitleEN, AR: p.TitleAR}, i18n.Text{EN: p.LeadEN, AR: p.LeadAR},
			i18n.Text{EN: p.BodyEN, AR: p.BodyAR})
	}
	for i, t := range all {
		if t.EN == "" || t.AR == "" {
			return nil, fmt.Errorf("demo: text %d, %s, is empty", i, t.Key)
		}
	}
	return all, nil
}
