/**
 * The contract of a pack service as its callers see it: stories for every service that speaks the protocol. They
 * call through the public client, and by raw requests only for what no client sends. What the suite needs to
 * know of a service stands in `ContractTarget`; what only one service does is no part of it. It needs no test
 * framework.
 */
export { contractIndex } from './contract-index.js';
export { createContractPack } from './contract-pack.js';
export {
  type ContractReport,
  type ContractSession,
  openContract,
  type PlayedStory,
  runPackServiceContract,
} from './run.js';
export type { Hold, HoldOptions, StoryStage } from './stage.js';
export { contractStories } from './stories.js';
export type { Story } from './story.js';
export {
  type CheckRoles,
  type ContractPart,
  type ContractService,
  type ContractTarget,
  contractChecks,
  contractTools,
  type ServiceSetup,
  type ToolRoles,
} from './target.js';
