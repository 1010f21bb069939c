import type { Component } from 'svelte';
import type { SiteRequests } from '../features/consent/requests.svelte.ts';

/** The questions of a connected site, and the component that shows them. Only the window that sites open loads them. */
export interface SiteQuestions {
  readonly requests: SiteRequests;
  /** `covers`: it replaces all other screens; otherwise it is a bar above them. */
  readonly Screen: Component<{ requests: SiteRequests; covers: boolean }>;
}
