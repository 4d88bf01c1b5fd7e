// The generated attack of an engine.mjs beside one written by hand, with the engine's own generator: for bench_hand.py.
// node hand_attack.mjs ENGINE CASES; compares over every seed, then prints [name, bound, ours, theirs] as JSON, in microseconds a call.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const VALUES = [1, 2, 3, 4, 5, 0];
const FACING = {
    __proto__: null,
    front: [0, 0, 0],
    weapon: [0, 1, -1],
    flank_right: [-1, 2, -2],
    rear: [-2, 3, -3],
    flank_left: [-1, 2, -2],
    shield: [1, 0, 1],
};
const COVER = { __proto__: null, none: 0, light: 1, heavy: 2 };
const HEIGHT = { __proto__: null, level: [0, 0], higher: [-1, 1], lower: [1, 0] };

function count(faces, wanted) {
    let found = 0;
    for (const face of faces) {
        if (face === wanted) {
            found += 1;
        }
    }
    return found;
}

function movement(hexes) {
    return hexes === 0 ? 0 : hexes <= 3 ? 1 : hexes <= 6 ? 2 : 3;
}

// The rules alone, by a programmer who trusts the caller.
function uncheckedAttackByHand(
    {
        damage, range = 1, attacker_moved = 0, defender_moved = 0, side = "front", cover = "none", behind_casket = false, obscured = false,
        elevation = "level", head_destroyed = false, ranged = false, defense = 0, armor = 0, ignore_defense = 0, damage_bonus = 0, reduce = 0,
    },
    { seed },
) {
    const [harder, moreDamage, lessDefense] = FACING[side];
    const [climb, fall] = HEIGHT[elevation];
    let target = 5 + (range <= 3 ? 0 : range <= 6 ? 1 : range <= 10 ? 2 : 3) + harder + climb;
    target += movement(attacker_moved) + movement(defender_moved) + Math.max(COVER[cover], behind_casket ? 1 : 0);
    target += (obscured ? 2 : 0) + (head_destroyed && ranged ? 1 : 0);
    const result = {
        target, total: 0, outcome: "miss", incoming: 0, blocked: 0, taken: 0, component_damage: 0, component_destroyed: false,
        heat: 0, attacker_heat: 0, pierce: 0,
    };
    const [first, second] = seed.draw(6, 2);
    const total = VALUES[first] + VALUES[second];
    result.total = total;
    if (first === 5 && second === 5) {
        result.outcome = "catastrophic_failure";
        result.attacker_heat = 2;
        return result;
    }
    if (total < target) {
        return result;
    }
    let dealt = damage + damage_bonus + moreDamage + fall;
    if (total === 10) {
        result.outcome = "execution";
        result.component_destroyed = true;
        result.incoming = result.taken = Math.max(0, dealt);
        return result;
    }
    result.outcome = total === 9 ? "critical_hit" : total >= 7 ? "strong_hit" : "hit";
    dealt += total === 9 ? 2 : total >= 7 ? 1 : 0;
    const stopped = Math.max(0, defense + armor + lessDefense - ignore_defense - (total === 9 ? 1 : 0));
    const incoming = Math.max(0, Math.max(0, dealt) - stopped);
    const rolled = seed.draw(6, incoming);
    result.incoming = incoming;
    result.blocked = count(rolled, 0) + count(rolled, 1);
    result.component_damage = count(rolled, 3);
    result.heat = count(rolled, 5);
    result.pierce = count(rolled, 4);
    const unblocked = incoming - result.blocked;
    result.taken = Math.min(unblocked, result.pierce + Math.max(0, unblocked - result.pierce - reduce));
    return result;
}

function checkNumber(name, value, low, high) {
    if (!Number.isInteger(value) || value < low || value > high) {
        throw new Error(`${name} must be from ${low} to ${high}, not ${value}`);
    }
}

function checkFlag(name, value) {
    if (typeof value !== "boolean") {
        throw new Error(`${name} must be true or false, not ${value}`);
    }
}

function checkOne(name, value, known) {
    if (typeof value !== "string" || known[value] === undefined) {
        throw new Error(`${name}: ${value}`);
    }
}

// The same with the checks of the generated function, but for inputs that there are not.
function attackByHand(inputs, options) {
    const {
        damage, range = 1, attacker_moved = 0, defender_moved = 0, side = "front", cover = "none", behind_casket = false, obscured = false,
        elevation = "level", head_destroyed = false, ranged = false, defense = 0, armor = 0, ignore_defense = 0, damage_bonus = 0, reduce = 0,
    } = inputs;
    checkNumber("range", range, 0, 60);
    checkNumber("attacker_moved", attacker_moved, 0, 60);
    checkNumber("defender_moved", defender_moved, 0, 60);
    checkOne("side", side, FACING);
    checkOne("cover", cover, COVER);
    checkOne("elevation", elevation, HEIGHT);
    checkFlag("behind_casket", behind_casket);
    checkFlag("obscured", obscured);
    checkFlag("head_destroyed", head_destroyed);
    checkFlag("ranged", ranged);
    checkNumber("damage", damage, 0, 40);
    checkNumber("defense", defense, 0, 40);
    checkNumber("armor", armor, 0, 40);
    checkNumber("ignore_defense", ignore_defense, 0, 60);
    checkNumber("damage_bonus", damage_bonus, -60, 60);
    checkNumber("reduce", reduce, 0, 40);
    return uncheckedAttackByHand(inputs, options);
}

const engine = await import(pathToFileURL(process.argv[2]).href);
const { one, mixed, results } = JSON.parse(readFileSync(process.argv[3], "utf8"));

function compare(what, first, second) {
    if (JSON.stringify(first) !== JSON.stringify(second)) {
        throw new Error(`${what}: ${JSON.stringify(first)} is not ${JSON.stringify(second)}`);
    }
}

for (const [seed, inputs] of mixed.entries()) {
    for (const given of [inputs, one]) {
        const generators = [1, 2, 3].map(() => new engine.Generator(seed));
        const [ours, ...theirs] = [engine.attack, attackByHand, uncheckedAttackByHand].map((attack, index) => attack(given, { seed: generators[index] }));
        for (const [index, their] of theirs.entries()) {
            compare(`seed ${seed}`, ours, their);
            compare(`draws of seed ${seed}`, generators[0], generators[index + 1]);
        }
        if (given === inputs) {
            compare(`seed ${seed} in Python`, ours, results[seed]);
        }
    }
}

let taken = 0;

// Microseconds a call: many attacks from one generator.
function once(attack, many) {
    const options = { seed: new engine.Generator(7) };
    const before = performance.now();
    for (let round = 0; round < 10; round++) {
        for (const inputs of many) {
            taken += attack(inputs, options).taken;
        }
    }
    return ((performance.now() - before) * 1000) / (10 * many.length);
}

// The best of many short runs taken in turns, of which the first warm the compiler up.
function times(first, second, many) {
    const best = [Infinity, Infinity];
    for (let round = 0; round < 60; round++) {
        for (const [place, attack] of [first, second].entries()) {
            best[place] = Math.min(best[place], once(attack, many));
        }
    }
    return best;
}

const alike = Array(mixed.length).fill(one);
const rows = [
    ["one situation", "4.00", ...times(engine.attack, attackByHand, alike)],
    ["any situation", "4.00", ...times(engine.attack, attackByHand, mixed)],
    ["any, unchecked hand", "", ...times(engine.attack, uncheckedAttackByHand, mixed)],
];
if (!(taken > 0)) {
    throw new Error("nobody was hurt");
}
console.log(JSON.stringify(rows));
