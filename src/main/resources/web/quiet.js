// The renderer tells the console how long each of its steps took. Warnings and errors stay.
for (const told of ['debug', 'info', 'log', 'time', 'timeEnd', 'timeLog']) console[told] = () => {};
