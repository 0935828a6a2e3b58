-- SKUs and barcodes are found as somebody compares them with a label: capitals, without marks between.
CREATE INDEX variants_sku_code ON variants (REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(UPPER(sku), '-', ''), ' ', ''), '_', ''), '.', ''), '/', ''));
CREATE INDEX variants_barcode_code ON variants (REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(UPPER(barcode), '-', ''), ' ', ''), '_', ''), '.', ''), '/', '')) WHERE barcode <> '';
CREATE INDEX past_names_sku_code ON past_names (REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(UPPER(sku), '-', ''), ' ', ''), '_', ''), '.', ''), '/', '')) WHERE variant_id <> '';
CREATE INDEX past_names_barcode_code ON past_names (REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(UPPER(barcode), '-', ''), ' ', ''), '_', ''), '.', ''), '/', '')) WHERE variant_id <> '' AND barcode <> '';
