/** What a bundler must not drop: this import is for nothing but what it does. */
import 'kindgi-pack-client/mocks/vitest';
