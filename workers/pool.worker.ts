/** The worker of pool-main.ts, whose parts may import from that file but not from this one: see vite.config.ts. */
import './pool-main.ts';
