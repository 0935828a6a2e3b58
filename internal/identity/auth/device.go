package auth

import (
	"strings"

	"wekala/internal/platform/i18n"
)

// The names of browsers and systems in the header User-Agent, the more specific first, because almost all also claim to
// be Safari.
var (
	browsers = [][2]string{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"}, {"HeadlessChrome/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	}
	systems = [][2]string{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Mac OS X", "Mac"}, {"Linux", "Linux"},
	}
)

func firstIn(agent string, names [][2]string) string {
	for _, n := range names {
		if strings.Contains(agent, n[0]) {
			return n[1]
		}
	}
	return ""
}

// Device describes the device of a sign-in: "Chrome on Android".
func Device(agent string, lang i18n.Lang) string {
	browser, system := firstIn(agent, browsers), firstIn(agent, systems)
	switch {
	case browser != "" && system != "":
		return i18n.T(lang, "auth.device", "browser", browser, "system", system)
	case browser != "":
		return i18n.T(lang, "auth.device_browser", "browser", browser)
	case system != "":
		return i18n.T(lang, "auth.device_system", "system", system)
	}
	return i18n.T(lang, "auth.device_unknown")
}
