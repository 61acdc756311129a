\set n :n + 1
\set account random(1, 64)
SELECT yardstick.deposit(:client_id * 1000000000000000 + :n, :account);
