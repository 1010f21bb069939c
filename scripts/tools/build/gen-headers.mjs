/** Writes docs/headers: the headers of all pages for hosts. With --check: fails when the files are not up to date. */
import { keep, readCheckFlag } from './generated.mjs';
import { apacheFile, caddyFile, headersFile, nginxFile } from './header-texts.mjs';

const check = readCheckFlag('gen-headers.mjs');
keep('docs/headers/_headers', headersFile(), check);
keep('docs/headers/Caddyfile', caddyFile(), check);
keep('docs/headers/nginx.conf', nginxFile(), check);
keep('docs/headers/apache.htaccess', apacheFile(), check);
