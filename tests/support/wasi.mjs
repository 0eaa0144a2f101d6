// SPDX-License-Identifier: MIT
// Runs a program for WASI, as qemu runs one for another processor: node wasi.mjs PROGRAM [argument]...
import {readFileSync} from 'node:fs';
import {WASI} from 'node:wasi';

const [path, ...words] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(path));

function run(...args) {
    const wasi = new WASI({version: 'preview1', args: [path, ...args], env: process.env, returnOnExit: true});
    // WebAssembly has no fork: what harness.c runs apart is an instance of its own. -1: it trapped.
    const run_apart = test => {
        try {
            return run(`=${test}`);
        } catch (trap) {
            console.error(trap.stack);
            return -1;
        }
    };
    return wasi.start(new WebAssembly.Instance(module, {...wasi.getImportObject(), lanebox: {run_apart}}));
}

process.exitCode = run(...words);
