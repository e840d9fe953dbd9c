import { renderToString } from 'react-dom/server'
import { createKits } from './createKits.js'
import { Host } from './Host.js'
import type { HostSettings } from './settings.js'

/** The page as a server renders it. */
export function render(settings: HostSettings): string {
  return renderToString(
    <Host
      kits={createKits(settings)}
      strictMode={settings.strictMode}
      onrampWidget={settings.onrampWidget}
      tinyFamilies={settings.tinyFamilies}
      walletButton={settings.walletButton}
    />,
  )
}
