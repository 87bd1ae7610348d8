/** The contract suite against the test kit's msw handlers behind a socket; they lack no part of it. */
import { createContractPack } from '../../mocks/contract/index.js';
import { createPackHandlers, defaultMockToken, serveHandlers } from '../../mocks/index.js';
import { describePackServiceContract } from '../../mocks/vitest/index.js';

describePackServiceContract({
  name: 'msw handlers behind a socket',
  index: createContractPack().index,
  async start(setup) {
    const { handlers, drain } = createPackHandlers('http://pack.test', { ...createContractPack(), ...setup });
    const served = await serveHandlers(handlers);
    return { url: served.url, token: defaultMockToken, drain, close: () => served.close() };
  },
});
