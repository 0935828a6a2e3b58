package app_test

import "maps"

// Staff's writes of content, and letters to the shop.
func init() {
	maps.Copy(writes, map[string]write{
		"console-preview": {share: 1, staff: true, body: func(ids) fields { return fields{"text": "# Hello"} }},
		"console-save-page": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return anyPage(nil, 1) }},
		"console-create-post": {share: 1, staff: true, body: func(ids) fields { return postBody() }},
		"console-save-post":   {share: 1, staff: true, path: "address", body: func(ids) fields { return postBody() }},
		"console-save-tag": {share: 1, staff: true,
			body: func(ids) fields { return fields{"slug": "new-tag", "name_en": "New", "name_ar": "جديد"} }},
		"console-change-picture": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return fields{"title": "A", "alt_en": "", "alt_ar": "", "version": 1} }},
		"console-create-banner":   {share: 1, staff: true, body: func(ids) fields { return bannerBody("") }},
		"console-save-banner":     {share: 1, staff: true, path: "address", body: func(ids) fields { return bannerBody("") }},
		"console-create-block":    {share: 1, staff: true, body: func(ids) fields { return blockBody("") }},
		"console-save-block":      {share: 1, staff: true, path: "address", body: func(ids) fields { return blockBody("") }},
		"console-create-currency": {share: 1, staff: true, body: func(ids) fields { return currencyBody("KWD") }},
		"console-save-currency": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return currencyBody("") }},
		"console-set-rate": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return fields{"rate": "48.65", "rate_seq": 0} }},
		"create-ticket":         {share: 3, body: func(in ids) fields { return newTicket(in.ordered) }},
		"reply-to-ticket":       {share: 2, path: "address", body: func(ids) fields { return fields{"text": "Any news?"} }},
		"reply-to-guest-ticket": {share: 1, body: func(ids) fields { return fields{"text": "Any news?"} }},
		"contact-us": {share: 1, body: func(in ids) fields {
			return fields{"name": "Mona", "phone": in.phone, "email": "mona@example.com", "subject": "A question",
				"category": "other", "text": "Where are you?"}
		}},
		"console-reply-to-ticket": {share: 1, staff: true, path: "address",
			body: func(ids) fields { return fields{"text": "Yes.", "note": true} }},
		"console-save-contact": {share: 1, staff: true, body: func(ids) fields {
			return fields{"phone": "0223456789", "whatsapp": "01001234567", "email": "help@example.com",
				"address_en": "", "address_ar": "", "hours_en": "", "hours_ar": ""}
		}},
	})
}
