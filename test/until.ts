/** Waiting on a condition, as the contract stories of the test kit do it. */
export { until } from '../mocks/contract/until.js';
