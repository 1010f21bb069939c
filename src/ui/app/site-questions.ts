import type { Component } from 'svelte';
import type { SiteRequests } from '../features/consent/requests.svelte.ts';

/** What a connected site asks, and the component that shows it. Only the window that sites open loads them. */
export interface SiteQuestions {
  readonly requests: SiteRequests;
  /** `covers`: it replaces all other screens; otherwise it is a bar above them. */
  readonly Screen: Component<{ requests: SiteRequests; covers: boolean }>;
}
