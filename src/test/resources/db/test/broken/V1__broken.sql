CREATE TABLE halfway (id int); CREATE TABLE halfway (id int);
