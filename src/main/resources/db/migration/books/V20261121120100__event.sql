-- What the function names is found in this schema, never among temporary tables.
SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);

-- The event log. The counter is taken last in a transaction, under its row lock: the sequence of a
-- partner is dense and in the order of commits.
CREATE TABLE event_counter (
  partner_id text   NOT NULL PRIMARY KEY,
  last       bigint NOT NULL,
  -- A reset of the sandbox begins another log, with sequences from 1: this tells one from the other.
  began_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Ten days of real time make a table, which goes as a whole (decision 0021). Each has its own keys:
-- (partner_id, sequence), and (partner_id, event_id).
CREATE TABLE event (
  partner_id text        NOT NULL,
  sequence   bigint      NOT NULL,
  event_id   text        NOT NULL,
  event      text        NOT NULL,
  -- The older name under which it is told once more. That takes the number after this one, and the
  -- identifier after this one.
  alias      text,
  timestamp  timestamptz NOT NULL,
  data       text        NOT NULL,
  logged_at  timestamptz NOT NULL DEFAULT now()
) PARTITION BY RANGE (logged_at);

-- Makes the tables of the ten days before, of these and of the next, and drops one whose last day is more
-- than 30 days ago. Returns how many such are left: who reads or writes is made to wait for 0.1 s at most,
-- so that it may have to be tried again.
CREATE FUNCTION event_upkeep() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '100ms'
SET timezone = 'UTC' AS $$
DECLARE
  epoch constant date := DATE '1970-01-01';
  days  constant integer := 10;
  this  constant integer := (now()::date - epoch) / days;
  name  text;
  old   text[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('events of ' || current_schema(), 0));
  FOR n IN this - 1 .. this + 1 LOOP
    name := to_char(epoch + n * days, '"event_"YYYYMMDD');
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I (LIKE event INCLUDING DEFAULTS, PRIMARY KEY (partner_id, sequence),'
        ' UNIQUE (partner_id, event_id))', name);
      EXECUTE format('ALTER TABLE event ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        name, epoch + n * days, epoch + (n + 1) * days);
    END IF;
  END LOOP;
  SELECT coalesce(array_agg(c.relname::text ORDER BY c.relname), '{}') INTO old
    FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
    WHERE inhparent = 'event'::regclass
      AND to_date(c.relname, '"event_"YYYYMMDD') + days <= (now() - interval '30 days')::date;
  IF cardinality(old) > 0 THEN
    BEGIN
      EXECUTE format('DROP TABLE %I', old[1]);
      RETURN cardinality(old) - 1;
    EXCEPTION WHEN lock_not_available THEN
      RETURN cardinality(old);
    END;
  END IF;
  RETURN 0;
END $$;

SELECT event_upkeep();
