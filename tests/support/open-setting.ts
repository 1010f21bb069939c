/** Opens a setting, screen or action of the screen Settings by its name, through its search. */
import type { Page } from '@playwright/test';

export async function openSetting(page: Page, name: string): Promise<void> {
  await page.getByLabel('Find a setting').fill(name);
  // Some are listed only once their code is here.
  await page.getByRole('listitem').filter({ hasText: name }).first().waitFor();
  await page.getByLabel('Find a setting').press('Enter');
}
