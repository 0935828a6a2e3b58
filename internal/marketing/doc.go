// Package marketing holds what brings customers in and back: coupons,
// favourites and their alerts, pages, posts and banners (content), the home page's
// blocks (home) and what search engines read (seo).
package marketing
