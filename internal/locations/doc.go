// Package locations contains the features about places: governorates, districts and their outlines (places), services,
// stores, branches, hours and delivery zones (branches), and the addresses of customers (addresses).
package locations
