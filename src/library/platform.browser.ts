/** Sets the platform of pages. */
import { browserPlatform } from './browser-platform.ts';
import { setPlatform } from './platform.ts';

setPlatform(browserPlatform());
