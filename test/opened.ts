/** The files that a process has open, as Linux tells. */
import { readdirSync, readlinkSync } from 'node:fs';

/** Their paths; none of a process that is gone. */
export function opened(pid: number | 'self'): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  } catch {
    return [];
  }
}

/** Listing a folder opens it, and that is over when it is looked at. */
function linkOf(path: string): readonly string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
  }
}
