// Package locations holds where things are: governorates, districts and their outlines
// (places), services, stores, branches, hours and delivery zones (branches), and the
// addresses of customers (addresses).
package locations
