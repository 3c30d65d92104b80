package gate.lib.sql_test

import data.gate.lib.sql

test_destroys[text] if {
	some text, expected in {
		"DROP TABLE users": {"DROP TABLE"},
		"-cDROP TABLE users": {"DROP TABLE"},
		"--command=drop database x": {"drop database"},
		"truncate orders": {"truncate orders"},
		"DELETE FROM users; select 1 from t where a = 1": {"DELETE FROM users"},
		"update users set admin = true": {"update users set"},
		"db.dropDatabase()": {"dropDatabase"},
		"db.users.drop()": {".drop()"},
		"db.users.deleteMany({})": {".deleteMany({})"},
		"db.users.remove({ })": {".remove({ })"},
		"select 1 -- drop table x": set(),
		"/* drop table x */ select 1": set(),
		"SELECT 'DROP TABLE users' AS warning": set(),
		"DELETE FROM users WHERE id = 1": set(),
		"update users set admin = true where id = 1": set(),
		"insert into t values (1) on conflict do update set a = 1": set(),
		"db.users.remove({a: 1})": set(),
		"select truncated from drops": set(),
	}
	sql.destroys(text) == expected
}
