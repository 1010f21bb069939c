/** Icons of the rows of Settings, by what they open: a sheet, a route or a menu. Menus and the search list rows without. */
import type { Component } from 'svelte';
import Archive from '@lucide/svelte/icons/archive';
import BadgeCheck from '@lucide/svelte/icons/badge-check';
import Battery from '@lucide/svelte/icons/battery';
import Bell from '@lucide/svelte/icons/bell';
import BookUser from '@lucide/svelte/icons/book-user';
import CircleDollarSign from '@lucide/svelte/icons/circle-dollar-sign';
import Download from '@lucide/svelte/icons/download';
import Globe from '@lucide/svelte/icons/globe';
import HardDrive from '@lucide/svelte/icons/hard-drive';
import Info from '@lucide/svelte/icons/info';
import Moon from '@lucide/svelte/icons/moon';
import Palette from '@lucide/svelte/icons/palette';
import SearchX from '@lucide/svelte/icons/search-x';
import Server from '@lucide/svelte/icons/server';
import Shield from '@lucide/svelte/icons/shield';
import Users from '@lucide/svelte/icons/users';
import Wrench from '@lucide/svelte/icons/wrench';
import type { SettingsRow } from './entries.ts';

type Icon = Component<{ readonly 'aria-hidden'?: 'true' }>;

const ICONS: Readonly<Record<string, Icon>> = {
  about: Info,
  appearance: Palette,
  backup: Archive,
  behind: Moon,
  contacts: BookUser,
  data: Battery,
  experts: Wrench,
  install: Download,
  kinds: Users,
  missing: SearchX,
  nodes: Server,
  notify: Bell,
  prove: BadgeCheck,
  rates: CircleDollarSign,
  security: Shield,
  sites: Globe,
  storage: HardDrive,
};

/** Undefined: a row that only the search or a menu lists. */
export function iconOf({ opens }: SettingsRow): Icon | undefined {
  if (opens === 'lock') return undefined;
  return ICONS['sheet' in opens ? opens.sheet : 'route' in opens ? opens.route : opens.menu];
}
