/** /start_save_graph: monerod dropped it and /stop_save_graph before 0.17, and answers as for any unknown page. */
import { BASE, pathCall } from './call.ts';

export const startSaveGraph = pathCall('/start_save_graph', { admin: true, obsolete: true, answer: BASE });
export const stopSaveGraph = pathCall('/stop_save_graph', { admin: true, obsolete: true, answer: BASE });
