/** The extension's script in the pages of a site that is on: announces the provider to the scripts of the site. */
import { announceInjected } from '../sdk/injected.ts';

announceInjected(document);
