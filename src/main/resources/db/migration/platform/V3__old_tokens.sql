-- Finds the tokens of sub-accounts that are over.
CREATE INDEX credential_old ON credential (expires_at) WHERE sub_account_id IS NOT NULL;
