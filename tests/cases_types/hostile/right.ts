// Every id is a word that means something to a language, and every text tries to leave its quotes.
import * as engine from "./engine.mjs";

const one: number = engine.class_({ import: 5, enum: "__proto__" }).let;
const same: number = engine.run("class", { import: 5, enum: "__proto__" }).result.let;
const member: "class" | "import" | "None" | "__proto__" | "constructor" | "default" | "toString" = engine.run_().enum;
const dotted: number[] = [engine.run("a.b").result.new, engine.run("a__b").result.new];
if (one !== same || member !== engine.max().enum || dotted.length !== 2) {
    throw new Error("not the same");
}
