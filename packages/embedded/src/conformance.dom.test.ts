import type { Connector, LiveConnection } from '@foyer/core'
import { base, mainnet } from '@foyer/core/networks'
import { connectorConformance, loginConformance } from '@foyer/testing'
import { describe, expect, test } from 'vitest'
import { embedded } from './embedded.js'
import type { ScriptedWallet } from './test/scriptedWallet.js'
import { secureOrigin, withPages } from './test/withPages.js'

const { made, hostOf } = withPages()

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
      const host = hostOf(clock, { networks: [mainnet, base] })
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
