// The journey by the fetch of Node.
import { ask } from './fetch-ask.js';
import { walk } from './journey.js';

await walk(ask);
