/**
 * What the test kit offers to vitest: importing it adds the matchers to `expect`, and
 * `describePackServiceContract` registers the contract of a pack service as tests. The only part of the library
 * that needs vitest.
 */
import './matchers.js';

export { describePackServiceContract } from './describe-contract.js';
