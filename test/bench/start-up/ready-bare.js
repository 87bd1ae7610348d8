/** The least that a health check made with undici by hand does: ask, and end with 0 or 1. */
import { request } from 'undici';

const { statusCode, body } = await request(`${process.argv[2]}/readyz`);
await body.dump();
process.exitCode = statusCode === 200 ? 0 : 1;
