import type { ConnectorHost } from '@foyer/core'
import { SDK_TYPE, sdkVersion } from '@foyer/core/wire'
import type { Frame } from '../frame/createFrame.js'

/** The kit's name on the wire; which framework draws it is nothing to the page. */
const sdk = { sdkType: SDK_TYPE, sdkVersion: sdkVersion({ platform: 'html', adapters: [] }) }

/** Says to the wallet's page which dapp it is in. */
export async function syncDapp(frame: Frame, { metadata, projectId }: ConnectorHost): Promise<void> {
  const { name, description, url, icons } = metadata
  await frame.request('SYNC_DAPP_DATA', {
    metadata: { name, description, url, icons: [...icons] },
    ...sdk,
    projectId,
  })
}

/** The page's accents where the host has chosen none, as the original's. */
const accents = { light: 'hsla(231, 100%, 70%, 1)', dark: 'hsla(230, 100%, 67%, 1)' } as const
const backgrounds = { light: '#fff', dark: '#121313' } as const

/** Whether the visitor's system is dark: what a dapp without a theme of its own looks like. */
export const systemIsDark = () => globalThis.matchMedia?.('(prefers-color-scheme: dark)')

/** Has the wallet's page look as the modal does. */
export async function syncTheme(frame: Frame, { theme }: Pick<ConnectorHost, 'theme'>): Promise<void> {
  if (!theme) return
  const { mode, variables } = theme.get()
  const themeMode = mode ?? (systemIsDark()?.matches ? 'dark' : 'light')
  const themeVariables: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined) themeVariables[name] = value
  }
  await frame.request('SYNC_THEME', {
    themeMode,
    themeVariables,
    w3mThemeVariables: {
      '--w3m-accent': `${themeVariables['--w3m-accent'] ?? accents[themeMode]}`,
      '--w3m-background': backgrounds[themeMode],
    },
  })
}
