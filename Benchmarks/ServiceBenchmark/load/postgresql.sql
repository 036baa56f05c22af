-- Fills the tables of a store: ten devices for each account, and on each a session, of which every second
-- one has an idle timeout. The text of a token follows from the number of its device.
\set ON_ERROR_STOP on
SET search_path = moniker, public;
-- The references hold by what is written here.
SET session_replication_role = replica;
SET synchronous_commit = off;

CREATE FUNCTION public.benchmark_token(number bigint) RETURNS text IMMUTABLE STRICT PARALLEL SAFE
RETURN 'mnk_' || md5(number::text) || substr(md5('more ' || number), 1, 11);

INSERT INTO account (number, id, nickname, nickname_key, nickname_skeleton, shown_skeleton, created_at,
  last_signed_in_at)
SELECT number, format('%s-0000-4000-8000-000000000000', lpad(to_hex(number), 8, '0')), name, name, name, name,
  1700000000000, 1700000000000
FROM (SELECT number, 'person' || translate(number::text, '0123456789', 'abcdefghkn') AS name
  FROM generate_series(1::bigint, greatest(:sessions / 10, 1)) AS number) AS named;

INSERT INTO device (number, id, token, label, registered_at, host)
SELECT number, format('%s-0000-4000-9000-000000000000', lpad(to_hex(number), 8, '0')),
  encode(sha256(convert_to(benchmark_token(number), 'UTF8')), 'hex'), 'device ' || number, 1700000000000, '127.0.0.1'
FROM generate_series(1::bigint, :sessions) AS number;

-- No session is to be renewed while it is measured.
INSERT INTO session (number, id, account, device, started_at, last_seen_at, expires_at, idle_timeout, host)
SELECT number, format('%s-0000-4000-a000-000000000000', lpad(to_hex(number), 8, '0')), 1 + (number - 1) / 10,
  format('%s-0000-4000-9000-000000000000', lpad(to_hex(number), 8, '0')), 1700000000000, used,
  CASE number % 2 WHEN 0 THEN used + 2592000000 END, CASE number % 2 WHEN 0 THEN 2592000000 END, '127.0.0.1'
FROM (SELECT number, floor(extract(epoch FROM now()) * 1000)::bigint AS used
  FROM generate_series(1::bigint, :sessions) AS number) AS begun;

INSERT INTO active_session (device, session) SELECT device, number FROM session;

SELECT setval(pg_get_serial_sequence(name, 'number'), :sessions)
FROM unnest(ARRAY['account', 'device', 'session']) AS name \g /dev/null
VACUUM ANALYZE;
