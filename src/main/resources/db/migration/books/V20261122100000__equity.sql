-- What accounts were worth at the end of a day (UTC, by the clock of the partner); written once.
CREATE TABLE equity_day (
  partner_id   text    NOT NULL,
  account_id   text    NOT NULL,
  day          text    NOT NULL CHECK (day ~ '^\d{4}-\d{2}-\d{2}$'),
  cash         bigint  NOT NULL,
  escrow       bigint  NOT NULL,
  market_value bigint  NOT NULL,
  late         boolean NOT NULL,
  PRIMARY KEY (partner_id, account_id, day)
);
