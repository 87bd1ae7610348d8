/**
 * A process that imports one module, or none, and is done: it prints how long that took since the process began, in
 * wall-clock and CPU time.
 */
const [specifier = ''] = process.argv.slice(2);
if (specifier !== '') await import(specifier);
const wallMs = performance.now();
const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000 }));
