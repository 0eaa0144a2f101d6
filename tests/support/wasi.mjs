// SPDX-License-Identifier: MIT
// Runs a program for WASI, as qemu runs one for another processor: node wasi.mjs PROGRAM [argument]...
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {WASI} from 'node:wasi';

const [script, path, ...words] = process.argv.slice(1);
const seconds_max = 900;

// WebAssembly has no fork, so harness.c runs every test in a new run of the program.
function run_apart(test) {
    const ended = spawnSync(process.execPath, [...process.execArgv, script, path, `=${test}`],
                            {stdio: 'inherit', timeout: 1000 * seconds_max});
    return ended.status ?? -1;
}

const wasi = new WASI({version: 'preview1', args: [path, ...words], env: process.env, returnOnExit: true});
const module = new WebAssembly.Module(readFileSync(path));
process.exitCode = wasi.start(new WebAssembly.Instance(module, {...wasi.getImportObject(), lanebox: {run_apart}}));
