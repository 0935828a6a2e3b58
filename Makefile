# Everything a person types. See CONTRIBUTING.md.
.PHONY: run build release freeze web go check test prove bench types openapi pictures clean
.DEFAULT_GOAL := build

GO_BUILD = CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X wekala/internal/app.Version=$(VERSION)"
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
WEB_SOURCES = $(shell find web/src web/scripts -type f) web/package-lock.json web/vite.config.ts

# Build everything and serve the demo shop on SQLite at http://127.0.0.1:8080.
run: build
	@bin/wekala serve --demo --data-dir var/demo

# bin/wekala is one static file that needs nothing beside it.
build: web go

# dist/: programs for every system, Debian packages, what containers are built of, checksums.
release: web
	scripts/release.sh $(VERSION)

# Before a release: keeps today's schema with data, and every test run migrates that forward from
# then on. Needs pg_dump.
freeze: web
	go test ./internal/app -run TestFrozenSchemasMigrate -count=1 -freeze

web: web/dist/.built

web/node_modules/.installed: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $@

web/dist/.built: web/node_modules/.installed $(WEB_SOURCES)
	cd web && npm run --silent build
	@touch $@

go:
	$(GO_BUILD) -o bin/wekala ./cmd/wekala

# Fast: format, vet, staticcheck, types, lint, unit tests.
check: web
	scripts/check.sh

# Everything, on both engines and in a real browser; installs what is missing.
test:
	scripts/test.sh

# The fault table at full counts.
prove: web
	scripts/prove.sh

# Our figures beside the limits, in one run, as a table of ratios.
bench: build
	scripts/bench.sh

# api/openapi.yaml from the Go types, the web's types from that.
types: openapi web/node_modules/.installed
	cd web && npm run --silent types

openapi:
	go run ./cmd/wekala openapi > api/openapi.yaml.new
	mv api/openapi.yaml.new api/openapi.yaml

# The demo's pictures from what draws them, web/scripts/pictures.
pictures: web/node_modules/.installed
	cd web && node scripts/pictures/make.mjs

clean:
	rm -rf bin dist var web/dist/* web/node_modules/.installed
