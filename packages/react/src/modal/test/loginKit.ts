import type { Eip1193Provider, FoyerOptions, LoginMethods } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { createTestLoginServer, type TestLogin, type TestLoginServer, testLogin } from '@foyer/testing'
import { manualClock } from './manualClock.js'
import { addresses, type ModalKit, modalKit, type ScriptedWallet } from './modalKit.js'

/** Of somebody whose device is known already. */
export const knownEmail = 'bob@example.com'

export interface LoginKit extends ModalKit {
  readonly login: TestLogin
  readonly server: TestLoginServer
  /** The code that was sent last. */
  readonly code: () => string
  /** Its wallet shows something of its own, once that is drawn. @returns hides it */
  readonly showSurface: (drawn?: Promise<void>) => Promise<() => void>
  /** Whether that is shown. */
  readonly isSurfaceShown: () => boolean
}

/** A kit with a scripted login, and a wallet beside it where there are some. */
export function loginKit({
  logins,
  wallets = [],
  ...options
}: Partial<FoyerOptions> & {
  readonly logins?: LoginMethods | undefined
  readonly wallets?: readonly ScriptedWallet[]
} = {}): LoginKit {
  const clock = manualClock()
  const server = createTestLoginServer({ clock, knownDevices: [knownEmail] })
  const login = testLogin({ provider: () => provider, server, logins })
  const kit = modalKit({ wallets, connectors: [login], ...options, clock })
  const context = contextOf(kit.foyer)
  let isShown = false
  const surface = {
    connectorId: login.id,
    show() {
      isShown = true
    },
    hide() {
      isShown = false
    },
  }
  const showSurface = async (drawn?: Promise<void>) =>
    (await context.queries()).showSurface(context, { ...surface, drawn })
  return {
    ...kit,
    clock,
    showSurface,
    isSurfaceShown: () => isShown,
    login,
    server,
    code: () => server.mails.at(-1)?.code ?? '',
  }
}

/** The wallet that a login signs with, as far as connecting goes. */
const provider: Eip1193Provider = {
  request: async ({ method }) =>
    method === 'eth_chainId' ? '0x1' : method.endsWith('ccounts') ? [addresses[0]] : null,
}
