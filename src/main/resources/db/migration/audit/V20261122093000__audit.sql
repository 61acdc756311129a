-- The audit log of what this schema belongs to: an environment, or the service itself. The service's role
-- reads it, and adds to it by the functions below alone: they number and chain the rows.

-- What the functions name is found in this schema, never among temporary tables.
SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);

-- Where each chain stands. Its row is locked until COMMIT, after that of the event counter, so that the
-- rows of a chain are dense and in the order of commits.
CREATE TABLE audit_head (
  chain    text        PRIMARY KEY,
  sequence bigint      NOT NULL,
  at       timestamptz NOT NULL,
  hash     bytea       NOT NULL
);

-- What was asked for, and what came of it. One chain for each partner, or for the operators; `hash` is
-- SHA-256 of the hash before and of the row. The years are dropped whole.
CREATE TABLE audit (
  chain      text        NOT NULL,
  sequence   bigint      NOT NULL,
  at         timestamptz NOT NULL,
  actor      text        NOT NULL,
  action     text        NOT NULL,
  target     text        NOT NULL,
  source     text        NOT NULL,
  request_id text        NOT NULL,
  status     smallint    NOT NULL,
  hash       bytea       NOT NULL
) PARTITION BY RANGE (at);
CREATE INDEX audit_by_sequence ON audit (chain, sequence);

-- The last row of each chain that was dropped: the next one follows from its hash.
CREATE TABLE audit_cut (
  chain    text   PRIMARY KEY,
  sequence bigint NOT NULL,
  hash     bytea  NOT NULL
);

-- Credentials that were refused, counted for a minute of one node. What was beyond the rows that a minute
-- may have stands in one row more, whose source and reason are `*`.
CREATE TABLE audit_refusal (
  minute timestamptz NOT NULL,
  id     text        NOT NULL,
  place  text        NOT NULL,
  source text        NOT NULL,
  reason text        NOT NULL,
  count  bigint      NOT NULL
) PARTITION BY RANGE (minute);
CREATE INDEX audit_refusal_by_id ON audit_refusal (id);

CREATE FUNCTION audit_genesis(chain text) RETURNS bytea
LANGUAGE sql IMMUTABLE
RETURN sha256(convert_to(chain, 'UTF8'));

-- Adds rows to their chains. Those of one chain stand together, and the chains are in their order.
CREATE FUNCTION audit_append(chains text[], actors text[], actions text[], targets text[], sources text[],
                             request_ids text[], statuses integer[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  head      audit_head;
  micros    text;
  size      integer := cardinality(chains);
  sequences bigint[];
  times     timestamptz[];
  hashes    bytea[];
BEGIN
  FOR i IN 1..size LOOP
    IF i = 1 OR chains[i] <> head.chain THEN
      SELECT * INTO head FROM audit_head h WHERE h.chain = chains[i] FOR UPDATE;
      IF NOT FOUND THEN
        INSERT INTO audit_head VALUES (chains[i], 0, '-infinity', audit_genesis(chains[i]))
          ON CONFLICT DO NOTHING;
        SELECT * INTO head FROM audit_head h WHERE h.chain = chains[i] FOR UPDATE;
      END IF;
      head.at := greatest(head.at, clock_timestamp());
      micros := (extract(epoch FROM head.at) * 1000000)::bigint;
    END IF;
    head.sequence := head.sequence + 1;
    head.hash := sha256(head.hash || convert_to(concat_ws(chr(31), head.sequence, micros, actors[i],
      actions[i], targets[i], sources[i], request_ids[i], statuses[i]), 'UTF8'));
    sequences[i] := head.sequence;
    times[i] := head.at;
    hashes[i] := head.hash;
    IF i = size OR chains[i + 1] <> head.chain THEN
      UPDATE audit_head h SET sequence = head.sequence, at = head.at, hash = head.hash
        WHERE h.chain = head.chain;
    END IF;
  END LOOP;
  INSERT INTO audit
    SELECT * FROM unnest(chains, sequences, times, actors, actions, targets, sources, request_ids,
                         statuses, hashes);
END $$;

CREATE FUNCTION audit_refuse(ids text[], places text[], sources text[], reasons text[], counts bigint[])
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT
BEGIN ATOMIC
  INSERT INTO audit_refusal
    SELECT now(), r.* FROM unnest(ids, places, sources, reasons, counts) AS r;
END;

-- Makes the year's tables and the next ones', and drops those of years that are over for so long. Seven is
-- the least, whoever asks.
CREATE FUNCTION audit_upkeep(years integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '1s'
SET timezone = 'UTC' AS $$
DECLARE
  this    integer := extract(year FROM now());
  old     record;
  dropped integer := 0;
BEGIN
  IF years < 7 THEN RAISE EXCEPTION 'The audit log is kept for 7 years or more, not %', years; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('audit of ' || current_schema(), 0));
  FOR y IN this..this + 1 LOOP
    IF to_regclass('audit_' || y) IS NULL THEN
      EXECUTE format('CREATE TABLE audit_%s PARTITION OF audit FOR VALUES FROM (%L) TO (%L)',
                     y, make_date(y, 1, 1), make_date(y + 1, 1, 1));
      EXECUTE format('CREATE TABLE audit_refusal_%s PARTITION OF audit_refusal FOR VALUES FROM (%L) TO (%L)',
                     y, make_date(y, 1, 1), make_date(y + 1, 1, 1));
    END IF;
  END LOOP;
  FOR old IN
    SELECT c.relname AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
    WHERE inhparent IN ('audit'::regclass, 'audit_refusal'::regclass)
      AND substring(c.relname FROM '[0-9]+$')::integer < this - years
    ORDER BY c.relname
  LOOP
    IF old.name NOT LIKE 'audit_refusal%' THEN
      EXECUTE format('INSERT INTO audit_cut AS c SELECT DISTINCT ON (chain) chain, sequence, hash FROM %I'
        ' ORDER BY chain, sequence DESC ON CONFLICT (chain) DO UPDATE'
        ' SET sequence = excluded.sequence, hash = excluded.hash', old.name);
    END IF;
    EXECUTE format('DROP TABLE %I', old.name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

SELECT audit_upkeep(7);
