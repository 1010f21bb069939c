/** The scope of the service worker that reads while the installed app is closed. No page is in it. */
export const READER_FOLDER = './background/';
