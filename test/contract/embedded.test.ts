/** The contract suite against the embedded pack service of the test kit. */
import { startPackService } from '../../mocks/index.js';
import { contractIndex } from './contract-index.js';
import { contractCheckHandlers, createContractTools } from './handlers.js';
import { describePackServiceContract } from './suite.js';
import { contractChecks, contractTools } from './target.js';

const token = 'embedded-token';

describePackServiceContract({
  name: 'the embedded service',
  index: contractIndex,
  tools: contractTools,
  checks: contractChecks,
  async start(setup) {
    const tools = createContractTools();
    const options = { index: contractIndex, tools, checks: contractCheckHandlers, token, ...setup };
    const service = await startPackService(options);
    return { url: service.url, token, drain: () => service.drain(), close: () => service.close() };
  },
});
