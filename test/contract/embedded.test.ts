/** The contract suite against the embedded pack service of the test kit. */
import { createContractPack } from '../../mocks/contract/index.js';
import { startPackService } from '../../mocks/index.js';
import { describePackServiceContract } from '../../mocks/vitest/index.js';

const pack = createContractPack();

describePackServiceContract({
  name: 'the embedded service',
  index: pack.index,
  async start(setup) {
    const service = await startPackService({ ...createContractPack(), ...setup });
    return {
      url: service.url,
      token: service.token,
      drain: () => service.drain(),
      close: () => service.close(),
    };
  },
});
