import { systemClock } from '@foyer/core'
import type { DappClient, DappEvent } from '../../dapp/client.js'
import { createDappClient } from '../../dapp/createDappClient.js'
import { createEngine } from '../../engine/createEngine.js'
import { clientSeed, createRecords } from '../../exchange/records.js'
import { createCiphers } from '../../protocol/cipher/ciphers.js'
import { bytesToHex } from '../../protocol/codec.js'
import { createSignIns } from '../../signin/signIns.js'
import { createTransport } from '../../transport/createTransport.js'
import { createSharedEngine } from '../createSharedEngine.js'

/** A tab of a browser, with what happened in it. */
export interface TestTab {
  readonly client: DappClient
  readonly events: readonly DappEvent[]
  readonly errors: readonly unknown[]
  /** How often it has opened the engine. */
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
  const engine = createSharedEngine({
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
        seed: clientSeed({ records, ciphers }),
        subject: bytesToHex(ciphers.randomBytes(32)),
        openSocket: (url) => new WebSocket(url),
      })
      return createEngine({ ...shared, transport, records, signingIn: createSignIns })
    },
  })
  const client = createDappClient({ ...shared, engine })
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
