/** The manifest: it asks for as little as possible, and the policy lets in no foreign code. */
import { describe, expect, it } from 'vitest';
import { MANIFEST_TEXTS, manifestOf } from '../../../../../scripts/tools/build/extension-manifest.ts';

const browsers = ['chromium', 'firefox'] as const;
const directives = (policy: string): ReadonlyMap<string, string> =>
  new Map(policy.split('; ').map((each) => [each.split(' ')[0]!, each.split(' ').slice(1).join(' ')]));

describe.each(browsers)('the manifest for %s', (browser) => {
  const manifest = manifestOf(browser, '1.2.3');
  const text = JSON.stringify(manifest);

  it('is of version 3 and has the version of the project', () => {
    expect(manifest).toMatchObject({ manifest_version: 3, version: '1.2.3' });
  });
  it('has access to no site from the start, and asks for none that it does not name to the person', () => {
    expect(text).not.toContain('all_urls');
    expect(manifest).not.toHaveProperty('host_permissions');
    expect(manifest.optional_permissions).toEqual(['notifications']);
    expect(manifest.optional_host_permissions).toEqual(['https://*/*', 'http://*/*']);
    const special = browser === 'chromium' ? 'sidePanel' : 'webRequest';
    const known = ['activeTab', 'alarms', 'scripting', 'storage', 'unlimitedStorage', special];
    expect(manifest.permissions.filter((each) => !known.includes(each))).toEqual([]);
  });
  // threat: extension-messages
  it('puts no script into sites by itself, shows no file of its own to them, and takes no message from outside', () => {
    for (const key of ['content_scripts', 'web_accessible_resources'])
      expect(manifest).not.toHaveProperty(key);
    // Firefox lets sites send none, and the extension listens to none of other extensions.
    if (browser === 'chromium') expect(manifest).toHaveProperty('externally_connectable', { ids: [] });
    else expect(manifest).not.toHaveProperty('externally_connectable');
  });
  it('has a policy that runs the package alone and refuses frames', () => {
    const policy = directives(manifest.content_security_policy.extension_pages);
    expect(policy.get('script-src')).toBe("'self' 'wasm-unsafe-eval'");
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('worker-src')).toBe("'self'");
    expect(policy.get('object-src')).toBe("'none'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
    for (const [name, sources] of policy)
      if (name !== 'connect-src') expect(sources, name).not.toMatch(/https?:|'unsafe|\*/);
  });
  it('takes each of its texts from the texts of all languages', () => {
    const names = [...text.matchAll(/__MSG_(\w+)__/g)].map(([, name = '']) => name).sort();
    expect(names).toEqual(['description', 'locked']);
    // The others are for the extension's worker.
    for (const texts of Object.values(MANIFEST_TEXTS))
      expect(Object.keys(texts).sort()).toEqual(['arrived', 'arrivedMore', ...names, 'open']);
  });
});

it('names the same page for the side panel of Chromium and the sidebar of Firefox', () => {
  expect(manifestOf('chromium', '1.0.0')).toHaveProperty('side_panel.default_path', 'index.html');
  expect(manifestOf('firefox', '1.0.0')).toHaveProperty('sidebar_action.default_panel', 'index.html');
});
