/** The files of docs/headers, read as their hosts read them. */

/** The headers of a page, by name. */
type Sent = Record<string, string>;
/** The headers that the host sends for `path`, from the text of its configuration. */
type ReadText = (text: string, path: string) => Sent;

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

const headers =
  (joins: boolean): ReadText =>
  (text, path) => {
    const sent = new Map<string, string>();
    let applies = false;
    for (const line of linesOf(text)) {
      const [, removed] = /^! (.+)$/.exec(line) ?? [];
      const [, name, value] = /^([\w-]+): (.+)$/.exec(line) ?? [];
      if (line.startsWith('/')) applies = line === '/*' || line === path;
      else if (!applies) continue;
      else if (removed !== undefined) {
        if (joins) sent.delete(removed);
      } else {
        const before = joins && sent.has(name!) ? `${sent.get(name!)}, ` : '';
        sent.set(name!, `${before}${value!}`);
      }
    }
    return Object.fromEntries(sent);
  };

const caddy: ReadText = (text, path) => {
  const sent: Sent = {};
  const matchers = new Map<string, boolean>([['', true]]);
  let applies = false;
  for (const line of linesOf(text)) {
    const [, name, not, globs] = /^(@\w+) (not )?path (.+)$/.exec(line) ?? [];
    const [, matcher] = /^header (?:(@\w+) )?\{$/.exec(line) ?? [];
    const [, header, value] = /^([\w-]+) "(.+)"$/.exec(line) ?? [];
    if (name !== undefined) {
      const matches = globs!.split(' ').some((glob) => path.endsWith(glob.slice(1)));
      matchers.set(name, matches === (not === undefined));
    } else if (line.startsWith('header ')) applies = matchers.get(matcher ?? '')!;
    else if (header !== undefined && applies) {
      // The order of Caddy's directives is not that of the file: no header may be set twice.
      if (header in sent) throw new Error(`${header} is set twice`);
      sent[header] = value!;
    }
  }
  return sent;
};

const nginx: ReadText = (text, path) => {
  const sent: Sent = {};
  const variables = new Map<string, string>();
  let map = '';
  for (const line of linesOf(text)) {
    const [, variable] = /^map \$uri (\$\w+) \{$/.exec(line) ?? [];
    const [, pattern, mapped] = /^(default|~\S+) "(.+)";$/.exec(line) ?? [];
    const [, header, value] = /^add_header ([\w-]+) (.+) always;$/.exec(line) ?? [];
    if (variable !== undefined) map = variable;
    else if (pattern !== undefined) {
      if (pattern === 'default' || new RegExp(pattern.slice(1)).test(path)) variables.set(map, mapped!);
    } else if (header !== undefined) sent[header] = variables.get(value!) ?? value!.replaceAll('"', '');
  }
  return sent;
};

const apache: ReadText = (text, path) => {
  const sent: Sent = {};
  let applies = true;
  for (const line of linesOf(text)) {
    const [, file] = /^<Files "(.+)">$/.exec(line) ?? [];
    const [, header, value] = /^Header always set ([\w-]+) "(.+)"$/.exec(line) ?? [];
    if (file !== undefined) applies = path.endsWith(`/${file}`);
    else if (line === '</Files>') applies = true;
    else if (applies && header !== undefined) sent[header] = value!;
  }
  return sent;
};

/** Each host, the name of its file in docs/headers, and how it reads it. */
export const HOSTS: readonly (readonly [host: string, file: string, read: ReadText])[] = [
  // Netlify takes the last value and skips lines without a colon.
  ['Netlify', '_headers', headers(false)],
  // Cloudflare Pages joins values, `!` removes them.
  ['Cloudflare Pages', '_headers', headers(true)],
  ['Caddy', 'Caddyfile', caddy],
  ['nginx', 'nginx.conf', nginx],
  ['Apache', 'apache.htaccess', apache],
];
