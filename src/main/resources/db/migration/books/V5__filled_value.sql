-- What the filled units of an order are worth at the prices of their fills, unrounded: with it, cents
-- are rounded once over all fills, not once for each.
ALTER TABLE orders ADD COLUMN filled_value numeric NOT NULL DEFAULT 0;
-- An order that is still open goes on from what was posted for it.
UPDATE orders SET filled_value =
  CASE status
    WHEN 'PARTIALLY_FILLED' THEN gross / 1000000.0
    ELSE filled_quantity * round(average_price / fx_rate, 6)
  END
WHERE filled_quantity > 0;
