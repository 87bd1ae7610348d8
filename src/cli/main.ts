#!/usr/bin/env node
/** The command `kindgi-pack`. It sets the exit code and lets the process end by itself, so that no output is lost. */
import { run } from './run.js';

process.exitCode = await run(process.argv.slice(2));
