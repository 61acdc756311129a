-- What operators publish about the market; both environments read it.
CREATE TABLE article (
  article_id text PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  source text NOT NULL CHECK (source IN ('MARKET_NEWS', 'CORPORATE_ACTION')),
  exchange text,
  symbols text[] NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  body text NOT NULL,
  published_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX article_by_time ON article (published_at DESC);

-- What the rates have been. A trigger writes it, so that no way of changing a rate can leave it out.
CREATE TABLE fx_rate_change (
  change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  currency text NOT NULL,
  per_usd numeric(20, 6) NOT NULL,
  valid_from timestamptz NOT NULL
);
CREATE INDEX fx_rate_change_by_currency ON fx_rate_change (currency, change_id DESC);

CREATE FUNCTION keep_fx_rate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('INSERT INTO %I.fx_rate_change (currency, per_usd, valid_from) VALUES ($1, $2, $3)',
                 TG_TABLE_SCHEMA)
    USING NEW.currency, NEW.per_usd, NEW.as_of;
  RETURN NULL;
END $$;

INSERT INTO fx_rate_change (currency, per_usd, valid_from)
SELECT currency, per_usd, as_of FROM fx_rate;

CREATE TRIGGER fx_rate_kept AFTER INSERT OR UPDATE ON fx_rate
  FOR EACH ROW EXECUTE FUNCTION keep_fx_rate();
