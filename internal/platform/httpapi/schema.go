package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

func humaConfig(version string) huma.Config {
	registry := huma.NewMapRegistry("#/components/schemas/", schemaNames())
	c := huma.DefaultConfig("Wekala", version)
	c.Components.Schemas = registry
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {
			Type: "http", Scheme: "bearer", Description: "The opaque session token; the word null when there is none."},
	}
	c.Info.Description = "Multi-branch marketplace. Success: {response: {data, message}}; lists add meta. Failure: " +
		"{message, code, errors}. Amounts are in major units beside a currency; times are RFC 3339 in UTC; path ids accept " +
		"slugs."
	c.CreateHooks = nil
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "", "", ""
	c.DefaultFormat = JSON
	c.Formats = map[string]huma.Format{
		JSON:   {Marshal: marshal, Unmarshal: unmarshal},
		"json": {Marshal: marshal, Unmarshal: unmarshal},
	}
	return c
}

// marshal writes a value as JSON. The encoder reuses its buffers, while json.Marshal copies each response.
func marshal(w io.Writer, v any) error { return json.NewEncoder(unended{w}).Encode(v) }

// unended removes the line feed that the encoder writes after every value.
type unended struct{ io.Writer }

func (u unended) Write(value []byte) (int, error) {
	n, err := u.Writer.Write(bytes.TrimSuffix(value, []byte{'\n'}))
	if err == nil {
		n = len(value)
	}
	return n, err
}

// unmarshal refuses keys that occur twice in an object, in any case: two readers could use different values. The
// validator decodes every body into a plain value first, which is checked. A key in another case than its field is
// refused when the body is read: the validator ignored it, and encoding/json would accept it.
func unmarshal(data []byte, v any) error {
	data = withoutNUL(data)
	if body, ok := v.(*any); ok {
		if err := json.Unmarshal(data, body); err != nil {
			return err
		}
		return eachKeyOnce(data, *body)
	}
	if t := reflect.TypeOf(v).Elem(); t.Kind() != reflect.Interface && !plainKeys(data) {
		var body any
		if json.Unmarshal(data, &body) == nil && otherCase(body, t) {
			return errCase
		}
	}
	err := json.Unmarshal(data, v)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		key := "common.invalid"
		if strings.HasPrefix(wrong.Value, "common.") {
			key = wrong.Value
		}
		return fmt.Errorf("%s|%s", key, placed(data, reflect.TypeOf(v).Elem(), wrong.Field)) // for fieldOf
	}
	return err
}

// maxPlaces bounds the search of placed; errors in a longer list are reported for the list as a whole.
const maxPlaces = 1000

// placed adds the index of each list to the path of a field, which the decoder leaves out: its "items.qty" becomes
// "items.1.qty". It decodes each value that could be the field on its own until one is refused.
func placed(data []byte, into reflect.Type, field string) string {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var body any
	if d.Decode(&body) != nil {
		return field
	}
	left := maxPlaces
	refused := func(alone any) bool {
		left--
		b, err := json.Marshal(alone)
		return err == nil && json.Unmarshal(b, reflect.New(into).Interface()) != nil
	}
	var find func(at any, names []string, alone func(any) any) (string, bool)
	find = func(at any, names []string, alone func(any) any) (string, bool) {
		if list, ok := at.([]any); ok {
			for i, one := range list {
				if left == 0 {
					break
				}
				rest, found := find(one, names, func(v any) any { return alone([]any{v}) })
				if found {
					return "." + strconv.Itoa(i) + rest, true
				}
			}
			return "", false
		}
		if len(names) == 0 {
			return "", refused(alone(at))
		}
		name := names[0]
		object, _ := at.(map[string]any)
		value, ok := object[name]
		if !ok {
			return "", false
		}
		rest, found := find(value, names[1:], func(v any) any { return alone(map[string]any{name: v}) })
		return "." + name + rest, found
	}
	if path, found := find(body, strings.Split(field, "."), func(v any) any { return v }); found {
		return strings.TrimPrefix(path, ".")
	}
	return field
}

var (
	errDuplicate = errors.New("httpapi: a key stands twice")
	errKeys      = errors.New("httpapi: an object has more keys than any of ours")
	errCase      = errors.New("httpapi: a key is written in another case than its field")
)

// maxKeys is the number of keys an object may have: each unknown key costs the validator as much as a field.
const maxKeys = 1000

// folded returns a key in the form in which encoding/json compares it with field names.
func folded(key string) string {
	if !strings.ContainsFunc(key, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return strings.ToUpper(key) // the least of each letter and what is folded with it
	}
	return strings.Map(func(r rune) rune {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, key)
}

// named are the fields of a struct by their JSON names.
type named struct {
	fields map[string]reflect.Type
	folded map[string]bool
}

var namedByType sync.Map // *named by reflect.Type, for our own types only

func fieldsOf(t reflect.Type) *named {
	if known, ok := namedByType.Load(t); ok {
		return known.(*named)
	}
	n := &named{map[string]reflect.Type{}, map[string]bool{}}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" || f.Anonymous && name == "" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		n.fields[name], n.folded[folded(name)] = f.Type, true
	}
	namedByType.Store(t, n)
	return n
}

var decodesItself = reflect.TypeFor[json.Unmarshaler]()

