/* What runs in the pages of the documentation. Without it every page reads the same. */
import { addCopyButtons } from './copy.js';
import { addSearch } from './search.js';

addCopyButtons();
addSearch();
