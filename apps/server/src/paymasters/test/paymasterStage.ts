import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { SponsorWorld, Visitor } from '../../sponsor/test/openSponsor.js'
import { onSponsorGround } from '../../sponsor/test/sponsorGround.js'
import type { Paymasters } from '../paymasters.js'
import { openPaymasters } from './openPaymasters.js'
import type { RpcServer } from './serveRpc.js'
import { type StandInPaymaster, startBundler, startPaymaster } from './standIns.js'

/** The parts of each test of paymasters: one and a bundler, which are a file's, and the service and a visitor of its own. */
interface PaymasterStage {
  readonly world: SponsorWorld
  readonly paymaster: StandInPaymaster
  readonly bundler: RpcServer
  readonly paymasters: Paymasters
  readonly visitor: Visitor
}

/** Starts a file's paymaster and bundler on a ground of the sponsor's, and gives each test its stage there. */
export function onPaymasterStage(take: (stage: PaymasterStage) => void): void {
  let world: SponsorWorld
  let paymaster: StandInPaymaster
  let bundler: RpcServer
  onSponsorGround((ground) => {
    ;({ world } = ground)
  })
  beforeAll(async () => {
    ;[paymaster, bundler] = [
      await startPaymaster({ chainUrl: world.chain.url }),
      await startBundler({ chainUrl: world.chain.url }),
    ]
  })
  afterAll(() => Promise.all([paymaster?.stop(), bundler?.stop()]))
  beforeEach(async () => {
    // What stands here pays for nothing by the operator's own account.
    await world.sponsor(null)
    const paymasters = openPaymasters({ world, bundlerUrl: bundler.url, allow: [new URL(paymaster.url).origin] })
    paymaster.misbehaviour = {}
    paymaster.contexts.length = 0
    take({ world, paymaster, bundler, paymasters, visitor: await world.visitor() })
  })
}
