import { mainnet } from '@foyer/core/networks'
import { createTestClock, createTestHost, type TestClock, type TestHost, type TestHostOptions } from '@foyer/testing'
import { afterEach, beforeEach, vi } from 'vitest'
import { MicrotaskChannel } from './microtaskChannel.js'
import { ScriptedWallet, type ScriptedWalletParameters } from './scriptedWallet.js'

export const secureOrigin = 'https://secure.foyer.example'

export interface WithPages {
  /** A wallet's page for each frame that the document gets, and a clock that moves on by 500 ms whenever it is ready. */
  made(parameters?: Partial<ScriptedWalletParameters>): { readonly clock: TestClock; readonly wallet: ScriptedWallet }
  /** A kit as the connector sees it. */
  hostOf(clock: TestClock, options?: TestHostOptions): TestHost
}

/** Sets a test file up to have pages of a wallet in its document. */
export function withPages(): WithPages {
  const ends: (() => void)[] = []
  beforeEach(() => {
    vi.stubGlobal('MessageChannel', MicrotaskChannel)
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true
    }
    HTMLDialogElement.prototype.close = function close() {
      this.open = false
    }
  })
  afterEach(() => {
    for (const end of ends.splice(0)) end()
    document.body.replaceChildren()
    vi.unstubAllGlobals()
  })
  return {
    made(parameters = {}) {
      const clock = createTestClock({ startMs: 1_000_000 })
      const wallet = new ScriptedWallet({
        ...{ document, origin: secureOrigin },
        ready: () => clock.advance(500),
        ...parameters,
      })
      ends.push(() => wallet.page.end())
      return { clock, wallet }
    },
    hostOf(clock, options = {}) {
      const host = createTestHost({ networks: [mainnet], clock, secureOrigin, ...options })
      ends.push(() => host.stop())
      return host
    },
  }
}
