import type { Foyer } from '@foyer/core'
import {
  nativeBalance,
  sendCall,
  sendTransfer,
  signMessage,
  signTypedData,
  verifyMessage,
  waitForTransaction,
} from '@foyer/core/actions'
import { sendCalls } from '@foyer/core/calls'
import { openPay, type PayRequest } from '@foyer/core/pay'
import { sessionAccount, setAccountMetadata, signOut } from '@foyer/core/signin'
import { grantPermissions, permissions, revokePermissions } from '@foyer/evm'
import { writtenSettings } from '@foyer/page/settings'
import '@foyer/react/style.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { SpokenLanguage } from './changingLocale.js'
import { createKits } from './createKits.js'
import { Host } from './Host.js'
import './host.css'
import type { HostSettings } from './settings.js'

declare global {
  interface Window {
    /** The page's kits, for the tests. */
    kits: readonly Foyer[]
    /** What the page's own code would call. */
    actions: typeof actions
    /** Asks for a payment. */
    pay: (request: PayRequest) => void
    /** Has a page whose language changes speak another. */
    speak: (language: SpokenLanguage) => Promise<void>
  }
}

const actions = {
  grantPermissions,
  nativeBalance,
  permissions,
  revokePermissions,
  sendCall,
  sendCalls,
  sendTransfer,
  sessionAccount,
  setAccountMetadata,
  signMessage,
  signOut,
  signTypedData,
  verifyMessage,
  waitForTransaction,
} as const

const place = document.getElementById('host')
if (place) {
  const settings: HostSettings = JSON.parse(writtenSettings(document))
  const kits = createKits(settings)
  window.kits = kits
  window.actions = actions
  const page = (
    <Host
      kits={kits}
      strictMode={settings.strictMode}
      onrampWidget={settings.onrampWidget}
      tinyFamilies={settings.tinyFamilies}
      walletButton={settings.walletButton}
    />
  )
  window.pay = (request) => {
    const [first] = kits
    if (first) openPay(first, request)
  }
  window.speak = async (spoken) => {
    await globalThis.language?.speak(spoken)
    const { tag = 'en', direction = 'ltr' } = globalThis.language?.locale ?? {}
    Object.assign(document.documentElement, { lang: tag, dir: direction })
    // Whatever is on the page is drawn anew.
    dispatchEvent(new Event('languagechange'))
    for (const kit of kits) kit.setTheme({})
  }
  if (place.firstElementChild) hydrateRoot(place, page, { onRecoverableError: console.error })
  else createRoot(place).render(page)
}
