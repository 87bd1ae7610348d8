/** Time and chance for tests of policy, as the test kit hands them out. */
export { ManualClock as ManualEnvironment, seededRandom, settled } from '../mocks/scripted/manual-clock.js';
