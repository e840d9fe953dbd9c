import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { deployDelegation, deployMarket, startChain } from '@foyer/stack'
import { servicePorts, startServices } from '../../scripts/localServices.mjs'
import { withPorts } from '../../scripts/ports.mjs'
import { type Addresses, addresses } from '../addresses.js'
import { test as base } from '../fixtures.js'
import { type MovingClock, movingClock } from '../movingClock.js'

interface OwnServices {
  readonly local: Awaited<ReturnType<typeof startServices>>
  readonly clock: MovingClock
}

/** How long no second mail is sent to an address, in milliseconds, and a little. */
export const betweenMailsMs = 31_000

/** Within which a network may ask for so many codes, ceremonies and logins. */
const limitsMs = 3_601_000

/**
 * Journeys at a server, a keeper and a wallet of their own, whose time can be moved: what a visitor waits a day for takes a moment, and hurries nobody else's
 * journey. The chains are those of the run.
 */
export const test = base.extend<
  {
    readonly passTime: (ms: number) => void
    readonly passBetweenMails: () => void
    /** Each test has what a network may do by itself: all of them come from one. */
    readonly limits: undefined
    /** Ends a server before the others, for all that follows in this file. */
    readonly stopOf: OwnServices['local']['stop']
  },
  {
    readonly services: OwnServices
    /** The second chain is one of the worker's own that has the code which accounts are switched to, as the first has. */
    readonly bothHaveDelegate: boolean
    readonly ownChains: Addresses['chains']
    /** A file that ends its servers says so here: another file would find them ended. */
    readonly endsServers: boolean
  }
>({
  endsServers: [false, { option: true, scope: 'worker' }],
  bothHaveDelegate: [false, { option: true, scope: 'worker' }],
  ownChains: [
    async ({ bothHaveDelegate }, use) => {
      const { chains } = addresses()
      if (!bothHaveDelegate) return use(chains)
      const [home] = chains
      const chain = await startChain({ id: 31338 })
      try {
        const { id, url, name } = chain
        const { tokens, router, ...market } = await deployMarket({ url })
        const delegation = await deployDelegation({ url })
        await use([home, { ...chain, ...market, ...{ id, name, url, tokens, router, delegation } }])
      } finally {
        await chain.stop()
      }
    },
    { scope: 'worker' },
  ],
  services: [
    async ({ ownChains: chains }, use) => {
      // As in the units: databases of a few minutes aren't compiled a second time.
      setFlagsFromString('--liftoff-only')
      const directory = await mkdtemp(join(tmpdir(), 'foyer-services-'))
      const clock = movingClock()
      const stops: (() => Promise<unknown>)[] = []
      const { solana, bitcoin } = addresses()
      const begun = { directory, chains, solana, bitcoin, clock, stops, logTo: { write: () => {} } }
      const stopAll = async () => {
        clock.end() // what waits while it stops
        for (const stop of stops.reverse().splice(0)) await stop()
      }
      try {
        const local = await withPorts({ names: servicePorts, liked: {} }, (held) =>
          // With another port where one was taken: what has begun by then is in the way.
          startServices({ ...held, ...begun }).catch(async (error: unknown) => {
            await stopAll()
            throw error
          }),
        )
        await use({ local, clock })
      } finally {
        await stopAll()
        await rm(directory, { recursive: true, force: true })
      }
    },
    { scope: 'worker' },
  ],
  local: [
    ({ services: { local }, ownChains: chains }, use) => use({ ...addresses(), chains, ...local }),
    { scope: 'worker' },
  ],
  stopOf: async ({ services: { local } }, use) => use(local.stop),
  passTime: async ({ services: { clock } }, use) => use((ms) => clock.pass(ms)),
  passBetweenMails: async ({ services: { clock } }, use) => use(() => clock.pass(betweenMailsMs)),
  limits: [
    async ({ services: { clock } }, use) => {
      clock.pass(limitsMs)
      await use(undefined)
    },
    { auto: true },
  ],
})
