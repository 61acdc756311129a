CREATE TABLE wallets (id int PRIMARY KEY, partner_id int REFERENCES platform.partners);
INSERT INTO wallets VALUES (1, NULL);
