/** The worker of frame-main.ts, whose parts may import from that file but not from this one: see vite.config.ts. */
import './frame-main.ts';