// otherCase reports whether any key in body differs only in case from the name of a field of t.
func otherCase(body any, t reflect.Type) bool {
	if t.Implements(decodesItself) || reflect.PointerTo(t).Implements(decodesItself) {
		return false
	}
	switch t.Kind() {
	case reflect.Pointer:
		return otherCase(body, t.Elem())
	case reflect.Slice, reflect.Array:
		list, _ := body.([]any)
		for _, one := range list {
			if otherCase(one, t.Elem()) {
				return true
			}
		}
	case reflect.Map:
		object, _ := body.(map[string]any)
		for _, one := range object {
			if otherCase(one, t.Elem()) {
				return true
			}
		}
	case reflect.Struct:
		object, _ := body.(map[string]any)
		if len(object) == 0 {
			return false
		}
		named := fieldsOf(t)
		for key, value := range object {
			field, exact := named.fields[key]
			if !exact && named.folded[folded(key)] || exact && otherCase(value, field) {
				return true
			}
		}
	}
	return false
}

// eachKeyOnce refuses a body, decoded from data, if a key occurs twice in any case, if an object has too many keys, or
// if values are nested too deep. Overwritten keys appear as a difference in the count.
func eachKeyOnce(data []byte, body any) error {
	keys, err := countKeys(body, plainKeys(data), 1)
	if err == nil && keys != written(data) {
		return errDuplicate
	}
	return err
}

// deepest is the maximum nesting of values.
const deepest = 64

// countKeys counts the keys of all objects in body. It does not compare plain keys, which cannot differ only in case.
func countKeys(body any, plain bool, depth int) (n int, err error) {
	add := func(value any) error {
		switch value.(type) {
		case map[string]any, []any:
			more, err := countKeys(value, plain, depth+1)
			n += more
			return err
		}
		return nil
	}
	switch v := body.(type) {
	case map[string]any:
		if n = len(v); n > maxKeys {
			return n, errKeys
		}
		var seen map[string]bool
		if n > 1 && !plain {
			seen = make(map[string]bool, n)
		}
		for key, value := range v {
			if seen != nil {
				seen[folded(key)] = true
			}
			if err := add(value); err != nil {
				return n, err
			}
		}
		if seen != nil && len(seen) < len(v) {
			return n, errDuplicate
		}
	case []any:
		for _, value := range v {
			if err := add(value); err != nil {
				return n, err
			}
		}
	default:
		return 0, nil
	}
	if depth > deepest {
		return n, errDuplicate
	}
	return n, nil
}

// written counts the keys in well-formed data: the colons outside strings.
func written(data []byte) (n int) {
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case ':':
			n++
		case '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		}
	}
	return n
}

// plainKeys reports whether all keys in well-formed data have only lower-case letters, digits and underscores, like the
// names of all our fields. Such keys cannot be another field's name in another case.
func plainKeys(data []byte) bool {
	plain := true // the last string
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case ':':
			if !plain {
				return false
			}
		case '"':
			plain = true
			for i++; i < len(data) && data[i] != '"'; i++ {
				plain = plain && isPlain(data[i])
				if data[i] == '\\' {
					i++
				}
			}
		}
	}
	return true
}

func isPlain(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_' }

// strangeName returns a JSON name in t that is not plain, "" if all are.
func strangeName(t reflect.Type, seen map[reflect.Type]bool) string {
	if seen[t] || t.Implements(decodesItself) || reflect.PointerTo(t).Implements(decodesItself) {
		return ""
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return strangeName(t.Elem(), seen)
	case reflect.Struct:
		for name, field := range fieldsOf(t).fields {
			if strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf || !isPlain(byte(r)) }) {
				return name
			}
			if strange := strangeName(field, seen); strange != "" {
				return strange
			}
		}
	}
	return ""
}

// schemaNames is schemaName, but ends the program if two types have one name: otherwise the registry may give the
// second type the schema of the first, and its bodies would be validated by the wrong schema.
func schemaNames() func(reflect.Type, string) string {
	given := map[string]reflect.Type{}
	return func(t reflect.Type, hint string) string {
		name := schemaName(t, hint)
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct {
			return name
		}
		if was, taken := given[name]; taken && was != t {
			panic(fmt.Sprintf("httpapi: %v and %v would both be the schema %s", was, t, name))
		}
		given[name] = t
		return name
	}
}

// schemaName names a type by its package and name ("ProductsCategory"), so that two features may both have an Item; a
// generic wrapper's name precedes that of its content ("EnvelopeProductsCategory").
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Name() == "" {
		return title(hint)
	}
	base, inner, generic := strings.Cut(t.Name(), "[")
	name := title(lastPart(t.PkgPath())) + title(base)
	if generic {
		name = title(base)
		for _, argument := range strings.Split(strings.TrimSuffix(inner, "]"), ",") {
			plural := ""
			if rest, ok := strings.CutPrefix(argument, "[]"); ok {
				argument, plural = rest, "List"
			}
			argument = strings.TrimPrefix(argument, "*")
			for _, word := range strings.Split(lastPart(argument), ".") {
				name += title(word)
			}
			name += plural
		}
	}
	return strings.NewReplacer("[", "", "]", "", "·", "", "{", "", "}", "", " ", "").Replace(name)
}

func lastPart(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

func title(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Finish completes the description once everything is registered: a pointer to an object may be null, which the schemas
// do not include by themselves.
func (a *API) Finish() {
	registry := a.huma.OpenAPI().Components.Schemas
	for name, schema := range registry.Map() {
		t := registry.TypeFromRef("#/components/schemas/" + name)
		for t != nil && t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t == nil || t.Kind() != reflect.Struct {
			continue
		}
		for _, field := range reflect.VisibleFields(t) {
			if field.Type.Kind() != reflect.Pointer {
				continue
			}
			wireName, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if property := schema.Properties[wireName]; property != nil && property.Ref != "" {
				schema.Properties[wireName] = &huma.Schema{
					Description: property.Description,
					AnyOf:       []*huma.Schema{{Ref: property.Ref}, {Type: "null"}},
				}
			}
		}
	}
}
