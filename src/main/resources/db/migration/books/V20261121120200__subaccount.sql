CREATE TABLE sub_account (
  partner_id       text NOT NULL,
  sub_account_id   text NOT NULL,
  external_id      text,
  uid              text,
  display_name     text,
  email            text,
  country          text,
  frozen_reason    text,
  kyc_reference    text,
  kyc_profile      text,
  id_number_hmac   text,
  id_number_last4  text,
  tax_id_hmac      text,
  tax_id_last4     text,
  metadata         text,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  closed_at        timestamptz,
  closed_reason    text,
  PRIMARY KEY (partner_id, sub_account_id)
);

-- A partner's own names for its sub-accounts: what makes them unique, and what finds them.
CREATE TABLE sub_account_name (
  partner_id     text NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('EXTERNAL_ID', 'UID')),
  name           text NOT NULL,
  sub_account_id text NOT NULL,
  -- Known where the name is looked up, for its account is not locked there.
  closed         boolean NOT NULL,
  PRIMARY KEY (partner_id, kind, name)
);
