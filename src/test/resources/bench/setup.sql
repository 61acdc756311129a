-- The tables of a trade and of a deposit once more, for a yardstick: the same rows and index entries, written
-- by plain SQL. {schema} is where the service's own lie.
DROP SCHEMA IF EXISTS yardstick CASCADE;
CREATE SCHEMA yardstick;
SET search_path = yardstick;
CREATE TABLE account (LIKE {schema}.account INCLUDING ALL);
CREATE TABLE posting (LIKE {schema}.posting INCLUDING ALL);
CREATE TABLE idempotency (LIKE {schema}.idempotency INCLUDING ALL);
CREATE TABLE event_counter (LIKE {schema}.event_counter INCLUDING ALL);
CREATE TABLE event (LIKE {schema}.event INCLUDING ALL);
CREATE TABLE quote (LIKE {schema}.quote INCLUDING ALL);
CREATE TABLE orders (LIKE {schema}.orders INCLUDING ALL);
CREATE TABLE execution_report (LIKE {schema}.execution_report INCLUDING ALL);
CREATE TABLE holding (LIKE {schema}.holding INCLUDING ALL);
CREATE TABLE lot (LIKE {schema}.lot INCLUDING ALL);

CREATE FUNCTION id(prefix text, n bigint) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN prefix || lpad(n::text, 26, '0');

INSERT INTO account
SELECT id('par_', 1), CASE WHEN n = 0 THEN 'master' ELSE id('sub_', n) END, NULL, 'ACTIVE', NULL,
       'VERIFIED', 'FULL', 1000000000000000, 0, 0, 0
FROM generate_series(0, 64) AS n;
INSERT INTO holding
SELECT id('par_', 1), id('sub_', n), 'SCOM.KE', id('hld_', n), 'NSE', 1, 0, 174031, 0, 0, NULL
FROM generate_series(1, 64) AS n;
INSERT INTO event_counter (partner_id, last) VALUES (id('par_', 1), 0);
INSERT INTO quote
SELECT id('par_', 1), id('quo_', n), id('sub_', 1 + n % 64), 'SCOM.KE', 'NSE', 'BUY', 1, NULL, 'KES', 22.45, 129,
       1, 180000, 0, 10000, 50, 50, 'ISSUED', now(), now() + interval '1 minute', NULL
FROM generate_series(0, 99999) AS n;

CREATE FUNCTION deposit(n bigint, account bigint) RETURNS bigint LANGUAGE plpgsql SET search_path = yardstick AS $$
DECLARE
  partner text := id('par_', 1);
  sub text := id('sub_', account);
  debit account;
  credit account;
  number bigint;
BEGIN
  PERFORM FROM idempotency WHERE partner_id = partner AND key_sha256 = md5(n::text) || md5(n::text) FOR UPDATE;
  PERFORM FROM account a WHERE a.partner_id = partner AND a.account_id = sub FOR UPDATE;
  PERFORM FROM account a WHERE a.partner_id = partner AND a.account_id = 'master' FOR UPDATE;
  UPDATE account a SET cash = a.cash - 10000, entries = a.entries + 1
    WHERE a.partner_id = partner AND a.account_id = 'master' RETURNING * INTO debit;
  UPDATE account a SET cash = a.cash + 10000, entries = a.entries + 1
    WHERE a.partner_id = partner AND a.account_id = sub RETURNING * INTO credit;
  INSERT INTO posting VALUES (partner, id('txn_', n), sub, credit.entries, credit.cash, 'master', debit.entries,
    debit.cash, '0 DEPOSIT W2 W1 10000', NULL, NULL, NULL, NULL, NULL, now());
  INSERT INTO idempotency VALUES (partner, md5(n::text) || md5(n::text), decode(md5(n::text), 'hex'), 200,
    convert_to(repeat('answer ', 40), 'UTF8'), false, now());
  UPDATE event_counter c SET last = c.last + 1 WHERE c.partner_id = partner RETURNING c.last INTO number;
  INSERT INTO event VALUES (partner, number, id('evt_', n), 'deposit.confirmed', NULL, now(), repeat('event ', 40));
  RETURN number;
END $$;
