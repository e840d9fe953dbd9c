import { systemClock } from '@foyer/core'
import type { DappClient, DappEvent } from '../../dapp/client.js'
import { createDappClient } from '../../dapp/createDappClient.js'
import * as requests from '../../dapp/requesting.js'
import { createDappNode } from '../../engine/createEngine.js'
import { createHearing } from '../../engine/createHearing.js'
import { clientSeed, createRecords } from '../../exchange/records.js'
import { bytesToHex, createCiphers } from '../../protocol/index.js'
import { createTransport } from '../../transport/createTransport.js'
import { createSharedNode } from '../createSharedNode.js'

/** A tab of a browser, with what happened in it. */
export interface TestTab {
  readonly client: DappClient
  readonly events: readonly DappEvent[]
  readonly errors: readonly unknown[]
  /** How often it has opened the node. */
  readonly opened: number
}

/** For a test in a browser; no entry exports it. Everything as a page has it. */
export function createTestTab({ relayUrl }: { readonly relayUrl: string }): TestTab {
  const errors: string[] = []
  const events: DappEvent[] = []
  let opened = 0
  const ciphers = createCiphers({ crypto })
  const report = (error: unknown) => errors.push(String(error))
  const shared = { ciphers, clock: systemClock, random: Math.random, report }
  const node = createSharedNode({
    meet: () => import('../otherPages.js'),
    ...shared,
    name: 'tabs',
    locks: navigator.locks,
    channel: (name) => new BroadcastChannel(name),
    page: window,
    open() {
      opened += 1
      const records = createRecords({ storage: localStorage, report })
      const transport = createTransport({
        ...shared,
        relayUrl,
        projectId: 'project',
        seed: clientSeed({ storage: localStorage, ciphers }),
        subject: bytesToHex(ciphers.randomBytes(32)),
        openSocket: (url) => new WebSocket(url),
      })
      return createDappNode({
        ...{ ...shared, transport },
        openHearing: async (lent) => createHearing({ ...lent, records }),
      })
    },
  })
  const client = createDappClient({ ...shared, node, requests: async () => requests })
  client.listen((event) => events.push(event))
  return {
    client,
    events,
    errors,
    get opened() {
      return opened
    },
  }
}
