import type { Foyer } from '@foyer/core'
import { writtenSettings } from '@foyer/page/settings'
import '@foyer/react/style.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createKits } from './createKits.js'
import { Host } from './Host.js'
import './host.css'
import type { HostSettings } from './settings.js'

declare global {
  interface Window {
    /** The page's kits, for the tests. */
    kits: readonly Foyer[]
  }
}

const place = document.getElementById('host')
if (place) {
  const settings: HostSettings = JSON.parse(writtenSettings(document))
  const kits = createKits(settings)
  window.kits = kits
  const page = <Host kits={kits} strictMode={settings.strictMode} onrampWidget={settings.onrampWidget} />
  if (place.firstElementChild) hydrateRoot(place, page, { onRecoverableError: console.error })
  else createRoot(place).render(page)
}
