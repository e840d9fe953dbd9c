import type { Connector, LiveConnection } from '@foyer/core'
import { base, mainnet } from '@foyer/core/networks'
import { connectorConformance, createTestClock, createTestHost, loginConformance } from '@foyer/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { embedded } from './embedded.js'
import { MicrotaskChannel } from './test/microtaskChannel.js'
import { ScriptedWallet } from './test/scriptedWallet.js'

const wallets: ScriptedWallet[] = []

beforeEach(() => {
  vi.stubGlobal('MessageChannel', MicrotaskChannel)
  HTMLDialogElement.prototype.showModal ??= () => {}
  HTMLDialogElement.prototype.close ??= () => {}
})

afterEach(() => {
  for (const { page } of wallets.splice(0)) page.end()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const secureOrigin = 'https://secure.foyer.example'

function made() {
  const clock = createTestClock({ startMs: 1_000_000 })
  const wallet = new ScriptedWallet({ document, origin: secureOrigin, ready: () => clock.advance(500) })
  wallets.push(wallet)
  return { clock, wallet }
}

/** Counts the listeners of a connector's connections, as its wallet would. */
function counted(connector: Connector, wallet: ScriptedWallet): Connector {
  const own = <Live extends LiveConnection | null>(live: Live): Live => {
    const listen = live?.listen
    const value = (listener: Parameters<LiveConnection['listen']>[0]) => {
      const stop = listen?.(listener)
      wallet.listenerCount += 1
      return () => {
        wallet.listenerCount -= 1
        stop?.()
      }
    }
    return live && Object.defineProperty(live, 'listen', { value })
  }
  return {
    ...connector,
    connect: async (request) => own(await connector.connect(request)),
    restore: async (request) => own(await connector.restore(request)),
  }
}

const email = 'ada@example.com'

describe('the embedded wallet', () => {
  connectorConformance({
    describe,
    test,
    expect,
    make() {
      const { clock, wallet } = made()
      const host = createTestHost({ networks: [mainnet, base], clock, secureOrigin })
      return { connector: counted(embedded(), wallet), host, wallet, here: mainnet, there: base }
    },
  })
  loginConformance({
    describe,
    test,
    expect,
    make() {
      const { clock, wallet } = made()
      return {
        ...{ clock, email, secureOrigin },
        pauseMs: 30_000,
        connector: embedded(),
        reload: () => embedded(),
        network: mainnet,
        approveDevice: () => wallet.approveDevice(),
        code: () => wallet.code,
      }
    },
  })
})
