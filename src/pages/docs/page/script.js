/* What runs in the pages of the documentation. Without it every page shows the same text. */
import { addCopyButtons } from './copy.js';
import { addSearch } from './search.js';

addCopyButtons();
addSearch();
