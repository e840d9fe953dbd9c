import type { LoginRequest } from '../connector/steps.js'
import { isTelegram } from '../platform/openLink.js'

/** Whether a login goes on in a window of its provider's. Within Telegram none has this page behind it: the page is left. */
export const needsWindow = (login: LoginRequest): boolean =>
  login.method === 'social' && login.provider !== 'farcaster' && !isTelegram()

/** Opens a provider's window at once, empty, as only a press may: nothing is waited for before it. @returns null where the browser opens none */
export function openAtPress(): Window | null {
  const opened = globalThis.open('', '_blank', 'popup,width=600,height=800')
  // The provider's page has no way into this one.
  if (opened) opened.opener = null
  return opened
}
