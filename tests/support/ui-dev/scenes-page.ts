/** The list of screens that `npm run dev` serves: each link opens one with the fake worker, without a wallet or a node. */
import { scenes } from './scenes.mjs';

const list = document.getElementById('screens')!;
const seen = new Set<string>();
for (const [name, scene] of Object.entries(scenes)) {
  const [scenario, place] = scene.map(String) as [string, string];
  const href = `./index.html?scenario=${scenario}#${place}`;
  // Several scenes begin on one screen: only shots.mjs does their steps.
  if (seen.has(href)) continue;
  seen.add(href);
  const link = Object.assign(document.createElement('a'), {
    href,
    textContent: `${name}: ${scenario} ${place}`,
  });
  const item = document.createElement('li');
  item.append(link);
  list.append(item);
}
