// SPDX-License-Identifier: MIT
// Draws the boxes of boxes.c, times the search and checks it against brute force.
'use strict';

const WINDOW = 240;       // frames that the figures cover
const SLICE = 4;          // ms per frame for brute force
const FIRST = {frames: 20, boxes: 1500};
const element = id => document.getElementById(id);
const show = (id, text) => { element(id).textContent = text; };
const whole = x => x.toLocaleString('en-US');
const milliseconds = x => x < 100 ? x.toFixed(1) : x.toFixed(0); // browsers' clocks tick every tenth

// All that lanebox needs of a system is an environment, which is empty here.
function system(module, memory) {
    const calls = {};
    for (const {module: space, name} of WebAssembly.Module.imports(module)) {
        (calls[space] ??= {})[name] = (first, second) => {
            if (name !== 'environ_sizes_get') return 0;
            const words = new DataView(memory().buffer);
            words.setUint32(first, 0, true), words.setUint32(second, 0, true);
            return 0;
        };
    }
    return calls;
}

function start(exports) {
    const floats = n => new Float32Array(exports.memory.buffer, exports.boxes(), 6 * n);
    const list = n => new Uint32Array(exports.memory.buffer, exports.pairs(), 2 * n);
    const isa = () => {
        const bytes = new Uint8Array(exports.memory.buffer, exports.isa_name(), 16);
        return String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0)));
    };
    const must = answer => {
        if (answer < 0) throw new Error(`lanebox: error ${answer}`);
        return answer;
    };

    // --- brute force: every box against every other, in the order of the sorted list ---

    // Copies a frame's boxes and sorted pairs; go_on(until) continues and says if all is done.
    function check_of(n, found) {
        const box = floats(n).slice(), pairs = list(found).slice();
        let a = 0, next = 0, wrong = 0, spent = 0;
        return {
            get pairs() { return found; },
            get tests() { return n * (n - 1) / 2; },
            get wrong() { return wrong; },
            get spent() { return spent; },
            go_on(until) {
                const begun = performance.now();
                for (; a < n; a++) {
                    const i = 6 * a, x0 = box[i], y0 = box[i + 1], z0 = box[i + 2], x1 = box[i + 3],
                        y1 = box[i + 4], z1 = box[i + 5];
                    for (let b = a + 1, j = 6 * b; b < n; b++, j += 6) {
                        if (x0 <= box[j + 3] && box[j] <= x1 && y0 <= box[j + 4] && box[j + 1] <= y1 &&
                            z0 <= box[j + 5] && box[j + 2] <= z1) {
                            if (pairs[next] !== a || pairs[next + 1] !== b) wrong++;
                            next += 2;
                        }
                    }
                    if (performance.now() > until) break;
                }
                spent += performance.now() - begun;
                if (a < n) return a++, false;
                if (next !== pairs.length) wrong++;
                return true;
            },
        };
    }

    const checks = {frames: 0, tests: 0, pairs: 0, wrong: 0};
    function count_check(check) {
        checks.frames++, checks.tests += check.tests, checks.pairs += check.pairs, checks.wrong += check.wrong;
        const verdict = element('verdict');
        verdict.className = checks.wrong ? 'bad' : 'good';
        verdict.textContent = checks.wrong ? `${whole(checks.wrong)} pairs differ from brute force`
                                           : 'The same pairs as brute force';
        show('checked', `${whole(checks.frames)} frames compared so far, ${whole(checks.pairs)} pairs: ` +
             `JavaScript tested every box against every other, ${(checks.tests / 1e6).toFixed(0)} million tests.`);
        Object.assign(document.documentElement.dataset, checks);
    }

    // Before anything is shown, a small world is checked with both instruction sets.
    for (const simd of [0, 1]) {
        exports.use_simd(simd);
        must(exports.open(FIRST.boxes, 1500, 1000, 7));
        for (let k = 0; k < FIRST.frames; k++) {
            exports.move(1 / 60);
            const found = must(exports.find());
            must(exports.compare());
            const check = check_of(FIRST.boxes, found);
            check.go_on(Infinity);
            count_check(check);
        }
        document.documentElement.dataset[simd ? 'simd' : 'scalar'] = isa();
    }

    // --- the world ---

    const canvas = element('world'), view = canvas.getContext('2d', {alpha: false});
    let n = 0, size = [0, 0], scale = 1, times, check = null, frames = 0, paused = false;

    function open() {
        n = Number(element('boxes').value);
        exports.use_simd(Number(element('isa').value));
        scale = devicePixelRatio || 1;
        canvas.width = Math.round(canvas.clientWidth * scale);
        canvas.height = Math.round(canvas.clientHeight * scale);
        size = [1000 * canvas.width / canvas.height, 1000];
        must(exports.open(n, ...size, 1));
        frames = 0;
    }

    function begin() {
        open();
        check = null;
        times = {find: [], compare: [], draw: []};
        show('count', whole(n));
        show('brute', '–');
        show('times', '');
    }

    function draw(found) {
        const box = floats(n), pairs = list(found), k = canvas.height / size[1];
        const touching = new Uint8Array(n);
        for (let p = 0; p < 2 * found; p++) touching[pairs[p]] = 1;
        view.fillStyle = '#0d1117';
        view.fillRect(0, 0, canvas.width, canvas.height);
        for (const [kind, color] of ['#3d6496', '#8a6a45'].entries()) {
            view.fillStyle = color;
            for (let i = 0, j = 0; i < n; i++, j += 6) {
                if (touching[i] === kind)
                    view.fillRect(k * box[j], k * box[j + 1], k * (box[j + 3] - box[j]), k * (box[j + 4] - box[j + 1]));
            }
        }
        view.fillStyle = '#ffc663';
        for (let p = 0; p < 2 * found; p += 2) {
            const a = 6 * pairs[p], b = 6 * pairs[p + 1];
            const x = Math.max(box[a], box[b]), y = Math.max(box[a + 1], box[b + 1]);
            // At least a pixel: boxes that only just touch are a pair, too.
            view.fillRect(k * x, k * y, Math.max(1, k * (Math.min(box[a + 3], box[b + 3]) - x)),
                          Math.max(1, k * (Math.min(box[a + 4], box[b + 4]) - y)));
        }
    }

    // --- figures ---

    const sorted = values => Float64Array.from(values).sort();
    const at = (values, part) => values[Math.min(values.length - 1, Math.floor(part * values.length))];

    function plot(values) {
        const canvas = element('plot'), line = canvas.getContext('2d');
        const width = canvas.width = canvas.clientWidth * scale, height = canvas.height = canvas.clientHeight * scale;
        const top = 1.1 * Math.max(...values), x = i => i / (WINDOW - 1) * width, y = v => height - 1 - v / top * (height - 2);
        line.strokeStyle = '#2b3440';
        line.strokeRect(.5, .5, width - 1, height - 1);
        line.beginPath();
        values.forEach((v, i) => line.lineTo(x(i), y(v)));
        line.strokeStyle = '#6cb6ff', line.lineWidth = scale;
        line.stroke();
    }

    function figures() {
        for (const name of ['find', 'compare', 'draw']) {
            const values = sorted(times[name]);
            show(`${name}-median`, milliseconds(at(values, .5)));
            show(`${name}-high`, milliseconds(at(values, .95)));
            if (name === 'find') show('find', milliseconds(at(values, .5)));
        }
        show('window', times.find.length);
        plot(times.find);
    }

    // --- a frame ---

    function timed(name, work) {
        const begun = performance.now(), answer = work();
        times[name].push(performance.now() - begun);
        if (times[name].length > WINDOW) times[name].shift();
        return answer;
    }

    function frame() {
        requestAnimationFrame(frame);
        if (paused) return;
        exports.move(1 / 60);
        const found = must(timed('find', exports.find));
        must(timed('compare', exports.compare));
        timed('draw', () => draw(found));
        // Checks take turns with frames. A check is of one frame and may last for several.
        check ??= check_of(n, found);
        if (check.go_on(performance.now() + SLICE)) {
            count_check(check);
            show('brute', milliseconds(check.spent));
            const ratio = check.spent / at(sorted(times.find), .5);
            show('times', ratio > 1 && isFinite(ratio) ? `lanebox finds the pairs ${ratio.toFixed(0)} times as fast as brute force.` : '');
            check = null;
        }
        if (frames++ % 10 === 1) { // in the first frame all pairs are new
            show('found', whole(found));
            show('changes', `+${whole(exports.came())} −${whole(exports.went())}`);
            Object.assign(document.documentElement.dataset, {boxes: n, found});
            figures();
        }
    }

    element('boxes').addEventListener('change', begin);
    element('isa').addEventListener('change', begin);
    addEventListener('resize', open); // the number of boxes stays, and so do the figures
    element('pause').addEventListener('click', () => {
        paused = !paused;
        show('pause', paused ? 'Go on' : 'Pause');
    });
    begin();
    requestAnimationFrame(frame);
}

(async () => {
    try {
        const module = await WebAssembly.compile(Uint8Array.from(atob(LANEBOX_WASM), c => c.charCodeAt(0)));
        let exports = null;
        const instance = await WebAssembly.instantiate(module, system(module, () => exports.memory));
        exports = instance.exports;
        exports._initialize();
        start(exports);
    } catch (error) {
        element('verdict').className = 'bad';
        show('verdict', String(error));
    }
})();
