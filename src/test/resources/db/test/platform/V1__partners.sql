CREATE TABLE partners (id int PRIMARY KEY);
