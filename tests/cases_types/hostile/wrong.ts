import * as engine from "./engine.mjs";

engine.class_({ toString: 5 }); // ~ TS2353 toString
engine.class_({ enum: "prototype" }); // ~ TS2322 prototype
engine.run("constructor"); // ~ TS2345 "constructor"
